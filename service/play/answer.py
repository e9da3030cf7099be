"""The outcome of a requested move: its event in the log, or the reason why there is none."""

from collections import OrderedDict
from collections.abc import Sequence
from enum import Enum, auto
from uuid import UUID

import msgspec

from verger.domain.core.ruling import Refused
from verger.service.identity.grant import MissingScope
from verger.service.log.row import Row

REMEMBER_LIMIT = 64
"""The maximum number of request keys of a session that a process remembers."""
SINCE_EVENTS = 100
"""The maximum number of missed events in the answer to a stale move."""


class Appended(msgspec.Struct, frozen=True):
    """The move's event is in the log. `replayed` is true if an earlier request with the same key made it."""

    row: Row
    replayed: bool = False


class Stale(msgspec.Struct, frozen=True):
    """The move was made for another version than the newest one (RFC 9110, If-Match)."""

    session: UUID
    expected: int
    head: int
    since: Sequence[Row]
    """The events after the expected version, at most one more than an answer can contain."""


class QuestionClosed(msgspec.Struct, frozen=True):
    """The move answers a question that its seat can no longer answer."""

    question: str
    head: int


Late = Stale | QuestionClosed


class NotAppended(Enum):
    """A reason why a move was not appended to the log, although the rules allowed it."""

    CONTENDED = auto()
    """Other processes appended first at each attempt."""
    KEY_REUSED = auto()
    """The move's Idempotency-Key belongs to another request."""
    REQUEST_RUNNING = auto()
    """The first request with the move's Idempotency-Key is not answered yet."""


class DiceNeeded(msgspec.Struct, frozen=True):
    """The first dice that a move would roll. Its ruling depends on them."""

    count: int
    """The number of dice."""
    faces: int
    """The number of sides of each die."""


class SeedNeeded(msgspec.Struct, frozen=True):
    """The move would be accepted, and would reveal the seed of the dice."""


NotMade = Refused | Late | MissingScope | NotAppended
Answer = Appended | NotMade


class Acknowledged:
    """The request keys of the newest events of a session that this process has acknowledged to a client."""

    def __init__(self) -> None:
        self._versions: OrderedDict[bytes, int] = OrderedDict()

    def __contains__(self, key: object) -> bool:
        return key in self._versions

    def version(self, key: bytes) -> int | None:
        """Return the version of the event that was recorded with a key, if it is remembered."""
        return self._versions.get(key)

    def add(self, key: bytes, version: int) -> None:
        """Remember a key. Forget the oldest key if there are too many."""
        self._versions[key] = version
        if len(self._versions) > REMEMBER_LIMIT:
            self._versions.popitem(last=False)
