"""Sessions to look at: golden evenings that are imported, and a demonstration that is played."""

import itertools
from collections.abc import Callable
from uuid import NAMESPACE_OID, uuid5

import httpx

from service import demo
from tests.support.client import Client, Player, Table, of, started
from tests.support.log import archived, evening, rows

Recorded = Callable[[str], Player]

NAMES = {demo.ANN: "Ann", demo.BO: "Bo", demo.CY: "Cy", demo.DEE: "Dee"}
COMPILED = 9
"""So many moves of the demonstration end with Compile."""
LOADED = 86
"""So many moves of the demonstration end with Load."""


def recorded(reader: Client, name: str) -> Player:
    """Import a golden evening; as its importer, who has no seat in it, reads it."""
    session = uuid5(NAMESPACE_OID, name)
    archive = b"".join(archived(rows(evening(name), session)))
    lines = {"Content-Type": "application/x-ndjson"}
    of(reader.ask("POST", "/v1/imports", content=archive, headers=lines), 201)
    assert reader.token
    return Player(reader.http, reader.token, str(session), "")


def demonstration(http: httpx.Client, moves: int | None = None) -> Table:
    """Play the demonstration's evening, or only so many of its moves."""
    table = started(http, *NAMES.values(), title="Low Tide")
    for name in list(NAMES.values())[1:]:
        table.claim(name)
    for seat, told in itertools.islice(demo.evening(), moves):
        table[NAMES[seat]].moves(told["move"], **{k: v for k, v in told.items() if k != "move"})
    return table
