"""Landmarks of sessions: each log is gone through once, then only what has come since.

What was found is kept in this process, that of the sessions asked for last; a redaction drops it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from uuid import UUID

import msgspec

from projections.landmarks import Landmark, Passage
from service.hot import PAGE, Hot
from service.store import Store

KEPT = 100
"""Sessions whose landmarks are kept."""
MOST = 200_000
"""Landmarks kept in all, which are those of eleven logs of 100,000 events."""


class _Tag(msgspec.Struct):
    effect: str


class _Glance(msgspec.Struct):
    """As much of an event as it takes to see whether any of it counts."""

    effects: tuple[_Tag, ...]
    repeats: int | None = None


class _Read:
    """A log as far as it has been gone through."""

    def __init__(self, hot: Hot) -> None:
        self.passage = Passage(hot.codec.ruleset)
        self.version = 0
        self.redacted = hot.redacted
        self.lock = asyncio.Lock()


class Landmarks:
    """The landmarks of the sessions that were asked for last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: OrderedDict[UUID, _Read] = OrderedDict()

    async def of(self, hot: Hot, version: int) -> Sequence[Landmark]:
        """The landmarks up to a version at least."""
        read = self._read.get(hot.id)
        if read is None or read.redacted != hot.redacted:
            read = self._read[hot.id] = _Read(hot)
        self._read.move_to_end(hot.id)
        self._evict()
        async with read.lock:
            while read.version < version:
                texts = await self._store.texts(hot.id, read.version, PAGE)
                assert texts, "the log does not reach the version that was read of it"
                for text in texts:
                    _look_at(*text, read, hot)
                # Nobody's move waits for a long log.
                await asyncio.sleep(0)
        return read.passage.found

    def _evict(self) -> None:
        """Let go of what was asked for longest ago, but never of all."""
        kept = sum(len(read.passage.found) for read in self._read.values())
        while len(self._read) > KEPT or (len(self._read) > 1 and kept > MOST):
            _, read = self._read.popitem(last=False)
            kept -= len(read.passage.found)


_glance = msgspec.json.Decoder(_Glance)


def _look_at(version: int, text: str, read: _Read, hot: Hot) -> None:
    seen = _glance.decode(text)
    repeats = seen.repeats is not None
    if repeats or not read.passage.tags.isdisjoint([tag.effect for tag in seen.effects]):
        effects = hot.codec.effects.decode(text).effects
        read.passage.go_on(version, effects, repeats=repeats)
    read.version = version
