"""A snapshot is used if this program can continue from it. If only a later program can, it is ignored."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.support.settings import Settings
from verger.domain.core.decider import State
from verger.domain.core.identifier import HouseRuleId
from verger.service.log.snapshot import Snapshots
from verger.service.wiring import Parts


@pytest.mark.parametrize(("value", "is_known"), [("gm", True), ("dealer", False)])
async def test_a_snapshot_with_house_rules_of_a_later_program_is_a_miss(
    session: UUID, begun_url: str, value: str, *, is_known: bool
) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        with await parts.sessions.readable(session) as in_memory:
            (row,) = await parts.store.read(session, in_memory.version - 1, 1)
            chosen = in_memory.state.table.house_rules.set(HouseRuleId("undo"), value)
            table = replace(in_memory.state.table, house_rules=chosen)
            snapshots = Snapshots(parts.database)
            await snapshots.keep(row, State(table, in_memory.state.play))
            found = await snapshots.newest(session)
    assert (found is not None) is is_known


async def test_an_unreadable_snapshot_does_not_hide_an_older_one(
    session: UUID, begun_url: str
) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        in_memory = await parts.sessions.readable(session)
        for row in await parts.store.read(session, in_memory.version - 2, 2):
            await parts.snapshots.keep(row, in_memory.state)
        sql = "UPDATE snapshots SET format = 'verge-1-0' WHERE version = $1"
        await parts.database.rows(sql, in_memory.version)
        found = await parts.snapshots.newest(session)
    assert found is not None
    assert found.version == in_memory.version - 1
