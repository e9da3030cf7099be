"""Players who keep playing through outages: each move has a key, and is repeated until answered."""

import itertools
import json
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from types import TracebackType
from typing import Self
from uuid import UUID, uuid4

import httpx

from tests.support.client import Json, Player
from tests.support.facts import digest_of
from tests.support.patience import AGAIN_SECONDS, PATIENCE_SECONDS, until

# The documents' advice on these: repeat the request with the same key.
_AGAIN = {"unavailable", "contended", "request_running", "too_many_streams"}


class Load:
    """Players in separate threads. Each proposes something and retracts it, again and again."""

    def __init__(self, players: Sequence[Player], servers: Sequence[httpx.Client]) -> None:
        self.players = players
        self.answers: dict[int, bytes] = {}
        """The answer to every acknowledged move, by its version."""
        self.again = 0
        """How often a request had to be repeated."""
        self._servers = itertools.cycle(servers)
        self._enough = threading.Event()
        self._left = threading.Semaphore(10**9)
        self._pool = ThreadPoolExecutor(len(players))
        self._working: list[Future[None]] = []

    def limited_to(self, moves: int) -> Self:
        """The same load. It ends automatically after this number of moves."""
        self._left = threading.Semaphore(moves)
        return self

    def __enter__(self) -> Self:
        self._working = [self._pool.submit(self._play, player) for player in self.players]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._enough.set()
        self.finish()

    def goes_on(self) -> None:
        """Wait until each player can have made two further moves."""
        known = len(self.answers)
        until(lambda: len(self.answers) > known + 2 * len(self.players))

    def has_to_come_again(self) -> None:
        """Wait until more further requests had to be repeated than there are players."""
        known = self.again
        until(lambda: self.again > known + len(self.players))

    def finish(self) -> None:
        """Wait until every player has had the answer to the last move."""
        for worker in self._working:
            worker.result(timeout=PATIENCE_SECONDS)
        self._pool.shutdown()

    def _play(self, player: Player) -> None:
        subject = {"subject": "choose_house_rule", "house_rule": "seat_limit", "value": 9}
        proposal = None
        while not self._enough.is_set() and self._left.acquire(blocking=False):
            if proposal is None:
                event = self._insist(player, {"move": "propose", "subject": subject})
                proposal = event["event"]["effects"][0]["proposal"]
            else:
                self._insist(player, {"move": "retract", "proposal": proposal})
                proposal = None

    def _insist(self, player: Player, body: Json) -> Json:
        key, end = uuid4().hex, time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self._ask(player, body, key)
            if answer is not None:
                break
            assert time.monotonic() < end, "no answer"
            self.again += 1
            time.sleep(AGAIN_SECONDS)
        assert answer.status_code == 201, answer.text
        event: Json = answer.json()
        if event["version"] % 20 == 0:
            repeated = self._ask(player, body, key)
            assert repeated is None or repeated.content == answer.content
        assert event["version"] not in self.answers, "two moves have one version"
        self.answers[event["version"]] = answer.content
        return event

    def _ask(self, player: Player, body: Json, key: str) -> httpx.Response | None:
        """The answer, or nothing if the request has to be repeated."""
        try:
            answer = player.at(next(self._servers)).post(f"{player.home}/moves", body, key)
        except httpx.TransportError:
            return None
        again = answer.status_code in (409, 503) and answer.json()["code"] in _AGAIN
        return None if again else answer


def verified(player: Player) -> list[bytes]:
    """Check the chain of a session's log, and return the line of each event."""
    headers = {"Accept": "application/x-ndjson"}
    lines: list[bytes] = player.get(f"{player.home}/events", headers=headers).content.splitlines()
    previous = bytes(32)
    for version, line in enumerate(lines, 1):
        event = json.loads(line)
        data = line[line.index(b'"event":') + len(b'"event":') : -1]
        digest = digest_of(event, data)
        number = version.to_bytes(8, "big")
        previous = sha256(previous + UUID(player.session).bytes + number + digest).digest()
        assert (event["version"], event["hash"]) == (version, previous.hex())
    return lines


def each_once(load: Load, log: Sequence[bytes], before: int) -> bool:
    """Check that the log has, after the first `before` events, each acknowledged event exactly once."""
    found = dict(enumerate(log[before:], before + 1))
    for version in sorted({*found, *load.answers}):
        assert found.get(version) == load.answers.get(version), f"version {version} differs"
    return True
