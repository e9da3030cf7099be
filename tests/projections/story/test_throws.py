"""A story shows throws that were taken back, throws that count again, and repeated throws with their earlier dice."""

import pytest

from tests.captures.stories import story_of
from tests.golden.second_thought import makes_again
from tests.support.afterverse import WIT, Game, after_a_throw, in_session
from tests.support.dispute import disputes, settles
from tests.support.log import evening


@pytest.fixture
def game() -> Game:
    return after_a_throw()


def back(game: Game, to: int) -> None:
    """Have the GM rewind to a version."""
    game.move("Ann", "rewind", to=to)


def told(game: Game, version: int) -> tuple[str, ...]:
    """Return the additional sentences about throws and rewinds at a version of the default story."""
    return next((one.changes for one in story_of(game.log).entries if one.version == version), ())


def test_a_repeated_throw_is_shown_with_its_earlier_dice(game: Game) -> None:
    first = len(game.log)
    back(game, first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    shown = f"Bo, 1, 2, 3 and 4 at version {first}"
    assert told(game, first + 1) == (f"This takes back thrown dice: {shown}.",)
    assert told(game, first + 2) == (f"This throw is repeated. Before: {shown}.",)


def test_of_six_throws_the_five_that_were_taken_back_are_shown(game: Game) -> None:
    first = len(game.log)
    for value in (1, 2, 3, 4, 6):
        back(game, first - 1)
        game.rolls("Bo", "c1", value, value, value, value)
    (sentence,) = told(game, len(game.log))
    assert sentence.count(" at version ") == 5
    assert [len(told(game, version)) for version in range(first + 1, len(game.log), 2)] == [1] * 5


def test_a_throw_that_counts_again_after_a_redo_is_shown(game: Game) -> None:
    first = len(game.log)
    back(game, first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    back(game, first)
    taken, again = told(game, first + 3)
    assert taken == f"This takes back thrown dice: Bo, 6, 6, 6 and 6 at version {first + 2}."
    assert again == f"These dice count again: Bo, 1, 2, 3 and 4 at version {first}."


def test_a_throw_after_the_same_move_that_stands_is_not_a_repeated_one(game: Game) -> None:
    first = len(game.log)
    back(game, first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 5, 5, 5, 5, test="t2")
    assert told(game, len(game.log)) == ()


def test_a_throw_after_a_redone_one_does_not_repeat_the_other_one(game: Game) -> None:
    first = len(game.log)
    back(game, first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    back(game, first)
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 5, 5, 5, 5, test="t2")
    assert told(game, len(game.log)) == ()


def test_dice_of_a_move_that_is_made_again_are_not_taken_back() -> None:
    game = in_session(undo="gm")
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.move("Ann", "open_situation", text="A yard.")
    left_out = len(game.log)
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 1, 2, 3, 4)
    makes_again(game, game.move("Ann", "leave_out", version=left_out))
    assert game.log[-1].dice
    assert not any("dice" in part for one in story_of(game.log).entries for part in one.changes)


def test_a_rewind_that_takes_no_dice_back_is_left_out_of_the_story(game: Game) -> None:
    game.move("Ann", "take_points", character="c2", kind="chutzpah", points=1)
    back(game, len(game.log) - 1)
    assert len(game.log) not in {one.version for one in story_of(game.log).entries}


def test_a_story_has_a_settlement_with_a_rewind_as_remedy(game: Game) -> None:
    first = len(game.log)
    disputes(game, "Bo", "test.hits")
    settles(game, "Cy", remedy="rewind", to=first - 1)
    told = {one.version: one for one in story_of(game.log).entries}
    entry = told[len(game.log)]
    assert "Dispute 1 is settled: the ruling is overturned." in entry.sentence
    assert entry.changes[0].startswith("This takes back thrown dice: Bo, 1, 2, 3 and 4")


def test_a_story_says_that_a_later_rewind_took_a_correction_back(game: Game) -> None:
    disputes(game, "Bo", "test.hits")
    take = {"correction": "move_tokens", "token": "stun", "amount": 1}
    to_bo = {**take, "source": "bank", "target": "character:c1"}
    before = len(game.log)
    settles(game, "Cy", remedy="amendment", name="A bruise", corrections=[to_bo])
    settled = len(game.log)
    assert told(game, settled) == ()
    back(game, before)
    assert told(game, settled) == ("A later rewind took this correction back.",)


def test_a_correction_that_was_made_again_is_not_called_taken_back() -> None:
    entries = story_of(evening("edgerunner_data_run")).entries
    (settled,) = [one for one in entries if one.version == 75]
    assert "Dispute 2 is settled" in settled.sentence
    assert "A later rewind took this correction back." not in settled.changes
