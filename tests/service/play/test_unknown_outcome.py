"""An event that no standby has is not acknowledged and not shown, also if the request is repeated."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from tests.service.conftest import Begun
from tests.support.log import archived, evening, rows
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.settings import Settings
from tests.support.standby import Standby, standby_of, synchronous
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.archive.importing import import_archive
from verger.service.database import pool
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Connection
from verger.service.identity.repeatable import repeatable
from verger.service.log.insert import AppendConflict
from verger.service.play.answer import Appended
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough

LONG_SECONDS = 0.5
"""How long an append waits here for standbys that are away."""
WAITING = "wait_event = 'SyncRep'"
CANCEL = f"SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE {WAITING}"  # noqa: S608
"""Ends the wait of commits for their standbys, so that others see their events."""


@pytest.fixture(scope="module")
def standby(postgres_url: str) -> Iterator[Standby]:
    """Yield a standby of the run's database server. During the test, every commit waits for it."""
    with standby_of(postgres_url) as standby, synchronous(postgres_url):
        yield standby


@pytest.fixture(scope="module")
def url(postgres_url: str, begun: Begun, standby: Standby) -> Iterator[str]:
    with fresh_database(postgres_url, begun.url) as url:
        yield url


@pytest.fixture
async def parts(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Parts]:
    monkeypatch.setattr(pool, "COMMAND_SECONDS", LONG_SECONDS)
    async with Parts(Settings(database_url=url)).running() as parts:
        yield parts


@pytest.fixture
def asked(session: UUID) -> MoveRequest:
    """Return a request that has not been made before."""
    return another(session)


def another(session: UUID) -> MoveRequest:
    move = AddLimit(LimitKind.LINE, "Spiders.")
    return MoveRequest(session, SeatId("s2"), move, uuid4().hex, b"p" * 32)


def versions(url: str) -> int:
    """Return the number of committed events."""
    return int(execute(url, "SELECT count(*) FROM events"))


def show(url: str, table: str) -> None:
    """End the wait of commits for standbys, as an operator or a restart of the server can do."""
    count = f"SELECT count(*) FROM {table}"  # noqa: S608
    before = execute(url, count)
    execute(url, CANCEL)
    until(lambda: execute(url, count) != before)


async def test_an_event_that_no_standby_has_is_neither_answered_nor_seen(
    parts: Parts, standby: Standby, asked: MoveRequest, url: str
) -> None:
    before = versions(url)
    await parts.playing.move(another(asked.session))
    with standby.frozen():
        for _ in range(2):
            with pytest.raises(UnavailableError):
                await parts.playing.move(asked)
            assert versions(url) == before + 1
    answer = await parts.playing.move(asked)
    assert isinstance(answer, Appended)
    assert answer.row.version == versions(url) == before + 2


async def test_an_event_that_is_seen_unconfirmed_is_not_answered_for(
    parts: Parts, standby: Standby, asked: MoveRequest, url: str
) -> None:
    before = versions(url)
    with standby.frozen():
        with pytest.raises(UnavailableError):
            await parts.playing.move(asked)
        show(url, "events")
        assert versions(url) == before + 1
        session = await parts.sessions.known(asked.session)
        key = await parts.recognition.stored_key(session, asked)
        with pytest.raises(UnavailableError):
            await parts.recognition.repeated(session, asked, key)
    answer = await parts.playing.move(asked)
    assert isinstance(answer, Appended)
    assert (answer.row.version, answer.replayed) == (before + 1, True)
    assert versions(url) == before + 1


async def test_an_acknowledged_move_is_answered_again_while_the_standby_is_away(
    parts: Parts, standby: Standby, asked: MoveRequest
) -> None:
    first = await parts.playing.move(asked)
    assert isinstance(first, Appended)
    with standby.frozen():
        again = await parts.playing.move(asked)
    assert again == Appended(first.row, replayed=True)


async def test_other_answers_are_given_again_only_when_they_are_confirmed(
    parts: Parts, standby: Standby, url: str
) -> None:
    tried = await repeatable(parts.database, "tokens", "k" * 16, b"")

    async def work(connection: Connection) -> None:
        await tried.keep(connection, "answer")

    with standby.frozen():
        with pytest.raises(UnavailableError):
            await parts.store.append((), work)
        show(url, "requests")
        with pytest.raises(UnavailableError):
            await repeatable(parts.database, "tokens", "k" * 16, b"")
    assert await parts.store.append((), work) is AppendConflict.REQUEST_ANSWERED
    again = await repeatable(parts.database, "tokens", "k" * 16, b"")
    assert again.answer == b'"answer"'


async def test_an_import_that_is_there_already_is_answered_for_only_when_it_is_confirmed(
    parts: Parts, standby: Standby, url: str, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(b"".join(archived(rows(evening("war")[:5], uuid4()))))
    token = UUID(execute(url, "SELECT id FROM tokens LIMIT 1"))
    with standby.frozen():
        with pytest.raises(UnavailableError):
            await import_archive(parts.database, parts.archives, archive, token)
        show(url, "imports")
        with pytest.raises(UnavailableError):
            await import_archive(parts.database, parts.archives, archive, token)
    assert (await import_archive(parts.database, parts.archives, archive, token)).version == 5


async def test_while_an_outcome_is_unknown_appends_share_one_wait(
    parts: Parts, standby: Standby, asked: MoveRequest, url: str
) -> None:
    with standby.frozen():
        for _ in range(3):
            with pytest.raises(UnavailableError):
                await parts.playing.move(another(asked.session))
        waiting = f"SELECT count(*) FROM pg_stat_activity WHERE {WAITING}"  # noqa: S608
        assert int(execute(url, waiting)) == 2


async def test_a_confirmation_that_began_before_does_not_count(url: str, standby: Standby) -> None:
    async with Parts(Settings(database_url=url)).running() as parts:
        with standby.frozen():
            first = asyncio.create_task(parts.database.confirm())
            await confirmation_waits(url)
            second = asyncio.create_task(parts.database.confirm())
            await asyncio.sleep(0)
            # Only the first commit is confirmed. The later commit is still on no standby.
            execute(url, CANCEL)
            await first
            await confirmation_waits(url)
            assert not second.done()
        await second


async def confirmation_waits(url: str) -> None:
    """Wait until exactly one commit waits for the standby."""
    count = f"SELECT count(*) FROM pg_stat_activity WHERE {WAITING}"  # noqa: S608
    await asyncio.to_thread(until, lambda: execute(url, count), "1".__eq__)
