"""The numbers in rulings are right, in generated play and at the table of every story."""

import pytest

from tests.captures.told import Story, stories
from tests.laws.figures import of_facts, unnoticed, wrong
from tests.laws.figures.ruled import Ruled, changed, numbers
from tests.laws.game import habits_of, walk, walks
from tests.laws.law import each_game, each_walk
from tests.laws.played import Played, told
from verger.domain.core.identifier import SeatId
from verger.domain.judging.deed import deed


def ruling_of(story: Story) -> Ruled:
    """Return the ruling on the move of a story, at its table."""
    game = story.table.game()
    played = Played(game.ruleset, habits_of(game.ruleset), story.code)
    played.state, played.history, played.now = game.state, [()] * len(game.log), game.at
    for version, play in game.past.items():
        played.past.add(version, play, deed(game.ruleset, game.log[version - 1]))
    played.ask(SeatId(story.seat), story.move)
    return Ruled(played, played.steps[0])


@each_walk
def test_the_facts_of_a_ruling_recompute_its_numbers(played: Played) -> None:
    for step in played.steps:
        assert list(wrong(Ruled(played, step))) == [], told(played, step)


def test_the_facts_of_a_refusal_recompute_its_numbers_at_the_table_of_every_story() -> None:
    assert {story.code: found for story in stories() if (found := [*wrong(ruling_of(story))])} == {}


@pytest.mark.thorough
@each_game
def test_every_changed_number_is_noticed(game: str) -> None:
    rulings = [Ruled(played, step) for played in walks(game) for step in played.steps]
    assert {number for ruled in rulings for number in unnoticed(ruled)} == set()


def test_every_changed_number_is_noticed_at_the_table_of_every_story() -> None:
    assert {number for story in stories() for number in unnoticed(ruling_of(story))} == set()


@pytest.mark.parametrize(
    ("fact", "others"),
    [
        (3, [4, 2, 10]),
        ("2 story, 1 boost", ["3 story, 1 boost", "2 story, 2 boost"]),
        ("25/27", ["26/27", "25/28"]),
        (("n1: 3", "n1"), [("n1: 4", "n1")]),
    ],
)
def test_a_change_concerns_each_number_of_a_fact(fact: object, others: list[object]) -> None:
    assert [*changed(fact)][: len(others)] == others


def any_ruling() -> Ruled:
    """Return a ruling of Verge."""
    played = walk("verge", 0)
    return Ruled(played, played.steps[1])


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ("fnol.budget", {"tokens_budgeted": 13}),
        ("not_enough_tokens", {"tokens_needed": "2 story", "tokens_held": "1 story, 1 boost"}),
        ("not_enough_tokens", {"tokens_needed": "3 of any kind", "tokens_held": "3 story"}),
        ("conflict.round", {"dice": 3}),
        ("no.such.rule", {"path_steps": ("n1: 3",)}),
    ],
)
def test_a_wrong_number_and_a_number_without_a_rule_are_found(
    rule: str, facts: dict[str, object]
) -> None:
    assert list(of_facts(any_ruling(), rule, facts))


@pytest.mark.parametrize(
    ("fact", "is_one"),
    [
        (3, True),
        ("2 story, 1 boost", True),
        ("25/27", True),
        (("n1: 3",), True),
        (("1", "-1"), True),
        (False, False),
        (None, False),
        ("n1", False),
        (("s1", "s2"), False),
    ],
)
def test_a_number_is_known_in_every_form(fact: object, *, is_one: bool) -> None:
    assert bool(numbers({"amount": fact})) is is_one
