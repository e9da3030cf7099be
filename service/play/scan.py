"""Incremental scans, for example for landmarks: read a whole log once, and later only its new events.

The findings of the sessions that were requested last are kept in this process. They are dropped if the
log is rewritten or goes back, or if the session leaves memory, because then such a change would go
unnoticed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

import msgspec

from verger.domain.core.dice import Roll
from verger.domain.core.identifier import SeatId
from verger.projections.throws import Throw, Throws
from verger.service.log.form import decoded
from verger.service.log.reading import EventText
from verger.service.log.store import Store
from verger.service.play.damage import texts, understood
from verger.service.play.history import PAGE
from verger.service.play.session import Session
from verger.service.work import pause

KEPT = 100
"""The maximum number of sessions whose findings are kept."""
MOST = 200_000
"""The maximum number of findings of all sessions together: the landmarks of eleven logs with 100,000 events."""


class Finder(Protocol):
    """Collects findings, event by event, in a log."""

    tags: frozenset[str]
    """The tags of the effects that the finder looks for."""

    def take(self, version: int, effects: Sequence[Any], *, repeats: bool) -> None:
        """Take an event with such an effect, or an event that repeats an earlier one."""

    def __len__(self) -> int:
        """Return the number of findings."""

    @property
    def throws(self) -> Throws | None:
        """The dice that were thrown so far. None if the finder does not need them."""


Findings = TypeVar("Findings", bound=Finder)


class _Tag(msgspec.Struct):
    effect: str


class _Move(msgspec.Struct):
    move: str
    reported: tuple[int, ...] | None = None


class _Glance(msgspec.Struct):
    """The part of an event that shows its dice and the tags of its effects."""

    effects: tuple[_Tag, ...]
    move: _Move
    seat: SeatId | None = None
    dice: tuple[Roll, ...] = ()
    repeats: int | None = None


_glance = msgspec.json.Decoder(_Glance)


class _Scan(Generic[Findings]):
    """The findings in one log, and the last version that was read."""

    def __init__(self, session: Session, finder: Findings) -> None:
        self.finder = finder
        self.version = 0
        self.rewritten, self.branch = session.rewritten, session.branch
        self.lock = asyncio.Lock()

    def is_of(self, session: Session) -> bool:
        """Return whether the findings are still valid: the log was not rewritten, and did not go back."""
        return self.rewritten == session.rewritten and self.branch is session.branch

    def look_at(self, text: EventText, session: Session) -> None:
        """Take the next event of the log."""
        seen = decoded(text, _glance.decode)
        repeats = seen.repeats is not None
        if repeats or not self.finder.tags.isdisjoint([tag.effect for tag in seen.effects]):
            effects = decoded(text, session.codec.effects.decode).effects
            self.finder.take(text.version, effects, repeats=repeats)
        if self.finder.throws is not None and (seen.dice or seen.move.reported or repeats):
            throw = Throw(
                version=text.version,
                seat=seen.seat,
                move=seen.move.move,
                rolls=seen.dice,
                reported=seen.move.reported or (),
            )
            self.finder.throws.take(throw, seen.repeats)
        self.version = text.version


class Scans(Generic[Findings]):
    """Incremental scans of logs, kept for the sessions that were requested last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[UUID, _Scan[Findings]] = OrderedDict()

    async def of(self, session: Session, version: int, begin: Callable[[], Findings]) -> Findings:
        """Return a finder that has read the log at least up to a version. `begin` makes a new finder."""
        kept = self._kept.get(session.id)
        if kept is None or not kept.is_of(session):
            kept = self._kept[session.id] = _Scan(session, begin())
        self._kept.move_to_end(session.id)
        self._evict()
        async with kept.lock:
            while kept.version < version:
                for text in await texts(self._store, session, kept.version, PAGE):
                    understood(session.id, text.version, kept.look_at, text, session)
                    # Let other requests go on, because the log may be long.
                    await pause()
        return kept.finder

    def _evict(self) -> None:
        """Drop the scans that were requested longest ago, but never all of them."""
        count = sum(len(kept.finder) for kept in self._kept.values())
        while len(self._kept) > KEPT or (len(self._kept) > 1 and count > MOST):
            _, gone = self._kept.popitem(last=False)
            count -= len(gone.finder)
