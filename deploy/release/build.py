"""Build a release from the committed files, in separate folders, and check it: `make release`.

The wheel, the source, `verger.pyz` and the packages of both clients are built twice, in two folders
and with two umasks. Both builds must have the same bytes. The programs that are installed from them
must verify an archive of every release. Other files are a bill of materials (CycloneDX), the
licences of all installed packages, and SHA-256 checksums. At the end, the commit gets the tag of
the version.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
TOOLS = ROOT / ".venv" / "release" / "bin"
PYTHONS = ("3.11", "3.12", "3.13")
UMASKS = (0o022, 0o077)


def main() -> None:
    """Build and check the release, and write it into the folder of the version in `dist/`."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    fault = unready(version, changelog, said("git", "status", "--porcelain")) or untagged(changelog)
    if fault:
        stop(fault)
    with TemporaryDirectory(prefix="verger-release-") as name:
        folder = Path(name)
        built = twice(folder)
        own = installed(
            folder, next(one for one in built if one.name.startswith(f"verger-{version}-"))
        )
        check(own, next(one for one in built if one.suffix == ".pyz"), folder)
        for_pypi = [one for one in built if one.suffix in (".whl", ".gz")]
        run(TOOLS / "twine", "check", "--strict", *for_pypi)
        built += [materials(folder, own, version), licences(folder, own)]
        into = asked.into / version
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        for file in built:
            shutil.copy(file, into)
    sums = {file.name: digest(file) for file in sorted(into.iterdir())}
    (into / "SHA256SUMS").write_text("".join(f"{sums[name]}  {name}\n" for name in sums), "utf-8")
    tag(version)
    for name in sums:
        print(f"{(into / name).stat().st_size / 1e6:7.2f} MB  {name}")


def unready(version: str, changelog: str, changed: str) -> str:
    """Return the reason why this commit cannot be released as this version; empty if it can."""
    if changed:
        return f"the release would not contain these uncommitted changes:\n{changed}"
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    if newest is None or newest[1] != version:
        found = newest[1] if newest else "nothing"
        return f"CHANGELOG.md begins with {found}, and pyproject.toml says {version}"
    return ""


def untagged(changelog: str, checkout: Path = ROOT) -> str:
    """Return a fault of the tags: an older release has no tag, or the tag of this release is at another commit."""
    newest, *older = (f"v{version}" for version in re.findall(r"(?m)^## (\S+)", changelog))
    tags = said("git", "tag", "--list", cwd=checkout).split()
    if missing := [one for one in older if one not in tags]:
        return f"CHANGELOG.md names releases without a tag here: {', '.join(missing)}"
    head = said("git", "rev-parse", "HEAD", cwd=checkout)
    if newest in tags and said("git", "rev-list", "-1", newest, cwd=checkout) != head:
        return f"{newest} is the tag of another commit"
    return ""


def tag(version: str, checkout: Path = ROOT) -> None:
    """Tag the released commit, unless an earlier run did."""
    if f"v{version}" not in said("git", "tag", "--list", cwd=checkout).split():
        run("git", "tag", f"v{version}", cwd=checkout)


def twice(folder: Path) -> list[Path]:
    """Build everything in two places, and require equal files. Return those of the first place."""
    packed, second = folder / "source.tar", said("git", "log", "-1", "--format=%ct")
    run("git", "archive", "--output", packed, "HEAD")
    ones, others = (build(packed, folder / f"{mask:o}", mask, second) for mask in UMASKS)
    for one, other in zip(ones, others, strict=True):
        if one.read_bytes() != other.read_bytes():
            stop(f"two builds of {one.name} differ: {digest(one)}, {digest(other)}")
    return ones


def build(packed: Path, folder: Path, mask: int, second: str) -> list[Path]:
    """Build from a packed source in a folder, with this time (seconds since 1970) and this umask."""
    source, out = folder / "source", folder / "out"
    before = os.umask(mask)
    try:
        with tarfile.open(packed) as archive:
            archive.extractall(source, filter="data")
        hatched(source, out, second)
        with_clients(source, out, second)
        run(
            sys.executable, source / "deploy/pyz/build.py", out / "verger.pyz", "--python", *PYTHONS
        )
    finally:
        os.umask(before)
    return sorted(out.iterdir())


def hatched(source: Path, out: Path, second: str) -> None:
    """Build the wheel and the source distribution of a package."""
    more = {"SOURCE_DATE_EPOCH": second}
    run(sys.executable, "-m", "hatchling", "build", "--directory", out, cwd=source, more=more)


def with_clients(source: Path, out: Path, second: str) -> None:
    """Build the packages of both clients, with the modules and types that come from the API document."""
    run(sys.executable, "-m", "clients.generate", cwd=source)
    hatched(source / "clients" / "python", out, second)
    package = source / "clients" / "typescript"
    for file in package.rglob("*"):
        # npm packs the modes of the files, and these depend on the umask. So set them here.
        file.chmod(0o755 if file.is_dir() else 0o644)
    run("npm", "pack", "--silent", "--pack-destination", out, cwd=package)


def installed(folder: Path, wheel: Path, source: Path = ROOT) -> Path:
    """Make an environment with the wheel and the packages of its server, from a checkout's lock files."""
    own = folder / "own"
    run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, own)
    install = (BIN / "uv", "pip", "install", "--quiet", "--no-deps", "--python", own)
    run(*install, "--require-hashes", "--requirement", source / "requirements" / "run.lock")
    run(*install, wheel)
    run(BIN / "uv", "pip", "check", "--quiet", "--python", own)
    return own


def check(own: Path, pyz: Path, folder: Path) -> None:
    """Check that the installed program, and the one file, verify the archives of every release."""
    archives = sorted(ROOT.glob("tests/corpus/*/archives/*.gz"))
    if not archives:
        stop("tests/corpus has no archive: make the corpus of this release first")
    for packed in archives:
        archive = folder / packed.stem
        archive.write_bytes(gzip.decompress(packed.read_bytes()))
        for program in ([own / "bin" / "verger"], [own / "bin" / "python", "-I", pyz]):
            # The unpacked files of `verger.pyz` are deleted together with the folder.
            run(*program, "verify", archive, cwd=folder, more={"XDG_CACHE_HOME": str(folder)})


def materials(folder: Path, own: Path, version: str) -> Path:
    """Write the bill of materials of the installed packages."""
    file = folder / f"verger-{version}.cdx.json"
    how = ("--output-reproducible", "--of", "JSON", "--pyproject", ROOT / "pyproject.toml")
    run(TOOLS / "cyclonedx-py", "environment", *how, "-o", file, own / "bin" / "python")
    return file


def licences(folder: Path, own: Path) -> Path:
    """Write the licence of each installed package, with its text."""
    site = next((own / "lib").glob("python*")) / "site-packages"
    file = folder / "LICENCES.txt"
    file.write_text("\n".join(licensed(site)), "utf-8")
    return file


def licensed(site: Path) -> Iterator[str]:
    """Return a paragraph for each package. Stop the release if a package names no licence."""
    for package in sorted(
        distributions(path=[str(site)]), key=lambda one: one.metadata["Name"].lower()
    ):
        named = licence_of(package)
        if not named:
            stop(f"{package.metadata['Name']} names no licence")
        yield f"{package.metadata['Name']} {package.version}: {named}\n"
        for path in package.files or ():
            if re.search(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", str(path), re.IGNORECASE):
                yield Path(str(path.locate())).read_text("utf-8", errors="replace")


def licence_of(package: Distribution) -> str:
    """Return the licence that a package names, in a few words."""

    def said(field: str) -> list[str]:
        return [
            str(one).strip().partition("\n")[0] for one in package.metadata.get_all(field) or ()
        ]

    classes = [one for one in said("Classifier") if one.startswith("License :: ")]
    told = said("License-Expression") or classes or said("License")
    return ", ".join(one.rpartition(" :: ")[2] for one in told)


def run(*command: str | Path, cwd: Path = ROOT, more: Mapping[str, str] | None = None) -> None:
    """Run a program, which must succeed. If it fails, show its output."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **(more or {})},
        check=False, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        stop(f"{' '.join(map(str, command))}\n{done.stdout}")


def said(*command: str, cwd: Path = ROOT) -> str:
    """Return the output of a program."""
    done = subprocess.run(command, cwd=cwd, check=True, encoding="utf-8", stdout=subprocess.PIPE)
    return done.stdout.strip()


def digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def stop(why: str) -> NoReturn:
    """Print a reason, and end without a release."""
    sys.exit(f"no release: {why}")


if __name__ == "__main__":
    main()
