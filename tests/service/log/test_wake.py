"""Wake-ups between two processes: none is lost, even if an event is written while a message is on its way."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar
from uuid import UUID, uuid4

import pytest
from redis.asyncio.client import Pipeline, PubSub
from structlog.testing import capture_logs

from tests.support import valkey
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from verger.service.log.wake import Wakeups

T = TypeVar("T")


class Process:
    """A process that sends and receives wake-ups, with one session in memory."""

    def __init__(self, url: str) -> None:
        self.session = uuid4()
        self.held = {self.session}
        self.heard: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue()
        self.told: asyncio.Queue[UUID | None] = asyncio.Queue()
        self.doubts: asyncio.Queue[UUID | None] = asyncio.Queue()
        self.present: asyncio.Queue[bytes] = asyncio.Queue()
        self.wakeups = Wakeups(
            url,
            held=lambda: self.held,
            heard=lambda session, version: self.heard.put_nowait((session, version)),
            told=self.told.put_nowait,
            present=self.present.put_nowait,
            doubt=self.doubts.put_nowait,
        )


async def got(queue: "asyncio.Queue[T]") -> T:
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await queue.get()


@pytest.fixture
async def process(redis_url: str) -> AsyncIterator[Process]:
    """Start a process that listens. It first reads all logs, and then the log of its session."""
    process = Process(redis_url)
    process.wakeups.start()
    assert [await got(process.doubts), await got(process.doubts)] == [None, process.session]
    yield process
    await process.wakeups.stop()


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Process]:
    process = Process(redis_url)
    process.wakeups.start()
    yield process
    await process.wakeups.stop()


async def test_a_new_listener_looks_at_the_log_once(process: Process) -> None:
    process.wakeups.moved(process.session, 1)
    assert await got(process.heard) == (process.session, 1)
    assert process.doubts.empty()


async def test_a_process_hears_of_the_sessions_that_it_has_and_of_no_other(
    process: Process, other: Process
) -> None:
    stranger, later = uuid4(), uuid4()
    other.wakeups.moved(stranger, 1)
    other.wakeups.moved(process.session, 2)
    assert await got(process.heard) == (process.session, 2)
    # Another session comes into memory, and the first leaves it.
    process.held = {later}
    process.wakeups.look()
    assert await got(process.doubts) == later
    other.wakeups.moved(process.session, 3)
    other.wakeups.moved(later, 7)
    heard = [await got(process.heard)]
    assert heard[-1] == (later, 7)
    assert process.doubts.empty()
    assert await got(process.told) == process.session
    assert await got(process.told) == later


async def test_a_follower_of_all_sessions_hears_only_that_something_moved(
    process: Process, other: Process
) -> None:
    with process.wakeups.following_all():
        assert await got(process.told) is None, "what it may have missed"
        other.wakeups.moved(uuid4(), 1)
        assert await got(process.told) is None
    assert process.heard.empty()


async def test_presence_reaches_the_processes_with_the_session_or_all(
    process: Process, other: Process
) -> None:
    other.wakeups.here(uuid4(), b'{"not": "for it"}')
    other.wakeups.here(process.session, b'{"for": "it"}')
    assert await got(process.present) == b'{"for": "it"}'
    other.wakeups.here(None, b'{"for": "all"}')
    assert await got(process.present) == b'{"for": "all"}'


async def test_a_move_during_the_message_about_the_last_one_is_announced_too(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, execute = process.session, Pipeline.execute

    async def slowly(pipeline: Pipeline, *more: Any) -> Any:
        monkeypatch.setattr(Pipeline, "execute", execute)
        process.wakeups.moved(session, 2)
        return await execute(pipeline, *more)

    monkeypatch.setattr(Pipeline, "execute", slowly)
    process.wakeups.moved(session, 1)
    while await got(process.heard) != (session, 2):
        pass


async def test_the_listener_stops_though_a_library_ignores_its_cancellation(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listens, get_message = asyncio.Event(), PubSub.get_message

    async def swallowing(*_: Any, **__: Any) -> None:
        listens.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3_600)
        monkeypatch.setattr(PubSub, "get_message", get_message)

    monkeypatch.setattr(PubSub, "get_message", swallowing)
    wakeups = Process(redis_url).wakeups
    wakeups.start()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await listens.wait()
        await wakeups.stop()


async def test_the_log_says_once_that_redis_is_away_and_once_that_it_is_back() -> None:
    port = free_port()
    process = Process(f"redis://127.0.0.1:{port}/0")
    with capture_logs() as said:
        process.wakeups.start()
        await settled(lambda: bool(said))
        with valkey.at(port):
            await settled(lambda: process.wakeups.connected)
            assert [line["event"] for line in said] == ["redis_unavailable", "redis_available"]
        await settled(lambda: not process.wakeups.connected)
        with valkey.at(port):
            await settled(lambda: process.wakeups.connected)
        assert [line["event"] for line in said] == 2 * ["redis_unavailable", "redis_available"]
    await process.wakeups.stop()


async def settled(holds: Callable[[], bool]) -> None:
    await asyncio.to_thread(until, holds)
