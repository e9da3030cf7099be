"""In a damaged log, events before the damage are read, and all others are refused with `log_damaged`."""

from typing import Any, NamedTuple
from uuid import UUID

import pytest
from structlog.testing import capture_logs

from tests.support.client import forked, played
from tests.support.postgres import execute, lose
from tests.support.server import serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit, Signal
from verger.service.archive.export import archive
from verger.service.archive.verify import Finding
from verger.service.archive.verify_database import verify_session
from verger.service.edge.asking import Reader
from verger.service.edge.following import chunks
from verger.service.edge.form import MessageForm, SseForm
from verger.service.play.damage import LogDamagedError, told
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.what_if import Alteration, what_if
from verger.service.wiring import Parts

BO = SeatId("s2")
LINES = 6
FORKED_AT = 8


class Damaged(NamedTuple):
    """A session with damaged events from a version on."""

    url: str
    session: UUID
    version: int


def _says(data: str) -> str:
    """Return a statement that changes the content of events, and gives them a hash that fits."""
    previous = "SELECT hash FROM events p WHERE (p.session, p.version) = (e.session, e.version - 1)"
    place = f"({previous}) || uuid_send(session) || int8send(version)"
    digest = f"sha256(convert_to({data}, 'UTF8'))"
    chained = f"texts = '[]', digest = {digest}, hash = sha256({place} || {digest})"
    return f"UPDATE events e SET data = {data}, {chained} WHERE {{}}"  # noqa: S608


HOW = {
    "an event is missing": "DELETE FROM events WHERE {}",
    "an event was altered": "UPDATE events SET data = replace(data, 'Rats', 'Cats') WHERE {}",
    "an event says nothing": _says("'[]'"),
    "an event has an effect of other rules": _says("replace(data, 'limit_added', 'limit_drawn')"),
    "an event cannot be folded": _says(
        """regexp_replace(data, '"effects":.*', """
        """'"effects":[{"effect":"rewind_agreed","rewind":"r9","seat":"s2"}]}')"""
    ),
    "a hash is another": "UPDATE events SET hash = sha256('x') WHERE {}",
}


async def draw(parts: Parts, session: UUID, text: str) -> Any:
    return await parts.playing.move(MoveRequest(session, BO, AddLimit(LimitKind.LINE, text)))


def damage(url: str, session: UUID, version: int, how: str) -> None:
    statement = how.replace("{}", f"session = '{session}' AND version = {version}")
    execute(url, f"SET session_replication_role = replica; {statement}")


async def damaged(url: str, session: UUID, how: str) -> Damaged:
    async with Parts(Settings(database_url=url)).running() as parts:
        for number in range(LINES):
            await draw(parts, session, f"Rats {number}.")
        version = await parts.store.head(session) - LINES // 2
    damage(url, session, version, how)
    return Damaged(url, session, version)


@pytest.fixture(params=HOW)
async def log(request: pytest.FixtureRequest, begun_url: str, session: UUID) -> Damaged:
    told.cache_clear()
    return await damaged(begun_url, session, HOW[request.param])


@pytest.fixture
async def hole(begun_url: str, session: UUID) -> Damaged:
    told.cache_clear()
    return await damaged(begun_url, session, HOW["an event is missing"])


async def test_damage_is_logged_once_with_its_session_and_first_version(
    log: Damaged,
) -> None:
    with capture_logs() as said:
        async with Parts(Settings(database_url=log.url)).running() as parts:
            for _ in range(3):
                with pytest.raises(LogDamagedError) as caught:
                    await parts.sessions.fresh(log.session)
                assert caught.value.facts == {"session": str(log.session), "version": log.version}
                assert caught.value.status == 500
            with pytest.raises(LogDamagedError):
                await draw(parts, log.session, "Eels.")
            with pytest.raises(LogDamagedError):
                await parts.playing.dry_run(MoveRequest(log.session, BO, Signal()))
    errors = [one for one in said if one["log_level"] == "error"]
    assert [(one["event"], one["version"]) for one in errors] == [("log_damaged", log.version)]


async def test_events_before_the_damage_are_read_and_followed(log: Damaged) -> None:
    async with Parts(Settings(database_url=log.url)).running() as parts:
        with await parts.sessions.readable(log.session) as in_memory:
            assert (in_memory.version, in_memory.damaged) == (log.version - 1, log.version)
            await parts.sessions.history.state_at(in_memory, log.version - 2)
        reader = Reader(log.session, (), None)
        sent = [one async for one in chunks(parts, reader, None, SseForm(0, follow=True))]
        assert b"".join(sent).count(b"id: ") == log.version - 1
        assert sent[-1] == b'event: end\ndata: {"reason":"log_damaged"}\n\n'
        late = MessageForm(log.version + 1, follow=True)
        assert [one async for one in chunks(parts, reader, None, late)] == [b""]
        assert late.ended == "log_damaged"


async def test_verification_names_the_damaged_version(log: Damaged) -> None:
    async with Parts(Settings(database_url=log.url)).running() as parts:
        found = await verify_session(parts.database, parts.store, log.session, lambda _: None)
    assert isinstance(found, Finding)
    assert found.version == log.version


UNREADABLE = (
    "an event is missing",
    "an event says nothing",
    "an event has an effect of other rules",
)


@pytest.mark.parametrize("how", UNREADABLE)
async def test_a_process_that_is_beyond_the_damage_reports_it_on_reading_there(
    begun_url: str, session: UUID, how: str
) -> None:
    told.cache_clear()
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        for number in range(LINES):
            await draw(parts, session, f"Rats {number}.")
        with await parts.sessions.fresh(session) as in_memory:
            version = in_memory.version - LINES // 2
            damage(begun_url, session, version, HOW[how])
            for reading in (
                parts.sessions.history.state_at(in_memory, in_memory.version - 1),
                what_if(parts.sessions, parts.store, in_memory, Alteration((version - 1,))),
                exported(parts, in_memory),
            ):
                with pytest.raises(LogDamagedError) as caught:
                    await reading
                assert caught.value.version == version


async def exported(parts: Parts, in_memory: Session) -> list[bytes]:
    history, head = parts.sessions.history, in_memory.version
    return [line async for line in archive(parts.store, history, in_memory, head, (), ())]


async def test_a_log_that_was_mended_is_played_on(hole: Damaged) -> None:
    async with Parts(Settings(database_url=hole.url)).running() as parts:
        with await parts.sessions.readable(hole.session) as in_memory:
            # The operator gives up the events after the hole.
            lose(hole.url, hole.session, hole.version)
            in_memory.doubt()
            assert await draw(parts, hole.session, "Eels.")
            assert in_memory.version == hole.version


@pytest.fixture
def family(database_url: str) -> tuple[str, UUID, UUID]:
    """Return a database's URL, a session of more than eight events, and a fork of it."""
    with serving(database_url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        while ann.draws_a_line("Spiders.")["version"] < FORKED_AT + 1:
            pass
        fork = forked(ann, version=FORKED_AT)["Ann"]
        fork.draws_a_line("Rats.")
        server.stop()
    return database_url, UUID(ann.session), UUID(fork.session)


async def test_a_fork_whose_parent_lost_the_forked_events_is_damaged_there(
    family: tuple[str, UUID, UUID],
) -> None:
    told.cache_clear()
    url, parent, fork = family
    lose(url, parent, 5)
    async with Parts(Settings(database_url=url)).running() as parts:
        with await parts.sessions.readable(fork) as in_memory:
            assert (in_memory.version, in_memory.damaged) == (5, 6)
    # The fork is also damaged if its parent now has another event of that version.
    async with Parts(Settings(database_url=url)).running() as parts:
        while await parts.store.head(parent) < FORKED_AT:
            await draw(parts, parent, "Cats.")
        with await parts.sessions.readable(fork) as in_memory:
            assert in_memory.damaged == FORKED_AT
        with pytest.raises(LogDamagedError):
            await draw(parts, fork, "Eels.")
        found = await verify_session(parts.database, parts.store, fork, lambda _: None)
    assert isinstance(found, Finding)
