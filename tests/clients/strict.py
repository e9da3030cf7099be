"""What `make clients` adds to the tests of this folder: strict types, and the TypeScript client.

It takes a while, and Node with what npm installs; so it is collected only where it is named.
"""

import shutil
import sys
from pathlib import Path

from tests.clients.generator import HERE, PACKAGE, run
from tests.support.server import Server

TYPESCRIPT = HERE / "typescript"
STRICT = [sys.executable, "-m", "mypy", "--strict", "--config-file="]


def test_the_python_client_and_what_uses_it_pass_strict_type_checks(generated: Path) -> None:
    shutil.copy(HERE / "evening.py", generated)
    run([*STRICT, PACKAGE, "evening.py"], generated)


def test_the_typescript_client_is_strict_and_plays_an_evening(server: Server) -> None:
    run(["npm", "ci"], TYPESCRIPT)
    for script in ("generate", "build"):
        run(["npm", "run", "--silent", script], TYPESCRIPT)
    said = run(["npm", "run", "--silent", "play"], TYPESCRIPT, BASE=server.url)
    assert said.startswith("played to version ")
