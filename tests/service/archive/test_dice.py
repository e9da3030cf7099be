"""Verification of dice in a log before their seed is revealed."""

import pytest
from msgspec.structs import replace

from tests.service.archive.test_verify import found_in, verified
from tests.support.log import evening, rows
from verger.domain.core.decider import Accepted, fold
from verger.domain.core.past import GrowingPast
from verger.domain.games.verge import RULESET
from verger.domain.judging.deed import deed
from verger.domain.judging.rejudge import rejudge
from verger.service.log.row import Row


def cast(value: int) -> list[Row]:
    """Return the log up to its first roll. One die has this value, and the effects and hashes fit it."""
    events = evening("war")
    version = next(number for number, event in enumerate(events, 1) if event.dice)
    *before, rolled = events[:version]
    state, past = RULESET.empty, GrowingPast()
    for number, event in enumerate(before, 1):
        state = fold(RULESET, state, event.effects, past)
        past.add(number, state.play, deed(RULESET, event))
    first, *others = rolled.dice
    shown = replace(first, values=(value, *first.values[1:]))
    forged = replace(rolled, dice=(shown, *others))
    judged = rejudge(RULESET, state, forged, version, past)
    assert isinstance(judged, Accepted)
    return rows([*before, replace(forged, ruling=judged.ruling, effects=judged.effects)])


@pytest.mark.parametrize("value", [1, 6])
def test_forged_dice_that_agree_with_all_effects_show_only_by_the_seed(value: int) -> None:
    assert verified(cast(value)) is None


def test_a_die_that_lies_face_down_and_shows_a_value_is_found() -> None:
    events = evening("afterverse_warehouse")
    version, event = next(
        found for found in enumerate(events, 1) if any(r.is_face_down for r in found[1].dice)
    )
    shown = tuple(replace(roll, values=(1,) * len(roll.values)) for roll in event.dice)
    forged = rows([*events[: version - 1], replace(event, dice=shown)])
    assert "no die" in found_in(forged, version).what


@pytest.mark.parametrize("value", [-1, 0, 7])
def test_dice_with_impossible_values_are_found_though_all_else_agrees(value: int) -> None:
    forged = cast(value)
    assert "no die" in found_in(forged, len(forged)).what
