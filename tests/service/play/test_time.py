"""Time in a log never goes back, even if the clocks of several processes differ."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.edge.answering import appended
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

LINE = AddLimit(LimitKind.LINE, "Spiders.")
AHEAD = timedelta(hours=1)


async def test_an_event_is_never_earlier_than_the_one_before(session: UUID, parts: Parts) -> None:
    with await parts.sessions.fresh(session) as in_memory:
        # The newest event is late, as if a process with a fast clock had appended it.
        in_memory.at = datetime.now(UTC) + AHEAD
        made = [
            appended(await parts.playing.move(MoveRequest(session, SeatId("s2"), LINE)))
            for _ in range(2)
        ]
        assert [answer.row.at for answer in made] == [in_memory.at, in_memory.at]


async def test_a_time_is_found_again_after_loading(session: UUID, parts: Parts) -> None:
    with await parts.sessions.fresh(session) as in_memory:
        newest = (await parts.store.read(session, in_memory.version - 1, 1))[0]
        assert in_memory.at == newest.at


async def test_the_version_of_a_time_is_the_newest_of_then(session: UUID, parts: Parts) -> None:
    for _ in range(20):
        await parts.playing.move(MoveRequest(session, SeatId("s2"), LINE))
    rows = await parts.store.read(session, 0, 100)
    for row in rows:
        newest = max(other.version for other in rows if other.at <= row.at)
        assert await parts.store.version_at(session, len(rows), row.at) == newest
    before = rows[0].at - timedelta(microseconds=1)
    assert await parts.store.version_at(session, len(rows), before) == 0
