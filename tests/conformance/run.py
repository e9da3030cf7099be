"""Start Schemathesis as a separate program."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from string import Template

from tests.conformance.role import Company
from verger.service.openapi.document import FILE

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent


def run(
    url: str, company: Company, folder: Path, arguments: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """Send generated requests to a server as several clients in turns. `folder` must be empty.

    The output lists the faults.
    """
    config = folder / "schemathesis.toml"
    told = Template((FOLDER / config.name).read_text())
    config.write_text(told.substitute(sessions=json.dumps(company.sessions)))
    program = Path(sys.executable).parent / "schemathesis"
    command = [program, "--config-file", config, "run", FILE, "--url", url, "--no-color"]
    return subprocess.run(
        [*map(str, command), *arguments],
        check=False,
        cwd=folder,
        env=_environment(company, folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _environment(company: Company, folder: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "COLUMNS": "150",
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "tests.conformance.hooks",
        "VERGER_TOKENS": json.dumps(company.tokens),
        "VERGER_TOKEN_IDS": json.dumps(company.ids),
    }
