"""Play all seats of a table with the Python client, up to a version: `play.py SERVER GAME VERSION SEED`.

It prints the session's id and the GM's token. Then it prints the version of each move that the client reports.
"""

import sys
from random import Random

import anyio

from verger_client import AsyncSession, AsyncVerger


async def play(seat: AsyncSession, most: int, random: Random) -> None:
    """Make moves for a seat until the log has this version."""
    async for moment in seat.live():
        if moment.is_over or moment.version >= most:
            return
        asked = any(wait.what == "agreement" for wait in moment.awaited)
        forms = [one for one in await moment.answers() if not asked or one.move != "propose"]
        made = await moment.move(random.choice(forms).fill(random)) if forms else None
        if made:
            print(made.version, flush=True)  # noqa: T201


async def main(server: str, game: str, most: int, seed: int) -> None:
    """Start a table, take its seats and play."""
    async with AsyncVerger(server, retry_seconds=600) as verger, anyio.create_task_group() as group:
        ann = await verger.start("A bad line", "Ann", "Bo", "Cy", ruleset=game)
        seats = [ann, *[await verger.claim(code) for code in ann.invitations.values()]]
        print(ann.id, ann.token, flush=True)  # noqa: T201
        for number, seat in enumerate(seats):
            group.start_soon(play, seat, most, Random(seed + number))  # noqa: S311


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
