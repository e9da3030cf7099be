"""The records of clients: every request key that they sent, and the acknowledged event for it."""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from verger.domain.core.identifier import SeatId
from verger.service.play.recognition import request_key


class Told(NamedTuple):
    """An event as a client received it."""

    version: int
    hash: str


@dataclass
class Heard:
    """The events of a stream since its beginning, or since its reset."""

    events: list[Told] = field(default_factory=list)
    joins: set[int] = field(default_factory=lambda: {0})
    """The places in `events` of each new connection's first event. A new connection knows only the version to continue after."""


@dataclass
class Account:
    """The knowledge of clients about one session."""

    begins: int = 1
    """The version of its first event. The earlier ones of a fork are its parent's."""
    keyless: bool = False
    """Whether moves may have no key: in an import, or if moves were repeated after a move was left out."""
    sent: set[str] = field(default_factory=set)
    """The keys of all sent requests, in the hexadecimal form of the log."""
    acknowledged: dict[str, Told] = field(default_factory=dict)
    """The acknowledged events, by the key of their request."""
    heard: list[Heard] = field(default_factory=list)
    """The events of each of its streams."""


class Ledger:
    """The accounts of all sessions, and the faults that were found during play."""

    def __init__(self) -> None:
        self.accounts: defaultdict[str, Account] = defaultdict(Account)
        self.started: tuple[str, ...] = ()
        """The sessions that the app has started."""
        self.wrong: list[str] = []
        """The faults that were found during play."""
        self.counts: defaultdict[str, int] = defaultdict(int)
        self._lock = threading.Lock()
        self._is_open = threading.Event()
        self._is_open.set()

    def wait(self) -> None:
        """Wait while the ledger is closed. Clients call this before each request."""
        self._is_open.wait()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Let no client begin a request for a while."""
        self._is_open.clear()
        try:
            yield
        finally:
            self._is_open.set()

    def count(self, what: str, number: int = 1) -> None:
        """Add a number to a row of the report."""
        with self._lock:
            self.counts[what] += number

    def find(self, what: str) -> None:
        """Note something that is wrong."""
        with self._lock:
            self.wrong.append(what)

    def begin(self, session: str, version: int = 1, *, keyless: bool = False) -> None:
        """Open the account of a session. `begins` is the version of its first own event."""
        with self._lock:
            self.accounts[session] = Account(version, keyless)

    def start(self, session: str) -> None:
        """Open the account of a session that the app has started."""
        self.begin(session)
        with self._lock:
            self.started += (session,)

    def send(self, session: str, seat: str, key: str) -> str:
        """Note a request before it is sent, and return its key as the log keeps it."""
        kept = request_key(SeatId(seat), key).hex()
        with self._lock:
            self.accounts[session].sent.add(kept)
        return kept

    def acknowledge(self, session: str, kept: str, told: Told) -> None:
        """Note an answer. A repeated request must get the same answer."""
        with self._lock:
            before = self.accounts[session].acknowledged.setdefault(kept, told)
            if before != told:
                self.wrong.append(f"{session}: a repeated request was told {told}, not {before}")

    def forget(self, session: str, kept: Iterable[str]) -> None:
        """Remove answers that have been reported as lost."""
        with self._lock:
            for key in kept:
                del self.accounts[session].acknowledged[key]

    def acknowledged(self, session: str) -> dict[str, Told]:
        """The acknowledged events of a session until now."""
        with self._lock:
            return dict(self.accounts[session].acknowledged)

    def stream(self, session: str) -> Heard:
        """Return the record of one more stream. Its reader adds the events."""
        heard = Heard()
        with self._lock:
            self.accounts[session].heard.append(heard)
        return heard
