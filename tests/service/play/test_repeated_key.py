"""A repeated request gets its first answer, and costs the appends of others nothing."""

from uuid import UUID

from msgspec.structs import replace

from domain.core.identifier import SeatId
from domain.core.table import LimitKind
from domain.table.safety import AddLimit
from service.log.insert import AppendConflict
from service.play.answer import REMEMBER_LIMIT, Appended, NotAppended
from service.play.request import MoveRequest
from service.settings import Settings
from service.wiring import Parts


async def test_a_key_that_this_process_knows_is_answered_before_anything_is_appended(
    session: UUID, begun_url: str
) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        first = await parts.playing.move(asked(session, "k"))
        assert isinstance(first, Appended)
        assert await parts.playing.move(asked(session, "k")) == replace(first, replayed=True)
        other = replace(asked(session, "k"), print=b"q" * 32)
        assert await parts.playing.move(other) is NotAppended.KEY_REUSED
        assert not parts.store.conflicts


async def test_a_key_that_is_forgotten_is_found_in_the_log(session: UUID, begun_url: str) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        first = await parts.playing.move(asked(session, "k"))
        assert isinstance(first, Appended)
        for number in range(REMEMBER_LIMIT):
            await parts.playing.move(asked(session, str(number)))
        assert await parts.playing.move(asked(session, "k")) == replace(first, replayed=True)
        assert parts.store.conflicts == {AppendConflict.KEY_USED: 1}


def asked(session: UUID, key: str) -> MoveRequest:
    return MoveRequest(session, SeatId("s2"), AddLimit(LimitKind.LINE, "Rats."), key, b"p" * 32)
