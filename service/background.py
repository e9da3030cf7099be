"""Background work of a process, until it stops."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import structlog

from verger.service import tracing
from verger.service.database.outage import UnavailableError

AGAIN_SECONDS = 1.0
"""If work continues despite a cancellation, it is cancelled again after these seconds."""

_log = structlog.get_logger()


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end.

    Cancel a task again if it continues: if a database does not answer at this moment, its library can
    raise that error instead, and lose the cancellation.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
        for task in done:
            _ = task.cancelled() or task.exception()


async def briefly(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Do optional work for at most this time, then cancel it."""
    task = asyncio.create_task(work)
    await asyncio.wait({task}, timeout=seconds)
    task.cancel()


class Background:
    """Work that continues until it is stopped."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self.failures = 0
        """The number of repetitions that failed with an error in this program."""

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin the work."""
        self._task = asyncio.create_task(work)

    def repeat(self, work: Callable[[], Awaitable[object]], seconds: float, name: str) -> None:
        """Start to repeat the work, with this pause in seconds.

        If the database is away, the next repetition tries again. An error in this program is logged as
        `{name}_failed`.
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
                continue  # the clock logs that the database is away
            except Exception:  # noqa: BLE001, the next repetition can succeed after any error
                self.failures += 1
                _log.exception(f"{name}_failed")

    async def stop(self) -> None:
        """Cancel the work, if it was started."""
        await cancelled([self._task] if self._task else [])
