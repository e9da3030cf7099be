"""A copy of the project with one more game. The game is a single file, or the folder that `make new-ruleset` writes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.new_ruleset import LIST, listed
from tests.support.root import ROOT
from tests.support.settings import DURABILITY

COPIED = (
    "domain",
    "projections",
    "service",
    "verger",
    "migrations",
    "clients",
    "openapi",
    "docs",
    "web",
    "tests",
    "pyproject.toml",
    "LICENSE",
)
SECONDS = 300


class Grown:
    """A copy of the project with one more game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copy_project(folder)

    def add(self, name: str, source: str) -> None:
        """Add a game that is one file."""
        (self.folder / "domain" / "games" / f"{name}.py").write_text(source)
        (self.folder / LIST).write_text(listed((ROOT / LIST).read_text(), name))
        self.run("ruff", "check", "--quiet", "--fix", LIST)
        self.run("ruff", "format", "--quiet", LIST)

    @property
    def environment(self) -> dict[str, str]:
        """An environment for programs to import the copy's modules, not the project's."""
        own = {"PATH": os.environ["PATH"], "PYTHONPATH": str(self.folder), "PYTHONSAFEPATH": "1"}
        return own | DURABILITY

    def run(self, program: str, *arguments: object, **environment: str) -> str:
        """Run one of the copy's programs, which has to succeed, and return its output."""
        finished = subprocess.run(
            [Path(sys.executable).with_name(program), *map(str, arguments)],
            cwd=self.folder,
            env=self.environment | environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout


def copy_project(folder: Path) -> None:
    """Copy everything that the tests need into a folder."""
    for part in COPIED:
        _copy(ROOT / part, folder / part)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        # Leave out npm's packages, and compiled files that another process is still writing.
        left_out = shutil.ignore_patterns("*.pyc.*", "node_modules")
        shutil.copytree(source, target, symlinks=True, ignore=left_out)
    else:
        shutil.copyfile(source, target)
