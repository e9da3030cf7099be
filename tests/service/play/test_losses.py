"""A log that loses its newest events while a process runs.

The process continues from the existing events, and reports it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from structlog.testing import capture_logs

from tests.support.patience import AGAIN_SECONDS, PATIENCE_SECONDS
from tests.support.postgres import execute, lose
from tests.support.seated import reader
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import refuse
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit, Signal
from verger.projections.landmarks import LandmarkFinder
from verger.service.database.outage import UnavailableError
from verger.service.edge.following import chunks
from verger.service.edge.form import LineForm, MessageForm, SseForm
from verger.service.log.refusals import Asker
from verger.service.play.answer import Stale
from verger.service.play.request import MoveRequest
from verger.service.play.session import RESTING, Seen, Session, UnknownSessionError
from verger.service.wiring import Parts

BO = SeatId("s2")


@pytest.fixture
async def in_memory(parts: Parts, session: UUID) -> AsyncIterator[Session]:
    """Yield the session in memory after four more lines."""
    with await parts.sessions.fresh(session) as in_memory:
        for text in ("Spiders.", "Rats.", "Mice.", "Crows."):
            await draw(parts, session, text)
        yield in_memory


async def draw(parts: Parts, session: UUID, text: str, expected: int | None = None) -> Any:
    return await parts.playing.move(
        MoveRequest(
            session,
            BO,
            AddLimit(LimitKind.LINE, text),
            expected=() if expected is None else (Seen(expected),),
        )
    )


async def look(parts: Parts, in_memory: Session) -> None:
    """Let the process check the log, as it does once a second for a reader."""
    in_memory.doubt()
    await parts.sessions.freshen(in_memory)


def lines(in_memory: Session) -> list[str]:
    return [limit.text for limit in in_memory.state.table.limits]


async def test_a_read_notices_that_the_log_went_back_and_logs_it(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    had, held = in_memory.version, in_memory.hash
    lose(begun_url, in_memory.id, had - 2)
    with capture_logs() as told:
        await look(parts, in_memory)
    assert (in_memory.version, lines(in_memory)) == (had - 2, ["Spiders.", "Rats."])
    (line,) = [one for one in told if one["event"] == "log_went_back"]
    assert line["log_level"] == "error"
    assert (line["session"], line["version"], line["kept"]) == (str(in_memory.id), had, had - 2)
    ((loss, _),) = await parts.losses.all()
    assert loss == (in_memory.id, had, held, had - 2)
    assert parts.losses.found == 1


async def test_the_rest_of_a_lost_log_is_known_beyond_the_events_in_memory(
    parts: Parts, session: UUID, begun_url: str
) -> None:
    for number in range(RESTING + 4):
        await draw(parts, session, f"Thing {number}.")
    in_memory = await parts.sessions.known(session)
    had, kept = in_memory.version, in_memory.version - RESTING - 3
    lose(begun_url, session, kept)
    async with Parts(Settings(database_url=begun_url)).running() as other:
        for number in range(RESTING):
            await draw(other, session, f"Another {number}.")
    await look(parts, in_memory)
    assert in_memory.version == kept + RESTING
    ((loss, _),) = await parts.losses.all()
    assert (loss.version, loss.kept) == (had, kept)


async def test_a_loss_is_noticed_though_others_have_reached_the_same_version(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    had = in_memory.version
    lose(begun_url, in_memory.id, had - 2)
    async with Parts(Settings(database_url=begun_url)).running() as others:
        for text in ("Eels.", "Cats.", "Dogs."):
            await draw(others, in_memory.id, text)
    await look(parts, in_memory)
    assert (in_memory.version, lines(in_memory)) == (
        had + 1,
        ["Spiders.", "Rats.", "Eels.", "Cats.", "Dogs."],
    )
    ((loss, _),) = await parts.losses.all()
    assert (loss.version, loss.kept) == (had, had - 2)


async def test_a_log_with_newer_events_is_not_reported_as_lost(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as others:
        await draw(others, in_memory.id, "Eels.")
    branch = in_memory.branch
    await look(parts, in_memory)
    parts.sessions.suspect_all()
    await look(parts, in_memory)
    assert (in_memory.branch, lines(in_memory)[-1]) == (branch, "Eels.")
    assert not await parts.losses.all()


async def test_a_move_for_a_lost_version_is_stale_and_gets_the_head(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    had = in_memory.version
    lose(begun_url, in_memory.id, had - 2)
    answer = await draw(parts, in_memory.id, "Eels.", expected=had - 1)
    assert isinstance(answer, Stale)
    assert (answer.expected, answer.head, answer.since) == (had - 1, had - 2, [])


async def test_followers_receive_a_reset(parts: Parts, in_memory: Session, begun_url: str) -> None:
    had = in_memory.version
    reads = await reader(parts, in_memory.id, BO)
    forms = SseForm(had - 1, follow=True), MessageForm(had - 1, follow=True)
    streams = [chunks(parts, reads, None, form) for form in forms]
    ended = chunks(parts, reads, None, LineForm(had - 1, follow=True))
    assert await anext(streams[0]) == b"retry: 1000\n"
    for stream in (*streams, ended):
        assert b"Crows." in await anext(stream)
    lose(begun_url, in_memory.id, had - 2)
    in_memory.doubt()
    for stream in streams:
        told = await anext(stream)
        assert b'{"head":%d}' % (had - 2) in told.replace(b'"type":"reset",', b"")
    assert [chunk async for chunk in ended] == []
    await draw(parts, in_memory.id, "Eels.")
    for stream in streams:
        assert b"Eels." in await anext(stream)
        await stream.aclose()


async def test_a_session_that_is_wholly_gone_is_unknown_and_its_streams_end(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    reads = await reader(parts, in_memory.id, BO)
    stream = chunks(parts, reads, None, SseForm(in_memory.version - 1, follow=True))
    assert b"retry" in await anext(stream)
    assert b"id: " in await anext(stream)
    lose(begun_url, in_memory.id, 0)
    in_memory.doubt()
    end = b'event: end\ndata: {"reason":"no_such_session"}\n\n'
    assert [chunk async for chunk in stream] == [end]
    with pytest.raises(UnknownSessionError):
        await parts.sessions.known(in_memory.id)
    ((loss, _),) = await parts.losses.all()
    assert loss.kept == 0


async def test_landmarks_in_lost_events_are_gone(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    def begin() -> LandmarkFinder:
        return LandmarkFinder(in_memory.codec.ruleset)

    had = in_memory.version
    before = await parts.landmarks.of(in_memory, had, begin)
    lose(begun_url, in_memory.id, had - 2)
    await look(parts, in_memory)
    assert await parts.landmarks.of(in_memory, in_memory.version, begin) is not before


async def test_a_snapshot_of_an_event_that_is_gone_is_not_used(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    had = in_memory.version
    await parts.snapshots.keep(in_memory.recent[-1], in_memory.state)
    assert await parts.snapshots.newest(in_memory.id)
    lose(begun_url, in_memory.id, had - 1)
    assert not await parts.snapshots.newest(in_memory.id)
    async with Parts(Settings(database_url=begun_url)).running() as others:
        await draw(others, in_memory.id, "Eels.")
        assert (await others.store.head(in_memory.id)) == had
        assert not await parts.snapshots.newest(in_memory.id)
    # A late snapshot of a lost event does not replace another snapshot.
    await parts.snapshots.keep(in_memory.recent[-1], in_memory.state)
    assert not await parts.snapshots.newest(in_memory.id)


PAUSED = refuse(Code.PAUSED, "compile.signal")


async def test_refusals_and_deliveries_of_versions_that_are_gone_go_too(
    parts: Parts, in_memory: Session, begun_url: str
) -> None:
    had = in_memory.version
    await parts.refusals.keep(in_memory.id, had, Asker(BO, BO), Signal(), PAUSED)
    await parts.refusals.keep(in_memory.id, had - 2, Asker(BO, BO), Signal(), PAUSED)
    execute(begun_url, DELIVERIES.format(session=in_memory.id, had=had))
    lose(begun_url, in_memory.id, had - 2)
    await look(parts, in_memory)
    assert [kept.version for kept in await parts.refusals.read(in_memory.id, 99, 9)] == [had - 2]
    left = "SELECT version, state FROM deliveries ORDER BY number"
    assert execute(begun_url, left).splitlines() == [
        f"{had}|delivered",
        f"{had - 2}|pending",
    ]
    cursor = "SELECT cursor FROM webhook_logs"
    assert execute(begun_url, cursor) == str(had - 2)


DELIVERIES = """
    INSERT INTO webhooks (id, session, seat, url, types, description, disabled_at, disabled_because)
    VALUES ('{session}', '{session}', 's2', 'http://127.0.0.1:9/', '{{}}', '', now(), 'paused');
    INSERT INTO webhook_logs (webhook, session, cursor) VALUES ('{session}', '{session}', {had});
    INSERT INTO deliveries (id, webhook, session, version, type, at, state, next_at)
    SELECT gen_random_uuid(), '{session}', '{session}', {had} - ago, 'add_limit', now(), state,
        CASE WHEN state = 'pending' THEN now() END
    FROM (VALUES (0, 'delivered'), (0, 'pending'), (1, 'pending'), (2, 'pending')) one (ago, state)
"""
"""A paused webhook that has received the newest event, and has three deliveries to send."""


async def test_another_server_makes_a_process_compare_all_that_it_has(
    parts: Parts, in_memory: Session, begun_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(begun_url, in_memory.id, in_memory.version - 1)
    assert in_memory.is_fresh
    monkeypatch.setattr(parts.database, "_server", (1, "another", "00000001"))
    execute(
        begun_url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not parts.losses.found:
            # Only another session is requested, and not this one.
            with suppress(UnavailableError):
                await parts.store.head(uuid4())
            await asyncio.sleep(AGAIN_SECONDS)
    assert lines(in_memory) == ["Spiders.", "Rats.", "Mice."]
