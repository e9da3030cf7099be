"""Sessions for the viewer: recorded evenings that are imported, and the demonstration, which is played."""

import itertools
from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import httpx
from msgspec.structs import replace

from tests.support.client import Client, Player, Table, of, started
from tests.support.log import archived, evening, rows
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.model.network import (
    EdgeAdded,
    EdgeId,
    ElementId,
    NodeAdded,
    NodeId,
    NodeKind,
)
from verger.service import demo
from verger.service.log.row import Row

Recorded = Callable[[str], Player]

NAMES = {demo.ANN: "Ann", demo.BO: "Bo", demo.CY: "Cy", demo.DEE: "Dee"}
COMPILED = 9
"""After this number of moves of the demonstration, Compile ends."""
NODES = 25
"""The number of nodes in the recorded evening `long_evening`. It also has 29 edges."""
CROWDED = 150
"""A version of this evening with all nodes of Load."""
LOADED = 86
"""After this number of moves of the demonstration, Load ends."""


def recorded(reader: Client, name: str) -> Player:
    """Import a recorded evening. Return its importer, who can read it and has no seat in it."""
    session = uuid5(NAMESPACE_OID, name)
    archive = b"".join(archived(rows(evening(name), session)))
    of(reader.imports(archive), 201)
    assert reader.token
    return Player(reader.http, reader.token, str(session), "")


def crowded(session: UUID, nodes: int) -> list[Row]:
    """Return the log of an evening. One of its events adds nodes up to this number."""
    events = list(evening("long_evening"))
    ann = SeatId("s1")
    more: list[NodeAdded | EdgeAdded] = []
    for n in range(NODES + 1, nodes + 1):
        node = NodeId(ElementId(f"n{n}"))
        near = NodeId(ElementId(f"n{n * 7 // 10 if n > 2 * NODES else n % 9 + 1}"))
        more.append(NodeAdded(node, f"Newcomer {n}", NodeKind.PERSON, ann))
        more.append(EdgeAdded(EdgeId(ElementId(f"e{n + 10}")), "knows", node, near, ann))
    full = events[CROWDED - 1]
    events[CROWDED - 1] = replace(full, effects=(*full.effects, *more))
    return rows(events, session)


def bo_declares(table: Table) -> None:
    """Let Bo declare a change in Run that costs a story token."""
    change = {
        "action": "strengthen",
        "element": "e1",
        "narration": "They hold.",
        "payment": {"story": 1},
    }
    table["Bo"].moves("declare", overview="Ropes.", actions=[change])


def demonstration(http: httpx.Client, moves: int | None = None, **more: Any) -> Table:
    """Play the demonstration, or only this number of its moves."""
    table = started(http, *NAMES.values(), title="Low Tide", **more)
    for name in list(NAMES.values())[1:]:
        table.claim(name)
    for seat, told in itertools.islice(demo.evening(), moves):
        table[NAMES[seat]].moves(told["move"], **{k: v for k, v in told.items() if k != "move"})
    return table
