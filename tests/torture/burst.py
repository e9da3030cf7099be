"""People whose moves reach one process at the same moment, so that one commit contains events of many sessions."""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import urlsplit
from uuid import uuid4

import uvloop

from tests.support.client import Client, Json, Player
from tests.support.patience import PATIENCE_SECONDS
from tests.torture.asking import AGAIN, Asking
from tests.torture.ledger import Told
from tests.torture.players import Enough

PEOPLE = 48
"""The number of people. Each has a separate session, because two moves of a session never share a commit."""
PAUSE_SECONDS = 0.5
PATIENT_SECONDS = 8.0
IMPATIENT = 0.04
"""The share of requests whose client closes the connection early."""


class Burst:
    """The people who send requests to one process, in one thread.

    The event loop is uvloop's, because it writes all requests without giving other threads a turn. Otherwise the
    requests would arrive one after the other, each in its own commit.
    """

    def __init__(self, asking: Asking, url: str, enough: Enough) -> None:
        self._people = [Person(asking, url) for _ in range(PEOPLE)]
        self._asking, self._enough = asking, enough

    def play(self) -> None:
        """Send bursts until the campaign ends and every request is answered."""
        uvloop.run(self._play())

    async def _play(self) -> None:
        end = 0.0
        while people := [one for one in self._people if one.key or not self._enough()]:
            await asyncio.to_thread(self._asking.ledger.wait)
            await _together(people)
            await asyncio.sleep(PAUSE_SECONDS * 2 * self._asking.random.random())
            if self._enough():
                end = end or time.monotonic() + PATIENCE_SECONDS
                if self._asking.given_up.is_set():
                    return
                if time.monotonic() > end:
                    self._asking.ledger.find(f"{len(people)} people of a burst got no answer")
                    return
        for one in self._people:
            one.leave()


async def _together(people: Sequence["Person"]) -> None:
    """Connect everybody first, and then send all requests at the same moment."""
    await asyncio.gather(*(one.connect() for one in people))
    for one in people:
        one.send()
    await asyncio.gather(*(one.hear() for one in people))


class Person:
    """A person who repeats a move under its key until the move is answered."""

    def __init__(self, asking: Asking, url: str) -> None:
        self._asking, self._port = asking, urlsplit(url).port
        seats = [{"kind": "gm", "name": "Ann"}]
        made: Json = asking.insist(
            Client(asking.server), "/v1/sessions", json={"title": "Low Tide", "seats": seats}
        ).json()
        self._player = Player(asking.server, made["token"], made["session"], made["seat"])
        asking.ledger.begin(self._player.session)
        self.key = ""
        """The key of the request that has no answer yet."""
        self._kept = ""
        """The same key, in the form that the log stores."""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> None:
        """Connect if there is no connection and the process listens."""
        if self._streams is None:
            with suppress(OSError):
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)

    def send(self) -> None:
        """Send the request that has no answer yet, or a new one."""
        if self._streams is None:
            return
        if not self.key:
            self.key = uuid4().hex
            player = self._player
            self._kept = self._asking.ledger.send(player.session, player.seat, self.key)
        self._streams[1].write(self._request())

    def _request(self) -> bytes:
        # The key is a nonce too: a repeated request must have the same body.
        body = json.dumps({"move": "give_nonce", "nonce": self.key}).encode()
        lines = (
            f"POST {self._player.home}/moves HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {self._player.token}",
            f"Idempotency-Key: {self.key}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join((*lines, "", "")).encode() + body

    async def hear(self) -> None:
        """Receive the answer. If there is none, close the connection."""
        if self._streams is None:
            return
        random = self._asking.random
        impatient = random.random() < IMPATIENT
        try:
            async with asyncio.timeout(random.random() / 50 if impatient else PATIENT_SECONDS):
                status, body = await _answer(self._streams[0])
        except (OSError, EOFError, TimeoutError):
            self.leave()
            return
        self._take(status, json.loads(body))

    def _take(self, status: int, said: Json) -> None:
        if status == HTTPStatus.CREATED:
            told = Told(said["version"], said["hash"])
            self._asking.ledger.acknowledge(self._player.session, self._kept, told)
            self._asking.ledger.count("acknowledged")
            self.key = ""
        elif said["code"] not in AGAIN:
            self._asking.ledger.find(f"a move in a burst was answered {status} {said}")
            self.key = ""

    def leave(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    line, *fields = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    lengths = [field for field in fields if field.startswith("content-length:")]
    body = await reader.readexactly(int(lengths[0].partition(":")[2]))
    return int(line.split()[1]), body
