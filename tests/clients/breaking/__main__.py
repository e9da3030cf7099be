"""Make many moves in all games over breaking connections: `python -m tests.clients.breaking --moves 1000`."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.clients.breaking.proof import Proof, program, proved
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import Server, serving
from verger.domain.games.rulesets import RULESETS


def main() -> int:
    """Play with each client. Return 1 if a move was lost or made twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000, help="for each client")
    parser.add_argument("--clients", nargs="+", default=["python", "typescript"])
    asked = parser.parse_args()
    found: list[Proof] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        migrated_server() as postgres_url,
        fresh_database(postgres_url) as url,
        serving(url) as server,
    ):
        for client in asked.clients:
            command = program(client, Path(folder))
            for game in RULESETS:
                found += played(server, client, command, game, asked.moves // len(RULESETS))
    return 0 if all(one.holds for one in found) else 1


def played(server: Server, client: str, command: list[str], game: str, moves: int) -> list[Proof]:
    """Play one table of a game after another, until together they have this many moves."""
    found: list[Proof] = []
    while (left := moves - sum(len(one.logged) for one in found)) > 0:
        one = proved(server, command, game, left, seed=len(found) + 1)
        found.append(one)
        told = "each made once" if one.holds else f"NOT: {one.reported} of {one.logged}"
        share = f"{one.broken} of {one.pieces} pieces broke"
        sys.stdout.write(f"{client} {game}: {len(one.logged)} moves, {told}; {share}\n")
        sys.stdout.flush()
    return found


if __name__ == "__main__":
    sys.exit(main())
