"""Tables of several sizes, each with its players: with more nodes, and with a longer log."""

from asyncio import run
from uuid import UUID, uuid4

import asyncpg

from tests.annexes.page import table
from tests.support.client import Player
from tests.support.seated import seated
from tests.support.server import Server
from verger.domain.core.identifier import SeatId
from verger.service.log.row import Row

SIZES = (70, 300)
"""The numbers of nodes in the large networks."""
EVENTS = 1_200
"""The number of events in the long log."""
CROWD = {"Yusuf": "s1", "Zelda": "s2", "Arno": "s3"}

Sitting = dict[str, Player]
"""The players of a table by their names. The GM is the first."""


def sittings(server: Server, url: str) -> dict[str, Sitting]:
    """Return the players of each table, by a description of the table."""
    there = table.demonstration(server.http)
    return {
        "20 nodes": {name: there[name] for name in table.NAMES.values()},
        **{f"{nodes} nodes": run(_crowded(server, url, nodes)) for nodes in SIZES},
        f"{EVENTS:,} events": _long(run(_crowded(server, url, table.NODES))),
    }


def _long(sitting: Sitting) -> Sitting:
    """Play many scenes without a change of the network, and return the same players."""
    gm, *others = sitting.values()
    head = gm.head
    while head < EVENTS:
        gm.moves("frame", camera=f"The tide comes in. ({head})", place="The quay")
        for other in others:
            other.moves("add_to_camera", text=f"A wave, and a gull. ({head})")
        head += 1 + len(others)
    return sitting


async def _crowded(server: Server, url: str, nodes: int) -> Sitting:
    """Store an evening with a generated network of this size, and return players with tokens for its seats."""
    session = uuid4()
    connection = await asyncpg.connect(url)
    log = table.crowded(session, nodes)[:-1]
    await connection.copy_records_to_table("events", records=log, columns=Row._fields)
    sitting = {}
    for name, seat in CROWD.items():
        sitting[name] = await _seated(connection, server, session, seat)
    await connection.close()
    return sitting


async def _seated(
    connection: asyncpg.Connection, server: Server, session: UUID, seat: str
) -> Player:
    token = f"vg_of-{session}-{seat}"
    await seated(connection, session, SeatId(seat), token)
    return Player(server.http, token, str(session), seat)
