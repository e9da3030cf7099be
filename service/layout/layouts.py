"""The layouts of sessions: what each has written, read once, and where it stands, worked out once."""

import asyncio
from collections import OrderedDict
from typing import TypeVar
from uuid import UUID

from projections.arrangement import Arrangement
from projections.layout import Entry
from projections.written import Reader, Written
from service.hot import PAGE, Hot
from service.layout.process import LayoutProcess
from service.store import Store

SESSIONS = 100
"""Sessions whose writings are kept in memory."""
ARRANGEMENTS = 100
"""Arrangements that are kept in memory."""

_Entries = tuple[Entry, ...]
_Known = tuple[UUID, int]
Key = TypeVar("Key")
Kept = TypeVar("Kept")


class _Paper:
    """What a session has written, and who reads its log just now."""

    def __init__(self, reader: Reader) -> None:
        self.written = Written(reader)
        self.tags = [f'"effect":"{tag}"' for tag in (*reader.tags, "rewound")]
        self.lock = asyncio.Lock()


class Layouts:
    """Knows where everything stands."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.process = LayoutProcess()
        self._papers: OrderedDict[_Known, _Paper] = OrderedDict()
        self._arranged: OrderedDict[_Entries, Arrangement] = OrderedDict()
        self._arranging: dict[_Entries, asyncio.Task[Arrangement]] = {}

    async def stop(self) -> None:
        """End what is under way."""
        await self.process.stop()

    async def of(self, hot: Hot, reader: type[Reader], at: int, laid_out: int) -> Arrangement:
        """Where everything stands at a version, by all that was written up to another."""
        # Texts that were taken out of the log are longer or shorter than before.
        key = (hot.id, hot.redacted)
        paper = self._papers.get(key) or _Paper(reader())
        _keep(self._papers, key, paper, SESSIONS)
        async with paper.lock:
            await self._read(hot, paper, laid_out)
            sheet = paper.written.sheet_at(at)
            entries = tuple(paper.written.entries(sheet, laid_out))
        return await self._arrangement(entries)

    async def _read(self, hot: Hot, paper: _Paper, until: int) -> None:
        written = paper.written
        while written.version < until:
            for version, text in await self._store.texts(hot.id, written.version, PAGE):
                if version <= until:
                    # The quotes of what people write are escaped: an effect's name stands for itself.
                    counts = any(tag in text for tag in paper.tags)
                    written.take(version, hot.codec.effects.decode(text).effects if counts else ())
            # Nobody's move waits for a long log.
            await asyncio.sleep(0)

    async def _arrangement(self, entries: _Entries) -> Arrangement:
        known = self._arranged.get(entries)
        if known is None:
            task = self._arranging.get(entries)
            if task is None:
                task = asyncio.create_task(self.process.arrangement(entries))
                self._arranging[entries] = task
                task.add_done_callback(lambda done: self._arranged_or_not(entries, done))
            known = await asyncio.shield(task)
        _keep(self._arranged, entries, known, ARRANGEMENTS)
        return known

    def _arranged_or_not(self, entries: _Entries, done: asyncio.Task[Arrangement]) -> None:
        del self._arranging[entries]
        # Whoever asked may have gone meanwhile, and nobody hears of a failure then.
        if not done.cancelled():
            done.exception()


def _keep(kept: OrderedDict[Key, Kept], key: Key, value: Kept, limit: int) -> None:
    """Keep a value as the newest used, and let the one go that was not used for longest."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > limit:
        kept.popitem(last=False)
