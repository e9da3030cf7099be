"""Play continues at the end of a log that has lost events, even if a process remembers more."""

from uuid import UUID

from tests.service.redaction.test_redacting import line
from tests.support.postgres import lose
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.log.insert import AppendConflict
from verger.service.wiring import Parts


async def test_a_move_is_judged_again_at_the_end_of_the_log(
    session: UUID, parts: Parts, begun_url: str
) -> None:
    first, *_ = [await line(parts, session, text) for text in ("Spiders.", "Rats.", "Mice.")]
    lose(begun_url, session, first)
    assert await line(parts, session, "Snakes.") == first + 1
    assert parts.store.conflicts[AppendConflict.NOT_FOLLOWING] == 1
    assert (await parts.sessions.known(session)).version == first + 1
    found = await verify_session(parts.database, parts.store, session, lambda _: None)
    assert isinstance(found, Verifier)
