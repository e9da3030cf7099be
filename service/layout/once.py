"""Make a slow result once for all callers, and keep it for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, ItemsView
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Once(Generic[Key, Made]):
    """Keeps the newest results. Callers that need the same result share the work."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Made] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Made]] = {}

    @property
    def kept(self) -> ItemsView[Key, Made]:
        """The results in memory, with their keys."""
        return self._kept.items()

    async def of(self, key: Key, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """Return the result of a key. If making it fails, the next caller makes it again."""
        made = self._kept.get(key)
        if made is None:
            task = self._making.get(key)
            if task is None:
                task = self._making[key] = asyncio.create_task(make())
                task.add_done_callback(lambda done: self._made_or_not(key, done))
            made = await asyncio.shield(task)
        self._kept[key] = made
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return made

    def _made_or_not(self, key: Key, done: asyncio.Task[Made]) -> None:
        del self._making[key]
        # asyncio logs an error that nobody takes, and the caller may be gone by now.
        if not done.cancelled():
            done.exception()
