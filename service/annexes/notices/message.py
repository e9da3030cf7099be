"""The content and the signature of a delivery (Standard Webhooks 1.0)."""

import base64
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from standardwebhooks import Webhook

SECRET_PREFIX = "whsec_"  # noqa: S105, the prefix of the specification
PING = "webhook.ping"
DIGEST = "sessions.moved"
ASKED = "seat.asked"


class SessionMovedData(msgspec.Struct, frozen=True):
    """The place of an event in its session. Read its content from the log."""

    session: UUID
    """The id of the session."""
    version: int
    """The version of the event."""
    type: str
    """The type of the event, such as `declare`."""
    link: str
    """The path of the event. You need a token to read it."""


class SessionMoved(msgspec.Struct, frozen=True, tag_field="type", tag="session.moved"):
    """A session has one more event."""

    timestamp: datetime
    """The time of the event."""
    data: SessionMovedData
    """The place of the event."""


class Gathered(msgspec.Struct, frozen=True):
    """The new events of a session."""

    session: UUID
    """The id of the session."""
    events: int
    """The number of new events."""
    version: int
    """The newest version."""
    awaits_me: bool
    """Whether there are open questions to the webhook's seats."""
    link: str
    """The path of the events."""


class SessionsMovedData(msgspec.Struct, frozen=True):
    """The sessions with new events, in the order of their newest events."""

    sessions: tuple[Gathered, ...]
    """The sessions, in the order of their newest events."""


class SessionsMoved(msgspec.Struct, frozen=True, tag_field="type", tag=DIGEST):
    """Some sessions have new events, which a webhook with a digest has gathered."""

    timestamp: datetime
    """The time of the newest event."""
    data: SessionsMovedData
    """The sessions with new events."""


class SeatAskedData(msgspec.Struct, frozen=True):
    """The session of the seat."""

    session: UUID
    """The id of the session."""
    link: str
    """The path of the requests for seats, for a host of the table."""


class SeatAsked(msgspec.Struct, frozen=True, tag_field="type", tag=ASKED):
    """Somebody asks for a seat in the lobby."""

    timestamp: datetime
    """The time of the request."""
    data: SeatAskedData
    """The session, and the path of its requests."""


class WebhookPingData(msgspec.Struct, frozen=True):
    """The webhook that was pinged."""

    session: UUID | None
    """The id of the session; null if the webhook covers many sessions."""
    webhook: UUID
    """The id of the webhook."""


class WebhookPing(msgspec.Struct, frozen=True, tag_field="type", tag=PING):
    """A test whether deliveries arrive."""

    timestamp: datetime
    """The time of the test."""
    data: WebhookPingData
    """The webhook that was tested."""


def shown_secret(secret: bytes) -> str:
    """Return a signing secret in the form that its owner receives."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def event_path(session: UUID, version: int) -> str:
    """Return the path of an event."""
    return f"/v1/sessions/{session}/events/{version}"


def listing_path(session: UUID) -> str:
    """Return the path of the requests for seats of a table."""
    return f"/v1/sessions/{session}/listing"


def events_path(session: UUID, after: int) -> str:
    """Return the path of the events after a version."""
    return f"/v1/sessions/{session}/events?after={after}"


def headers(id: UUID, at: datetime, body: bytes, secrets: Iterable[bytes]) -> dict[str, str]:
    """Return the headers of an attempt, with a signature by each secret."""
    at = at.astimezone(UTC)
    text = body.decode()
    return {
        "Content-Type": "application/json",
        "webhook-id": str(id),
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(
            Webhook(secret).sign(str(id), at, text) for secret in secrets
        ),
    }
