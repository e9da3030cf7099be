"""What a process does beside everything else until it stops."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import structlog

from service import tracing
from service.database.outage import UnavailableError

_log = structlog.get_logger()


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
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
