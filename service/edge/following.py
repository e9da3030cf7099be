"""Streams of a session: one source of events for all stream formats."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from verger.domain.table.onlookers import may_look_on
from verger.service import work
from verger.service.database.outage import UnavailableError
from verger.service.edge.asking import Onlooker, Reader, Seated, reading
from verger.service.edge.form import Form, PresenceView, ResetView
from verger.service.play.damage import UnreadableLogError, following, require, require_whole
from verger.service.play.presence import Attention
from verger.service.play.session import Session, UnknownSessionError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

KEEP_ALIVE_SECONDS = 15.0
"""The maximum silence of a stream, in seconds. At this interval, the right to read is checked again."""
POLL_SECONDS = 1.0
"""The seconds that a stream waits for a wake-up before it reads the log."""
SELDOM_SECONDS = 5.0
"""The same while Redis brings wake-ups: the stream then reads the log only in case a wake-up was lost."""
PAGE = 100
"""The number of events that are read from the log at once."""
CHUNK_BYTES = 256 * 1024
"""The maximum size of the events that are sent at once, in bytes. A single event can be larger."""


def shown(asking: Reader, attention: Attention | None) -> Attention | None:
    """Return the presence that a reader asked for. Refuse it to a reader without seats."""
    if attention is not None and not asking.seats:
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER,
            parameter="presence",
            reason="only a reader with a seat has a presence, and receives that of others",
        )
    return attention


async def reached(parts: Parts, session: Session, after: int) -> bool:
    """Return whether a log has reached this version. Raises an error if an earlier event is damaged."""
    if after > session.version:
        # Perhaps the reader has got this version from another process.
        session.heard(after)
        await parts.sessions.freshen(session)
    if after > session.version:
        require_whole(session)
    return after <= session.version


async def chunks(
    parts: Parts, asking: Reader, authorization: str | None, form: Form
) -> AsyncGenerator[bytes, None]:
    """Yield events from the log, and then new events: in order, without gaps, each once.

    If the log went back, the reader receives a reset. If the log is damaged or cannot be read, or the
    session is gone, the reader receives the reason. A reader that does not follow receives all
    events up to the head, even if the server is stopping.
    """
    if form.opening:
        yield form.opening
    try:
        async with aclosing(_chunks(parts, asking, authorization, form)) as source:
            async for chunk in source:
                yield chunk
    except (UnreadableLogError, UnknownSessionError) as error:
        yield form.end(error.code)
    except UnavailableError:
        yield form.end("unavailable")


async def _chunks(
    parts: Parts, asking: Reader, authorization: str | None, form: Form
) -> AsyncGenerator[bytes, None]:
    fresh = await parts.sessions.readable(asking.session)
    seen = parts.presence.joining(fresh, asking.seats, form.attention)
    with fresh as session, parts.streams.following(form.name), seen as company:
        after, branch = form.after, session.branch
        if after is None or not await reached(parts, session, after):
            after = session.version
            yield form.reset(after, ResetView(after))
        said, leave = time.monotonic(), _Leave(parts, session, asking, authorization)
        ready: list[bytes] | None = []
        while not (form.follow and parts.stopping.is_set()):
            ready = ready or await _next(parts, session, after, form)
            if code := await leave.ended():
                yield form.end(code)
                return
            if session.branch is not branch:
                after, branch, ready = session.version, session.branch, []
                reset = form.reset(after, ResetView(after))
                if not reset:
                    return
                yield reset
            elif ready:
                count = _fitting(ready)
                yield b"".join(ready[:count])
                del ready[:count]
                after, said = after + count, time.monotonic()
            elif (seats := company.news()) is not None:
                yield form.presence(PresenceView(dict(seats)))
            elif ready is not None and not form.follow:
                yield form.end("")
                return
            elif form.keep_alive and time.monotonic() - said >= KEEP_ALIVE_SECONDS:
                # Something can happen while this is sent. So read the log once more before the next wait.
                yield form.keep_alive
                said = time.monotonic()
            else:
                await session.moved(SELDOM_SECONDS if parts.wakeups.connected else POLL_SECONDS)
        yield form.end("stopping")


async def _next(parts: Parts, session: Session, after: int, form: Form) -> list[bytes] | None:
    """Return the next events, encoded. None while the database is unavailable."""
    try:
        await parts.sessions.freshen(session)
        recent = session.after(after)
        # The limits charge streams for reading older events, but not for new events.
        work.is_free(free=recent is not None)
        if recent is not None:
            if not recent:
                require_whole(session)
            return [session.encoded(row, form.name, form.event) for row in recent]
        await work.pause()
        limit = min(PAGE, session.version - after)
        rows = await parts.store.read(session.id, after, limit)
        if count := following(after, [row.version for row in rows]):
            return [form.event(row) for row in rows[:count]]
        await require(parts.store, session, after, ())
    except UnavailableError:
        pass
    return None


def _fitting(ready: list[bytes]) -> int:
    """Return how many of these events fit into one message, at least one."""
    count, size = 1, len(ready[0])
    while count < len(ready) and size + len(ready[count]) <= CHUNK_BYTES:
        size += len(ready[count])
        count += 1
    return count


class _Leave:
    """The right of a stream's reader to read. It is checked every 15 seconds, and after a change of seats.

    Whether a table still allows onlookers is checked before every event.
    """

    def __init__(
        self, parts: Parts, session: Session, asking: Reader, authorization: str | None
    ) -> None:
        self._parts, self._hot, self._asking = parts, session, asking
        self._authorization = authorization
        self._seen, self._seating = time.monotonic(), session.seating

    async def ended(self) -> str:
        """Return the reason if the right has ended: the token is void or lost a seat, or the table excludes onlookers."""
        table = self._hot.state.table
        if isinstance(self._asking, Onlooker) and not may_look_on(table):
            return "no_such_session" if self._authorization else "missing_token"
        is_reseated = self._hot.seating is not self._seating
        if not is_reseated and time.monotonic() - self._seen < KEEP_ALIVE_SECONDS:
            return ""
        self._seen, self._seating = time.monotonic(), self._hot.seating
        return "invalid_token" if await self._is_void() else ""

    async def _is_void(self) -> bool:
        asking, session = self._asking, self._asking.session
        try:
            if isinstance(asking, Seated):
                # Look the token up by its id, because a client with a ticket has sent no token.
                held = await self._parts.identity.bearer(asking.bearer.token, session)
                return held is None or not held.reads or not set(asking.seats) <= set(held.seats)
            await reading(self._parts, self._authorization, str(session), None)
        except UnavailableError:
            return False
        except ProblemError:
            return True
        return False
