"""Let every available client play the evening through every available proxy, and print the results."""

import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.clients.conftest import QUICKER
from tests.clients.standard.evening import play_on
from tests.clients.standard.programs import KINDS, Program, prepared
from tests.clients.standard.ways import DIRECT, PROXIES, Way
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import Server, serving


@contextmanager
def running() -> Iterator[Server]:
    """Run a server with streams that send comments more often when nothing happens."""
    with (
        migrated_server() as postgres,
        fresh_database(postgres, durable=False) as url,
        serving(url, quicker=QUICKER) as server,
    ):
        yield server


def cell(program: Program, way: Way, server: Server) -> str:
    """Play one evening, and return the text of its table cell."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            play_on(program, way, server, Path(folder))
        except Exception:  # noqa: BLE001, the others play all the same
            traceback.print_exc()
            return "failed"
    return "plays"


def main() -> int:
    """Print a table of Markdown. Return 1 if a client failed."""
    ways = [way for way in (DIRECT, *PROXIES) if way is DIRECT or way.program]
    missing = [way.name for way in PROXIES if way not in ways]
    print("| client | version |", *(f"{way.name} {way.version} |" for way in ways))
    print("| --- | --- |", *("--- |" for _ in ways), flush=True)
    has_failed = False
    with ExitStack() as stack:
        server = stack.enter_context(running())
        for kind in KINDS:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if program := prepared(kind, folder):
                cells = [cell(program, way, server) for way in ways]
                print("|", " | ".join((program.name, program.version, *cells)), "|", flush=True)
                has_failed |= "failed" in cells
            else:
                missing.append(f"{kind.name} ({kind.program})")
    print(f"\nNot here: {', '.join(missing)}" if missing else "\nNothing was missing.")
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
