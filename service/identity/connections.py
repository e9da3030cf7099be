"""The open connections of a process: their number, and their time without a request."""

import heapq
import resource
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

import structlog

from verger.service.address import Addresses
from verger.service.identity.rate_limit import RateLimit, Window
from verger.service.work import Turns

RESERVED = 200
"""The number of open files that are reserved for the database, the log and other uses."""
FEWEST = 10
"""The minimum number of connections that a process serves, as in VERGER_CONNECTIONS."""
PART_ENDED = 20
"""If there are too many connections, one in this number of those without a request is ended, and at
least one. So the next connections also find room."""
REASONS = (
    "head", "body", "idle", "unread", "address", "process", "framing", "frames", "turn", "blocked",
)  # fmt: skip
"""The reasons to end a connection: its client sent something too late, read nothing, sent too much or in a
wrong form, got no turn or was blocked, or there were too many connections."""
SHARE_MILLISECONDS = 4_000
"""The budget of one client in a minute for work that no other limit counts. After a part of it (`LIGHT`), the
client must wait for turns."""
_EXPECTED = ("idle",)
"""Reasons that are not logged. A connection of any client ends in this way if it is not used."""

_log = structlog.get_logger()


class OpenConnection(Protocol):
    """A connection, as the limits see it."""

    peer: tuple[str, int]
    """The client's address and port."""

    @property
    def waits_since(self) -> float | None:
        """Return the time since when the connection has no request. None while a request is served."""

    @property
    def streamed_to(self) -> str:
        """Return the address, as limits count it, of the client that receives a stream. Empty if there is no stream."""

    def overdue(self, now: float) -> str:
        """Return the reason why the connection must end now, or ""."""

    def drop(self) -> None:
        """End the connection at once."""


class Connections:
    """The open connections of a process."""

    def __init__(
        self,
        limit: int,
        address_limit: int,
        trusted: Addresses,
        turns: Turns,
        is_blocked: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._limit = limit
        self._address_limit = address_limit
        self._is_blocked = is_blocked
        self._trusted = trusted
        self._turns = turns
        self._shares: RateLimit[object] = RateLimit("connection", SHARE_MILLISECONDS)
        self._held: dict[OpenConnection, None] = {}
        self._by_address: dict[str, dict[OpenConnection, None]] = {}
        self._all_served: set[str] = set()
        """Addresses (or `process`) where a search found no connection without a request. Cleared by each sweep."""
        self.ended: Counter[str] = Counter(dict.fromkeys(REASONS, 0))
        """The number of ended connections, by reason."""
        self._logged = self.ended.copy()

    def __len__(self) -> int:
        return len(self._held)

    @property
    def limit(self) -> int:
        """Return the maximum number of connections, within the system's limit of open files."""
        return min(self._limit, max(1, _files() - RESERVED))

    def hold(self, connection: OpenConnection) -> None:
        """Count a connection until `forget`."""
        self._held[connection] = None
        self._by_address.setdefault(connection.peer[0], {})[connection] = None

    def forget(self, connection: OpenConnection) -> None:
        """Stop counting a connection."""
        self._held.pop(connection, None)
        same = self._by_address.get(connection.peer[0])
        if same is not None:
            same.pop(connection, None)
            if not same:
                del self._by_address[connection.peer[0]]

    def make_room(self, connection: OpenConnection) -> None:
        """If there are too many connections, end those that have been idle longest. If none is idle, end this one."""
        address = connection.peer[0]
        same = self._by_address[address]
        # All clients of a proxy have its address. For them, only requests are limited, by the
        # forwarded address.
        if len(same) > self._address_limit and not self._trusted.is_trusted(address):
            self._end_some(same, connection, "address", address)
        if len(self._held) > self.limit:
            self._end_some(self._held, connection, "process", "process")

    def _end_some(
        self, crowd: dict[OpenConnection, None], newest: OpenConnection, reason: str, whose: str
    ) -> None:
        if whose in self._all_served:
            self.end(newest, reason)
            return
        waiting = [
            (since, number, connection)
            for number, connection in enumerate(crowd)
            if connection is not newest and (since := connection.waits_since) is not None
        ]
        chosen = heapq.nsmallest(len(waiting) // PART_ENDED + 1, waiting)
        if not chosen:
            # Do not search again for each new connection. That would cost more than serving it.
            self._all_served.add(whose)
        for connection in [connection for *_, connection in chosen] or [newest]:
            self.end(connection, reason)

    def end(self, connection: OpenConnection, reason: str) -> None:
        """End a connection."""
        self.ended[reason] += 1
        self.forget(connection)
        connection.drop()

    def charge(self, client: OpenConnection | str, seconds: float) -> bool:
        """Charge work to the client of a connection, or to an address.

        Return whether the client must wait for turns.
        """
        share = self._share(client)
        share.used += seconds * 1_000
        is_over = share.used > share.light
        if is_over:
            self._turns.spent(seconds)
        return is_over

    async def turn(self, client: OpenConnection | str) -> None:
        """Wait for a turn if the client has used more than a light share. Raises NoTurnError if no turn comes."""
        share = self._share(client)
        if share.used > share.light:
            await self._turns.take(share.used / share.light)

    def _share(self, client: OpenConnection | str) -> Window:
        """Return the share of a client: an address, or a single connection of a proxy."""
        if isinstance(client, str):
            return self._shares.window(client, time.monotonic())
        is_proxy = self._trusted.is_trusted(client.peer[0])
        key = client.peer if is_proxy else self._trusted.of(client.peer, None)
        return self._shares.window(key, time.monotonic())

    def sweep(self, now: float) -> None:
        """End all overdue connections and all streams to blocked addresses.

        Log the number of ended connections since the last sweep.
        """
        for connection in list(self._held):
            if self._is_blocked(connection.streamed_to):
                self.end(connection, "blocked")
            elif reason := connection.overdue(now):
                self.end(connection, reason)
        self._all_served.clear()
        since = self.ended - self._logged
        self._logged = self.ended.copy()
        if any(reason not in _EXPECTED for reason in since):
            _log.warning("connections_ended", **since, open=len(self._held))


def _files() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def open_as_many_files_as_may_be() -> int:
    """Raise the limit of open files to the maximum that the system allows. Return that limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
