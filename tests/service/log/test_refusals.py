"""Refusals on record: each has its number, even if several processes refuse at once."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.support.client import played
from tests.support.server import serving
from tests.support.settings import Settings
from verger.domain.core.clock import TimePasses
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit, Signal
from verger.domain.table.seating import RemoveSeat
from verger.service.database.pool import Database
from verger.service.log.refusals import KEPT, LONGEST_MOVE, Asker, Refusals
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

MARK = Signal()
REFUSED = refuse(Code.PAUSED, "compile.signal")
BO, CY, HIDDEN = Asker("s2", "s2"), Asker("s3", "s3"), Asker(None, "digest")


@pytest.fixture
async def refusals(database_url: str) -> AsyncIterator[Refusals]:
    database = Database(database_url, 4)
    await database.open()
    yield Refusals(database)
    await database.close()


async def test_simultaneous_refusals_get_different_numbers(refusals: Refusals) -> None:
    session = uuid4()
    for _ in range(10):
        same = [refusals.keep(session, 7, BO, MARK, REFUSED) for _ in range(3)]
        await asyncio.gather(*same)
    kept = await refusals.read(session, 2**53, 200)
    assert [one.number for one in kept] == list(range(30, 0, -1))


@pytest.mark.parametrize("by", [CY, HIDDEN])
async def test_the_oldest_refusals_of_the_same_seat_are_deleted(
    refusals: Refusals, by: Asker
) -> None:
    session, other = uuid4(), uuid4()
    await refusals.keep(other, 1, BO, MARK, REFUSED)
    await refusals.keep(session, 1, by, MARK, REFUSED)
    for version in range(2, KEPT + 4):
        await refusals.keep(session, version, BO, MARK, REFUSED)
    kept = await refusals.read(session, 2**53, 500)
    assert [one.version for one in kept] == [*range(KEPT + 3, 3, -1), 1]
    assert kept[-1].seat == by.seat
    assert len(await refusals.read(other, 2**53, 500)) == 1


@pytest.mark.parametrize("more", [0, 1])
async def test_a_move_is_kept_up_to_a_length(refusals: Refusals, more: int) -> None:
    session, text = (
        uuid4(),
        "x" * (LONGEST_MOVE - len(msgspec.json.encode(AddLimit(LimitKind.LINE, ""))) + more),
    )
    await refusals.keep(session, 1, HIDDEN, AddLimit(LimitKind.LINE, text), REFUSED)
    (kept,) = await refusals.read(session, 2**53, 1)
    assert (kept.move, kept.seat) == (
        None if more else msgspec.json.encode(AddLimit(LimitKind.LINE, text)).decode(),
        None,
    )


async def test_an_early_question_of_the_server_is_nobodys_refused_move(database_url: str) -> None:
    with serving(database_url) as server:
        session = UUID(played(server.http, "Ann", "Bo")["Bo"].session)
    async with Parts(Settings(database_url=database_url)).running() as parts:
        early = await parts.playing.move(MoveRequest(session, Unseated.SERVER, TimePasses()))
        assert isinstance(early, Refused)
        assert early.code == Code.NOTHING_DUE
        assert await parts.refusals.read(session, 2**53, 10) == []
        remove = MoveRequest(session, SeatId("s2"), RemoveSeat(SeatId("s1")))
        assert isinstance(await parts.playing.move(remove), Refused)
        assert len(await parts.refusals.read(session, 2**53, 10)) == 1


async def test_a_refusal_that_would_name_an_anonymous_sender_is_not_kept(database_url: str) -> None:
    with serving(database_url) as server:
        session = UUID(played(server.http, "Ann", "Bo")["Bo"].session)
    async with Parts(Settings(database_url=database_url)).running() as parts:
        for seat, hidden in (("s8", True), ("s9", False)):
            asked = MoveRequest(session, SeatId(seat), Signal(hidden))
            refused = await parts.playing.move(asked)
            assert isinstance(refused, Refused)
            assert refused.facts == {"seat": seat}
        kept = await parts.refusals.read(session, 2**53, 9)
    assert [one.seat for one in kept] == ["s9"]
