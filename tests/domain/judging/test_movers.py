"""Movers: every move needs a seat, except a few moves of the server, its operator or an app."""

from typing import Any

import pytest

from tests.support.asked import wire
from tests.support.game import NOON
from tests.support.play import Game, rule, table
from verger.domain.core.decider import Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.games.verge import RULESET
from verger.domain.judging.judge import judge

REDACT = {"move": "redact", "versions": [1], "reason": "No.", "reach": "table"}
REISSUE = {"move": "reissue_seat", "seat": "s2"}
MOVES: tuple[dict[str, Any], ...] = (
    REDACT,
    REISSUE,
    {"move": "add_limit", "kind": "line", "text": "Spiders."},
    {"move": "leave"},
    {"move": "signal"},
)


@pytest.fixture
def game() -> Game:
    return table("Ann", "Bo", "Cy")


def judged(game: Game, mover: Mover, move: dict[str, Any]) -> Any:
    facts = Facts(mover, NOON, RecordedDice(()), len(game.log) + 1)
    return judge(RULESET, game.state, wire(move), facts)


@rule("table.seats", "table.redact")
@pytest.mark.parametrize("mover", [NO_SEAT, Unseated.APP])
@pytest.mark.parametrize("move", MOVES, ids=lambda move: move["move"])
def test_a_mover_without_a_seat_makes_no_move(
    game: Game, mover: Mover, move: dict[str, Any]
) -> None:
    answer = judged(game, mover, move)
    assert isinstance(answer, Refused)
    assert answer.code == Code.UNKNOWN_SEAT


@rule("table.redact", "table.reissue")
@pytest.mark.parametrize(
    ("mover", "may"),
    [(Unseated.OPERATOR, ("redact", "reissue_seat")), (Unseated.SERVER, ("redact",))],
)
def test_the_operator_and_the_server_make_only_their_own_moves(
    game: Game, mover: Mover, may: tuple[str, ...]
) -> None:
    made = [move["move"] for move in MOVES if not isinstance(judged(game, mover, move), Refused)]
    assert tuple(made) == may
