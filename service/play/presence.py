"""Who of a session's table is here: seats whose holders follow it and want that to be seen.

Nothing of it is stored. A process knows its own readers and tells the others of them: at once when
they change, and again before that is forgotten, as what a lost process told has to be.
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
"""What a reader wants to be seen as: at the table, or with the page open and elsewhere."""
Seats = Mapping[SeatId, Attention]
"""The seats that are seen; whoever is not among them is not here."""

BEAT_SECONDS = 15.0
"""How often a process tells all that it knows to the others."""
BEATS_KEPT = 3
"""After so many of its own beats without a word, a process forgets what another told."""
LINGER_SECONDS = 3.0
"""How long a seat stays after its last reader: a page that is loaded anew comes back."""


def _nobody(session: UUID | None, message: bytes) -> None:
    del session, message


class _Told(msgspec.Struct, frozen=True):
    """What a process tells the others: its own seats, or none any more, of each of these sessions."""

    process: UUID
    sessions: Mapping[UUID, Seats]


_read = msgspec.json.Decoder(_Told).decode


class _Table:
    """Who is at one session's table, by this process's readers and by what others told."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._readers: Counter[tuple[SeatId, Attention]] = Counter()
        self.own: Seats = {}
        """The seats of this process's readers: here, if one of a seat's readers is."""
        self.others: dict[UUID, Seats] = {}
        self.silent: Counter[UUID] = Counter()
        """Beats since another process told of this table."""
        self.seen: Seats = {}

    def count(self, readers: Counter[tuple[SeatId, Attention]]) -> bool:
        """Count readers who come, or go where their number is negative; gives whether it shows."""
        self._readers.update(readers)
        before = self.own
        self.own = _merged([{seat: attention} for seat, attention in +self._readers])
        return self.own != before

    def look(self) -> None:
        """See who is here now, and wake those who follow if that is somebody else."""
        seen = _merged([self.own, *self.others.values()])
        if seen != self.seen:
            self.seen = seen
            self.session.wake()

    def forget_silent(self) -> None:
        """Forget what processes told that have been silent for too long."""
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
    """Who is here, for one reader."""

    def __init__(self, table: _Table | None) -> None:
        self._table = table
        self._told: Seats | None = None

    def news(self) -> Seats | None:
        """Who is here, if the reader wants to know and has not been told."""
        if self._table is None or self._table.seen == self._told:
            return None
        self._told = self._table.seen
        return self._told


class Presence:
    """Who is at the tables that are followed in this process."""

    def __init__(self) -> None:
        self.tell: Callable[[UUID | None, bytes], None] = _nobody
        """Tells the processes that know a session, or all of them; what was to be told there before is void."""
        self._process = uuid4()
        self._tables: dict[UUID, _Table] = {}
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell the others again and again."""
        self._beating = asyncio.create_task(self._forever())

    def stop(self) -> None:
        """Tell nothing any more: the others forget, unless whoever was here goes to one of them."""
        if self._beating:
            self._beating.cancel()

    @contextmanager
    def joining(
        self, session: Session, seats: Sequence[SeatId], attention: Attention | None
    ) -> Iterator[Company]:
        """Have a reader's seats seen while it follows, and for a moment longer."""
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
        """Take what another process tells; of tables that nobody follows here it is of no use."""
        with contextlib.suppress(msgspec.MsgspecError):
            told = _read(message)
            if told.process != self._process:
                for session, seats in told.sessions.items():
                    self._take(told.process, session, seats)

    def beat(self) -> None:
        """Forget what lost processes told, and tell what is so here."""
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
            # Who has just come has not heard who was here before.
            self._say(session, {session: table.own})
        table.look()

    def _say(self, session: UUID | None, sessions: Mapping[UUID, Seats]) -> None:
        self.tell(session, msgspec.json.encode(_Told(self._process, sessions)))
