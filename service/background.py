"""What a process does beside everything else until it stops."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import structlog

from verger.service import tracing
from verger.service.database.outage import UnavailableError

AGAIN_SECONDS = 1.0
"""After how long work that goes on all the same is cancelled once more."""

_log = structlog.get_logger()


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks where they wait, and wait for their end, whatever that is.

    Again where one goes on: a use of a database that does not answer ends with that, and with no
    word of the cancelling that came meanwhile.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
        for task in done:
            _ = task.cancelled() or task.exception()


async def briefly(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Do what can be left undone, for so long at most; what it waits for then is left to itself."""
    task = asyncio.create_task(work)
    await asyncio.wait({task}, timeout=seconds)
    task.cancel()


class Background:
    """Work that never ends by itself."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self.failures = 0
        """How often what is repeated was kept from its end by an error of our own."""

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin the work."""
        self._task = asyncio.create_task(work)

    def repeat(self, work: Callable[[], Awaitable[object]], seconds: float, name: str) -> None:
        """Begin to do the same again and again, each time after so many seconds.

        Where the database is away the next time goes on; an error of ours is logged as the name and `_failed`.
        """
        self.start(self._repeated(work, seconds, name))

    async def _repeated(
        self, work: Callable[[], Awaitable[object]], seconds: float, name: str
    ) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                with tracing.span(name):
                    await work()
            except UnavailableError:
                continue  # the clock says so
            except Exception:  # noqa: BLE001, whatever it was, the next time is another
                self.failures += 1
                _log.exception(f"{name}_failed")

    async def stop(self) -> None:
        """Break it off where it waits, if it was begun."""
        await cancelled([self._task] if self._task else [])
