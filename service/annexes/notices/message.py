"""The content and the signature of a delivery (Standard Webhooks 1.0)."""

import base64
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from standardwebhooks import Webhook

SECRET_PREFIX = "whsec_"  # noqa: S105, as the specification has it
PING = "webhook.ping"
DIGEST = "sessions.moved"
ASKED = "seat.asked"


class SessionMovedData(msgspec.Struct, frozen=True):
    """An event of a session, by where it stands: what it says is read from the log."""

    session: UUID
    version: int
    type: str
    """The type of the event, such as `declare`."""
    link: str
    """Where the event is read, below the server's address; with a token that may read it."""


class SessionMoved(msgspec.Struct, frozen=True, tag_field="type", tag="session.moved"):
    """A session has one more event."""

    timestamp: datetime
    """When the event was."""
    data: SessionMovedData


class Gathered(msgspec.Struct, frozen=True):
    """What has happened in a session meanwhile."""

    session: UUID
    events: int
    """How many there were."""
    version: int
    """The newest version."""
    awaits_me: bool
    """Whether the webhook's seats are asked for something there by then."""
    link: str
    """Where what happened is read, below the server's address."""


class SessionsMovedData(msgspec.Struct, frozen=True):
    """Each session once, in the order of their newest events."""

    sessions: tuple[Gathered, ...]


class SessionsMoved(msgspec.Struct, frozen=True, tag_field="type", tag=DIGEST):
    """Sessions have more events: what a webhook with a digest has gathered."""

    timestamp: datetime
    """When the newest of them was."""
    data: SessionsMovedData


class SeatAskedData(msgspec.Struct, frozen=True):
    """Where somebody asks for a seat."""

    session: UUID
    link: str
    """Where the table's host reads who does, below the server's address."""


class SeatAsked(msgspec.Struct, frozen=True, tag_field="type", tag=ASKED):
    """Somebody asks for a seat in the lobby."""

    timestamp: datetime
    data: SeatAskedData


class WebhookPingData(msgspec.Struct, frozen=True):
    """The webhook that was pinged."""

    session: UUID | None
    """Nothing where it is told of many."""
    webhook: UUID


class WebhookPing(msgspec.Struct, frozen=True, tag_field="type", tag=PING):
    """Somebody tries whether deliveries arrive."""

    timestamp: datetime
    data: WebhookPingData


def shown_secret(secret: bytes) -> str:
    """A signing secret in the form given to its holder."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def event_path(session: UUID, version: int) -> str:
    """The address of an event."""
    return f"/v1/sessions/{session}/events/{version}"


def listing_path(session: UUID) -> str:
    """The address at which a host reads who asks for a seat."""
    return f"/v1/sessions/{session}/listing"


def events_path(session: UUID, after: int) -> str:
    """The address of the events after a version."""
    return f"/v1/sessions/{session}/events?after={after}"


def headers(id: UUID, at: datetime, body: bytes, secrets: Iterable[bytes]) -> dict[str, str]:
    """The headers of one attempt, signed with every secret that is still good."""
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
