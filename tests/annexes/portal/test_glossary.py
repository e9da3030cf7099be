"""The glossary: each term is defined once, in a sentence or two, with an example."""

import json
import re

import pytest

from tests.annexes.portal.test_portal import is_one
from tests.support.root import DOCS
from verger.domain.games.rulesets import RULESETS

TEXT = (DOCS / "concepts.md").read_text()
ENTRIES = re.findall(r"(?ms)^### (.+?)\n\n(.+?)(?=\n^##|\Z)", TEXT)
SENTENCES = 2
"""The most sentences of a definition."""


def terms(heading: str) -> list[str]:
    """The terms that a heading has: the standard term, and those in parentheses."""
    return [term.strip("` ").lower() for term in re.split("[(),]", heading) if term.strip()]


def test_each_term_is_defined_once() -> None:
    named = [term for heading, _ in ENTRIES for term in terms(heading)]
    assert len(ENTRIES) == TEXT.count("\n### ") > 40
    assert [term for term in named if named.count(term) > 1] == []


@pytest.mark.parametrize(("heading", "entry"), ENTRIES, ids=[heading for heading, _ in ENTRIES])
def test_an_entry_has_a_short_definition_and_an_example(heading: str, entry: str) -> None:
    definition, example = entry.strip().split("\n\nExample: ")
    assert 1 <= len(re.findall(r"\.(?:\s|$)", definition)) <= SENTENCES
    assert example
    for move in re.findall(r'`(\{"move": [^…`]*\})`', example):
        assert any(is_one(json.loads(move), game.move_type) for game in RULESETS.values()), move
