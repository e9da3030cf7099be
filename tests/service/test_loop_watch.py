"""The watch names what keeps the event loop, and counts how late the loop is."""

import asyncio
import time

import pytest
from structlog.testing import capture_logs

from service.loop_watch import BEAT_SECONDS, BLOCKED_SECONDS, LoopWatch
from service.work import charged

pytestmark = pytest.mark.anyio

LONG = 4 * (BEAT_SECONDS + BLOCKED_SECONDS)


def _compute() -> None:
    until = time.thread_time() + LONG
    while time.thread_time() < until:
        pass


async def _watched(step: object) -> tuple[LoopWatch, list[str]]:
    """Watch a loop in which this is called; give the watch, and where the loop was kept."""
    assert callable(step)
    watch = LoopWatch()
    with capture_logs() as lines:
        watch.start()
        await asyncio.sleep(2 * BEAT_SECONDS)
        step()
        await asyncio.sleep(2 * BEAT_SECONDS)
        watch.stop()
    return watch, [line["where"] for line in lines if line["ms"] >= 1_000 * LONG]


async def test_a_long_computation_is_logged_with_its_place() -> None:
    watch, places = await _watched(lambda: charged(_compute))
    assert [place.rpartition(" ")[2] for place in places] == ["charged"]
    assert places[0].startswith("service.work:")
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
