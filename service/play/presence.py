"""Presence: the seats whose holders follow the session, and let the others see that.

Presence is not stored. A process knows its own readers and sends them to the other processes: at once
after a change, and again at intervals. The others forget a process that sends nothing for too long.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal
from uuid import UUID, uuid4

import msgspec

from verger.domain.core.identifier import SeatId
from verger.service.play.session import Session

Attention = Literal["here", "away"]
"""The presence that a reader sends: looking at the page (`here`), or with the page in the background (`away`)."""
Seats = Mapping[SeatId, Attention]
"""The present seats. All other seats are absent."""

BEAT_SECONDS = 15.0
"""A process sends its presence again after this time, even without a change."""
BEATS_KEPT = 3
"""A process forgets another one that has sent nothing for this number of intervals."""
LINGER_SECONDS = 3.0
"""How long a seat stays present after its last stream ended, because a page may only be reloading."""


def _nobody(session: UUID | None, message: bytes) -> None:
    del session, message


class _Told(msgspec.Struct, frozen=True):
    """A message between processes: for each session, the present seats among the readers of the sending process."""

    process: UUID
    sessions: Mapping[UUID, Seats]


_read = msgspec.json.Decoder(_Told).decode


class _Table:
    """The presence at one table, from the readers of this process and from other processes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._readers: Counter[tuple[SeatId, Attention]] = Counter()
        self.own: Seats = {}
        """The present seats of this process. A seat is `here` if one of its readers is `here`."""
        self.others: dict[UUID, Seats] = {}
        self.silent: Counter[UUID] = Counter()
        """For each other process, the number of intervals since its last message about this table."""
        self.seen: Seats = {}

    def count(self, readers: Counter[tuple[SeatId, Attention]]) -> bool:
        """Add readers, or remove them with a negative number. Return whether the presence in this process changed."""
        self._readers.update(readers)
        before = self.own
        self.own = _merged([{seat: attention} for seat, attention in +self._readers])
        return self.own != before

    def look(self) -> None:
        """Find the seats that are present now in any process. If they have changed, wake the streams."""
        seen = _merged([self.own, *self.others.values()])
        if seen != self.seen:
            self.seen = seen
            self.session.wake()

    def forget_silent(self) -> None:
        """Forget the seats of processes that have sent nothing for too long."""
        self.silent.update(self.others.keys())
        silent = [one for one in self.others if self.silent[one] > BEATS_KEPT]
        for process in silent:
            del self.others[process]
        if silent:
            self.look()


def _merged(told: Sequence[Seats]) -> Seats:
    found: dict[SeatId, Attention] = {}
    for seats in told:
        for seat, attention in seats.items():
            found[seat] = "here" if "here" in (attention, found.get(seat)) else "away"
    return dict(sorted(found.items()))


class Company:
    """The presence at a table, for one reader."""

    def __init__(self, table: _Table | None) -> None:
        self._table = table
        self._told: Seats | None = None

    def news(self) -> Seats | None:
        """Return the presence if it has changed since the last call, and if the reader wants it."""
        if self._table is None or self._table.seen == self._told:
            return None
        self._told = self._table.seen
        return self._told


class Presence:
    """The presence at all tables that this process follows."""

    def __init__(self) -> None:
        self.tell: Callable[[UUID | None, bytes], None] = _nobody
        """Sends a message to the processes of a session, or to all. It replaces earlier messages."""
        self._process = uuid4()
        self._tables: dict[UUID, _Table] = {}
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to send the presence of this process to the others at intervals."""
        self._beating = asyncio.create_task(self._forever())

    def stop(self) -> None:
        """Stop sending. The other processes then forget the readers of this process after a while."""
        if self._beating:
            self._beating.cancel()

    @contextmanager
    def joining(
        self, session: Session, seats: Sequence[SeatId], attention: Attention | None
    ) -> Iterator[Company]:
        """Show a reader's seats as present while it follows, and for a moment longer."""
        if attention is None:
            yield Company(None)
            return
        table = self._tables.setdefault(session.id, _Table(session))
        table.session = session
        readers = [(seat, attention) for seat in seats]
        self._count(table, Counter(readers))
        try:
            yield Company(table)
        finally:
            gone = Counter(dict.fromkeys(readers, -1))
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._count, table, gone)

    def hear(self, message: bytes) -> None:
        """Receive a message of another process. Ignore tables that nobody follows here."""
        with contextlib.suppress(msgspec.MsgspecError):
            told = _read(message)
            if told.process != self._process:
                for session, seats in told.sessions.items():
                    self._take(told.process, session, seats)

    def beat(self) -> None:
        """Forget silent processes, and send the presence of this process."""
        for table in self._tables.values():
            table.forget_silent()
        if self._tables:
            self._say(None, {id: table.own for id, table in self._tables.items()})

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.beat()

    def _count(self, table: _Table, readers: Counter[tuple[SeatId, Attention]]) -> None:
        id = table.session.id
        if table.count(readers):
            self._say(id, {id: table.own})
        if not table.own:
            self._tables.pop(id, None)
        table.look()

    def _take(self, process: UUID, session: UUID, seats: Seats) -> None:
        table = self._tables.get(session)
        if table is None:
            return
        is_new = process not in table.others
        table.silent.pop(process, None)
        if seats:
            table.others[process] = seats
        else:
            table.others.pop(process, None)
        if is_new and seats:
            # The other process has just begun to follow this table, and does not know the readers of this one.
            self._say(session, {session: table.own})
        table.look()

    def _say(self, session: UUID | None, sessions: Mapping[UUID, Seats]) -> None:
        self.tell(session, msgspec.json.encode(_Told(self._process, sessions)))
