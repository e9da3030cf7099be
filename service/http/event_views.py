"""The answers about events: a single event, a page of them, and a ruling."""

import msgspec

from verger.domain.core.divergence import Divergence
from verger.domain.core.identifier import SeatId
from verger.domain.core.rule import Rule
from verger.domain.core.ruling import Allowed
from verger.projections.disputes import PrecedentView
from verger.projections.recorded import RecordedEvent


class SealedView(msgspec.Struct, frozen=True):
    """A sealed part of an event.

    Its digest in the event is SHA-256(salt ‖ JSON [name, eyes, text]).
    """

    name: str
    """The kind of sealed part, such as `note`."""
    eyes: tuple[SeatId, ...]
    """The seats that can read it."""
    salt: str
    """The salt of its digest, in hex."""
    text: str
    """The sealed text."""


class EventView(msgspec.Struct, frozen=True):
    """An event of the log.

    `hash` covers `event` as the guide to the hash chain describes.
    """

    version: int
    """The version of the event."""
    type: str
    """The name of the move."""
    hash: str
    """The hash of the log at this version, in hex."""
    event: RecordedEvent
    """The accepted move, its ruling and its effects."""
    texts: tuple[tuple[int, int], ...]
    """The position and the size, in bytes, of each text in `event`."""
    request: str | msgspec.UnsetType = msgspec.UNSET
    """A digest of the idempotency key and body of the move, in hex. Left out if the move had no
    key."""
    salt: str | msgspec.UnsetType = msgspec.UNSET
    """The salt of the digests of its texts, in hex. Left out after a redaction."""
    kept: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The salt or the digest of each text. Only redacted events have it."""
    sealed: tuple[SealedView, ...] | msgspec.UnsetType = msgspec.UNSET
    """The sealed parts that you can see. Only a request for a single event returns them."""


class EventsView(msgspec.Struct, frozen=True):
    """A page of the log.

    It can have fewer events than requested, because it searches at most 5,000.
    """

    events: tuple[EventView, ...]
    """The events, in the requested order."""
    next_after: int | None
    """The value of `after` for the page with later events; null at the head of the log."""
    next_before: int | None
    """The value of `before` for the page with earlier events; null at the beginning of the log."""


class RulingView(msgspec.Struct, frozen=True):
    """The ruling of an event, and the statements of its rules."""

    version: int
    """The version of the event."""
    type: str
    """The name of the move."""
    ruling: Allowed
    """The decision on the move, and its reasons."""
    rules: tuple[Rule, ...]
    """The applied rules, with their statements."""
    precedents: tuple[PrecedentView, ...]
    """The settled disputes that it cites, as they were at that time."""
    missed: tuple[Divergence, ...]
    """The later moves that could not be repeated, if the event leaves a move out."""
