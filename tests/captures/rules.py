"""Record the rules and the codes of refusals: python -m tests.captures.rules.

A refusal is recorded if a test of the rules provokes it, or if a move of a story meets it in a recorded evening.
A story is a refused move with its table (see `Story`).
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.captures.told import stories
from tests.golden.record import NAMES, game_of
from tests.support import refusals
from tests.support.log import evening
from verger.domain.core.decider import Facts, fold
from verger.domain.core.dice import NewDiceNeededError, NewSeedNeededError, RecordedDice
from verger.domain.core.identifier import SeatId
from verger.domain.core.past import GrowingPast, PastNeededError
from verger.domain.core.ruling import Refused
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge

EVERY = 7
"""Moves are tried at one of this many versions of an evening. More would take minutes."""


_OF_THE_EDGE = ("seal_note", "reveal_note", "dispute")
"""Moves that the server completes before the rules judge them."""


def met(name: str) -> None:
    """Try every move of the stories at many versions of an evening, and record the refusals."""
    ruleset, past = RULESETS[game_of(name)], GrowingPast()
    told = (story.move for story in stories() if story.move["move"] not in _OF_THE_EDGE)
    moves = [move for one in told if (move := _read(one, ruleset.move_type))]
    state = ruleset.empty
    for version, event in enumerate(evening(name), 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        for seat in state.table.seats if version % EVERY == 2 else ():
            for move in moves:
                facts = Facts(SeatId(seat.id), event.at, RecordedDice(()), version + 1, past)
                try:
                    judged = judge(ruleset, state, move, facts)
                except (NewDiceNeededError, NewSeedNeededError, PastNeededError):
                    continue
                if isinstance(judged, Refused):
                    refusals.seen(ruleset.name, judged)


def _read(move: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(move, kind)
    except msgspec.ValidationError:
        return None


if __name__ == "__main__":
    found = refusals.record()
    folder, quietly = (
        str(Path(__file__).parents[1] / "domain"),
        "ignore::pytest.PytestAssertRewriteWarning",
    )
    status = pytest.main([folder, "-q", "-W", quietly])
    for each in NAMES:
        met(each)
    for told in stories():
        judgement = told.table.game().judge(told.seat, told.move)
        assert isinstance(judgement, Refused), f"at its place the story of {told.code} is accepted"
        refusals.seen(told.table.game().ruleset.name, judgement)
    if status == 0:
        refusals.write(found)
    sys.exit(status)
