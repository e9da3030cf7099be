"""Following a session: one source of events for every form that they are sent in."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Literal, Protocol, get_args

import msgspec
from msgspec import Meta
from websockets.frames import Frame, Opcode

from domain.table.onlookers import may_look_on
from service import work
from service.database.outage import UnavailableError
from service.edge.asking import Onlooker, Reader, Seated, reading
from service.log.row import Row, wire
from service.play.damage import LogDamagedError, following, require, require_whole
from service.play.session import Session, UnknownSessionError
from service.problem.problem import ProblemError
from service.wiring import Parts

KEEP_ALIVE_SECONDS = 15.0
"""How long a stream may be silent, and how often its leave to read is checked again."""
POLL_SECONDS = 1.0
"""How long a follower waits for a wake-up before it asks the log itself."""
SELDOM_SECONDS = 5.0
"""The same while Redis brings wake-ups: polling then only makes up for lost ones."""
PAGE = 100
"""Events that are read of the log at once."""
CHUNK_BYTES = 256 * 1024
"""Bytes of events sent at once, unless one alone has more: the most a slow reader holds up."""

RETRY_MILLISECONDS = 1_000
"""How long a client of server-sent events waits before it connects again by itself."""

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"

EndReason = Literal[
    "head_reached",
    "invalid_token",
    "missing_token",
    "no_such_session",
    "session_archived",
    "session_deleted",
    "log_damaged",
]
_FINAL = frozenset(get_args(EndReason))


class Form(Protocol):
    """A format in which events are sent to a reader."""

    name: str
    opening: bytes
    """Sent first; empty where nothing has to be."""
    keep_alive: bytes
    """Sent while there is no event; empty where nothing has to be."""
    after: int | None
    """The last version that the reader has; None where it named no possible one."""
    follow: bool
    """Whether it goes on with live events at the head of the log."""

    def item(self, id: object, body: bytes) -> bytes:
        """Encode one item, with the id by which a reader goes on after it."""
        ...

    def event(self, row: Row) -> bytes:
        """Encode an event."""
        ...

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Say that the position cannot be served: read the state anew and go on after this id."""
        ...

    def end(self, code: str) -> bytes:
        """Say why the server ends the stream; nothing is the matter where the code is empty."""
        ...


class LineForm:
    """Newline-delimited JSON: an event a line, an empty line to keep the connection alive.

    A line is always an event, so it can say neither that a position cannot be served (that is
    answered before the first line) nor why the lines end.
    """

    name = "lines"
    opening = b""
    keep_alive = b"\n"

    def __init__(self, after: int | None = None, *, follow: bool) -> None:
        self.after = after
        self.follow = follow

    def item(self, id: object, body: bytes) -> bytes:
        """A line; what it holds says where it stands."""
        del id
        return body + b"\n"

    def event(self, row: Row) -> bytes:
        """An event as a line."""
        return self.item(row.version, wire(row))

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Nothing."""
        del id, told
        return b""

    def end(self, code: str) -> bytes:
        """Nothing."""
        del code
        return b""


class ResetView(msgspec.Struct, frozen=True):
    """With the event `reset`: the position cannot be served; read the state anew."""

    head: Annotated[int, Meta(ge=1)]
    """The version that the stream goes on after."""


class EndView(msgspec.Struct, frozen=True):
    """With the event `end`: there is no more, and connecting again would bring nothing."""

    reason: EndReason


class SseForm:
    """Server-sent events (WHATWG HTML): the version is the id, and an event of the log has no name.

    So a client's handler of messages hears them all. Comments and `retry` stand without an empty
    line after them: some clients take that for the end of an event.
    """

    name = "sse"
    opening = b"retry: %d\n" % RETRY_MILLISECONDS
    keep_alive = b": keep-alive\n"

    def __init__(self, after: int | None = None, *, follow: bool) -> None:
        self.after = after
        self.follow = follow

    def item(self, id: object, body: bytes) -> bytes:
        """An event without a name."""
        return b"id: %s\ndata: %s\n\n" % (str(id).encode(), body)

    def event(self, row: Row) -> bytes:
        """An event whose id is its version."""
        return self.item(row.version, wire(row))

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """An event named `reset`."""
        data = msgspec.json.encode(told)
        return b"id: %s\nevent: reset\ndata: %s\n\n" % (str(id).encode(), data)

    def end(self, code: str) -> bytes:
        """An event named `end`, or a comment where a client does well to connect again."""
        reason = code or "head_reached"
        if reason in _FINAL:
            return b"event: end\ndata: %s\n\n" % msgspec.json.encode({"reason": reason})
        return b": %s\n" % reason.encode()


class MessageForm:
    """WebSocket (RFC 6455): a text message an event, the same bytes as a line.

    What a server sends is not masked, so that one frame serves every reader. Pings keep the
    connection alive, and the close frame says why it ends.
    """

    name = "messages"
    opening = b""
    keep_alive = b""

    def __init__(self, after: int | None = None, *, follow: bool) -> None:
        self.after = after
        self.follow = follow
        self.ended = ""

    def item(self, id: object, body: bytes) -> bytes:
        """A text message; what it holds says where it stands."""
        del id
        return _frame(body)

    def event(self, row: Row) -> bytes:
        """An event as a text message."""
        return self.item(row.version, wire(row))

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """A message of type `reset`, which is no move's."""
        del id
        return _frame(msgspec.json.encode({"type": "reset", **msgspec.structs.asdict(told)}))

    def end(self, code: str) -> bytes:
        """Keep the reason for the close frame; nothing else is sent."""
        self.ended = code
        return b""


def _frame(text: bytes) -> bytes:
    return Frame(Opcode.TEXT, text).serialize(mask=False)


async def reached(parts: Parts, hot: Session, after: int) -> bool:
    """Whether a session's log has reached this version; raises where it is damaged before that."""
    if after > hot.version:
        # The reader may know it from another process.
        hot.heard(after)
        await parts.sessions.freshen(hot)
    if after > hot.version:
        require_whole(hot)
    return after <= hot.version


FORMS = (LineForm.name, SseForm.name, MessageForm.name)
"""The formats of live events, by their names."""


async def chunks(
    parts: Parts, asking: Reader, authorization: str | None, form: Form
) -> AsyncGenerator[bytes, None]:
    """Events from the log, then as they happen; gap-free, in order, each once.

    Where the log went back, the reader is told to begin anew; where it is damaged or out of reach
    from the start, or the session is gone, why there is no more.
    """
    if form.opening:
        yield form.opening
    try:
        async with aclosing(_chunks(parts, asking, authorization, form)) as source:
            async for chunk in source:
                yield chunk
    except (LogDamagedError, UnknownSessionError) as error:
        yield form.end(error.code)
    except UnavailableError:
        yield form.end("unavailable")


async def _chunks(
    parts: Parts, asking: Reader, authorization: str | None, form: Form
) -> AsyncGenerator[bytes, None]:
    fresh = await parts.sessions.readable(asking.session)
    with fresh as hot, parts.streams.following(form.name):
        after, branch = form.after, hot.branch
        if after is None or not await reached(parts, hot, after):
            after = hot.version
            yield form.reset(after, ResetView(after))
        said, leave = time.monotonic(), _Leave(parts, hot, asking, authorization)
        ready: list[bytes] | None = []
        while not parts.stopping.is_set():
            ready = ready or await _next(parts, hot, after, form)
            if code := await leave.ended():
                yield form.end(code)
                return
            if hot.branch is not branch:
                after, branch, ready = hot.version, hot.branch, []
                reset = form.reset(after, ResetView(after))
                if not reset:
                    return
                yield reset
            elif ready:
                count = _fitting(ready)
                yield b"".join(ready[:count])
                del ready[:count]
                after, said = after + count, time.monotonic()
            elif ready is not None and not form.follow:
                yield form.end("")
                return
            elif form.keep_alive and time.monotonic() - said >= KEEP_ALIVE_SECONDS:
                # Something may have happened while the reader took it: look before waiting.
                yield form.keep_alive
                said = time.monotonic()
            else:
                await hot.moved(SELDOM_SECONDS if parts.wakeups.connected else POLL_SECONDS)
        yield form.end("stopping")


async def _next(parts: Parts, hot: Session, after: int, form: Form) -> list[bytes] | None:
    """The next events, encoded; None while the log is out of reach."""
    try:
        await parts.sessions.freshen(hot)
        recent = hot.after(after)
        # Who follows is not charged for what happens at the table, but for reading its past.
        work.is_free(free=recent is not None)
        if recent is not None:
            if not recent:
                require_whole(hot)
            return [hot.encoded(row, form.name, form.event) for row in recent]
        await work.pause()
        limit = min(PAGE, hot.version - after)
        rows = await parts.store.read(hot.id, after, limit)
        if count := following(after, [row.version for row in rows]):
            return [form.event(row) for row in rows[:count]]
        await require(parts.store, hot, after, ())
    except UnavailableError:
        pass
    return None


def _fitting(ready: list[bytes]) -> int:
    """How many of these events are sent at once."""
    count, size = 1, len(ready[0])
    while count < len(ready) and size + len(ready[count]) <= CHUNK_BYTES:
        size += len(ready[count])
        count += 1
    return count


class _Leave:
    """A follower's leave to read: checked now and then, and an onlooker's before every event."""

    def __init__(
        self, parts: Parts, hot: Session, asking: Reader, authorization: str | None
    ) -> None:
        self._parts, self._hot, self._asking = parts, hot, asking
        self._authorization = authorization
        self._seen = time.monotonic()

    async def ended(self) -> str:
        """Why it has ended, if so: the token is void or has lost a seat, or the table closed."""
        is_onlooker = isinstance(self._asking, Onlooker)
        if is_onlooker and not may_look_on(self._hot.state.table):
            return "no_such_session" if self._authorization else "missing_token"
        if time.monotonic() - self._seen < KEEP_ALIVE_SECONDS:
            return ""
        self._seen = time.monotonic()
        return "invalid_token" if await self._is_void() else ""

    async def _is_void(self) -> bool:
        asking, session = self._asking, self._asking.session
        try:
            if isinstance(asking, Seated):
                # By its id: who came with a ticket has not shown the token.
                held = await self._parts.identity.bearer(asking.bearer.token, session)
                return held is None or not held.reads or not set(asking.seats) <= set(held.seats)
            await reading(self._parts, self._authorization, str(session), None)
        except UnavailableError:
            return False
        except ProblemError:
            return True
        return False
