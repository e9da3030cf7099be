"""Readers of live streams. They resume at their positions, at any process, and keep each message."""

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator

import httpx

from tests.support.client import Client, Json, Player, frames
from tests.support.patience import PATIENCE_SECONDS
from tests.torture.asking import Asking
from tests.torture.ledger import Told
from tests.torture.players import Enough, Table

QUIET_SECONDS = 3.0
"""A reader that receives nothing for this time connects again. This is shorter than the pause of keep-alive messages."""
AGAIN_SECONDS = 0.2


class Reading:
    """A reader who follows a table's sessions one after the other, each from its first event."""

    def __init__(self, asking: Asking, table: Table, enough: Enough) -> None:
        self._asking, self._table, self._enough = asking, table, enough

    def read(self) -> None:
        """Follow until the campaign ends and every acknowledged event was received."""
        for number in itertools.count(1):

            def over(known: int = number) -> bool:
                return self._enough() or len(self._table.sessions) > known

            Following(self._asking, self._table.sessions[number - 1][-1]).follow(over)
            if len(self._table.sessions) == number:
                return


class Follower(ABC):
    """A reader of a live stream. It continues after a break."""

    name: str
    """The followed stream, by its name in findings."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def follow(self, over: Enough) -> None:
        """Read until the campaign ends and everything acknowledged has arrived."""
        end = 0.0
        while not over() or self._lacks():
            end = end or (time.monotonic() + PATIENCE_SECONDS if over() else 0.0)
            if end and time.monotonic() > end:
                self._asking.ledger.find(f"{self.name} is stuck")
                return
            for message in self._connected():
                self._hear(message)
                if over() and not self._lacks():
                    return
            time.sleep(AGAIN_SECONDS)

    def _read(self, client: Client, address: str, after: str) -> Iterator[Json]:
        """Yield the messages of one connection to an address, until the connection breaks."""
        headers = {**client.authorization, "Accept": "text/event-stream"}
        if after:
            headers["Last-Event-ID"] = after
        server = self._asking.server
        try:
            with server.stream("GET", address, headers=headers, timeout=QUIET_SECONDS) as answer:
                if answer.status_code == 200:
                    yield from frames(answer.iter_lines())
                elif answer.status_code < 500:
                    self._asking.ledger.find(f"{self.name} was answered {answer.read()!r}")
        except httpx.TransportError:
            self._asking.ledger.count("resumed")

    @abstractmethod
    def _connected(self) -> Iterator[Json]:
        """Yield the messages of one connection that come after the last received message."""

    @abstractmethod
    def _lacks(self) -> bool:
        """Return whether an acknowledged event was not received."""

    @abstractmethod
    def _hear(self, message: Json) -> None:
        """Record a message."""


class Following(Follower):
    """One reader of one session."""

    def __init__(self, asking: Asking, player: Player) -> None:
        super().__init__(asking)
        self.name = f"{player.session}: a stream"
        self._player = player
        self._heard = asking.ledger.stream(player.session)
        self._position = 0
        asking.ledger.count("streams")

    def _lacks(self) -> bool:
        told = self._asking.ledger.acknowledged(self._player.session).values()
        return self._position < max((one.version for one in told), default=0)

    def _connected(self) -> Iterator[Json]:
        self._heard.joins.add(len(self._heard.events))
        position = str(self._position) if self._position else ""
        return self._read(self._player, f"{self._player.home}/events", position)

    def _hear(self, message: Json) -> None:
        data = message["data"]
        if message.get("event") == "reset":
            self._asking.ledger.count("reset")
            self._heard.events.clear()
            self._heard.joins = {0}
            self._position = data["head"]
        elif message.get("event") != "end":
            self._heard.events.append(Told(data["version"], data["hash"]))
            self._position = data["version"]
