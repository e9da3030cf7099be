"""Store snapshots in the background. No request waits for this. If it fails, later reads fold more events."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice

import structlog

from verger.service.background import briefly
from verger.service.log.snapshot import Snapshots, StateAt

BATCH = 32
"""The number of snapshots in one commit."""
WAITING_LIMIT = 256
"""The maximum number of snapshots that wait. Any further ones are dropped."""
STOP_SECONDS = 2.0
"""During a stop, no new batch begins after this many seconds."""
ANSWER_SECONDS = 1.0
"""After that, a stop waits this many seconds for the last batch."""

_log = structlog.get_logger()


class SnapshotWriter:
    """Stores snapshots in batches, in the order of their arrival."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots
        self._waiting: deque[StateAt] = deque()
        self._writing: asyncio.Task[None] | None = None

    def put(self, state: StateAt) -> None:
        """Store a state soon."""
        if len(self._waiting) < WAITING_LIMIT:
            self._waiting.append(state)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_waiting())

    async def _write_waiting(self) -> None:
        while batch := list(islice(self._taken(), BATCH)):
            await self._write(batch)

    def _taken(self) -> Iterator[StateAt]:
        while self._waiting:
            yield self._waiting.popleft()

    async def stop(self, states: Iterable[StateAt]) -> None:
        """Store the waiting states and then these states, as many as there is time for."""
        # If the last batch takes longer, the pool closes its connection later.
        await briefly(self._write_last(states), STOP_SECONDS + ANSWER_SECONDS)

    async def _write_last(self, states: Iterable[StateAt]) -> None:
        until = time.monotonic() + STOP_SECONDS
        if self._writing is not None:
            await self._writing
        left = chain(self._taken(), states)
        while time.monotonic() < until and (batch := list(islice(left, BATCH))):
            if not await self._write(batch):
                return

    async def _write(self, batch: list[StateAt]) -> bool:
        try:
            await self._snapshots.keep_all(batch)
        except Exception as error:  # noqa: BLE001, a cache that could not be written is only slower
            # Log only the name of the error, because its message may quote the state.
            _log.warning("snapshots_not_kept", count=len(batch), reason=type(error).__name__)
            return False
        return True
