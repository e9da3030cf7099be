"""The past of a session in memory: its older states and events, read from its log."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from verger.domain.core.decider import Event, State
from verger.domain.core.past import Deed, KnownPast, PastNeededError, PastPlay
from verger.domain.core.timeline import Line
from verger.domain.history.rewind import OWN_LIMIT
from verger.domain.judging.deed import deed
from verger.service.log.reading import EventText
from verger.service.log.row import Row
from verger.service.log.snapshot import Snapshot, Snapshots
from verger.service.log.store import Store
from verger.service.play.damage import event_of, require, texts, understood
from verger.service.play.past_states import PastState
from verger.service.play.session import Session
from verger.service.work import Charging

PAGE = 500
"""The number of events that are read and folded before other requests get a turn."""


class History:
    """Reads the past of sessions."""

    def __init__(self, store: Store, snapshots: Snapshots) -> None:
        self._store, self._snapshots = store, snapshots
        self.counts = {"used": 0, "none": 0}
        """The number of searches for a snapshot that found one (`used`), and that found none."""

    async def state_at(
        self, session: Session, version: int, since: PastState | None = None
    ) -> State[Any]:
        """Return the state after an event. Fold from the nearest snapshot, or from the state `since` if it is nearer."""
        return (
            session.state
            if version == session.version
            else await self._folded(session, version, {}, since)
        )

    async def digests(self, session: Session, until: int) -> dict[int, bytes]:
        """Return the digests of the snapshots up to a version, by version."""
        parts = (await self._store.lineage(session.id)).overlapping(0, until)
        return await self._snapshots.digests(parts, session.codec.format)

    async def line(
        self, session: Session, line: Line, first: int
    ) -> list[tuple[int, Event[Any, Any]]]:
        """Return the events of a line of play from a version on, each with its version."""
        return [
            numbered
            for start, last in line
            if last >= first
            async for numbered in self._events(session, max(start, first) - 1, last)
        ]

    async def _events(
        self, session: Session, after: int, last: int
    ) -> AsyncIterator[tuple[int, Event[Any, Any]]]:
        """Yield the events after a version. They are read a page at a time, and other requests get turns between."""
        while after < last:
            rows = await self._store.read(session.id, after, min(PAGE, last - after))
            await require(self._store, session, after, [row.version for row in rows])
            for row in rows:
                with Charging():
                    event = event_of(session, row)
                yield row.version, event
                await asyncio.sleep(0)
            after = rows[-1].version

    async def past_play(self, session: Session, version: int) -> PastPlay:
        """Return the facts about an earlier version that a rewind to it needs."""
        state = await self.state_at(session, version)
        is_near = session.version - version <= OWN_LIMIT
        deeds = await self.deeds(session, version) if is_near else {}
        movers = {deed.mover for deed in deeds.values()}
        return PastPlay(state.play, movers.pop() if len(movers) == 1 else None)

    async def deeds(
        self, session: Session, since: int, until: int | None = None
    ) -> dict[int, Deed]:
        """Return the action (`Deed`) of each event after a version, up to the newest or to another version."""
        ruleset, last = session.codec.ruleset, until or session.version
        return {
            version: deed(ruleset, event)
            async for version, event in self._events(session, since, last)
        }

    async def supply(self, session: Session, past: KnownPast, needed: PastNeededError) -> None:
        """Read the part of the log that judging needs, and add it to `past`."""
        if needed.part == "deeds":
            past.remember(needed.version, await self.deeds(session, needed.version))
        else:
            past.keep(needed.version, await self.past_play(session, needed.version))

    async def after(
        self,
        session: Session,
        state: State[Any],
        event: Row | EventText,
        known: dict[int, PastPlay],
    ) -> State[Any]:
        """Return the state after this event. `known` collects the play of recent versions, for rewinds to them."""
        version = event.version
        said = (session.id, version, session.codec.fold, state, event, KnownPast(known))
        try:
            after = understood(*said)
        except PastNeededError as needed:
            earlier = await self._folded(session, needed.version, known)
            known[needed.version] = PastPlay(earlier.play)
            after = understood(*said)
        known[version] = PastPlay(after.play)
        known.pop(version - PAGE, None)
        return after

    async def _folded(
        self,
        session: Session,
        version: int,
        known: dict[int, PastPlay],
        since: PastState | None = None,
    ) -> State[Any]:
        past = session.past
        start = past.near(version) or await self.snapshot(session.id, version)
        at, state = (start.version, start.state) if start else (0, session.codec.ruleset.empty)
        if since and since.version > at:
            at, state = since
        while at < version:
            for event in await texts(self._store, session, at, min(PAGE, version - at)):
                state = await self.after(session, state, event, known)
                past.keep(at := event.version, state)
        return state

    async def snapshot(self, id: UUID, until: int) -> Snapshot | None:
        """Return the newest usable snapshot of a log up to a version. A fork can use one of its parent's."""
        parts = (await self._store.lineage(id)).overlapping(0, until)
        found = await self._snapshots.of(parts)
        self.counts["used" if found else "none"] += 1
        return found
