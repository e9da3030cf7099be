"""The supported versions of Python that this machine has: `python -m tests.support.interpreters` lists them."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.support.release import release

WANTED = "TEST_PYTHONS"
"""Names the versions that must be here, as in `3.11 3.13`, or a test fails."""


@cache
def interpreters() -> dict[str, str]:
    """Return the path of each supported Python that is on the PATH or in pyenv."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders += sorted(map(str, pyenv.glob("*/bin")))
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {here: sys.executable}
    for version in release().PYTHONS:
        for folder in folders:
            path = shutil.which(f"python{version}", path=folder)
            if version not in found and path and _is_python(path, version):
                found[version] = path
    missing = set(os.environ.get(WANTED, "").split()) - set(found)
    assert not missing, f"{WANTED} names versions that are not here: {sorted(missing)}"
    return dict(sorted(found.items()))


def _is_python(path: str, version: str) -> bool:
    # pyenv puts a program on the PATH for each version, and most of them do not run.
    told = subprocess.run([path, "-V"], check=False, capture_output=True, text=True)
    return re.match(rf"Python {re.escape(version)}\.", told.stdout) is not None


if __name__ == "__main__":
    missing = sorted(set(release().PYTHONS) - set(interpreters()))
    print(f"tested with Python {', '.join(interpreters())}", file=sys.stderr)  # noqa: T201
    if missing:
        print(f"NOT tested with Python {', '.join(missing)}: not installed here", file=sys.stderr)  # noqa: T201
