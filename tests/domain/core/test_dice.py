"""Dice from a committed seed, drawn once and recorded."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.asked import wire
from tests.support.play import NOON, effect, table
from verger.domain.core.decider import Accepted, Facts
from verger.domain.core.dice import (
    NewDiceNeededError,
    NewSeedNeededError,
    RecordedDice,
    Revealed,
    Roll,
    SeededDice,
    commitment,
    face,
)
from verger.domain.core.identifier import SessionId
from verger.domain.games.verge import RULESET
from verger.domain.judging.judge import judge

SEED = bytes(range(32))
SESSION = SessionId("00000000-0000-4000-8000-000000000000")


def test_the_dice_of_a_seed_never_change() -> None:
    values = [face(SEED, SESSION, number, (), 6) for number in range(1, 11)]
    assert values == [6, 3, 5, 6, 6, 4, 6, 1, 2, 3]


def test_the_commitment_is_the_seeds_digest() -> None:
    known = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == known


@given(st.binary(min_size=1, max_size=64), st.integers(1, 10_000), st.integers(2, 256))
def test_every_die_shows_one_of_its_faces(seed: bytes, number: int, faces: int) -> None:
    assert 1 <= face(seed, SESSION, number, (), faces) <= faces


def test_faces_come_up_equally_often() -> None:
    roll = SeededDice(SEED, SESSION, 0).roll(6_000, 6)
    assert all(880 < count < 1_120 for count in Counter(roll.values).values())


def test_low_and_high_faces_come_up_equally_often() -> None:
    # 200 faces do not divide the 256 values of a byte.
    roll = SeededDice(SEED, SESSION, 0).roll(2_000, 200)
    assert 900 < sum(value <= 100 for value in roll.values) < 1_100


def test_a_seats_nonce_changes_the_dice() -> None:
    plain = SeededDice(SEED, SESSION, 0).roll(50, 6).values
    assert SeededDice(SEED, SESSION, 0, ("mine",)).roll(50, 6).values != plain


def test_the_numbers_of_dice_continue_through_the_session() -> None:
    dice = SeededDice(SEED, SESSION, 3)
    assert [dice.roll(2, 6).first, dice.roll(1, 6).first] == [4, 6]
    assert dice.rolls[0].values == tuple(face(SEED, SESSION, n, (), 6) for n in (4, 5))


def test_recorded_dice_return_the_rolled_values() -> None:
    fresh = SeededDice(SEED, SESSION, 0)
    rolls = [fresh.roll(5, 6), fresh.roll(2, 10)]
    recorded = RecordedDice(rolls)
    assert [recorded.roll(5, 6), recorded.roll(2, 10)] == rolls == recorded.rolls


@pytest.mark.parametrize("wanted", [(4, 6), (5, 10)])
def test_dice_that_are_not_on_record_are_never_invented(wanted: tuple[int, int]) -> None:
    with pytest.raises(NewDiceNeededError) as needed:
        RecordedDice([Roll(1, 6, (1, 2, 3, 4, 5))]).roll(*wanted)
    assert (needed.value.count, needed.value.faces) == wanted


def test_recorded_dice_end_with_the_record() -> None:
    with pytest.raises(NewDiceNeededError):
        RecordedDice(()).roll(1, 6)


def test_dice_that_a_move_drew_advance_the_sessions_counter() -> None:
    game, dice = table("Ann", "Bo"), SeededDice(SEED, SESSION, 0)
    dice.roll(3, 6)
    facts = Facts(game.seat("Bo"), NOON, dice)
    judgement = judge(RULESET, game.state, wire({"move": "signal"}), facts)
    assert isinstance(judgement, Accepted)
    assert judgement.effects[-1] == effect("dice_rolled", count=3)
    assert judgement.after.table.dice_rolled == 3


def test_a_seed_is_revealed_with_the_commitment_to_the_next() -> None:
    dice = SeededDice(SEED, SESSION, 0, coming=bytes(32))
    assert dice.reveal() == dice.revealed == Revealed(SEED.hex(), commitment(bytes(32)))


def test_recorded_dice_reveal_only_the_revealed_seeds() -> None:
    revealed = Revealed(SEED.hex(), commitment(bytes(32)))
    dice = RecordedDice((), revealed)
    assert dice.revealed is None
    assert dice.reveal() == dice.revealed == revealed
    with pytest.raises(NewSeedNeededError):
        RecordedDice(()).reveal()
