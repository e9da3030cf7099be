"""When a session leaves memory, the process stores a snapshot of its head, unless the snapshot would be wrong or useless."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from tests.service.play.test_losses import draw, look
from tests.service.play.test_newer import LATER, rewritten
from tests.service.redaction.test_redacting import NAME, line, wanted
from tests.support.client import played
from tests.support.dump import dump
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute, lose, somebody_waits
from tests.support.redacting import redact_in
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.play.damage import NewerLogError
from verger.service.play.session import SPACED
from verger.service.redaction import rewrite_tables
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough

KEPT = "SELECT version, is_head FROM snapshots WHERE session = '{}' ORDER BY version"


def kept(url: str, session: object) -> list[tuple[int, bool]]:
    """Return the versions with a snapshot, and whether each snapshot is of a head."""
    rows = [row.split("|") for row in execute(url, KEPT.format(session)).splitlines()]
    return [(int(version), is_head == "t") for version, is_head in rows]


def process(url: str) -> Any:
    return Parts(Settings(database_url=url)).running()


async def on(parts: Parts, session: UUID, events: int) -> int:
    """Append this number of events, and return the head."""
    for number in range(events):
        await draw(parts, session, f"Thing {number}.")
    return (await parts.sessions.fresh(session)).version


async def left(url: str, session: UUID, events: int) -> int:
    """Let a process append this number of events and stop, and return the head."""
    async with process(url) as parts:
        return await on(parts, session, events)


async def test_the_next_reader_folds_nothing_and_has_the_same_state(
    begun_url: str, session: UUID
) -> None:
    head = await left(begun_url, session, SPACED)
    assert kept(begun_url, session) == [(head, True)]
    async with process(begun_url) as parts:
        in_memory = await parts.sessions.known(session)
        assert (
            in_memory.version,
            len(in_memory.recent),
            parts.sessions.history.counts["used"],
        ) == (
            head,
            0,
            1,
        )
        rows, state = await parts.store.read(session, 0, 99), in_memory.codec.ruleset.empty
        for row in rows:
            state = in_memory.codec.fold(state, row)
        assert in_memory.state == state
        assert in_memory.hashes == {row.version: row.hash for row in rows}
        found = await verify_session(parts.database, parts.store, session, lambda _: None)
        assert isinstance(found, Verifier)


def test_a_session_that_makes_room_for_another_leaves_a_snapshot_too(begun_url: str) -> None:
    with serving(begun_url, verger_hot_sessions=1) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        *_, last = [bo.draws_a_line(f"Thing {number}.") for number in range(SPACED)]
        assert kept(begun_url, bo.session) == []
        played(server.http, "Ann")["Ann"].see("/state")
        until(lambda: kept(begun_url, bo.session) == [(last["version"], True)])
        assert bo.draws_a_line("Spiders.")["version"] == last["version"] + 1


async def test_the_next_snapshot_replaces_the_last_and_comes_after_some_events(
    begun_url: str, session: UUID
) -> None:
    head = await left(begun_url, session, SPACED)
    assert await left(begun_url, session, SPACED - 1) > head
    assert kept(begun_url, session) == [(head, True)]
    assert await left(begun_url, session, 1) == head + SPACED
    assert kept(begun_url, session) == [(head + SPACED, True)]


async def test_a_snapshot_from_play_stays_and_replaces_that_of_a_head(
    begun_url: str, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verger.service.play.sessions.EVERY", 25)
    head = await left(begun_url, session, 25 + SPACED)
    assert kept(begun_url, session) == [(25, False), (head, True)]
    assert 50 < await left(begun_url, session, 10) < 50 + SPACED
    assert kept(begun_url, session) == [(25, False), (50, False)]


async def test_a_process_without_the_whole_log_leaves_no_snapshot(
    begun_url: str, session: UUID
) -> None:
    async with process(begun_url) as other:
        async with process(begun_url) as behind:
            head = await on(behind, session, SPACED)
            await draw(other, session, "Spiders.")
        assert kept(begun_url, session) == []
    assert kept(begun_url, session) == [(head + 1, True)]


async def test_a_session_for_newer_processes_leaves_no_snapshot(
    begun_url: str, session: UUID
) -> None:
    async with process(begun_url) as newer:
        async with process(begun_url) as older:
            head = await on(older, session, SPACED)
            await draw(newer, session, "Spiders.")
            rewritten(begun_url, session, LATER, f"version = {head + 1}")
            older.sessions.doubt()
            with pytest.raises(NewerLogError):
                await older.sessions.readable(session)
        assert kept(begun_url, session) == []


async def test_a_damaged_log_leaves_no_snapshot(begun_url: str, session: UUID) -> None:
    head = await left(begun_url, session, 2 * SPACED)
    execute(begun_url, "DELETE FROM snapshots")
    rewritten(begun_url, session, "hash = sha256('x')", f"version = {head - 2}")
    async with process(begun_url) as parts:
        in_memory = await parts.sessions.readable(session)
        assert SPACED < in_memory.version < head
    assert kept(begun_url, session) == []


async def test_the_rest_of_a_lost_log_is_known_in_a_session_that_was_only_read(
    begun_url: str, session: UUID
) -> None:
    head = await left(begun_url, session, SPACED)
    async with process(begun_url) as parts, process(begun_url) as other:
        in_memory = await parts.sessions.known(session)
        lose(begun_url, session, head - 3)
        await on(other, session, 5)
        await look(parts, in_memory)
        ((loss, _),) = await parts.losses.all()
    assert (loss.version, loss.kept) == (head, head - 3)


@pytest.mark.parametrize("before_it_waits", [True, False])
async def test_no_text_comes_back_that_is_redacted_just_then(
    begun_url: str, session: UUID, monkeypatch: pytest.MonkeyPatch, *, before_it_waits: bool
) -> None:
    monkeypatch.setattr("verger.service.log.snapshot_writer.STOP_SECONDS", PATIENCE_SECONDS)
    # A redaction waits for the writers of snapshots. The first of these steps comes before that wait, the other after it.
    name = "_rewrite_labels" if before_it_waits else "_rewrite_refusals"
    step, leaving = getattr(rewrite_tables, name), list[asyncio.Task[None]]()
    async with process(begun_url) as reader, process(begun_url) as parts:
        await on(parts, session, SPACED)
        version = await line(parts, session)
        await reader.sessions.fresh(session)

        async def meanwhile(*said: Any) -> Any:
            leaving.append(asyncio.create_task(reader.sessions.stop()))
            if before_it_waits:
                await leaving[0]
                assert kept(begun_url, session) == [(version, True)]
            else:
                connection = await asyncpg.connect(begun_url)
                await somebody_waits(connection)
                await connection.close()
            return await step(*said)

        monkeypatch.setattr(rewrite_tables, name, meanwhile)
        await redact_in(parts, wanted(session, version))
        await leaving[0]
        assert kept(begun_url, session) == []
        assert NAME not in dump(begun_url)
