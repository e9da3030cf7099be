"""Schemathesis, as a person would run it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from string import Template

from service.openapi import FILE
from tests.conformance.role import Asker

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent


def run(
    url: str, asker: Asker, folder: Path, arguments: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """Ask a server as somebody does, in an empty folder; what was found is in the output."""
    config = folder / "schemathesis.toml"
    told = Template((FOLDER / config.name).read_text())
    config.write_text(told.substitute(session=asker.session))
    program = Path(sys.executable).parent / "schemathesis"
    command = [program, "--config-file", config, "run", FILE, "--url", url, "--no-color"]
    if asker.token:
        command += ["--header", f"Authorization: Bearer {asker.token}"]
    return subprocess.run(
        [*map(str, command), *arguments],
        check=False,
        cwd=folder,
        env=_environment(asker, folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _environment(asker: Asker, folder: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "COLUMNS": "150",
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "tests.conformance.hooks",
        "VERGER_TOKEN_ID": asker.id,
    }
