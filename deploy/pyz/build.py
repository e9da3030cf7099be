"""Build `verger.pyz`: the program that reads archives and its packages in one file.

A compiled package is included once for each requested version of Python, because its files have different names.
"""

import subprocess
import sys
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
START = Path(__file__).with_name("start.py")
LOCK = ROOT / "requirements" / "core.lock"
LEFT_OUT = (
    "verger/service/files/",
    "bin/",
    "RECORD",
    "INSTALLER",
    "REQUESTED",
    "uv_cache.json",
    ".lock",
)
"""Left out: files that no command for archives reads, and files that only record the installation."""
BEGINNING = b"#!/usr/bin/env python3\n"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip file. It is fixed, so that the same packages give the same bytes."""


def main() -> None:
    """Build the file at the requested path."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--python", nargs="+", default=[here], help=f"versions of Python, by default {here}"
    )
    asked, more = parser.parse_known_args()
    with TemporaryDirectory(prefix="verger-pyz-") as folder:
        members = dict(packages(Path(folder), asked.python, more))
    members["__main__.py"] = START.read_bytes()
    write(asked.file, members)
    size = asked.file.stat().st_size / 1e6
    print(f"{asked.file}: {size:.1f} MB, for Python {', '.join(asked.python)}")


def packages(
    folder: Path, versions: Sequence[str], more: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Return the files of every package, by name. `more` are arguments of uv, such as --offline."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "own")
    uv = Path(sys.executable).with_name("uv")
    install: tuple[str | Path, ...] = (
        uv, "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:",
        "--require-hashes", "--requirement", LOCK, *more,
    )  # fmt: skip
    for version in versions:
        run(*install, "--python-version", version, "--target", folder / version)
    for site in (folder / "own", *(folder / version for version in versions)):
        yield from read(site)


def run(*command: str | Path) -> None:
    """Run a program that must succeed. If it fails, it prints the reason itself."""
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(done.returncode)


def read(site: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file that the program needs, from a folder of packages."""
    for path in site.rglob("*"):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not name.startswith(LEFT_OUT) and not name.endswith(LEFT_OUT):
            yield name, path.read_bytes()


def write(file: Path, members: dict[str, bytes]) -> None:
    """Write a zip file that Python can run."""
    with file.open("wb") as out:
        out.write(BEGINNING)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(members):
                member = zipfile.ZipInfo(name, LONG_AGO)
                archive.writestr(member, members[name], zipfile.ZIP_DEFLATED)
    file.chmod(0o755)


if __name__ == "__main__":
    main()
