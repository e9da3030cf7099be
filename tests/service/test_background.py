"""Background work ends on request."""

import asyncio
from contextlib import suppress

import pytest

from tests.support.patience import PATIENCE_SECONDS
from verger.service.background import Background, briefly


async def test_work_ends_even_if_it_misses_the_first_request_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("verger.service.background.AGAIN_SECONDS", 0.01)
    begun, background = asyncio.Event(), Background()

    async def work() -> None:
        begun.set()
        # A connection pool does this if a returned connection does not answer.
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(PATIENCE_SECONDS)
        await asyncio.sleep(PATIENCE_SECONDS)

    background.start(work())
    await begun.wait()
    async with asyncio.timeout(PATIENCE_SECONDS / 4):
        await background.stop()


async def test_optional_work_is_left_after_a_while() -> None:
    done: list[str] = []

    async def goes_on_all_the_same() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        done.append("cancelled")
        await asyncio.Event().wait()

    await briefly(goes_on_all_the_same(), 0.01)
    await asyncio.sleep(0)
    assert done == ["cancelled"]
