"""Requests that are repeated with their key, at any process, until their outcome is known."""

import threading
import time
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import httpx

from tests.support.client import Client, Json, Player
from tests.support.patience import PATIENCE_SECONDS
from tests.torture.ledger import Ledger, Told

AGAIN_SECONDS = 0.1
REPEATED = 0.05
"""The share of acknowledged requests that are sent once more."""
IMPATIENT = 0.01
"""The share of requests whose client leaves before there can be an answer."""

# The documents' advice on these: repeat the request with the same key.
AGAIN = {"unavailable", "contended", "request_running", "too_many_streams"}


class UnansweredError(Exception):
    """A request got no answer however often it was repeated."""


class Asking:
    """A client that sends each request to a random process, and records the answers in the ledger."""

    def __init__(
        self,
        servers: Sequence[httpx.Client],
        patience: float,
        ledger: Ledger,
        random: Random,
        given_up: threading.Event,
    ) -> None:
        self._servers, self._patience = servers, patience
        self.ledger = ledger
        self.random = random
        self.given_up = given_up
        self.sent_at = 0.0
        """The time when the last request was sent."""

    @property
    def server(self) -> httpx.Client:
        """A random process."""
        return self.random.choice(self._servers)

    def insist(self, client: Client, path: str, *, key: str = "", **body: Any) -> httpx.Response:
        """Send a request until its outcome is known. The outcome must be a success."""
        key, end, unknown = key or uuid4().hex, time.monotonic() + PATIENCE_SECONDS, False
        while True:
            answer = self._ask(client, path, key, body)
            if answer is not None:
                break
            unknown = True
            if time.monotonic() > end or self.given_up.is_set():
                raise UnansweredError(f"{path}: no answer")
            time.sleep(AGAIN_SECONDS * self.random.random())
        if answer.status_code != 201:
            raise UnansweredError(f"{path}: {answer.status_code} {answer.text}")
        self.ledger.count("acknowledged")
        if unknown:
            self.ledger.count("settled")
            if "idempotent-replayed" in answer.headers:
                self.ledger.count("there already")
        return answer

    def event(self, player: Player, path: str, **body: Any) -> Json:
        """Send a request that becomes an event, and keep the answer."""
        key = uuid4().hex
        kept = self.ledger.send(player.session, player.seat, key)
        event: Json = self.insist(player, f"{player.home}/{path}", key=key, **body).json()
        told = Told(event["version"], event["hash"])
        self.ledger.acknowledge(player.session, kept, told)
        if self.random.random() < REPEATED:
            again = self._ask(player, f"{player.home}/{path}", key, body)
            if again is not None:
                told = Told(again.json().get("version", 0), again.json().get("hash", again.text))
                self.ledger.acknowledge(player.session, kept, told)
        return event

    def move(self, player: Player, move: str, **fields: Any) -> Json:
        """Make a move."""
        return self.event(player, "moves", json={"move": move, **fields})

    def _ask(
        self, client: Client, path: str, key: str, options: dict[str, Any]
    ) -> httpx.Response | None:
        """Send a request once. Return None if the request must be repeated."""
        self.ledger.wait()
        self.sent_at = time.monotonic()
        impatient = self.random.random() < IMPATIENT
        patience = self.random.random() / 50 if impatient else self._patience
        try:
            answer = at(self.server, client).post(
                path, options.get("json"), key, timeout=patience, **_content(options)
            )
        except httpx.TransportError:
            return None
        except AssertionError as error:
            self.ledger.find(f"an answer that the document does not know: {error}")
            return None
        again = answer.status_code in (409, 503) and answer.json()["code"] in AGAIN
        return None if again else answer


def _content(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "json"}


def at(server: httpx.Client, client: Client) -> Client:
    """Return the same client, which asks another process."""
    return Client(server, client.token)
