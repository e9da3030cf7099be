"""Play over a breaking connection, and compare the moves that the client reports with the log."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.clients.breaking.line import breaking
from tests.clients.generator import ROOT
from tests.support.server import Server

HERE = Path(__file__).parent
OF_TABLE = {"start_session", "take_seat", "time_passes"}
"""Types of events that the client did not make with `move`, so it does not report them."""
SECONDS = 1_500.0


class Proof(NamedTuple):
    """The moves of a table, and how often the connection broke."""

    reported: list[int]
    """The versions of the moves that the client reports, in the order of its output."""
    logged: list[int]
    """The versions of the moves in the log."""
    pieces: int
    broken: int

    @property
    def holds(self) -> bool:
        """Whether the log has exactly the moves that the client reports."""
        return sorted(self.reported) == self.logged


def program(client: str, folder: Path) -> list[str]:
    """Return the command of a client's program. For TypeScript, put the program and the client into a folder."""
    if client == "python":
        return [sys.executable, str(HERE / "play.py")]
    modules = folder / "node_modules"
    modules.mkdir(exist_ok=True)
    if not (modules / "verger-client").exists():
        (modules / "verger-client").symlink_to(ROOT / "clients" / "typescript")
    shutil.copy(HERE / "play.mjs", folder)
    return [shutil.which("node") or "node", str(folder / "play.mjs")]


def proved(server: Server, command: list[str], game: str, moves: int, seed: int = 1) -> Proof:
    """Play a table up to this many moves, or to the end of its game."""
    with breaking(server.port, seed) as line:
        done = subprocess.run(
            [*command, line.url, game, str(moves + 3), str(seed)],
            env=os.environ | {"PYTHONPATH": str(ROOT / "clients" / "python")},
            capture_output=True,
            timeout=SECONDS,
            check=False,
            text=True,
        )
    assert done.returncode == 0, done.stderr
    first, *reported = done.stdout.splitlines()
    session, token = first.split()
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    lines = server.http.get(f"/v1/sessions/{session}/events", headers=headers).text
    events = [json.loads(line) for line in lines.split("\n") if line]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    logged = [event["version"] for event in events if event["type"] not in OF_TABLE]
    return Proof([int(one) for one in reported], logged, line.sent, line.broken)
