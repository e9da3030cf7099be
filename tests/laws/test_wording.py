"""What a table is told reads as a table would say it, on generated play."""

import re

import pytest

from tests.laws.law import each_walk
from tests.laws.played import Played
from tests.laws.wording import ARTICLE, BRACE, ID, MANY_OF_ONE, ONE_OF_MANY, REFERENCE, faults


@each_walk
def test_sentences_name_no_ids_leave_no_braces_and_count_rightly(played: Played) -> None:
    wrong = [f"move {step.number}: {fault}" for step in played.steps for fault in faults(step)]
    assert not wrong, f"{played.name}: {'; '.join(wrong[:3])}"


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        (ID, "Ann agrees to p4."),
        (REFERENCE, "Ann wants to strike a1.node."),
        (BRACE, "It is {name}'s turn."),
        (ONE_OF_MANY, "This takes 1 dice."),
        (MANY_OF_ONE, "Bo has 2 token."),
        (ARTICLE, "It is a aesthetic."),
    ],
)
def test_what_is_wrong_is_found(pattern: re.Pattern[str], said: str) -> None:
    assert pattern.search(said)
