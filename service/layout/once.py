"""What takes long to make is made once for all who ask for it, and kept for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, ItemsView
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Once(Generic[Key, Made]):
    """Keeps the answers that were asked for last; who asks while one is under way waits for that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Made] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Made]] = {}

    @property
    def kept(self) -> ItemsView[Key, Made]:
        """The answers that are kept, with their keys."""
        return self._kept.items()

    async def of(self, key: Key, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """The answer to a key; where making it fails, the next who asks has it tried again."""
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
        # The asker may have gone meanwhile: a failure that nobody hears of would be logged.
        if not done.cancelled():
            done.exception()
