"""A state is the same whether it is folded, kept in memory, or read from a snapshot."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from tests.support.client import played
from tests.support.postgres import fresh_database
from tests.support.server import serving
from verger.domain.core.decider import State
from verger.domain.core.since import OLDEST
from verger.service.database.pool import Connection, Database
from verger.service.log.codec import codec, encode_state
from verger.service.log.row import Row
from verger.service.log.sealed import new_seed
from verger.service.log.snapshot import EVERY, TRAIL, Snapshots
from verger.service.log.store import Store
from verger.service.play import loading
from verger.service.play.losses import Losses
from verger.service.play.session import RECENT, RECENT_TIME, RESTING, Session, UnknownSessionError
from verger.service.play.sessions import Sessions

CODEC = codec("verge", 1)


class Played(NamedTuple):
    """A database with one session that was played past its first snapshot."""

    url: str
    session: UUID


@pytest.fixture(scope="module")
def long_evening(postgres_url: str) -> Iterator[Played]:
    with fresh_database(postgres_url) as url:
        with serving(url) as server:
            table = played(server.http, "Ann", "Bo", until="run")
            while (version := table["Bo"].draws_a_line("Spiders.")["version"]) < EVERY + 20:
                assert version
            server.stop()
        yield Played(url, UUID(table.session))


class Parts(NamedTuple):
    """The parts that read states from one database."""

    store: Store
    snapshots: Snapshots
    sessions: Sessions


@pytest.fixture
async def parts(long_evening: Played) -> AsyncIterator[Parts]:
    database = Database(long_evening.url, 4)
    await database.open()
    store, snapshots = Store(database), Snapshots(database)
    yield Parts(store, snapshots, Sessions(store, snapshots, Losses(database), 10))
    await database.close()


@pytest.fixture
async def owner(long_evening: Played) -> AsyncIterator[Connection]:
    connection = await asyncpg.connect(long_evening.url)
    await connection.execute("DELETE FROM snapshots WHERE version <> $1", EVERY)
    yield connection
    await connection.close()


async def folded(parts: Parts, session: UUID) -> list[State[Any]]:
    """The state before the first event and after each one."""
    states = [CODEC.ruleset.empty]
    for row in await parts.store.read(session, 0, 1_000):
        states.append(CODEC.fold(states[-1], row))
    return states


async def keep(parts: Parts, session: UUID, states: list[State[Any]]) -> None:
    """Keep the first snapshot that play would have left."""
    (row,) = await parts.store.at(session, [EVERY])
    await parts.snapshots.keep(row, states[EVERY])


async def test_the_server_leaves_a_snapshot_behind_now_and_then_and_one_of_the_head_as_it_stops(
    parts: Parts, long_evening: Played
) -> None:
    for until, newest in ((EVERY + 19, EVERY), (EVERY + 20, EVERY + 20)):
        found = await parts.snapshots.newest(long_evening.session, until)
        assert found is not None
        assert found.version == newest
    assert await parts.snapshots.newest(long_evening.session, EVERY - 1) is None
    assert await parts.snapshots.newest(uuid4()) is None


def moved(session: Session, seconds: float) -> None:
    """Have a session moved at a time, and the event sent in a format."""
    state = msgspec.structs.replace(session.state)
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    version = session.version + 1
    row = Row(session.id, version, "add_limit", "s1", None, None, "{}", None, b"", bytes(32), 1, at)
    session.advance(row, state)
    session.encoded(row, "sse", lambda _: b"an event")


@pytest.mark.parametrize("apart", [RECENT_TIME.total_seconds(), 2 * RECENT_TIME.total_seconds()])
def test_a_table_that_plays_slowly_keeps_few_events_though_somebody_follows(apart: float) -> None:
    with Session(uuid4(), CODEC) as session:
        for number in range(3 * RESTING):
            moved(session, apart * number)
            first = max(0, session.version - RESTING)
            assert [row.version for row in session.after(first) or ()] == [
                *range(first + 1, session.version + 1)
            ]
        assert session.after(session.version - RESTING - 1) is None
        assert session.encodings == RESTING


def test_a_table_that_plays_quickly_keeps_more_events_up_to_a_limit() -> None:
    with Session(uuid4(), CODEC) as session:
        for _ in range(2 * RECENT):
            moved(session, 0.0)
        assert len(session.after(session.version - RECENT) or ()) == RECENT == session.encodings
        moved(session, 2 * RECENT_TIME.total_seconds())
        assert session.encodings == RESTING


async def test_newest_events_are_kept_for_followers_and_few_for_nobody(
    parts: Parts, long_evening: Played, owner: Connection
) -> None:
    with await parts.sessions.known(long_evening.session) as session:
        newest = await parts.store.read(session.id, EVERY, RECENT)
        with session:
            pass
        assert session.after(EVERY) == newest
    assert session.after(EVERY) is None
    assert session.after(session.version - RESTING) == newest[-RESTING:]
    told = await parts.store.read(session.id, session.version - TRAIL, TRAIL)
    assert session.hashes == {row.version: row.hash for row in told}


async def test_a_reader_that_steps_back_sees_states_that_were_passed_on_the_way(
    parts: Parts, long_evening: Played
) -> None:
    session = await parts.sessions.fresh(long_evening.session)
    states = [await parts.sessions.history.state_at(session, EVERY + step) for step in (9, 8, 7)]
    begun = dict(parts.sessions.history.counts)
    again = [await parts.sessions.history.state_at(session, EVERY + step) for step in (9, 8, 7)]
    assert all(one is other for one, other in zip(states, again, strict=True))
    assert parts.sessions.history.counts == begun


async def test_a_snapshot_of_any_version_reads_back_as_the_state_it_was(
    parts: Parts, long_evening: Played, owner: Connection
) -> None:
    states = await folded(parts, long_evening.session)
    rows = await parts.store.read(long_evening.session, 0, 1_000)
    for version in range(1, len(states), 9):
        await parts.snapshots.keep(rows[version - 1], states[version])
        found = await parts.snapshots.newest(long_evening.session, version)
        assert found is not None
        assert (found.version, found.state) == (version, states[version])


async def test_folding_on_from_a_snapshot_leads_to_the_same_state(
    parts: Parts, long_evening: Played, owner: Connection
) -> None:
    states = await folded(parts, long_evening.session)
    rows = await parts.store.read(long_evening.session, 0, 1_000)
    for version in (1, 30, 60, 150):
        state = CODEC.states.decode(encode_state(states[version]))
        for row in rows[version:]:
            state = CODEC.fold(state, row)
        assert state == states[-1]


DAMAGE = {
    "a changed state": "state = replace(state, 'Alfa', 'Alpha')",
    "a wrong digest": "digest = sha256('x')",
    "another format": "format = 'verge-1-0'",
    "a ruleset that is gone": "format = 'chess-1-000000000000'",
    "no format": "format = ''",
    "no JSON": "state = '{', digest = sha256('{')",
    "an empty state": "state = '{}', digest = sha256('{}')",
    "another shape": "state = '[1]', digest = sha256('[1]')",
}


@pytest.mark.parametrize("name", DAMAGE)
async def test_a_snapshot_that_cannot_be_used_is_as_none_at_all(
    parts: Parts, long_evening: Played, owner: Connection, name: str
) -> None:
    states = await folded(parts, long_evening.session)
    await keep(parts, long_evening.session, states)
    await owner.execute(f"UPDATE snapshots SET {DAMAGE[name]}")  # noqa: S608
    assert await parts.snapshots.newest(long_evening.session) is None
    session = await parts.sessions.fresh(long_evening.session)
    assert session.state == states[-1]
    assert await parts.sessions.history.state_at(session, EVERY + 1) == states[EVERY + 1]
    await keep(parts, long_evening.session, states)
    assert await parts.snapshots.newest(long_evening.session)


@pytest.mark.parametrize("page", [1, 7, 10])
async def test_a_log_of_several_pages_is_read_to_its_end(
    parts: Parts,
    long_evening: Played,
    owner: Connection,
    monkeypatch: pytest.MonkeyPatch,
    page: int,
) -> None:
    monkeypatch.setattr(loading, "PAGE", page)
    session = await parts.sessions.fresh(long_evening.session)
    assert session.version == EVERY + 20
    assert session.state == (await folded(parts, long_evening.session))[-1]


@pytest.fixture
def memory(own: Database) -> Sessions:
    """Return a session memory with room for one session."""
    return Sessions(Store(own), Snapshots(own), Losses(own), 1)


async def test_a_session_in_use_stays_in_memory(memory: Sessions, database: str) -> None:
    with serving(database) as server:
        ids = [UUID(played(server.http, "Ann").session) for _ in range(3)]
    with await memory.known(ids[0]) as session:
        for id in ids[1:]:
            await memory.known(id)
        assert await memory.known(ids[0]) is session
    await memory.known(ids[1])
    assert await memory.known(ids[0]) is not session


async def test_events_that_others_have_appended_are_read_page_by_page_to_their_end(
    memory: Sessions, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        session = await memory.fresh(UUID(bo.session))
        monkeypatch.setattr(loading, "PAGE", 2)
        versions = [bo.draws_a_line(f"Line {number}.")["version"] for number in range(7)]
        session.doubt()
        await memory.freshen(session)
        assert session.version == versions[-1]
        assert len(session.state.table.limits) == len(versions)


async def test_a_session_without_a_log_is_unknown(parts: Parts) -> None:
    with pytest.raises(UnknownSessionError):
        await parts.sessions.fresh(uuid4())


async def test_events_of_another_process_appear_after_its_wake_up(
    parts: Parts, long_evening: Played
) -> None:
    session = await parts.sessions.fresh(long_evening.session)
    assert session.is_fresh
    parts.sessions.heard(long_evening.session, session.version + 1)
    assert not session.is_fresh
    await parts.sessions.freshen(session)
    assert session.is_fresh


async def test_the_newest_events_are_at_hand_without_asking_the_log(
    parts: Parts, long_evening: Played
) -> None:
    session = await parts.sessions.fresh(long_evening.session)
    recent: list[Row] = await parts.store.read(long_evening.session, session.version - 5, 10)
    assert session.after(session.version - 5) == recent
    assert session.after(session.version) == []
    assert session.after(0) is None


def test_word_of_a_newer_version_outlives_an_append_of_ones_own() -> None:
    session = Session(uuid4(), codec("verge", 1))
    session.heard(2)
    session.advance(_first(session), session.state)
    session.confirm()
    assert not session.is_fresh
    session.disprove(2)
    assert session.is_fresh


def test_word_that_comes_while_the_log_is_read_is_not_forgotten() -> None:
    session = Session(uuid4(), codec("verge", 1))
    said = session.said
    session.heard(1)
    session.disprove(said)
    session.confirm()
    assert not session.is_fresh


def _first(session: Session) -> Row:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    _, sealed, _ = new_seed()
    hashed = bytes(32)
    return Row(
        session.id, 1, "signal", "s1", None, None, "{}", sealed, bytes(16), hashed, OLDEST, at
    )
