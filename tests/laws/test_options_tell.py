"""Listed moves are accepted, and unlisted moves are refused, on generated play."""

from random import Random

from tests.laws.anything import Names, decodes, stray
from tests.laws.habit import Move, is_refused_unlisted
from tests.laws.law import each_walk, is_comparable, version_after
from tests.laws.played import SEED, SESSION, Played, Step, told
from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.game import NOON
from verger.domain.core.decider import Accepted, Facts
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.judging.judge import judge

# The number of random moves that each seat tries after a step.
PROBES = 3


def is_listed(played: Played, step: Step) -> bool:
    """Return whether the seat's options covered the move of a step."""
    return played.lists(step.before, step.facts.version - 1, step.seat, step.sent)


def is_no_move_of_play(played: Played, step: Step) -> bool:
    """Return whether a move was refused because the version to leave out is no move of play. Options do not show that."""
    if not (isinstance(step.judgement, Refused) and step.judgement.code == Code.NOT_OF_PLAY):
        return False
    deed = played.past.deeds(0).get(step.sent["version"])
    return deed is None or not deed.is_of_play


@each_walk
def test_listed_moves_are_accepted(played: Played) -> None:
    for step in played.steps:
        if step.drawn:
            assert step.accepted or is_no_move_of_play(played, step), told(played, step)
        elif is_comparable(played, step.sent) and is_listed(played, step):
            unlisted = is_refused_unlisted(played.habits, step.judgement)
            assert step.accepted or unlisted, told(played, step)


@each_walk
def test_unlisted_moves_are_refused(played: Played) -> None:
    for step in played.steps:
        if is_comparable(played, step.sent) and not is_listed(played, step):
            assert not step.accepted, told(played, step)


@each_walk
def test_all_other_accepted_moves_are_listed(played: Played) -> None:
    random = Random(len(played.history))  # noqa: S311  # the same probes in every run
    for step, _ in played.accepted():
        version, names = version_after(step), Names(played, step.after, random)
        for seat in step.after.table.sitting:
            for move in [stray(names) for _ in range(PROBES)]:
                if is_accepted(played, step, seat, move) and is_comparable(played, move):
                    lists = played.lists(step.after, version, seat, move)
                    assert lists, f"{seat} asks {move} after {told(played, step)}"


def is_accepted(played: Played, step: Step, seat: str, move: Move) -> bool:
    """Return whether a move has a valid form and would be accepted after a step."""
    if not decodes(move, played.ruleset):
        return False
    coming, state = version_after(step) + 1, step.after
    dice = dice_of(SEED, SESSION, state.table, coming)
    facts = Facts(SeatId(seat), NOON, dice, coming, played.past)
    asked = wire(played.outside.told(move), state, seat, played.ruleset)
    return isinstance(judge(played.ruleset, state, asked, facts), Accepted)
