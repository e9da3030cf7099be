"""All players and readers during the faults, each in a separate thread."""

import json
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Self

import httpx

from tests.support.patience import PATIENCE_SECONDS
from tests.support.receiver import receiving
from tests.torture.asking import Asking
from tests.torture.burst import Burst
from tests.torture.club import Club
from tests.torture.findings import missing
from tests.torture.ledger import Ledger, Told
from tests.torture.players import Playing, Table, games
from tests.torture.readers import Reading
from tests.torture.world import World

TABLES = 3
PATIENT_SECONDS = 8.0
"""How long players wait for an answer before they ask another process."""
PULSE_SECONDS = 1.0
"""The pause between checks for a process that is back."""
LOOK_SECONDS = 3.0
"""The pause between checks of a log. A process can show an old log: of a second ago, or from before it was frozen."""
GM, PLAYER = 0, 1


class Crowd:
    """Everybody who plays in a campaign.

    The tables of an app, with two players each, send their requests to any door. One more player for each process and each
    door sends requests only there. Bursts send many requests at once to each process.
    """

    def __init__(self, world: World, ledger: Ledger, seed: int, key: str) -> None:
        self.ledger = ledger
        self._seed, self._key, self._long = seed, key, world.long
        self._vergers = world.vergers
        self._open = ExitStack()
        each = (*world.doors, *(one.server.url for one in world.vergers))
        self._each = {
            url: httpx.Client(base_url=url, timeout=PATIENT_SECONDS, trust_env=False)
            for url in each
        }
        self._servers = [self._each[url] for url in world.doors]
        self._enough, self._all_made = threading.Event(), threading.Event()
        self._given_up = threading.Event()
        self._players: list[threading.Thread] = []
        self._readers: list[threading.Thread] = []
        self._tables: list[Table] = []
        self._pulses: list[Playing] = []

    def is_back(self, since: float) -> bool:
        """Return whether every process and every door has answered a move that was sent after this moment."""
        return all(pulse.answered > since for pulse in self._pulses)

    def __enter__(self) -> Self:
        kinds = games(self._asking("games"))
        receiver = self._open.enter_context(receiving())
        self._club = Club(self._asking("club"), self._key, receiver)
        self._readers.append(self._thread(lambda: self._club.follow(self._all_made.is_set)))
        for number in range(TABLES):
            table = Table(self._asking(f"table {number}"), kinds, self._club.client, self._long)
            self._tables.append(table)
            for seat in (GM, PLAYER):
                asking = self._asking(f"seat {number} {seat}")
                self._players.append(
                    self._thread(Playing(asking, table, seat, self._enough.is_set).play)
                )
            reading = Reading(self._asking(f"reader {number}"), table, self._all_made.is_set)
            self._readers.append(self._thread(reading.read))
        for number, server in enumerate(self._each.values()):
            asking = self._asking(f"pulse {number}", server)
            pulse = Playing(
                asking,
                Table(asking, kinds, self._club.client, self._long),
                PLAYER,
                self._enough.is_set,
            )
            self._pulses.append(pulse)
            self._players.append(self._thread(pulse.play))
        for number, url in enumerate(one.server.url for one in self._vergers):
            burst = Burst(self._asking(f"burst {number}"), url, self._enough.is_set)
            self._players.append(self._thread(burst.play))
        self._readers.append(self._thread(self._look))
        for thread in (*self._players, *self._readers):
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wait until everybody finishes. After an error, have everybody give up instead."""
        if kind is not None:
            self._given_up.set()
        self._enough.set()
        self._finish(self._players)
        self._all_made.set()
        self._finish(self._readers)
        if kind is None:
            self._club.settle()
        self._open.close()
        for server in self._each.values():
            server.close()

    def _finish(self, threads: Sequence[threading.Thread]) -> None:
        for thread in threads:
            thread.join(2 * PATIENCE_SECONDS)
            if thread.is_alive():
                self.ledger.find(f"{thread.name} did not finish")

    def _asking(self, who: str, server: httpx.Client | None = None) -> Asking:
        servers, patience = (
            ([server], PULSE_SECONDS) if server else (self._servers, PATIENT_SECONDS)
        )
        random = Random(f"{self._seed} {who}")  # noqa: S311
        return Asking(servers, patience, self.ledger, random, self._given_up)

    def _thread(self, work: Callable[[], None]) -> threading.Thread:
        def noted() -> None:
            try:
                work()
            except Exception:  # noqa: BLE001  # any error is a finding
                if not self._given_up.is_set():
                    self.ledger.find(traceback.format_exc()[-2_000:])

        return threading.Thread(target=noted, daemon=True)

    def _look(self) -> None:
        """Check repeatedly whether a table's log has the events that its players received."""
        asking = self._asking("looker")
        while not self._all_made.is_set():
            player = asking.random.choice(self._tables).sessions[-1][GM]
            told = asking.ledger.acknowledged(player.session).values()
            self._all_made.wait(LOOK_SECONDS)
            headers = {**player.authorization, "Accept": "application/x-ndjson"}
            try:
                answer = asking.server.get(f"{player.home}/events", headers=headers)
            except httpx.TransportError:
                continue
            if answer.status_code == 200:
                self.ledger.count("looks")
                events = [json.loads(line) for line in answer.text.splitlines()]
                log = [Told(event["version"], event["hash"]) for event in events]
                for finding in missing(told, log):
                    self.ledger.find(f"{player.session}: {finding.what}")
