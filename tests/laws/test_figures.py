"""The facts of a ruling recompute its numbers, on generated play and at the table of every story."""

import pytest

from tests.laws.figures import of_facts, wrong
from tests.laws.figures.ruled import Ruled, numbers
from tests.laws.game import walk
from tests.laws.law import each_walk
from tests.laws.played import Played, told


@each_walk
def test_the_facts_of_a_ruling_recompute_its_numbers(played: Played) -> None:
    for step in played.steps:
        assert list(wrong(Ruled(played, step))) == [], told(played, step)


def any_ruling() -> Ruled:
    """Give a ruling of Verge."""
    played = walk("verge", 0)
    return Ruled(played, played.steps[1])


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ("conflict.insurance", {"winning_signal": 3, "own_signal": 1, "tokens_gained": 1}),
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
