"""An app that has started every table. One feed and one webhook report all events to it."""

import time
from collections.abc import Iterator

import httpx

from tests.support.client import Client, Json, of
from tests.support.patience import PATIENCE_SECONDS
from tests.support.receiver import Receiver, hooked_widely
from tests.torture.asking import Asking
from tests.torture.findings import Feed
from tests.torture.readers import AGAIN_SECONDS, Follower

STALE_SECONDS = 2.0
SHOWN = 5
"""The maximum number of missing deliveries that are named."""


class Club(Follower):
    """The app's follower and its webhook."""

    name = "the feed"

    def __init__(self, asking: Asking, key: str, receiver: Receiver) -> None:
        super().__init__(asking)
        self.client = Client(asking.server, key)
        self._receiver = receiver
        self._feed = Feed()
        # The place is read before any session begins, because a follower without a place gets no `reset` after a takeover.
        self._place = of(self.client.get("/v1/feed"), 200)["after"]
        hooked_widely(self.client, receiver.url)

    def _lacks(self) -> bool:
        newest = self._feed.newest
        return any(newest(one) < version for one, version in self._acknowledged().items())

    def _acknowledged(self) -> dict[str, int]:
        """The newest acknowledged version of each of the app's sessions."""
        ledger = self._asking.ledger
        return {
            session: max((one.version for one in ledger.acknowledged(session).values()), default=0)
            for session in ledger.started
        }

    def _connected(self) -> Iterator[Json]:
        return self._read(self.client, "/v1/feed", self._place)

    def _hear(self, message: Json) -> None:
        if message.get("event") == "end":
            return
        self._place = message["id"]
        if message.get("event") == "reset":
            self._asking.ledger.count("feed begun anew")
            # A process that does not know of a move yet shows the session as it was before the move.
            time.sleep(STALE_SECONDS)
            self._feed.begin(
                {session: self._version(session) for session in self._asking.ledger.started}
            )
            return
        item = message["data"]
        for finding in self._feed.hear(item["session"], item["version"]):
            self._asking.ledger.find(f"{item['session']}: {finding.what}")

    def _version(self, session: str) -> int:
        """The version of a session; 0 if no process answers for a long time."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            try:
                answer = self._asking.server.get(
                    f"/v1/sessions/{session}", headers=self.client.authorization
                )
            except httpx.TransportError:
                continue
            if answer.status_code == 200:
                return int(answer.json()["version"])
            time.sleep(AGAIN_SECONDS)
        return 0

    def settle(self) -> None:
        """Wait until the webhook has reported everything acknowledged, and find its gaps."""
        wanted = {
            (session, one.version)
            for session in self._asking.ledger.started
            for one in self._asking.ledger.acknowledged(session).values()
        }
        known, end = 0, 0.0
        while missing := wanted - self._delivered():
            # A webhook sends one delivery at a time, and can have many to send.
            if (came := len(self._receiver.received)) > known:
                known, end = came, time.monotonic() + PATIENCE_SECONDS
            if time.monotonic() > end:
                break
            time.sleep(AGAIN_SECONDS)
        for session, version in sorted(missing)[:SHOWN]:
            self._asking.ledger.find(
                f"{session}: version {version} of {len(missing)} was not delivered"
            )
        self._asking.ledger.count("delivered", len(self._receiver.received))

    def _delivered(self) -> set[tuple[str, int]]:
        said = [one.said["data"] for one in self._receiver.received]
        return {(one["session"], one["version"]) for one in said}
