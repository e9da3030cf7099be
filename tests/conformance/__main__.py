"""Run Schemathesis for long: once in each role, and once with all roles in turns.

To start it: `make schemathesis ARGS="--max-examples 200 --seed 7"`.
The arguments are Schemathesis' own. To run only some roles, name them first:
`make schemathesis ARGS="gm bot --phases stateful --max-examples 500"`.
"""

import itertools
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.role import ROLES, sit
from tests.conformance.run import run
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import serving


def main(arguments: Sequence[str]) -> int:
    """Run Schemathesis in each role. Return the number of roles that found a fault."""
    chosen = list(itertools.takewhile(ROLES.__contains__, arguments))
    rest, found = arguments[len(chosen) :], 0
    with (
        migrated_server() as postgres_url,
        fresh_database(postgres_url) as url,
        serving(url, verger_webhook_private_targets="on") as server,
    ):
        for roles in [[name] for name in chosen] or [*([name] for name in ROLES), [*ROLES]]:
            with tempfile.TemporaryDirectory() as folder:
                company = sit(roles, server.http, url)
                finished = run(server.url, company, Path(folder), rest)
            sys.stdout.write(f"{' '.join(roles)}\n{finished.stdout}\n")
            sys.stdout.flush()
            found += finished.returncode != 0
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
