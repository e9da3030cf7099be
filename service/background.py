"""What a process does beside everything else until it stops."""

import asyncio
from collections.abc import Coroutine


class Background:
    """Work that never ends by itself."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin the work."""
        self._task = asyncio.create_task(work)

    async def stop(self) -> None:
        """Break it off where it waits, if it was begun."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
