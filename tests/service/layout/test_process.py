"""Every layout process gives the same layout, and its end does not end the server."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from verger.projections.picture.entry import Box, Entries, Tidy, Tie
from verger.service.database.outage import UnavailableError
from verger.service.layout import process
from verger.service.layout.process import LayoutProcess

pytestmark = pytest.mark.anyio

EVENTS: list[Entries] = [
    entries
    for number in range(1, 30)
    for entries in (
        (Box(f"n{number + 1}", 60 + number * 4, 44),),
        (Tie(f"e{number}", f"n{number // 2 + 1}", f"n{number + 1}", 48, 15),),
    )
]
EVENTS.insert(0, (Box("n1", 96, 44),))
EVENTS.insert(40, (Tidy(),))


@pytest.fixture
async def one() -> AsyncIterator[LayoutProcess]:
    found = LayoutProcess()
    yield found
    await found.stop()


@pytest.fixture
async def other() -> AsyncIterator[LayoutProcess]:
    found = LayoutProcess()
    yield found
    await found.stop()


async def test_a_reader_that_watched_the_layout_grow_sees_the_common_layout(
    one: LayoutProcess, other: LayoutProcess
) -> None:
    watched = [await one.arrangement(EVENTS[:many]) for many in (9, 30, 31, 45, len(EVENTS))]
    assert await other.arrangement(EVENTS) == watched[-1]
    assert await other.arrangement(EVENTS[:30]) == watched[1]
    assert await other.arrangement(EVENTS[:45]) == watched[3]
    elsewhere = [*EVENTS[:30], (Box("n99", 240, 44),)]
    assert await one.arrangement(elsewhere) == await other.arrangement(elsewhere)


async def test_a_layout_without_end_is_ended_and_the_next_is_made(
    one: LayoutProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty:
        hasty.setattr(process, "SECONDS", 0.001)
        with pytest.raises(UnavailableError):
            await one.arrangement(EVENTS)
    assert one.failures == 1
    assert (await one.arrangement(EVENTS)).stands.keys() == {f"n{n}" for n in range(1, 31)}


async def test_a_crash_costs_one_picture(one: LayoutProcess) -> None:
    missing = Tie("e1", "n1", "n2", 1, 1)
    with pytest.raises(UnavailableError):
        await one.arrangement([(missing,)])
    assert len((await one.arrangement(EVENTS)).stands) == 30


def workers() -> Iterator[int]:
    """The layout processes that this process has started."""
    for task in Path("/proc/self/task").iterdir():
        for pid in (task / "children").read_text("utf-8").split():
            with suppress(FileNotFoundError):
                if b"verger.service.layout.worker" in Path("/proc", pid, "cmdline").read_bytes():
                    yield int(pid)


async def test_a_killed_process_costs_no_picture(one: LayoutProcess) -> None:
    expected = await one.arrangement(EVENTS)
    for _ in range(2):
        (pid,) = workers()
        os.kill(pid, signal.SIGKILL)
        assert await one.arrangement(EVENTS) == expected
    assert one.failures == 0


async def test_a_process_that_is_killed_while_it_lays_out_is_replaced_once(
    one: LayoutProcess,
) -> None:
    expected = await one.arrangement(EVENTS)
    for kills in (1, 2):
        asked = asyncio.create_task(one.arrangement(EVENTS))
        killed: set[int] = set()
        while len(killed) < kills:
            for pid in set(workers()) - killed:
                # A stopped process cannot answer before it is killed.
                os.kill(pid, signal.SIGSTOP)
                await asyncio.sleep(0.01)
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            await asyncio.sleep(0)
        if kills == 1:
            assert await asked == expected
        else:
            with pytest.raises(UnavailableError):
                await asked
    assert one.failures == 1


async def test_too_many_requests_for_layouts_are_refused(
    one: LayoutProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "WAITING", 2)
    asked = (one.arrangement(EVENTS[:many]) for many in (1, 3, 5))
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(one, UnavailableError) for one in found] == [False, False, True]
