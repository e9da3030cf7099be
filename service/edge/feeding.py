"""Streams of the feed: one source of items for all stream formats."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

import msgspec

from verger.projections.session import NowView
from verger.service.database.outage import UnavailableError
from verger.service.edge.following import KEEP_ALIVE_SECONDS, POLL_SECONDS, SELDOM_SECONDS
from verger.service.edge.form import Form
from verger.service.identity.identity import Bearer
from verger.service.log.feed import Entry, FeedPosition, Stretch, Whose
from verger.service.play.damage import LogDamagedError, NewerLogError
from verger.service.play.session import UnknownSessionError
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import pause

GAP_SECONDS = 0.06
"""The minimum time between two reads of the feed for a reader. Events from this time are read together."""
PAGE = 100
"""The default number of items on a page."""
AT_ONCE = 1_000
"""The maximum number of items that are read for a stream at once."""


class FeedItem(msgspec.Struct, frozen=True):
    """An event of one of many sessions, and the current state of its session."""

    place: str
    """The position in the feed. Send it as `after` to get the items that follow."""
    session: UUID
    """The id of the session."""
    version: int
    """The version of the event."""
    type: str
    """The name of the move."""
    now: NowView
    """The session as it is now."""


class FeedResetView(msgspec.Struct, frozen=True):
    """The data of the event `reset`: the position is unknown. Read the sessions again."""

    after: str
    """The position that the stream continues from."""


class Item(NamedTuple):
    """An item of the feed as JSON, and its place."""

    place: FeedPosition
    body: bytes


async def items(parts: Parts, stretch: Stretch) -> list[Item]:
    """Return the items of a part of the feed as JSON. Events of unreadable sessions are left out."""
    presents: dict[UUID, bytes] = {}
    for session_id in {entry.session: None for entry in stretch.entries}:
        gone = suppress(UnknownSessionError, LogDamagedError)
        with gone, await parts.sessions.readable(session_id) as session:
            presents[session_id] = parts.presents.of(session)
        await pause()
    told = (entry for entry in stretch.entries if entry.session in presents)
    return [Item(entry.place, _item(entry, presents[entry.session])) for entry in told]


def _item(entry: Entry, now: bytes) -> bytes:
    said = {
        "place": str(entry.place),
        "session": entry.session,
        "version": entry.version,
        "type": entry.type,
        "now": msgspec.Raw(now),
    }
    return msgspec.json.encode(said)


class _Step(NamedTuple):
    """The next bytes of a stream, the place after them, and whether no more items follow for now."""

    sent: bytes
    place: FeedPosition
    is_all: bool
    is_reset: bool = False


async def feeding(
    parts: Parts, holder: Bearer, place: FeedPosition | None, form: Form
) -> AsyncGenerator[bytes, None]:
    """Yield the items after a place, and then new items. A place of None is unknown: the reader gets a reset."""
    said = looked = time.monotonic()
    if form.opening:
        yield form.opening
    with parts.streams.following(form.name), parts.wakeups.following_all():
        while not (form.follow and parts.stopping.is_set()):
            if time.monotonic() - looked >= KEEP_ALIVE_SECONDS:
                looked = time.monotonic()
                if await _is_void(parts, holder):
                    yield form.end("invalid_token")
                    return
            try:
                step = await _step(parts, holder, place, form)
            except NewerLogError as error:
                # A newer release wrote the next event. This process can never read it, and must not leave it out.
                yield form.end(error.code)
                return
            if step and step.sent:
                yield step.sent
                said = time.monotonic()
            elif step and step.is_reset:
                return
            if step:
                place = step.place
                if not step.is_all:
                    continue
                if not form.follow:
                    yield form.end("")
                    return
            if form.keep_alive and time.monotonic() - said >= KEEP_ALIVE_SECONDS:
                yield form.keep_alive
                said = time.monotonic()
            await parts.feed.wait(SELDOM_SECONDS if parts.wakeups.connected else POLL_SECONDS)
            # Wait a moment, so that one read gets all moves of this time.
            await asyncio.sleep(GAP_SECONDS)
        yield form.end("stopping")


async def _step(
    parts: Parts, holder: Bearer, place: FeedPosition | None, form: Form
) -> _Step | None:
    """Return the bytes to send after a place. None while the database is unavailable."""
    try:
        whose = Whose(holder.token, holder.app)
        stretch = place and await parts.feed.after(place, whose, AT_ONCE)
        if not stretch:
            now = await parts.feed.now()
            told = form.reset(now, FeedResetView(str(now)))
            return _Step(told, now, is_all=False, is_reset=True)
        found = await items(parts, stretch)
    except UnavailableError:
        return None
    sent = b"".join(form.item(item.place, item.body) for item in found)
    return _Step(sent, stretch.after, stretch.is_all)


async def _is_void(parts: Parts, holder: Bearer) -> bool:
    """Return whether the token is now void or blocked. False while the database is unavailable."""
    try:
        return await parts.identity.bearer(holder.token, None) is None
    except UnavailableError:
        return False
    except ProblemError:
        return True
