"""The start of `verger.pyz`: unpack its packages, and run the command line.

A compiled package cannot be imported from a zip file. So the packages are unpacked into the user's
cache, in a folder named after the SHA-256 of the file. This happens once for each file, and another
`verger.pyz` never runs these packages.
"""

import os
import shutil
import sys
import tempfile
import zipfile
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def main() -> int:
    """Run the command line of Verger from this file."""
    file = Path(sys.argv[0])
    try:
        kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "verger"
        site = unpacked(file, kept)
    except (OSError, RuntimeError):  # A user who has no home folder has no cache.
        with tempfile.TemporaryDirectory(prefix="verger-") as gone_at_the_end:
            return run(unpacked(file, Path(gone_at_the_end)))
    return run(site)


def unpacked(file: Path, kept: Path) -> Path:
    """Return the folder with the unpacked packages of a file."""
    site = kept / sha256(file.read_bytes()).hexdigest()
    kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    require_own(kept)
    if not site.exists():
        part = Path(tempfile.mkdtemp(dir=kept))
        try:
            with zipfile.ZipFile(file) as archive:
                archive.extractall(part)
            # Another process has unpacked the same packages first. Use its folder.
            with suppress(OSError):
                part.rename(site)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    require_own(site)
    return site


def require_own(folder: Path) -> None:
    """Raise PermissionError if somebody else may have put code into this folder."""
    found = folder.stat()
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
        raise PermissionError(folder)


def run(site: Path) -> int:
    """Run the command line from a folder of packages, which must be compiled for this Python."""
    compiled = site / "msgspec"
    if not any((compiled / f"_core{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        made = sorted(path.name.split(".")[1] for path in compiled.glob("_core.*.*"))
        own = f"{sys.implementation.cache_tag} on {sys.platform}"
        print(f"verger: this file is for {', '.join(made)}; this Python is {own}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(site))
    status: int = import_module("verger.service.cli").main()
    return status


if __name__ == "__main__":
    sys.exit(main())
