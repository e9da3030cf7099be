"""Wake-ups between two processes: none is lost, whatever happens while others are told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis.asyncio.client import Pipeline, PubSub

from service.log.wake import Wakeups
from tests.support.patience import PATIENCE_SECONDS


class Process:
    """What one process tells another and hears of it."""

    def __init__(self, url: str) -> None:
        self.heard: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue()
        self.doubts: asyncio.Queue[None] = asyncio.Queue()
        self.wakeups = Wakeups(
            url,
            heard=lambda session, version: self.heard.put_nowait((session, version)),
            told=lambda _: None,
            present=lambda _: None,
            doubt=lambda: self.doubts.put_nowait(None),
        )

    async def hears(self, session: UUID, version: int) -> None:
        """Wait until it has heard of this; of other tests' sessions it may hear too."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.heard.get() != (session, version):
                pass


@pytest.fixture
async def process(redis_url: str) -> AsyncIterator[Process]:
    process = Process(redis_url)
    process.wakeups.start()
    yield process
    await process.wakeups.stop()


async def listening(process: Process) -> None:
    """Wait until it looks at the log, as what was told before has not arrived."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        await process.doubts.get()


async def test_who_begins_to_listen_looks_at_the_log_once(process: Process) -> None:
    await listening(process)
    session = uuid4()
    process.wakeups.moved(session, 1)
    await process.hears(session, 1)
    assert process.doubts.empty()


async def test_a_move_that_is_made_while_the_last_one_is_told_is_told_too(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await listening(process)
    session, execute = uuid4(), Pipeline.execute

    async def slowly(pipeline: Pipeline, *more: Any) -> Any:
        monkeypatch.setattr(Pipeline, "execute", execute)
        process.wakeups.moved(session, 2)
        return await execute(pipeline, *more)

    monkeypatch.setattr(Pipeline, "execute", slowly)
    process.wakeups.moved(session, 1)
    await process.hears(session, 2)


async def test_it_stops_though_a_cancellation_is_taken_for_something_else(
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
