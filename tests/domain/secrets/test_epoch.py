"""Seats can add nonces to the dice, and can have the seed of the dice revealed."""

import pytest

from tests.support.asked import wire
from tests.support.dice import SEEDS
from tests.support.play import NOON, Game, effect, rule, saw, table, tags
from verger.domain.core.decider import Facts
from verger.domain.core.dice import ClosedEpoch, NewSeedNeededError, RecordedDice, commitment
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.judging.judge import judge
from verger.domain.judging.rejudge import rejudge

NEXT = commitment(SEEDS[1])


def rolled(*names: str, dice: int = 5) -> Game:
    """Return a game after this number of dice were rolled."""
    return table(*names).given(effect("dice_rolled", count=dice))


@rule("table.dice_nonce")
def test_a_nonce_goes_into_the_dice_exactly_as_it_was_written() -> None:
    game = rolled("Ann", "Bo")
    given = game.move("Bo", "give_nonce", nonce=" my  lucky 7")
    assert given.effects == (effect("nonce_given", seat="s2", nonce=" my  lucky 7"),)
    assert saw(given, "table.dice_nonce") == {"first_roll": 6}
    assert game.state.table.nonces_in_order == (" my  lucky 7",)


@rule("table.dice_nonce")
def test_another_nonce_of_a_seat_takes_the_place_of_the_first() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "give_nonce", nonce="one")
    game.move("Bo", "give_nonce", nonce="two")
    assert game.state.table.nonces_in_order == ("two",)


@rule("table.dice_nonce")
def test_nonces_go_into_the_dice_in_seat_order() -> None:
    names = [f"Player {number}" for number in range(1, 12)]
    game = table(*names)
    for name in reversed(names):
        game.move(name, "give_nonce", nonce=name)
    assert game.state.table.nonces_in_order == tuple(names)


@pytest.mark.parametrize(("nonce", "fault"), [("", "empty"), (" ", "empty"), ("x" * 65, "long")])
def test_a_nonce_is_a_short_text(nonce: str, fault: str) -> None:
    refused = table("Ann", "Bo").refused("Bo", Code.UNUSABLE_TEXT, "give_nonce", nonce=nonce)
    assert fault in str(refused.facts["text_fault"])


def test_a_nonce_has_no_character_that_does_not_print() -> None:
    table("Ann", "Bo").refused("Bo", Code.UNUSABLE_TEXT, "give_nonce", nonce="a\0b")


@rule("table.observers")
def test_observers_have_no_say_in_the_dice() -> None:
    game = table("Ann", "Bo", "Ola", observers=1).given(effect("dice_rolled", count=1))
    game.refused("Ola", Code.OBSERVERS_WATCH, "give_nonce", nonce="mine")
    game.refused("Ola", Code.OBSERVERS_WATCH, "reveal_dice")


def test_the_dice_are_the_tables_own_also_while_play_is_paused() -> None:
    game = rolled("Ann", "Bo")
    game.move("Bo", "signal")
    assert tags(game.move("Bo", "give_nonce", nonce="mine")) == ["nonce_given"]
    assert tags(game.move("Bo", "reveal_dice")) == ["dice_revealed", "dice_epoch_started"]


@rule("table.dice_reveal")
def test_any_seat_may_have_the_seed_revealed() -> None:
    game = rolled("Ann", "Bo")
    shown = game.move("Bo", "reveal_dice")
    seed, old, version = SEEDS[0].hex(), "00" * 32, len(game.log)
    revealed = {"seed": seed, "commitment": old, "first": 1, "last": 5, "version": version}
    started = effect("dice_epoch_started", commitment=NEXT, version=version)
    assert shown.effects == (effect("dice_revealed", **revealed), started)
    assert saw(shown, "table.dice_reveal") == {"first_roll": 1, "last_roll": 5, "commitment": NEXT}
    assert game.state.table.epochs == (ClosedEpoch(1, version, old, seed, 1, 5),)


@rule("table.dice_reveal")
def test_the_numbers_of_dice_go_on_with_the_next_seed() -> None:
    game = rolled("Ann", "Bo")
    game.move("Bo", "reveal_dice")
    later = game.given(effect("dice_rolled", count=2)).move("Ann", "reveal_dice")
    assert saw(later, "table.dice_reveal") == {"first_roll": 6, "last_roll": 7, "commitment": NEXT}
    first, second = game.state.table.epochs
    assert (second.since, second.commitment, second.until) == (first.until, NEXT, len(game.log))


@rule("table.dice_reveal")
def test_nonces_are_given_again_for_a_seed_that_was_drawn_after_them() -> None:
    game = rolled("Ann", "Bo")
    game.move("Bo", "give_nonce", nonce="mine")
    game.move("Ann", "reveal_dice")
    assert game.state.table.nonces_in_order == ()


@rule("table.dice_reveal")
def test_there_is_nothing_to_reveal_before_dice_were_rolled() -> None:
    game = table("Ann", "Bo")
    game.refused("Bo", Code.NOTHING_ROLLED, "reveal_dice")
    game.given(effect("dice_rolled", count=1)).move("Bo", "reveal_dice")
    refused = game.refused("Bo", Code.NOTHING_ROLLED, "reveal_dice")
    assert refused.facts == {"since_version": len(game.log)}


def test_judging_again_reveals_the_same_seeds() -> None:
    game = rolled("Ann", "Bo")
    before, shown = game.state, game.move("Bo", "reveal_dice")
    assert rejudge(RULESET, before, game.log[-1], len(game.log)) == shown


def test_without_a_record_judging_reveals_nothing() -> None:
    game, move = rolled("Ann", "Bo"), wire({"move": "reveal_dice"})
    with pytest.raises(NewSeedNeededError):
        judge(RULESET, game.state, move, Facts(game.seat("Bo"), NOON, RecordedDice(())))
