"""The answer to a stale move shows the end of the log, even if another process has written it."""

from uuid import UUID

from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.table.proposal import Propose, ResumePlay
from verger.domain.table.safety import Signal
from verger.service.identity.grant import Grant
from verger.service.play.answer import Appended, Stale
from verger.service.play.request import MoveRequest
from verger.service.play.session import Seen
from verger.service.wiring import Parts

BO = SeatId("s2")


async def test_the_head_of_the_answer_is_that_of_the_log_if_memory_is_behind(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        with await one.sessions.fresh(session) as in_memory:
            old = in_memory.version
            await other.playing.move(MoveRequest(session, BO, Signal()))
            asked = MoveRequest(session, BO, Signal(), expected=(Seen(old - 1),))
            answer = await one.playing.move(asked)
            assert isinstance(answer, Stale)
            assert (in_memory.version, answer.head) == (old + 1, old + 1)
            assert [row.version for row in answer.since] == [old, old + 1]


async def test_a_move_that_only_an_older_state_refuses_is_accepted(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        with await one.sessions.fresh(session):
            await other.playing.move(MoveRequest(session, BO, Signal()))
            resumed = MoveRequest(session, BO, Propose(ResumePlay()))
            assert isinstance(await one.playing.move(resumed), Appended)


async def test_only_a_token_that_may_read_receives_the_newer_events(
    session: UUID, parts: Parts
) -> None:
    head = (await parts.sessions.fresh(session)).version
    reader, player = Grant(("play", "read")), Grant(("play",))
    for by, shown in ((reader, list(range(2, head + 1))), (player, [])):
        asked = MoveRequest(session, BO, Signal(), expected=(Seen(1),), by=by)
        answer = await parts.playing.move(asked)
        assert isinstance(answer, Stale)
        assert answer.head == head
        assert [row.version for row in answer.since] == shown


async def test_events_that_do_not_follow_the_named_event_are_not_shown(
    session: UUID, parts: Parts
) -> None:
    head = (await parts.sessions.fresh(session)).version
    (first,) = await parts.store.at(session, [1])
    named = first.hash.hex()[:16]
    for digits, shown in ((named, range(2, head + 1)), ("0" * 16, ())):
        asked = MoveRequest(session, BO, Signal(), expected=(Seen(1, digits),))
        answer = await parts.playing.move(asked)
        assert isinstance(answer, Stale)
        assert [row.version for row in answer.since] == [*shown]
