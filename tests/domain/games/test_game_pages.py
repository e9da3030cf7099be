"""Every example of a move on a game's page in docs/ has the form of a move, and the page names each move and house rule."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.support.root import DOCS
from verger.domain.core import amendment
from verger.domain.core.union import classes_of
from verger.domain.games.rulesets import RULESETS


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text()


def examples(name: str) -> Iterator[Any]:
    """Yield every JSON value in the code blocks of the page."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", page(name), re.DOTALL):
        rest = block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            yield value
            rest = rest[end:].strip()


@pytest.mark.parametrize("name", RULESETS)
def test_every_move_that_a_page_shows_is_one(name: str) -> None:
    shown = [value for value in examples(name) if "move" in value]
    assert shown
    for move in shown:
        msgspec.convert(move, RULESETS[name].move_type)


@pytest.mark.parametrize("name", RULESETS)
def test_a_page_names_every_move_and_house_rule_of_its_game(name: str) -> None:
    move_type = RULESETS[name].move_type
    tags = {
        str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
        for kind in classes_of(move_type)
        if kind.__module__.startswith(f"verger.domain.games.{name}.")
    }
    named = set(re.findall(r"[`\"]([a-z_]+)[`\"]", page(name)))
    # The house rule `amendments` is described in docs/games.md, for all games.
    house_rules = {*map(str, RULESETS[name].house_rules)} - {amendment.HOUSE_RULE}
    assert {*tags, *house_rules} - named == set()


def told(name: str) -> dict[str, set[str]]:
    """The default answers in the guide's table, by the question."""
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", page("games"))
    return {
        question: set(re.findall(r"`(\w+)`", answer)) or {question}
        for title, questions, answer in rows
        if title == RULESETS[name].title
        for question in re.findall(r"`(\w+)`", questions)
    }


@pytest.mark.parametrize("name", RULESETS)
def test_the_guide_names_the_default_answer_of_each_question(name: str) -> None:
    kinds, answers = RULESETS[name].questions, told(name)
    limited = {question: kind.silence for question, kind in kinds.items() if kind.silence}
    for question, silence in limited.items():
        named = {*silence.moves, *silence.values} - {"explanation"}
        assert answers.get(question, set()) >= named, question
    assert answers.keys() == limited.keys()
