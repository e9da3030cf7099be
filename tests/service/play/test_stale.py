"""A stale move is told where the log is, also where another process has written it."""

from uuid import UUID

from domain.core.identifier import SeatId
from domain.table.safety import Signal
from service.play.answer import Stale
from service.play.request import MoveRequest, Seen
from service.settings import Settings
from service.wiring import Parts

BO = SeatId("s2")


async def test_the_head_is_that_of_the_events_where_memory_is_behind(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        with await one.sessions.fresh(session) as hot:
            old = hot.version
            await other.playing.move(MoveRequest(session, BO, Signal()))
            asked = MoveRequest(session, BO, Signal(), expected=(Seen(old - 1),))
            answer = await one.playing.move(asked)
            assert isinstance(answer, Stale)
            assert (hot.version, answer.head) == (old, old + 1)
            assert [row.version for row in answer.since] == [old, old + 1]
