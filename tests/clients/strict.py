"""Further tests of `make clients`: strict type checks of the generated clients in Python and TypeScript.

The tests take a while, and need Node with npm packages. Therefore, pytest collects them only if you
name this file.
"""

import shutil
import sys
from pathlib import Path

from tests.clients.generator import HERE, PACKAGE, run
from tests.support.server import Server

TYPESCRIPT = HERE / "typescript"
STRICT = [sys.executable, "-m", "mypy", "--strict", "--config-file="]


def test_the_python_client_and_its_users_pass_strict_type_checks(generated: Path) -> None:
    shutil.copy(HERE / "evening.py", generated)
    run([*STRICT, PACKAGE, "evening.py"], generated)


def test_the_typescript_client_is_strict_and_plays_an_evening(server: Server) -> None:
    run(["npm", "ci"], TYPESCRIPT)
    for script in ("generate", "build"):
        run(["npm", "run", "--silent", script], TYPESCRIPT)
    said = run(["npm", "run", "--silent", "play"], TYPESCRIPT, BASE=server.url)
    assert said.startswith("played to version ")
