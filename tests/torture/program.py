"""Programs of Verger: that of this checkout, or one that is installed from a wheel."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from zipfile import ZipFile

from tests.support.release import release
from tests.support.root import ROOT
from tests.torture.ledger import Ledger


@dataclass(frozen=True)
class Program:
    """A program of Verger, which can run as a server and as a command."""

    name: str
    command: Path
    version: str = ""
    day: str = ""
    """The day of its newest file, such as `2026-11-27`."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The additional settings of its servers."""

    def told(self, url: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """The output of a command about a database."""
        return subprocess.run(
            [self.command, *words],
            env={"PATH": os.environ["PATH"], "DATABASE_URL": url},
            check=False,
            capture_output=True,
            text=True,
        )

    def succeeds(self, url: str, ledger: Ledger, *words: str | Path) -> None:
        """Run a command. If it fails, add this to the findings."""
        said = self.told(url, *words)
        if said.returncode:
            what = f"verger {' '.join(map(str, words))}, by {self.name}"
            told = f"{said.stdout[-2_000:]}{said.stderr[-500:]}"
            ledger.find(f"{what}, status {said.returncode}: {told}")


OWN = Program("this checkout", Path(sys.executable).with_name("verger"))


def installed(what: str, folder: Path) -> Program:
    """Install a wheel file with the packages that are locked here, or a Git ref with its own packages."""
    folder.mkdir()
    builder, source = release(), ROOT
    if what.endswith(".whl"):
        wheel = Path(what)
    else:
        source = _source(what, folder)
        builder.hatched(source, folder / "out", _git("log", "-1", "--format=%ct", what))
        (wheel,) = (folder / "out").glob("*.whl")
        what = _git("rev-parse", "--short", what)
    own: Path = builder.installed(folder, wheel, source)
    version = wheel.name.split("-")[1]
    return Program(f"{version} of {what}", own / "bin" / "verger", version, day_of(wheel))


def day_of(wheel: Path) -> str:
    """The day of the newest file in a wheel."""
    with ZipFile(wheel) as packed:
        return date(*max(one.date_time for one in packed.infolist())[:3]).isoformat()


def released(checkout: Path = ROOT) -> str | None:
    """Return the tag of the newest release, or None if this checkout has no tag."""
    # Without the setting, Git sorts v1.0.0rc1 after v1.0.0.
    newest_first = ("-c", "versionsort.suffix=rc", "tag", "--sort=-version:refname")
    tags = _git(*newest_first, "--merged", "HEAD", "--list", "v*", cwd=checkout).split()
    return tags[0] if tags else None


def _source(ref: str, folder: Path) -> Path:
    """The files of a commit at a ref, in a new folder."""
    packed, source = folder / "source.tar", folder / "source"
    _git("archive", "--output", str(packed), ref)
    with tarfile.open(packed) as archive:
        archive.extractall(source, filter="data")
    return source


def _git(*words: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(["git", *words], cwd=cwd, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip()
