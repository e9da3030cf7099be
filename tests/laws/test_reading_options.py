"""Tests of tests/support/options.py: the moves that it draws from options are also the moves that it accepts."""

from random import Random
from typing import Any

import pytest

from tests.support.options import draw, listed
from verger.domain.core.option import (
    AnyTokens,
    Choice,
    Choices,
    DiceField,
    Echo,
    Group,
    Number,
    Option,
    Payments,
    RuleName,
    Subset,
    TextField,
    choices,
    move_option,
)

RULES = ("heap.take", "heap.win", "table.leave")

ABILITY = Option({}, (TextField("name", 100), Number("score", 1, 6)))
JOB = Option({}, (TextField("name", 100), Echo("abilities", "abilities.name", many=2)))
SHEET = move_option(
    "write",
    (
        # The echoed field can come after the field that echoes it.
        Group("jobs", (JOB,), many=9, optional=True, distinct="name"),
        Group("abilities", (ABILITY,), many=9, distinct="name"),
    ),
)
MOST = move_option(
    "do",
    (
        RuleName("rule"),
        RuleName("rules", many=2),
        Subset("seats", (Choice("s1"), Choice("s2")), 2),
        choices("one", [(1, ""), (2, "")]),
        choices("other", [(1, ""), (2, "")], excludes="one"),
        Group("factors", (Option({}, (TextField("name", 100),)),), many=4, optional=True),
        Payments("payment", ({"ego": 1}, {"lots": 2, "ego": 0})),
        Number("dice", 1, 3),
        AnyTokens("tokens", 2, {"lots": 4, "ego": 5}, "dice"),
        DiceField("shown", 6, 2),
    ),
)


def sheet(*scores: str, jobs: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """A sheet with abilities of these names, and with jobs that inherit some of them."""
    abilities = [{"name": name, "score": 3} for name in scores]
    written = [{"name": name, "abilities": own} for name, own in (jobs or {}).items()]
    return {"move": "write", "abilities": abilities, "jobs": written}


@pytest.mark.parametrize("option", [SHEET, MOST], ids=["sheet", "most"])
def test_a_move_that_is_drawn_from_options_is_listed(option: Option) -> None:
    random = Random(7)  # noqa: S311  # the same draws in every run
    for _ in range(300):
        move = draw(option, random, RULES)
        assert listed([option], move, RULES), move


def test_entries_that_others_echo_are_drawn_often_enough_and_first() -> None:
    random = Random(7)  # noqa: S311  # the same draws in every run
    drawn = [draw(SHEET, random) for _ in range(100)]
    assert all(len(move["abilities"]) >= 2 for move in drawn)
    assert any(len(move.get("jobs", ())) > 1 for move in drawn)


@pytest.mark.parametrize(("singly", "counts"), [(True, {1}), (False, {1, 2, 3})])
def test_a_list_is_drawn_with_several_entries_if_they_go_together(
    *, singly: bool, counts: set[int]
) -> None:
    random = Random(7)  # noqa: S311  # the same draws in every run
    factor = Option({}, (TextField("name", 100),))
    option = move_option("do", (Group("factors", (factor,), many=4, singly=singly),))
    assert {len(draw(option, random)["factors"]) for _ in range(99)} == counts


@pytest.mark.parametrize(
    ("move", "covered"),
    [
        (sheet("Wits", "Brawn"), True),
        (sheet("Wits", "Brawn", jobs={"Spy": ["Wits", "Brawn"]}), True),
        (sheet(), False),
        (sheet("Wits", " wits "), False),
        (sheet("Wits", "Brawn", jobs={"Spy": ["Wits"]}), False),
        (sheet("Wits", "Brawn", jobs={"Spy": ["Wits", "Wits"]}), False),
        (sheet("Wits", "Brawn", jobs={"Spy": ["Wits", "Luck"]}), False),
        (sheet("A", "B", jobs={"Spy": ["A", "B"], "SPY": ["A", "B"]}), False),
        ({**sheet("Wits"), "jobs": None}, True),
        ({**sheet("Wits"), "more": 1}, False),
    ],
)
def test_entries_differ_in_their_names_and_echo_existing_values(
    move: dict[str, Any], covered: bool
) -> None:
    assert listed([SHEET], move) is covered


@pytest.mark.parametrize(
    ("value", "covered"),
    [([], True), (["s1", "s2", "s1"], True), (["s1", "s2", "s3"], False), (["s4"], False)],
)
def test_an_entry_that_stands_twice_in_a_subset_counts_once(
    value: list[str], covered: bool
) -> None:
    field = Subset("eyes", (Choice("s1"), Choice("s2"), Choice("s3")), 2)
    assert listed([move_option("seal", (field,))], {"move": "seal", "eyes": value}) is covered


@pytest.mark.parametrize(
    ("field", "value", "covered"),
    [
        (Echo("thing", "things.name"), "Door", True),
        (Echo("thing", "things.name"), "door", False),
        (Echo("thing", "things.name"), ["Door"], False),
        (Echo("thing", "things.name"), None, False),
        (Echo("thing", "things.name", optional=True), None, True),
        (Echo("thing", "others.name", optional=True), "Door", False),
    ],
)
def test_an_echo_takes_the_value_of_the_option_around_it(
    field: Echo, value: Any, covered: bool
) -> None:
    things = Group("things", (Option({}, (TextField("name", 100),)),), many=2)
    option = move_option("place", (things, Group("where", (Option({}, (field,)),))))
    move = {"move": "place", "things": [{"name": "Door"}], "where": {"thing": value}}
    assert listed([option], move) is covered


@pytest.mark.parametrize(
    ("part", "covered"),
    [
        ({}, True),
        ({"rule": "heap.lose"}, False),
        ({"rules": []}, True),
        ({"rules": ["heap.take", "heap.win", "heap.take"]}, False),
        ({"other": 1}, False),
        ({"payment": {"lots": 2}}, True),
        ({"payment": {"lots": 2, "ego": 1}}, False),
        ({"tokens": {"lots": 2}}, False),
        ({"tokens": {"lots": 4}}, True),
        ({"tokens": {"lots": -1, "ego": 5}}, False),
        ({"tokens": {"lots": 1, "luck": 3}}, False),
        ({"shown": [6, 7]}, False),
        ({"factors": []}, True),
        ({"factors": [{"name": "Rain"}] * 4}, True),
        ({"factors": [{"name": "Rain"}] * 5}, False),
        ({"factors": [{"name": " "}]}, False),
    ],
)
def test_every_field_takes_the_values_that_it_describes(
    part: dict[str, Any], covered: bool
) -> None:
    fit = {"rule": "heap.take", "one": 1, "other": 2, "dice": 2, "shown": [6, 1]}
    assert listed([MOST], {"move": "do", **fit, **part}, RULES) is covered


def test_a_list_without_possible_entries_stays_empty() -> None:
    option = move_option("mend", (Group("corrections", (), many=3, optional=True),))
    random = Random(7)  # noqa: S311  # the same draws in every run
    assert all(draw(option, random) == {"move": "mend"} for _ in range(9))
    assert listed([option], {"move": "mend", "corrections": []})


def test_to_read_a_rule_field_without_the_games_rules_is_a_mistake_of_the_test() -> None:
    with pytest.raises(AssertionError):
        listed([move_option("cite", (RuleName("rule"),))], {"move": "cite", "rule": "heap.take"})


def test_an_optional_choice_may_be_left_out_and_takes_nothing_else() -> None:
    option = move_option("wink", (Choices("eye", (Choice("left"),), optional=True),))
    found = [
        listed([option], {"move": "wink", **more}) for more in ({}, {"eye": "left"}, {"eye": 1})
    ]
    assert found == [True, True, False]
