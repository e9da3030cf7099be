"""Sessions to look at: golden evenings that are imported, and a demonstration that is played."""

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
"""So many moves of the demonstration end with Compile."""
NODES = 25
"""So many nodes are written in the long evening, and 29 edges."""
CROWDED = 150
"""A version of it with all nodes of Load."""
LOADED = 86
"""So many moves of the demonstration end with Load."""


def recorded(reader: Client, name: str) -> Player:
    """Import a golden evening; as its importer, who has no seat in it, reads it."""
    session = uuid5(NAMESPACE_OID, name)
    archive = b"".join(archived(rows(evening(name), session)))
    of(reader.imports(archive), 201)
    assert reader.token
    return Player(reader.http, reader.token, str(session), "")


def crowded(session: UUID, nodes: int) -> list[Row]:
    """Return the log of an evening with one event that adds nodes up to this number."""
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
    """Have Bo declare a change in Run that costs a story token."""
    change = {
        "action": "strengthen",
        "element": "e1",
        "narration": "They hold.",
        "payment": {"story": 1},
    }
    table["Bo"].moves("declare", overview="Ropes.", actions=[change])


def demonstration(http: httpx.Client, moves: int | None = None, **more: Any) -> Table:
    """Play the demonstration's evening, or only so many of its moves."""
    table = started(http, *NAMES.values(), title="Low Tide", **more)
    for name in list(NAMES.values())[1:]:
        table.claim(name)
    for seat, told in itertools.islice(demo.evening(), moves):
        table[NAMES[seat]].moves(told["move"], **{k: v for k, v in told.items() if k != "move"})
    return table
