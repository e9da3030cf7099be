"""The primary is lost and its standby takes over, while a process continues to run."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import asyncpg
import pytest

from tests.support.client import played
from tests.support.patience import AGAIN_SECONDS, PATIENCE_SECONDS, until
from tests.support.postgres import MIGRATED, execute, migrated_server, of_database
from tests.support.seated import reader
from tests.support.server import serving
from tests.support.settings import Settings
from tests.support.standby import Standby, standby_of, synchronous
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.database.hosts import Hosts, SucceededError
from verger.service.database.outage import UnavailableError
from verger.service.edge.answering import appended
from verger.service.edge.following import chunks
from verger.service.edge.form import MessageForm
from verger.service.log.feed import Whose
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

BO = SeatId("s2")


class Pair(NamedTuple):
    """A primary that can be stopped for good, its standby, and a session that both have."""

    primary: ExitStack
    standby: Standby
    url: str
    """The address of the server that takes writes."""
    session: UUID


@pytest.fixture
def pair() -> Iterator[Pair]:
    with ExitStack() as primary, ExitStack() as running:
        server = primary.enter_context(migrated_server())
        execute(server, f"CREATE DATABASE tables TEMPLATE {MIGRATED}")
        url = of_database(server, "tables")
        with serving(url) as process:
            session = UUID(played(process.http, "Ann", "Bo").session)
        standby = running.enter_context(standby_of(server))
        other = standby.url.partition("host=")[2]
        yield Pair(primary, standby, f"{url},{other}&target_session_attrs=read-write", session)


@pytest.fixture
async def parts(pair: Pair) -> AsyncIterator[Parts]:
    async with Parts(Settings(database_url=pair.url)).running() as parts:
        yield parts


async def draw(parts: Parts, session: UUID, text: str) -> int:
    """Draw a line as soon as the database accepts it, and return its version."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(UnavailableError):
                asked = MoveRequest(session, BO, AddLimit(LimitKind.LINE, text))
                return appended(await parts.playing.move(asked)).row.version
            await asyncio.sleep(AGAIN_SECONDS)


async def test_events_that_an_asynchronous_standby_missed_are_reported_and_play_continues(
    pair: Pair, parts: Parts
) -> None:
    reads = await reader(parts, pair.session, BO)
    kept = await draw(parts, pair.session, "Spiders.")
    written = execute(pair.standby.primary, "SELECT pg_current_wal_lsn()")
    reaches(pair.standby, written)
    stream = chunks(parts, reads, None, MessageForm(kept, follow=True))
    place, anybody = await parts.feed.now(), Whose(UUID(int=0), None)
    pair.standby.stop()
    had = [await draw(parts, pair.session, text) for text in ("Rats.", "Mice.")][-1]
    assert b"Mice." in await anext(stream)
    pair.primary.close()
    pair.standby.start()
    pair.standby.promote()
    # No request is sent: the process notices the loss on a new connection.
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert (await anext(stream)).endswith(b'{"type":"reset","head":%d}' % kept)
    assert await draw(parts, pair.session, "Eels.") == kept + 1
    assert b"Eels." in await anext(stream)
    await stream.aclose()
    assert await parts.feed.after(place, anybody, 1) is None, "the place means nothing any more"
    assert await parts.feed.after(await parts.feed.now(), anybody, 1)
    ((loss, _),) = await parts.losses.all()
    assert (loss.version, loss.kept) == (had, kept)
    assert isinstance(await verified(parts, pair.session), Verifier)


async def test_all_events_that_a_synchronous_standby_confirmed_are_there_and_nothing_is_reported(
    pair: Pair, parts: Parts
) -> None:
    with synchronous(pair.standby.primary):
        had = [await draw(parts, pair.session, text) for text in ("Rats.", "Mice.")][-1]
        form = MessageForm(had - 1, follow=True)
        stream = chunks(parts, await reader(parts, pair.session, BO), None, form)
        assert b"Mice." in await anext(stream)
    pair.primary.close()
    # If a connection ends during a COPY, the driver logs this in addition to the raised error.
    await asyncio.sleep(AGAIN_SECONDS)
    pair.standby.promote()
    assert await draw(parts, pair.session, "Eels.") == had + 1
    assert b"Eels." in await anext(stream)
    await stream.aclose()
    assert parts.losses.found == 0
    assert isinstance(await verified(parts, pair.session), Verifier)


async def test_a_primary_that_wakes_up_after_another_took_over_is_not_believed(
    pair: Pair,
) -> None:
    hosts = Hosts(pair.url)
    old = Standby(Path(execute(pair.standby.primary, "SHOW data_directory")).parent, "")
    with old.frozen():
        early = asyncio.create_task(hosts.connect("", timeout=PATIENCE_SECONDS))
        pair.standby.promote()
        assert await which(await hosts.connect("", timeout=2.0)) == "00000002"
    assert await which(await early) == "00000002", "it had begun to ask the old one"


async def test_a_server_of_an_older_time_line_is_used_if_there_is_no_other(
    pair: Pair,
) -> None:
    hosts = Hosts(pair.url)
    old = Standby(Path(execute(pair.standby.primary, "SHOW data_directory")).parent, "")
    with old.frozen():
        pair.standby.promote()
        assert await which(await hosts.connect("", timeout=2.0)) == "00000002"
    pair.standby.stop()
    with pytest.raises(SucceededError):
        await hosts.connect("", timeout=PATIENCE_SECONDS)
    assert await which(await hosts.connect("", timeout=PATIENCE_SECONDS)) == "00000001"


async def which(connection: asyncpg.Connection) -> str:
    """Return the timeline of the server at the other end of a connection, and close the connection."""
    try:
        line = await connection.fetchval("SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)")
    finally:
        connection.terminate()
    return str(line)


def reaches(standby: Standby, position: str) -> None:
    """Wait until a standby has replayed the log of the primary up to a position."""
    sql = f"SELECT pg_last_wal_replay_lsn() >= '{position}'"
    until(lambda: execute(standby.url, sql), lambda has: has == "t")


async def verified(parts: Parts, session: UUID) -> object:
    return await verify_session(parts.database, parts.store, session, lambda _: None)
