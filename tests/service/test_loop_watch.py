"""The watch logs long steps of the event loop with their place, and counts delays."""

import asyncio
import time
from collections.abc import Callable
from uuid import UUID

import pytest
from structlog.testing import capture_logs

from verger.service.loop_watch import BEAT_SECONDS, BLOCKED_SECONDS, LoopWatch
from verger.service.play.damage import understood

pytestmark = pytest.mark.anyio

LONG = 4 * (BEAT_SECONDS + BLOCKED_SECONDS)


def _compute() -> None:
    until = time.thread_time() + LONG
    while time.thread_time() < until:
        pass


async def _watched(step: Callable[[], object]) -> tuple[LoopWatch, list[str]]:
    """Watch an event loop while it runs this step. Return the watch, and the logged places of long steps."""
    watch = LoopWatch()
    with capture_logs() as lines:
        watch.start()
        await asyncio.sleep(2 * BEAT_SECONDS)
        step()
        await asyncio.sleep(2 * BEAT_SECONDS)
        watch.stop()
    return watch, [line["where"] for line in lines if line["ms"] >= 1_000 * LONG]


async def test_a_long_computation_is_logged_with_its_place() -> None:
    watch, places = await _watched(lambda: understood(UUID(int=0), 1, _compute))
    assert [place.rpartition(" ")[2] for place in places] == ["understood"]
    assert places[0].startswith("verger.service.play.damage:")
    assert watch.late.sum >= LONG - BEAT_SECONDS


async def test_a_thread_that_only_has_to_wait_is_late_but_not_at_fault() -> None:
    watch, places = await _watched(lambda: time.sleep(LONG))
    assert not places
    assert watch.late.sum >= LONG - BEAT_SECONDS


async def test_nothing_is_watched_after_the_stop() -> None:
    watch, _ = await _watched(lambda: None)
    counted = sum(watch.late.counts)
    await asyncio.sleep(3 * BEAT_SECONDS)
    assert sum(watch.late.counts) == counted
