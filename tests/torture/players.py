"""Players that continue through every fault: two at each table, and a single one at each process."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from tests.support.client import Client, Json, Player
from tests.support.log import archived, evening, rows
from tests.torture.asking import Asking

SELDOM = 100
"""One in this number of a GM's turns is not an ordinary move."""
IMPORTED = 30
"""The length of an imported log, in events."""
PAUSE_SECONDS = 0.08
GAMES = ("verge", "edgerunner", "venus", "afterverse")

LINES = {"Content-Type": "application/x-ndjson"}
PROPOSED = {"subject": "choose_house_rule", "house_rule": "seat_limit", "value": 9}
PREMISE = {"subject": "adopt_premise", "aspect": "tone"}

Enough = Callable[[], bool]


class Table:
    """A GM and a player, who play one session after the other."""

    def __init__(self, asking: Asking, games: Iterator[str], host: Client, most: int) -> None:
        self._games, self._host = games, host
        self._most = most
        """The length of a log, in events, before the table begins a new session."""
        self._lock = threading.Lock()
        self.sessions: list[list[Player]] = []
        self.game: dict[str, str] = {}
        """The game of each session, because the players change sessions at different times."""
        self._begin(asking)

    def player(self, seat: int, asking: Asking, known: str, version: int) -> Player:
        """The player of a seat in the newest session. If its log is long, begin another session."""
        with self._lock:
            if version > self._most and known == self.sessions[-1][0].session:
                self._begin(asking)
            return self.sessions[-1][seat]

    def _begin(self, asking: Asking) -> None:
        seats = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
        game = next(self._games)
        body = {"title": "Through the storm", "ruleset": game, "seats": seats}
        made: Json = asking.insist(self._host, "/v1/sessions", json=body).json()
        self.game[made["session"]] = game
        asking.ledger.start(made["session"])
        codes = [{"code": seat["claim_code"]} for seat in made["seats"]]
        claimed = [
            asking.insist(Client(asking.server), "/v1/seats/claim", json=code).json()
            for code in codes
        ]
        players = [
            Player(asking.server, one["token"], one["session"], one["seat"]) for one in claimed
        ]
        self.sessions.append(players)


class Playing:
    """A player who makes mostly small moves until the campaign ends."""

    def __init__(self, asking: Asking, table: Table, seat: int, enough: Enough) -> None:
        self._asking, self._table, self._seat = asking, table, seat
        self._enough = enough
        self._random = asking.random
        self.answered = 0.0
        """The time when the last answered request was sent."""
        self._proposals: dict[str, str] = {}
        self._limits: dict[str, int] = {}

    def play(self) -> None:
        """Play until the campaign ends."""
        session, version = "", 0
        while not self._enough():
            player = self._table.player(self._seat, self._asking, session, version)
            session = player.session
            version = self._turn(player)["version"]
            self.answered = self._asking.sent_at
            time.sleep(PAUSE_SECONDS * 2 * self._random.random())

    def _turn(self, player: Player) -> Json:
        if self._seat == 0 and not self._random.randrange(SELDOM):
            return self._random.choice((self._fork, self._redact, self._bring))(player)
        match self._random.randrange(20):
            case 0:
                made = self._asking.move(player, "add_limit", kind="line", text=f"No {uuid4()}.")
                self._limits[player.session] = made["version"]
                return made
            case 1:
                return self._asking.move(player, "give_nonce", nonce=uuid4().hex)
            case 2:
                return self._asking.move(player, "seal_note", text="The butler.", eyes=[])
            case _:
                return self._propose(player)

    def _propose(self, player: Player) -> Json:
        """Propose something to the table, or retract the proposal."""
        proposal = self._proposals.pop(player.session, None)
        if proposal:
            return self._asking.move(player, "retract", proposal=proposal)
        made = self._asking.move(player, "propose", subject=PROPOSED)
        asked = next(one for one in made["event"]["effects"] if "proposal" in one)
        self._proposals[player.session] = asked["proposal"]
        return made

    def _redact(self, player: Player) -> Json:
        """Redact a text of this player."""
        version = self._limits.pop(player.session, None)
        if version is None:
            return self._propose(player)
        self._asking.ledger.count("redactions")
        body = {"versions": [version], "reason": "Somebody asked."}
        return self._asking.event(player, "redactions", json=body)

    def _fork(self, player: Player) -> Json:
        """Continue as the only player in a fork. If the program has the game, leave a move out there."""
        self._asking.ledger.count("forks")
        made = self._asking.insist(player, f"{player.home}/forks", json={}).json()
        self._asking.ledger.begin(made["session"], made["version"], keyless=True)
        alone = Player(player.http, str(player.token), made["session"], player.seat)
        self._asking.move(alone, "propose", subject=PROPOSED)
        if self._table.game[player.session] == "verge":
            made = [
                self._asking.move(alone, "propose", subject={**PREMISE, "text": text})["version"]
                for text in ("Gloomy.", "Salty.", "Slow.")
            ]
            self._asking.move(alone, "leave_out", version=made[1])
        return self._propose(player)

    def _bring(self, player: Player) -> Json:
        """Import an archive."""
        log = rows(evening("war")[:IMPORTED], session := uuid4())
        content = b"".join(archived(log))
        self._asking.ledger.begin(str(session), keyless=True)
        self._asking.insist(player, "/v1/imports", content=content, headers=LINES)
        return self._propose(player)


def games(asking: Asking) -> Iterator[str]:
    """The games that tables play, by turns."""
    return itertools.cycle(asking.random.sample(GAMES, len(GAMES)))
