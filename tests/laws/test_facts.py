"""Facts of rulings are numbers, ids, names and fixed words. Each English phrase comes with such a fact."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.captures.told import stories
from tests.golden.record import NAMES
from tests.laws.figures.ruled import Ruled, parts
from tests.laws.law import each_walk
from tests.laws.played import Played
from tests.laws.test_figures import ruling_of
from tests.support.log import evening
from verger.domain.games.edgerunner.model.time_track import Span

IN_WORDS = "_in_words"
BESIDE = {
    "attribute": "attribute_number",
    "awaited": "awaited_role",
    "distance": "zones_away",
    "reach": "reach_zones",
}
"""The name of the fact for programs, if it differs from the name of the phrase."""
OF_PEOPLE = ("label", "labels", "name", "names", "subject", "subjects", "text")
"""The last words in the names of facts that people wrote or named."""
PLAIN = re.compile(
    r"[\w.:+/\[\]-]*|-?\d.*|[a-z_]+\d*: -?\d+|[!?X]+|[a-z]+\d+(\.\d+)?( [a-z]+\d+(\.\d+)?)*"
)
DURATIONS = {str(span) for span in Span}


def phrases(facts: Mapping[str, Any], move: Any = None) -> Iterator[str]:
    """Yield the names of facts that are English phrases, if no other fact has the same information for programs.

    A text that the move itself contains, such as an unknown id, does not count.
    """
    said = [part for part in parts(move) if isinstance(part, str)]
    for name, fact in facts.items():
        if name.endswith(IN_WORDS):
            base = name.removesuffix(IN_WORDS)
            if BESIDE.get(base, base) not in facts:
                yield name
        elif name.rpartition("_")[2] not in OF_PEOPLE and not (is_plain(fact) or fact in said):
            yield name


def is_plain(fact: Any) -> bool:
    """Return whether a fact is a number, an id or a fixed word, or a list of these."""
    values = fact if isinstance(fact, tuple | list) else (fact,)
    return all(
        not isinstance(value, str) or PLAIN.fullmatch(value) or value in DURATIONS
        for value in values
    )


@each_walk
def test_no_fact_of_generated_play_is_only_a_phrase(played: Played) -> None:
    for step in played.steps:
        for applied in Ruled(played, step).applied:
            assert list(phrases(applied.facts, step.judged)) == [], applied


@pytest.mark.parametrize("name", NAMES)
def test_no_fact_of_an_evening_is_only_a_phrase(name: str) -> None:
    for event in evening(name):
        for applied in event.ruling.rules:
            assert list(phrases(applied.facts)) == [], applied


def test_no_fact_of_a_refusal_is_only_a_phrase() -> None:
    found = {
        (story.code, name)
        for story in stories()
        for applied in ruling_of(story).applied
        for name in phrases(applied.facts)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"hindrance": "it is eliminated"}, ["hindrance"]),
        ({"hindrance_in_words": "it is eliminated"}, ["hindrance_in_words"]),
        ({"hindrance": "eliminated", "hindrance_in_words": "it is eliminated"}, []),
        ({"steps": ("prepare", "or over")}, ["steps"]),
        ({"tokens_needed": "2 story, 1 boost", "element_label": "A lighthouse", "route": "b1.1 b2"}, []),
    ],
)  # fmt: skip
def test_a_phrase_without_a_fact_for_programs_is_found(
    facts: dict[str, Any], found: list[str]
) -> None:
    assert list(phrases(facts)) == found
