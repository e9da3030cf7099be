"""The formats of streams: lines, server-sent events, WebSocket messages."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta
from websockets.frames import Frame, Opcode

from verger.domain.core.identifier import SeatId
from verger.service.log.row import Row, wire
from verger.service.play.presence import Attention
from verger.service.schema.json_schema import IN_COMPONENTS, Schema

RETRY_MILLISECONDS = 1_000
"""How long a client of server-sent events waits before it connects again automatically."""

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


class BrokenOffError(Exception):
    """An answer must end early, and its format cannot express this. So the server cuts the connection."""


class Form(ABC):
    """A format for sending events to a reader."""

    name: ClassVar[str]
    opening = b""
    """The first bytes of a stream, or none."""
    keep_alive = b""
    """The bytes that keep a quiet stream alive, or none."""
    last_words = b""
    """Sent at the end to a reader that is cut off because it read nothing for a long time."""

    def __init__(
        self, after: int | None = None, *, follow: bool, attention: Attention | None = None
    ) -> None:
        self.after = after
        """The last version that the reader has. None if the reader sent an impossible version."""
        self.follow = follow
        """True if the stream continues with live events at the head of the log."""
        self.attention = attention
        """The presence of the reader's seats during the stream, or None for no presence."""

    @abstractmethod
    def item(self, id: object, body: bytes) -> bytes:
        """Encode one event or item, with its id. A reader can continue after this id."""

    def event(self, row: Row) -> bytes:
        """Encode an event. Its id is its version."""
        return self.item(row.version, wire(row))

    @abstractmethod
    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Encode a reset: the reader must read the state again and continue after this id.

        Returns no bytes if the format cannot express a reset. Then the stream ends. Raises
        BrokenOffError like `end`.
        """

    @abstractmethod
    def presence(self, told: "PresenceView") -> bytes:
        """Encode the present seats."""

    @abstractmethod
    def end(self, code: str) -> bytes:
        """Encode the reason for the end of the stream. An empty code is a normal end.

        Raises BrokenOffError if the format cannot express it and the stream would look complete.
        """


class LineForm(Form):
    """Newline-delimited JSON: an event per line, and an empty line to keep the connection alive.

    A line is an event. For readers that asked for presence, it can also be the present seats. No
    line can express a reset or the reason for an end. An unknown position is answered before the
    first line. Lines without `follow` either reach the head, or the connection is cut.
    """

    name = "lines"
    keep_alive = b"\n"

    def item(self, id: object, body: bytes) -> bytes:
        """Encode a line. The item contains its position."""
        del id
        return body + b"\n"

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Return no bytes, or raise BrokenOffError, as for an end."""
        del id, told
        return self.end("reset")

    def presence(self, told: "PresenceView") -> bytes:
        """Encode a line of type `presence`. No move has this type."""
        return _typed("presence", told) + b"\n"

    def end(self, code: str) -> bytes:
        """Return no bytes. Raise BrokenOffError if lines without `follow` end before the head."""
        if code and not self.follow:
            raise BrokenOffError(code)
        return b""


class ResetView(msgspec.Struct, frozen=True):
    """The data of the event `reset`: the position is unknown. Read the state again."""

    head: Annotated[int, Meta(ge=1)]
    """The version that the stream continues from."""


class PresenceView(msgspec.Struct, frozen=True):
    """The data of the event `presence`: the present seats, for streams with `presence`."""

    seats: dict[SeatId, Attention]
    """The seats that are present. `here` means that the person looks at the page, and `away` that
    the page is open in the background. All other seats are absent."""


class EndView(msgspec.Struct, frozen=True):
    """The data of the event `end`: the stream has ended. Do not connect again."""

    reason: EndReason
    """The reason: the requested end of the log, or a problem code."""


class SseForm(Form):
    """Server-sent events (WHATWG HTML): the version is the id, and an event of the log has no name.

    Because events have no name, a client's `onmessage` receives them all. Comments and `retry` have no
    empty line after them, because some clients take that for the end of an event. The id comes last.
    If it came first and the connection broke before the data, some clients would skip the event.
    """

    name = "sse"
    opening = b"retry: %d\n" % RETRY_MILLISECONDS
    keep_alive = b": keep-alive\n"
    last_words = b": slow_reader\n"

    def item(self, id: object, body: bytes) -> bytes:
        """Encode an event without a name."""
        return b"data: %s\nid: %s\n\n" % (body, str(id).encode())

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Encode an event named `reset`."""
        data = msgspec.json.encode(told)
        return b"event: reset\ndata: %s\nid: %s\n\n" % (data, str(id).encode())

    def presence(self, told: PresenceView) -> bytes:
        """Encode an event named `presence`. It has no id, because nobody resumes after it."""
        return b"event: presence\ndata: %s\n\n" % msgspec.json.encode(told)

    def end(self, code: str) -> bytes:
        """Encode an event named `end`, or a comment if the client should connect again."""
        reason = code or "head_reached"
        if reason in _FINAL:
            return b"event: end\ndata: %s\n\n" % msgspec.json.encode({"reason": reason})
        return b": %s\n" % reason.encode()


class MessageForm(Form):
    """WebSocket (RFC 6455): a text message for each event, with the same bytes as a line.

    Frames of a server are not masked, so all readers can get the same frame. Pings keep the
    connection alive, and the close frame has the reason for the end.
    """

    name = "messages"
    ended = ""
    """The reason for the end of the stream, for the close frame."""

    def item(self, id: object, body: bytes) -> bytes:
        """Encode a text message. The item contains its position."""
        del id
        return _frame(body)

    def reset(self, id: object, told: msgspec.Struct) -> bytes:
        """Encode a message of type `reset`. No move has this type."""
        del id
        return _frame(_typed("reset", told))

    def presence(self, told: PresenceView) -> bytes:
        """Encode a message of type `presence`. No move has this type."""
        return _frame(_typed("presence", told))

    def end(self, code: str) -> bytes:
        """Remember the reason for the close frame, and return no bytes."""
        self.ended = code
        return b""


def _frame(text: bytes) -> bytes:
    return Frame(Opcode.TEXT, text).serialize(mask=False)


def _typed(type: str, told: msgspec.Struct) -> bytes:  # noqa: A002, it is the member's name
    return msgspec.json.encode({"type": type, **msgspec.structs.asdict(told)})


FORMS = (LineForm.name, SseForm.name, MessageForm.name)
"""The stream formats, by their names."""


def sent(ids: str, names: Sequence[str], views: Sequence[str]) -> Schema:
    """Return the schema of one server-sent event, for tools that read events one by one.

    The event has an id with this description, one of the names or none, and one of the views as its
    data.
    """
    told = [{"$ref": IN_COMPONENTS.format(name=view)} for view in views]
    return {
        "type": "object",
        "required": ["data"],
        "properties": {
            "id": {"type": "string", "description": ids},
            "event": {
                "type": "string",
                "description": "The kind of message. Left out for entries of the log or the feed.",
                "enum": list(names),
            },
            "data": {
                "type": "string",
                "description": "The message as JSON.",
                "contentMediaType": "application/json",
                "contentSchema": {"anyOf": told},
            },
        },
    }
