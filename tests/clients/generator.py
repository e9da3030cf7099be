"""Generate clients from the API document in the repository, as a user of the API would. They are never edited."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from verger.service.openapi.document import FILE

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BOT = ROOT / "docs" / "bot.py"
PACKAGE = "verger_api"
SECONDS = 600.0


def python_client(folder: Path) -> str:
    """Generate the Python client into a folder, and return the generator's output."""
    program = Path(sys.executable).with_name("openapi-python-client")
    source: list[str | Path] = [
        "--path",
        FILE,
        "--config",
        HERE / "python.yml",
        "--fail-on-warning",
    ]
    target: list[str | Path] = ["--meta", "none", "--output-path", folder / PACKAGE]
    return run([program, "generate", *source, *target], folder)


def run(command: Sequence[str | Path], folder: Path, **settings: str) -> str:
    """Run a program that must succeed, and return its output."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
