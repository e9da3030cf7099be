"""A what-if leaves nothing behind: no state and no snapshot, and no session leaves memory for it."""

import gc
from typing import NamedTuple
from uuid import UUID

import pytest

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.edge.answering import appended
from verger.service.play.request import MoveRequest
from verger.service.play.what_if import Alteration, what_if
from verger.service.wiring import Parts

pytestmark = pytest.mark.anyio


class Kept(NamedTuple):
    """The contents of a process and its database."""

    states: int
    loads: int
    in_memory: int
    evicted: int
    snapshots: int


async def kept(parts: Parts) -> Kept:
    gc.collect()
    states = sum(isinstance(one, State) for one in gc.get_objects())
    snapshots = await parts.database.value("SELECT count(*) FROM snapshots")
    loads = sum(parts.sessions.loads.counts)
    return Kept(states, loads, len(parts.sessions), parts.sessions.evicted, snapshots)


@pytest.mark.thorough
async def test_what_if_leaves_nothing_behind(parts: Parts, session: UUID) -> None:
    for number in range(20):
        line = AddLimit(LimitKind.LINE, f"{number}.")
        appended(await parts.playing.move(MoveRequest(session, SeatId("s1"), line)))
    with await parts.sessions.fresh(session) as in_memory:
        # The earlier states of the log are kept for readers that continue there.
        for version in range(1, in_memory.version):
            await parts.sessions.history.state_at(in_memory, version)
        before = await kept(parts)
        for version in range(2, 12):
            await what_if(parts.sessions, parts.store, in_memory, Alteration(without=(version,)))
        assert await kept(parts) == before
