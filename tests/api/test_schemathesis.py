"""Requests made up from the OpenAPI document get the answers that it promises.

Schemathesis runs as a person would run it, against a table in Run, with a seat's token. It sends
no Accept header, so that the log is always asked for in pages: a live stream has no end that a
check could wait for, and tests/api/test_events.py reads those.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.openapi import FILE
from tests.support.client import played
from tests.support.server import Server

# What is left out of the checks, and why.
CONFIG = """
hooks = "hooks.py"

[parameters]
"path.session" = "{session}"

[[operations]]
include-method = "POST"
# Which characters print is more than a schema can say: such texts are answered 400; and If-Match
# is stale (412) and a key used before (422) by chance.
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 401, 403, 404, 409, 412, 422]
"""

# Lines of JSON are sent as the text that the document says they are.
HOOKS = """
import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
"""

PHASES = {"Ann": "fuzzing", "Bo": "coverage,fuzzing", "Vi": "fuzzing"}


def run(server: Server, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    player = played(server.http, "Ann", "Bo", "Vi", until="run", observers=1)[name]
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(session=player.session))
    (folder / "hooks.py").write_text(HOOKS)
    program = Path(sys.executable).parent / "schemathesis"
    arguments = [program, "--config-file", config, "run", FILE, "--url", server.url]
    arguments += ["--header", f"Authorization: Bearer {player.token}", "--phases", PHASES[name]]
    arguments += ["--generation-deterministic", "--max-examples", "15", "--no-color"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COLUMNS": "150"}
    return subprocess.run(
        list(map(str, arguments)),
        check=False,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize("name", PHASES)
def test_the_server_keeps_what_its_document_promises(
    server: Server, name: str, tmp_path: Path
) -> None:
    before = len(server.lines)
    finished = run(server, name, tmp_path)
    assert finished.returncode == 0, finished.stdout
    lines = server.lines[before:]
    assert len(lines) > 200
    assert not [line for line in lines if line.get("status", 0) >= 500]
