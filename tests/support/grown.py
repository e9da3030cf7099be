"""A copy of the project with one more game: a file in `domain/games/`, and its place in the one list."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.root import ROOT

COPIED = ("domain", "projections", "service", "migrations", "openapi", "tests", "pyproject.toml")
LIST = "domain/games/rulesets.py"
SECONDS = 300


class Grown:
    """The project with a game more, somewhere else."""

    def __init__(self, folder: Path, name: str, source: str) -> None:
        self.folder, self.name = folder, name
        for part in COPIED:
            _copy(ROOT / part, folder / part)
        (folder / "domain" / "games" / f"{name}.py").write_text(source)
        list_ = (ROOT / LIST).read_text()
        (folder / LIST).write_text(listed(list_, name))
        self.run("ruff", "check", "--quiet", "--fix", LIST)
        self.run("ruff", "format", "--quiet", LIST)

    @property
    def environment(self) -> dict[str, str]:
        """That of a program which takes its modules from here, and no others of the project."""
        return {"PATH": os.environ["PATH"], "PYTHONPATH": str(self.folder), "PYTHONSAFEPATH": "1"}

    def run(self, program: str, *arguments: object, **environment: str) -> str:
        """What one of the project's programs prints that is run here, which has to end well."""
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


def listed(source: str, name: str) -> str:
    """The list of rulesets with one more: its import, and its name in the tuple."""
    new = f"from domain.games.{name} import RULESET as {name.upper()}"
    imports = re.findall(r"^from domain\.games\..* import RULESET as .*$", source, re.MULTILINE)
    last = imports[-1]
    source = source.replace(last, "\n".join(sorted([last, new])))
    return source.replace("] = (", f"] = ({name.upper()}, ", 1)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, target)
