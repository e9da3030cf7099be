"""Judge the moves of recorded evenings again, and write the files: python -m tests.golden.record [name …]."""

import json
import sys
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.golden.second_thought import makes_again
from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.game import Game, PastOfGame
from tests.support.ruled import with_ruling
from tests.support.snapshot import encode
from verger.domain.core.decider import Accepted, Event, Facts, State
from verger.domain.core.dice import commitment
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.ruling import Allowed
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.judge import judge
from verger.domain.judging.rejudge import asker

EVENINGS = Path(__file__).parent / "evenings"
NAMES = sorted(path.stem for path in EVENINGS.glob("*.jsonl"))
BETWEEN_MOVES = timedelta(seconds=7)


class Line(msgspec.Struct):
    """The parts of an event that are read to play an evening. Judging the move gives the other parts."""

    move: dict[str, Any]
    seat: SeatId | None = None
    at: datetime | None = None
    repeats: int | None = None


class Evening(Game):
    """A session that is played from lines, with dice from a seed."""

    def __init__(self, game: str, session: dict[str, Any]) -> None:
        super().__init__(RULESETS[game])
        self.session = SessionId(session["id"])
        self.seed = bytes.fromhex(session["seed"])

    def play(self, line: Line) -> None:
        """Make the move of a line, and record the event."""
        if line.repeats is not None:
            return  # The rewind has already made this move again (`makes_again`).
        if line.move["move"] == "start_session":
            line.move.setdefault("dice_commitment", commitment(self.seed))
        self.at = line.at or self.at + BETWEEN_MOVES
        version = len(self.log) + 1
        dice = dice_of(self.seed, self.session, self.state.table, version)
        event: Event[Any, Any] = Event(
            self.at, line.seat, self.asked(line.seat or "", line.move), Allowed(""), ()
        )
        mover = asker(self.state, event)
        facts = Facts(mover, self.at, dice, version, PastOfGame(self))
        judgement = judge(self.ruleset, self.state, event.move, facts)
        assert isinstance(judgement, Accepted), f"{self.session}, version {version}: {judgement}"
        event = replace(event, ruling=judgement.ruling, effects=judgement.effects)
        sealed = tuple(part.digest for part in dice.sealed)
        rolls = {"dice": tuple(dice.rolls), "sealed": sealed, "revealed": dice.revealed}
        self.follow(replace(event, **rolls))
        makes_again(self, judgement)

    def asked(self, name: str, move: dict[str, Any]) -> Any:
        """Return a move as the rules judge it. A dispute about a refusal needs no ruling, because no event has the refusal."""
        of_refusal = move["move"] == "dispute" and move["about"]["of"] == "refusal"
        told = move if of_refusal else with_ruling(move, self.log, ())
        return wire(told, self.state, self.seat(name), self.ruleset)


@cache
def game_of(name: str) -> str:
    """The name of the ruleset that an evening is played by."""
    _, start, *_ = path_of(name).read_bytes().splitlines()
    return str(json.loads(start)["move"]["ruleset"])


def path_of(name: str) -> Path:
    """Return the file of an evening."""
    return EVENINGS / f"{name}.jsonl"


def recorded(name: str) -> list[bytes]:
    """Return the lines of an evening, with its moves judged by today's rules."""
    first, *lines = path_of(name).read_bytes().splitlines()
    evening = Evening(game_of(name), json.loads(first)["session"])
    for line in lines:
        if not line.startswith(b'{"end"'):
            evening.play(msgspec.json.decode(line, type=Line))
    end = {"digest": digest(evening.state), "banks": banks(evening.state)}
    events = [msgspec.json.encode(event) for event in evening.log]
    return [first, *events, json.dumps({"end": end}).encode()]


def digest(state: State[Any]) -> str:
    """A state's SHA-256 in hex."""
    return sha256(encode(state)).hexdigest()


def banks(state: State[Any]) -> dict[str, Any]:
    """Return the tokens in each account."""
    held: dict[str, Any] = msgspec.to_builtins(dict(getattr(state.play, "ledger", {})))
    return dict(sorted(held.items()))


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        path_of(name).write_bytes(b"\n".join([*recorded(name), b""]))
