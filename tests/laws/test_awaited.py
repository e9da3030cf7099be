"""Each seat that a pending action asks can make the moves that its sentence suggests."""

import re
from collections.abc import Iterator
from random import Random

from tests.laws.answers import apart, kind
from tests.laws.game import walk
from tests.laws.law import each_walk, version_after
from tests.laws.played import SEED, SESSION, Played, Step, told
from tests.laws.remedies.named import QUOTED
from tests.laws.suggestions import SUGGESTIONS
from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.game import NOON
from tests.support.options import draw
from verger.domain.core.decider import Accepted, Facts
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Option
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of
from verger.domain.table.proposal import too_many


def suggested(wait: Awaited) -> list[tuple[str, ...]]:
    """Return the moves that the sentence of a pending action suggests. Any move of an entry is enough.

    A pending action that is not in SUGGESTIONS has the name of its move.
    """
    said, known = QUOTED.sub("“”", wait.sentence), SUGGESTIONS.get(wait.what, {"": (wait.what,)})
    return [moves for pattern, moves in known.items() if re.search(pattern, said)]


def refused(played: Played, step: Step, seat: SeatId, wait: Awaited) -> Iterator[str]:
    """Yield the suggestions of a pending action that its seat cannot follow."""
    options = list(apart(played.options_at(step.after, version_after(step), seat)))
    if too_many(step.after.play.proposals, seat):
        return
    for moves in suggested(wait):
        fitting = [option for option in options if kind(option) in moves and _about(option, wait)]
        if not any(is_accepted(played, step, seat, option) for option in fitting):
            yield f"{seat} cannot {moves}: {wait.sentence}"


def _about(option: Option, wait: Awaited) -> bool:
    """Return whether an option names the same thing as a pending action, or names no thing of that kind."""
    named = [str(value) for value in option.fixed.values() if str(value)[1:].isdigit()]
    same = [value for value in named if value[0] == wait.about[:1]]
    return not same or wait.about in same


def is_accepted(played: Played, step: Step, seat: SeatId, option: Option) -> bool:
    """Return whether a move that is made from an option is accepted after a step."""
    random = Random(step.number)  # noqa: S311  # the same moves in every run
    move = played.outside.told(draw(option, random, played.rules))
    version = version_after(step) + 1
    dice = dice_of(SEED, SESSION, step.after.table, version)
    facts = Facts(seat, max(NOON, step.facts.at), dice, version, played.past)
    asked = wire(move, step.after, seat, played.ruleset)
    return isinstance(judge(played.ruleset, step.after, asked, facts), Accepted)


def test_a_suggestion_that_nobody_can_follow_is_found() -> None:
    played = walk("verge", 0)
    step, _ = next(played.accepted())
    wait = Awaited("match_raise", (SeatId("s1"),), "override.match", "Match it, or give up.")
    assert len([*refused(played, step, SeatId("s1"), wait)]) == 2


@each_walk
def test_the_suggestions_of_a_pending_action_are_accepted(played: Played) -> None:
    for step, _ in played.accepted():
        for wait in awaited_of(played.ruleset, step.after):
            assert suggested(wait), (wait, told(played, step))
            if wait.what not in ("claim_seat", "add_seat"):
                seat = played.one_of(wait, step)
                assert list(refused(played, step, seat, wait)) == [], told(played, step)
