"""`verger.pyz` reads archives on a machine that has only Python."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.log import archived, evening, rows
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT
from verger.service.cli import main

BARE = [str(Path(sys.base_prefix, "bin", "python3")), "-I", "-S"]
"""Python without any installed packages."""


@pytest.fixture(scope="module")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build `verger.pyz` from the packages that `make setup` installed, and return its path."""
    file = tmp_path_factory.mktemp("pyz") / "verger.pyz"
    build: list[str | Path] = [
        sys.executable,
        ROOT / "deploy" / "pyz" / "build.py",
        file,
        "--offline",
    ]
    subprocess.run(build, check=True, capture_output=True, timeout=PATIENCE_SECONDS)
    return file


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return the path of an archive with dice, a rewind and sealed parts."""
    file = tmp_path / "war.ndjson"
    file.write_bytes(b"".join(archived(rows(evening("war")))))
    return file


def run(pyz: Path, cache: Path, *asked: object) -> subprocess.CompletedProcess[str]:
    """Run `verger.pyz` in a Python without packages, and return the finished process."""
    return subprocess.run(
        [*BARE, str(pyz), *map(str, asked)],
        env={"XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def test_the_pyz_verifies_in_a_bare_python_and_unpacks_itself_once(
    pyz: Path, archive: Path, tmp_path: Path
) -> None:
    done = run(pyz, tmp_path, "verify", archive)
    assert done.stdout.startswith(f"verified: {len(evening('war'))} events of session ")
    assert (done.returncode, done.stderr) == (0, "")
    (kept,) = (tmp_path / "verger").iterdir()
    (kept / "verger" / "__init__.py").write_text("print('This was here.')\n")
    assert run(pyz, tmp_path, "verify", archive).stdout.startswith("This was here.\nverified: ")


def test_the_pyz_runs_nothing_from_a_folder_that_others_can_write_to(
    pyz: Path, archive: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "verger"
    kept.mkdir()
    kept.chmod(0o777)
    assert run(pyz, tmp_path, "verify", archive).stdout.startswith("verified: ")
    assert list(kept.iterdir()) == []


def test_the_pyz_answers_as_the_installed_program_if_it_cannot_unpack(
    pyz: Path, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["bisect", str(archive), "state.play.conflict"]
    done = run(pyz, Path("/dev/null"), *asked)
    assert (done.returncode, done.stderr) == (main(asked), "")
    assert done.stdout == capsys.readouterr().out


def test_an_old_python_reads_which_versions_it_needs(pyz: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pyz"
    with zipfile.ZipFile(pyz) as there, zipfile.ZipFile(other, "w") as here:
        for name in there.namelist():
            here.writestr(name.replace(".cpython-3", ".cpython-9"), there.read(name))
    done = run(other, tmp_path, "--version")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("verger: this file is for cpython-9")
    assert f"; this Python is {sys.implementation.cache_tag} on {sys.platform}\n" in done.stderr
