"""A form refuses values that are not legal, and chooses legal values for missing fields."""

from random import Random
from typing import Any

import pytest

from verger_client import Form, FormError, wire
from verger_client.types import Option

LIMIT = {
    "fixed": {"move": "add_limit"},
    "fields": [
        {
            "field": "choices",
            "name": "kind",
            "label": "Kind",
            "choices": [{"value": "line"}, {"value": "veil"}],
        },
        {"field": "text", "name": "text", "label": "What it is", "limit": 9},
    ],
    "label": "Set a limit",
}


def option(**fields: Any) -> Option:
    return wire.decode(wire.encode(fields), Option)


def form(*fields: dict[str, Any]) -> Form:
    return Form(option(fixed={"move": "hum"}, fields=fields, label="Hum"))


def test_a_field_that_is_not_given_has_the_first_legal_value() -> None:
    assert Form(option(**LIMIT)).fill(text="spiders") == {
        "move": "add_limit",
        "kind": "line",
        "text": "spiders",
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "“What it is” has to be given."),
        ({"text": "tarantulas"}, "“What it is” takes 1 to 9 characters, not 10."),
        ({"text": "x", "kind": "wall"}, "“Kind” is one of line, veil, not 'wall'."),
        ({"txt": "x"}, "“Set a limit” has no field txt; it has: kind, text."),
    ],
)
def test_a_value_that_is_not_legal_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormError) as caught:
        Form(option(**LIMIT)).fill(**given)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ({"field": "number", "least": 2, "most": 5}, 2),
        ({"field": "dice", "count": 0, "faces": 6}, None),
        ({"field": "text", "limit": 9, "optional": True}, None),
        ({"field": "subset", "choices": [{"value": 1}], "most": 1}, None),
        ({"field": "melody", "notes": [1]}, None),
        ({"field": "group", "shapes": [{"fixed": {"a": 1}}]}, {"a": 1}),
        ({"field": "group", "shapes": [{"fixed": {"a": 1}}], "many": 3}, [{"a": 1}]),
    ],
)
def test_each_kind_of_field_has_a_default_or_may_be_left_out(
    field: dict[str, Any], value: object
) -> None:
    assert form({"name": "it", **field}).fill().get("it") == value


def test_a_value_that_another_excludes_is_not_taken() -> None:
    choices = [{"value": "n1"}, {"value": "n2"}]
    one = {"field": "choices", "name": "one", "choices": choices}
    assert form(one, {**one, "name": "other", "excludes": "one"}).fill() == {
        "move": "hum",
        "one": "n1",
        "other": "n2",
    }


def test_a_field_that_repeats_values_repeats_as_many_as_needed() -> None:
    names = {"field": "choices", "name": "name", "choices": [{"value": value} for value in "abc"]}
    group = {
        "field": "group",
        "name": "jobs",
        "many": 3,
        "distinct": "name",
        "shapes": [{"fixed": {}, "fields": [names]}],
    }
    echo = {"field": "echo", "name": "best", "of": "jobs.name", "many": 2}
    holder = {"field": "group", "name": "sheet", "shapes": [{"fixed": {}, "fields": [echo]}]}
    filled = form(holder, group).fill()
    assert filled["jobs"] == [{"name": "a"}, {"name": "b"}]
    assert filled["sheet"] == {"best": ["a", "b"]}


def test_dice_need_a_random_source() -> None:
    dice = form({"field": "dice", "name": "dice", "label": "Dice", "count": 2, "faces": 6})
    with pytest.raises(FormError, match="“Dice” is what real dice show"):
        dice.fill()
    assert all(1 <= die <= 6 for die in dice.fill(Random(1))["dice"])  # noqa: S311


def test_a_form_says_which_question_it_answers() -> None:
    answers = {"question": "agreement-p1", "verb": "Agree", "consequence": "It holds."}
    form = Form(option(fixed={"move": "agree", "proposal": "p1"}, answers=answers))
    assert form.answers is not None
    assert (form.answers.question, form.destroys) == ("agreement-p1", False)
    assert Form(option(fixed={"move": "signal"})).answers is None
