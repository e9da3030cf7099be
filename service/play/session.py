"""One session in memory: the state at the head of its log, and the newest events for its followers."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self, assert_never
from uuid import UUID

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId, SessionId
from verger.service.database.pool import FAR_AHEAD, LONG_AGO
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.codec import Codec
from verger.service.log.row import Row
from verger.service.log.sealed import seed_of
from verger.service.log.snapshot import TRAIL, Snapshot, StateAt
from verger.service.log.stubs import Stub
from verger.service.play.answer import Acknowledged
from verger.service.play.past_states import PastStates
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

FRESH_SECONDS = 1.0
CONTESTED_SECONDS = 1.0
"""For these seconds after another process appended first, a session's events get a separate commit."""
SHARED_SECONDS = 10.0
"""For these seconds after an event by another process, each move first reads the log for further ones."""
DAMAGED_SECONDS = 30.0
"""The seconds until a damaged log is read again, because somebody may have repaired it."""
LONG_SINCE = float("-inf")
RECENT = 64
"""The maximum number of newest events in memory. Streams that are up to date need not read the log."""
RECENT_TIME = timedelta(seconds=10)
"""How long such an event stays in memory. Nearly all streams have read it long before."""
RESTING = 8
"""The number of events that stay longer, because a client may repeat a request or reconnect a stream."""
HASH_BYTES = 32
SPACED = 20
"""The minimum distance, in versions, of an extra snapshot (after a rewind, or of a head) from the one before."""


class UnknownSessionError(ProblemError):
    """There is no session with this id."""

    def __init__(self, id: UUID) -> None:
        super().__init__(ProblemCode.NO_SUCH_SESSION, session=str(id))


class EndedSessionError(UnknownSessionError):
    """A session was ended. Its stub describes it."""

    def __init__(self, stub: Stub) -> None:
        tell = super(UnknownSessionError, self).__init__
        session, by = str(stub.session), stub.by
        at = stub.at.astimezone(UTC).isoformat().replace("+00:00", "Z")
        version, hash = stub.version, stub.hash.hex()  # noqa: A001, it is the fact's name
        match stub.code:
            case "session_archived":
                tell(
                    ProblemCode.SESSION_ARCHIVED,
                    session=session,
                    version=version,
                    hash=hash,
                    ended_by=by,
                    ended_at=at,
                )
            case "session_deleted":
                tell(
                    ProblemCode.SESSION_DELETED,
                    session=session,
                    version=version,
                    hash=hash,
                    ended_by=by,
                    ended_at=at,
                )
            case _:
                assert_never(stub.code)


class Seen(NamedTuple):
    """A version in If-Match, and the first hex digits of its hash if the client sent them."""

    version: int
    digits: str = ""


class Seating:
    """Facts about seats that were read from the log. A change of any seat replaces this object."""

    def __init__(self) -> None:
        self.held_since: dict[SeatId, int] = {}
        """For each seat, the version of the event that gave it to its holder; 0 for the first holder."""
        self.hides_keys: bool | None = None
        """True if an anonymous event has a request key. None if this is unknown."""


class Session:
    """One session in memory. In code that uses both, `session` has this type, and `session_id` is an id."""

    def __init__(self, id: UUID, codec: Codec) -> None:
        self.id = id
        self.name = SessionId(str(id))
        self.codec = codec
        self.seed: bytes | None = None
        """The seed of the dice, from the event that began their epoch. None in an import."""
        self.state: State[Any] = codec.ruleset.empty
        self.version, self.hash, self.at = 0, BEFORE_FIRST, LONG_AGO
        """The version, hash and time of the newest event."""
        self.recent: deque[Row] = deque(maxlen=RECENT)
        self.trail = b""
        """The hashes of the newest TRAIL events, even if the events are not in memory."""
        self._encoded: dict[int, dict[str, bytes]] = {}
        """Recent events as they are sent, by version and stream format. Each is encoded once for all streams."""
        self.kept = 0
        """The version of the newest snapshot that this process knows."""
        self.lock = asyncio.Lock()
        """Held while a move is judged and appended, and while new events are loaded."""
        self.looking: asyncio.Task[None] | None = None
        """The task that loads new events for all reads and streams that wait for them."""
        self.rewritten = 0
        """The version of the newest event that rewrote others. It is found before any event is read."""
        self.damaged: int | None = None
        """The first version that cannot be read. Memory then ends with the version before it."""
        self.past = PastStates()
        """Older states that are still valid."""
        self.branch = object()
        """A new object after the log went back. Data that was derived before is then out of date."""
        self.generation = object()
        """A new object after the session was read again, for example because a text was removed."""
        self.acknowledged = Acknowledged()
        self._contested_until = self._shared_until = self._confirmed = LONG_SINCE
        self.running: set[tuple[SeatId, str]] = set()
        """The seats and Idempotency-Keys of moves in progress."""
        self.seating = Seating()
        self._users = self._known = 0
        self._moved: asyncio.Event | None = None
        """Set to wake the streams. None while no stream waits."""
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        """Keep the session in memory until `__exit__`."""
        self._users += 1
        return self

    def __exit__(self, *error: object) -> None:
        """Release the session. If nobody uses it any more, drop the events that are kept for streams."""
        self._users -= 1
        if not self._users:
            self._forget(FAR_AHEAD)

    def lock_at_once(self) -> bool:
        """Take the lock if it is free, without waiting. Return whether it was taken."""
        if self.lock.locked():
            return False
        taking = self.lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()  # others already wait for the lock, and go first
        return False

    @property
    def is_idle(self) -> bool:
        """Whether no request and no stream holds it."""
        return not self._users

    @property
    def left(self) -> StateAt | None:
        """Return the snapshot to store when the session leaves memory. None shortly after another snapshot."""
        if self.version - self.kept < SPACED:
            return None
        return StateAt(self.id, self.version, self.hash, self.state, is_head=True)

    def heard(self, version: int) -> None:
        """Note a report that the log has reached this version."""
        if version > self._known:
            self._known = version
            self.wake()

    def advance(self, row: Row, state: State[Any]) -> None:
        """Take the next event of the log into memory, and the state after it."""
        assert row.version == self.version + 1
        if state.table.seats is not self.state.table.seats:
            self.seating = Seating()
        if row.request_key and row.seat is None:
            self.seating.hides_keys = True
        self.state, self.version, self.hash, self.at = state, row.version, row.hash, row.at
        if state.table.dice_epoch == row.version:
            self.seed = seed_of(row.sealed)
        self.recent.append(row)
        self.trail = (self.trail + row.hash)[-TRAIL * HASH_BYTES :]
        self._encoded.pop(row.version - RECENT, None)
        self._forget(row.at - RECENT_TIME)

    def begin_at(self, snapshot: Snapshot) -> None:
        """Begin with a snapshot instead of the first event."""
        self.state, self.version, self.hash = snapshot.state, snapshot.version, snapshot.hash
        self.at, self.trail, self.kept = snapshot.at, snapshot.trail, snapshot.version

    def take(self, rows: Iterable[tuple[Row, State[Any]]]) -> None:
        """Take events into memory that this process has appended while it held the lock, with the states after them."""
        for row, state in rows:
            self.advance(row, state)
            if row.request_key:
                self.acknowledged.add(row.request_key, row.version)
        self.confirm()

    def _forget(self, since: datetime) -> None:
        """Drop recent events up to a time, except for the newest ones (RESTING)."""
        while len(self.recent) > RESTING and self.recent[0].at <= since:
            self._encoded.pop(self.recent.popleft().version, None)

    def replace(self, other: "Session") -> None:
        """Take over everything that another object has read. This is one step, so no reader sees a mixture."""
        self.state, self.version, self.hash, self.at = (
            other.state,
            other.version,
            other.hash,
            other.at,
        )
        self.recent, self.rewritten, self.seed = other.recent, other.rewritten, other.seed
        self.trail = other.trail
        self.kept, self.damaged = other.kept, other.damaged
        self._encoded, self.acknowledged, self.past = {}, Acknowledged(), PastStates()
        self.seating, self.generation = Seating(), object()

    @property
    def hashes(self) -> dict[int, bytes]:
        """Return the hashes of the newest events, by their versions."""
        places = range(0, len(self.trail), HASH_BYTES)
        found = [self.trail[place : place + HASH_BYTES] for place in places]
        return dict(enumerate(found, self.version - len(found) + 1))

    def confirm(self) -> None:
        """Note that memory had the newest event of the log a moment ago."""
        self._confirmed = time.monotonic()
        self.wake()

    @property
    def said(self) -> int:
        """Return the newest reported version."""
        return self._known

    def disprove(self, said: int) -> None:
        """Drop the report of version `said`, because the log was read since and does not have it. Keep a later report."""
        if self._known == said:
            self._known = self.version

    @property
    def is_fresh(self) -> bool:
        """Whether reads can use memory without reading the log."""
        if self.damaged:
            return time.monotonic() - self._confirmed < DAMAGED_SECONDS
        return self._known <= self.version and time.monotonic() - self._confirmed < FRESH_SECONDS

    def contend(self) -> None:
        """Note that another process appended first just now."""
        self._contested_until = time.monotonic() + CONTESTED_SECONDS

    @property
    def is_contested(self) -> bool:
        """Whether another process appended first a moment ago."""
        return time.monotonic() < self._contested_until

    def share(self) -> None:
        """Note that another process has appended."""
        self._shared_until = time.monotonic() + SHARED_SECONDS

    @property
    def is_behind(self) -> bool:
        """Whether memory probably lacks events: another process has appended, or memory is in doubt."""
        is_shared = time.monotonic() < self._shared_until or self._confirmed == LONG_SINCE
        return not self.damaged and (is_shared or self._known > self.version)

    def after(self, version: int) -> list[Row] | None:
        """Return the events after a version if all of them are in memory, or None."""
        if version >= self.version:
            return []
        missing = self.version - version
        if missing > len(self.recent):
            return None
        return list(self.recent)[-missing:]

    def encoded(self, row: Row, form: str, encode: Callable[[Row], bytes]) -> bytes:
        """Return a recent event in a format, encoded once."""
        known = self._encoded.setdefault(row.version, {})
        found = known.get(form)
        if found is None:
            found = known[form] = encode(row)
        return found

    @property
    def encodings(self) -> int:
        """Return the number of events whose encoded forms are kept."""
        return len(self._encoded)

    def doubt(self) -> None:
        """Have the log read before the next answer, because it may have changed without a report."""
        self._confirmed = LONG_SINCE
        self.wake()

    def wake(self) -> None:
        """Wake all waiting streams."""
        if self._moved is not None and self._timer is not None:
            self._moved.set()
            self._timer.cancel()
            self._moved = None

    async def moved(self, seconds: float) -> None:
        """Wait until `wake` is called, or until the time is over. All streams share the timer of the first one."""
        if self._moved is None:
            self._moved = asyncio.Event()
            self._timer = asyncio.get_running_loop().call_later(seconds, self.wake)
        await self._moved.wait()
