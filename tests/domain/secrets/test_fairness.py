"""All dice can be checked with only the log, and every fault is reported at its version."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.throwing import FORK, SESSION, Throwing, seed
from verger.domain.core.dice import Roll, commitment
from verger.domain.games.verge.rolling import Roll as RollMove
from verger.domain.secrets.fairness import DiceFault, DiceFinding, Fairness


def evening() -> Throwing:
    """Return a log: rolls at versions 2, 4, 6 and 8, nonces at 3 and 5, their seed revealed at 7."""
    log = Throwing().rolls(5).gives("s2", "mine").rolls(2, 3).gives("s1", "yours")
    return log.rolls(4, faces=20).reveals().rolls(6)


def show(roll: Roll, die: int, value: int) -> Roll:
    """Return the roll with a die changed to this value."""
    return replace(roll, values=(*roll.values[:die], value, *roll.values[die + 1 :]))


def turn(roll: Roll, die: int) -> Roll:
    """Return the roll with a die changed to its next face."""
    return show(roll, die, roll.values[die] % roll.faces + 1)


def test_fair_dice_are_verified_as_far_as_their_seed_is_revealed() -> None:
    checked = evening().checked()
    assert (checked.verified, checked.unrevealed, checked.wrong) == (14, 6, ())


def test_all_are_verified_when_the_last_seed_is_revealed_too() -> None:
    checked = evening().reveals().checked()
    assert (checked.verified, checked.unrevealed, checked.wrong) == (20, 0, ())


@pytest.mark.parametrize(("version", "dice"), [(2, 5), (4, 2), (6, 4), (8, 6)])
def test_each_die_that_was_turned_over_is_found_at_its_place(version: int, dice: int) -> None:
    for die in range(dice):
        log = evening().reveals().change_dice(version, lambda roll, die=die: turn(roll, die))  # type: ignore[misc]
        assert log.found == [(version, DiceFault.WRONG_VALUE)], die
        assert log.checked().verified == 20 - dice


def test_a_fault_shows_the_die_and_its_right_value() -> None:
    log = evening().change_dice(2, lambda roll: show(roll, 2, 9))
    needed = evening().events[1].dice[0].values[2]
    (found,) = log.checked().wrong
    assert found == DiceFinding(
        2, DiceFault.WRONG_VALUE, {"number": 3, "found": 9, "needed": needed}
    )
    assert found.sentence == f"Die 3 shows 9, but the seed gives {needed}."


@pytest.mark.parametrize("other", ["yours", "minE", "mine "])
def test_another_nonce_is_found_at_the_first_roll_that_it_went_into(other: str) -> None:
    log = evening().change_effect(3, nonce=other)
    assert log.found[0] == (4, DiceFault.WRONG_VALUE)


def test_a_nonce_that_came_after_the_roll_is_found_at_the_roll() -> None:
    log = evening()
    log.events[2], log.events[3] = log.events[3], log.events[2]
    assert log.found[0] == (3, DiceFault.WRONG_VALUE)


def test_nonces_count_in_the_order_of_their_seats_and_the_newest_of_each() -> None:
    log = Throwing().gives("s10", "tenth").gives("s9", "ninth").rolls(5)
    log.gives("s10", "tenth again").rolls(5).reveals()
    assert (log.found, log.checked().verified) == ([], 10)


def test_a_nonce_counts_only_in_the_right_seat() -> None:
    log = evening().change_effect(5, seat="s3")
    assert log.found == [(6, DiceFault.WRONG_VALUE)]


@pytest.mark.parametrize("shown", [seed(7).hex(), seed(1).hex(), "", "no hex"])
def test_a_seed_without_a_commitment_is_found_at_its_reveal(shown: str) -> None:
    log = evening().change_effect(7, seed=shown)
    assert log.found == [(7, DiceFault.WRONG_SEED)]
    assert (log.checked().verified, log.checked().unrevealed) == (0, 20)


def test_a_commitment_to_another_seed_is_found_at_the_reveal_of_the_seed() -> None:
    log = evening().change_effect(1, dice_commitment=commitment(seed(9)))
    assert log.found == [(7, DiceFault.WRONG_SEED)]


@pytest.mark.parametrize("first", [7, 5, 1, 0, -1])
def test_a_number_that_is_left_out_or_given_twice_is_found_at_its_roll(first: int) -> None:
    log = evening().change_dice(4, lambda roll: replace(roll, first=first))
    assert log.found[0] == (4, DiceFault.WRONG_NUMBER)
    assert log.checked().wrong[0].facts == {"found": first, "needed": 6}


def test_a_roll_that_was_taken_out_is_found_at_the_next_one() -> None:
    log = evening().change(4, dice=(), effects=())
    assert log.found[0] == (6, DiceFault.WRONG_NUMBER)


@pytest.mark.parametrize("faces", [10, 7, 5])
def test_dice_of_other_faces_show_other_values(faces: int) -> None:
    log = evening().change_dice(2, lambda roll: replace(roll, faces=faces))
    assert log.found == [(2, DiceFault.WRONG_VALUE)]


@pytest.mark.parametrize("faces", [257, 1_000, 1, 0, -6])
def test_a_number_of_faces_that_no_dice_have_is_found(faces: int) -> None:
    log = evening().change_dice(2, lambda roll: replace(roll, faces=faces))
    assert log.found == [(2, DiceFault.WRONG_FACES)]


def test_dice_that_are_not_counted_are_found() -> None:
    assert evening().change_effect(4, count=4).found == [(4, DiceFault.WRONG_COUNT)]
    assert evening().change(4, effects=()).found == [(4, DiceFault.WRONG_COUNT)]


def test_dice_are_not_rolled_once_their_seed_is_known() -> None:
    log = evening()
    log.change(7, effects=log.events[6].effects[:1])
    assert log.found == [(8, DiceFault.NOT_COMMITTED)]


def test_a_seed_that_was_revealed_is_not_used_again() -> None:
    log = evening()
    log.epoch = 0
    log.happens(log.begins(9))
    assert log.found == [(9, DiceFault.COMMITTED_BEFORE)]


def test_faults_are_listed_in_the_logs_order() -> None:
    log = evening().change_dice(6, lambda roll: turn(roll, 0)).change_effect(4, count=4)
    assert log.found == [(4, DiceFault.WRONG_COUNT), (6, DiceFault.WRONG_VALUE)]


def test_a_move_that_is_made_again_has_the_dice_of_the_first_time() -> None:
    log = evening()
    log.happens(dice=log.events[3].dice, repeats=4)
    checked = log.happens(dice=log.events[3].dice, repeats=9).checked()
    assert (checked.verified, checked.repeated, checked.wrong) == (14, 10, ())


@pytest.mark.parametrize("repeats", [3, 99])
def test_a_repeated_move_with_its_own_dice_is_found(repeats: int) -> None:
    log = evening()
    log.happens(dice=log.events[3].dice, repeats=repeats)
    assert log.found == [(9, DiceFault.NOT_REPEATED)]


@pytest.mark.parametrize(
    "change",
    [
        lambda roll: turn(roll, 0),
        lambda roll: turn(roll, 1),
        lambda roll: replace(roll, faces=8),
        lambda roll: replace(roll, first=7),
    ],
    ids=["first value", "second value", "faces", "number"],
)
def test_a_move_that_is_made_again_with_other_dice_is_found(change: Callable[[Roll], Roll]) -> None:
    log = evening()
    first, second = log.events[3].dice
    log.happens(dice=(change(first), second), repeats=4)
    log.happens(dice=(first, turn(second, 2)), repeats=4)
    checked = log.checked()
    assert log.found == [(9, DiceFault.NOT_REPEATED), (10, DiceFault.NOT_REPEATED)]
    assert checked.repeated == 0


def test_dice_that_were_typed_in_are_counted_and_not_checked() -> None:
    move = RollMove("By force.", (), (6, 6, 6))
    checked = evening().happens().change(9, move=move).checked()
    assert (checked.reported, checked.verified, checked.wrong) == (3, 14, ())


def test_the_dice_of_a_fork_are_its_own_from_where_it_begins() -> None:
    parent = Throwing().rolls(3).gives("s1", "mine").rolls(2)
    fork = Throwing(FORK)
    fork.rolled, fork.epoch, fork.events = parent.rolled, 1, list(parent.events)
    fork.happens(fork.begins(5)).rolls(4).reveals()
    fairness = Fairness()
    for version, event in enumerate(fork.events, 1):
        fairness.take(SESSION if version < 5 else FORK, version, event)
    assert (fairness.verified, fairness.unrevealed, fairness.wrong) == (4, 5, ())


def test_the_dice_of_another_session_are_none_of_this_one() -> None:
    log = evening()
    log.session = FORK
    assert [version for version, _ in log.found] == [2, 4, 4, 6]


@pytest.mark.parametrize("fault", list(DiceFault))
def test_every_fault_has_a_sentence(fault: DiceFault) -> None:
    names = ("number", "commitment", "found", "needed", "faces", "repeats")
    assert DiceFinding(1, fault, dict.fromkeys(names, 7)).sentence.endswith(".")


def hidden() -> Throwing:
    """Return a log with a face-down roll at version 3, whose seed is revealed at version 5."""
    return Throwing().gives("s2", "mine").rolls(3, 2, eyes=("s1", "s3")).rolls(2).reveals()


def test_dice_that_lie_face_down_are_verified_with_the_others() -> None:
    assert (hidden().found, hidden().checked().verified) == ([], 7)


@pytest.mark.parametrize(
    "changes", [{"sealed": "00" * 32}, {"sealed": ""}, {"eyes": ("s1",)}, {"eyes": ()}]
)
def test_face_down_dice_are_the_committed_ones_of_their_owner(changes: Any) -> None:
    log = hidden().change_dice(3, lambda roll: replace(roll, **changes))
    assert log.found == [(3, DiceFault.WRONG_SEAL)]
    assert log.checked().verified == 4


def test_two_digests_are_shown_for_face_down_dice() -> None:
    needed = hidden().events[2].dice[0].sealed
    log = hidden().change_dice(3, lambda roll: replace(roll, sealed="00"))
    (found,) = log.checked().wrong
    assert found.facts == {"number": 1, "found": "00", "needed": needed}
    assert (
        found.sentence
        == f"The face-down dice from die 1 on have the digest 00, but the seed gives {needed}."
    )


def test_a_die_that_is_turned_up_or_down_on_record_is_found() -> None:
    assert hidden().change_dice(3, lambda roll: show(roll, 1, 6)).found == [
        (3, DiceFault.WRONG_VALUE)
    ]
    assert evening().change_dice(2, lambda roll: show(roll, 1, 0)).found == [
        (2, DiceFault.WRONG_VALUE)
    ]


def test_another_nonce_is_found_at_the_dice_that_lie_face_down_too() -> None:
    assert hidden().change_effect(2, nonce="yours").found[0] == (3, DiceFault.WRONG_SEAL)
