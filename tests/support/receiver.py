"""A receiver of webhooks: a real HTTP server that keeps requests, and sends the chosen answers."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Event, Thread
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from standardwebhooks import Webhook

from tests.support.client import Client, Json, Player, of
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute

QUICK = {
    "verger.service.annexes.notices.dispatcher.POLL_SECONDS": 0.05,
    "verger.service.annexes.notices.dispatcher.COUNT_SECONDS": 0.05,
    "verger.service.annexes.notices.schedule.REST_SECONDS": 0.0,
}
"""Shorter waits, for tests of deliveries."""


class Answer(NamedTuple):
    """An answer of the receiver, and the event that it waits for."""

    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    body: bytes = b"thanks"
    after: Event | None = None
    """An event to wait for before the answer."""


class Received(NamedTuple):
    """A delivery as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The payload of the delivery."""
        return msgspec.json.decode(self.body)

    @property
    def id(self) -> str:
        """The `webhook-id` of the delivery."""
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """Return the payload. Fail if the standard's own library finds that the secret did not sign it."""
        return Webhook(secret).verify(self.body, self.headers)


class Receiver:
    """The received requests, and the next answers."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: deque[Answer] = deque()
        """The answers for single deliveries. All other deliveries get `always`."""
        self.always = Answer()
        self._changed = Condition()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))

    @property
    def url(self) -> str:
        """Return the address for deliveries."""
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    def take(self, received: Received) -> Answer:
        """Keep a delivery, and return the answer for it."""
        with self._changed:
            self.received.append(received)
            self._changed.notify_all()
            return self.answers.popleft() if self.answers else self.always

    def wait(self, count: int) -> list[Received]:
        """Wait until this number of deliveries has arrived, and return all that have arrived."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self.received) >= count, PATIENCE_SECONDS)
            assert came, f"{len(self.received)} of {count} arrived"
            return list(self.received)


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = receiver.take(Received(self.path, headers, body))
            if answer.after:
                answer.after.wait(PATIENCE_SECONDS)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            # The sender may have given up, or may not read the whole answer.
            with suppress(ConnectionError):
                self.end_headers()
                self.wfile.write(answer.body)

        def log_message(self, format: str, *values: object) -> None:  # noqa: A002
            """Log nothing."""

    return Handler


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver for a while."""
    receiver = Receiver()
    thread = Thread(target=receiver.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


class Hook:
    """A webhook that somebody registered."""

    def __init__(self, player: Player, registered: Json, home: str) -> None:
        self.player, self.id, self.secret = player, registered["id"], registered["secret"]
        self.home = f"{home}/webhooks/{self.id}"

    def see(self) -> Json:
        """The webhook as it is now."""
        found: Json = self.player.read(self.home)
        return found

    def deliveries(self, **query: Any) -> list[Json]:
        """Return the webhook's deliveries, the newest first."""
        found: list[Json] = self.player.read(f"{self.home}/deliveries", **query)["deliveries"]
        return found

    def change(self, **fields: Any) -> Json:
        """Change the webhook, and return it as changed."""
        found: Json = of(self.player.ask("PATCH", self.home, json=fields), 200)
        return found

    def sends(self, path: str) -> Json:
        """Ask the server to send a ping, or to send a delivery again."""
        found: Json = of(self.player.ask("POST", f"{self.home}/{path}"), 202)
        return found

    def settled(self, count: int, state: str = "delivered") -> list[Json]:
        """Return its deliveries as soon as `count` of them are in this state."""
        return self.until(lambda found: sum(one["state"] == state for one in found) >= count)

    def tried(self, attempts: int) -> Json:
        """Return its newest delivery as soon as it has this number of attempts."""
        return self.until(lambda found: found and len(found[0]["attempts"]) >= attempts)[0]

    def until(self, holds: Callable[[list[Json]], object]) -> list[Json]:
        """Return its deliveries as soon as they meet a condition."""
        return until(self.deliveries, holds)


def leases_end(database_url: str) -> None:
    """End all leases, as if their time were over."""
    execute(database_url, "UPDATE webhooks SET leased_until = now()")


def hooked(player: Player, url: str, **more: Any) -> Hook:
    """Register a webhook for a seat, with this URL."""
    return _hooked(player, player.home, url, more)


def hooked_widely(asker: Client, url: str, **more: Any) -> Hook:
    """Register a webhook of an app or a token, which covers many sessions."""
    return _hooked(Player(asker.http, asker.token or "", "-", ""), "/v1/sessions/-", url, more)


def _hooked(asker: Player, home: str, url: str, more: Json) -> Hook:
    body = {"url": url, "description": "Tells the bot.", **more}
    return Hook(asker, of(asker.post(f"{home}/webhooks", body), 201), home)
