"""Texts of generated play have no ids and no braces, count correctly, and fit on buttons."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

from tests.laws.law import each_walk, version_after
from tests.laws.played import Played
from tests.laws.wording import (
    ARTICLE,
    BRACE,
    BUTTON,
    ID,
    MANY_OF_ONE,
    ONE_OF_MANY,
    REFERENCE,
    SENTENCE,
    asked,
    faults,
    told,
)
from verger.domain.core.decider import State
from verger.domain.judging.offer import awaited_of


@each_walk
def test_sentences_name_no_ids_leave_no_braces_and_count_rightly(played: Played) -> None:
    wrong = [
        f"move {step.number}: {fault}"
        for step in played.steps
        for fault in faults(step, told(step))
    ]
    assert not wrong, f"{played.name}: {'; '.join(wrong[:3])}"


@each_walk
def test_questions_and_offers_name_no_ids_and_count_correctly(played: Played) -> None:
    wrong = [
        f"after move {step.number}: {fault}"
        for text, step in asked(played).items()
        for fault in faults(step, [text])
    ]
    assert not wrong, f"{played.name}: {'; '.join(wrong[:3])}"


def names(state: State[Any]) -> list[str]:
    """The names of seats, also removed ones, of characters and of jobs, the longest first."""
    characters = getattr(state.play, "characters", None)
    known = list(characters.known.values()) if characters else []
    jobs = [job for one in known for job in getattr(one.sheet, "jobs", ())]
    found = {str(one.name) for one in (*state.table.seats, *known, *jobs)}
    return sorted({*found, *state.table.gone.values()}, key=len, reverse=True)


def nameless(label: str, people: Iterable[str]) -> str:
    """The label with all names and quoted texts replaced by X."""
    label = re.sub("“[^”]*”", "“X”", label)
    for name in people:
        label = label.replace(name, "X")
    return label


@each_walk
def test_every_option_fits_on_a_button_and_every_question_is_a_sentence(played: Played) -> None:
    for step, _ in played.accepted():
        waits = awaited_of(played.ruleset, step.after)
        unsaid = [wait for wait in waits if not SENTENCE.fullmatch(wait.sentence)]
        assert not unsaid, f"{played.name}, after move {step.number}: {unsaid}"
        for seat in {played.one_of(wait, step) for wait in waits}:
            options = played.options_at(step.after, version_after(step), seat)
            people = names(step.after)
            labels = [nameless(option.label, people) for option in options]
            long = [label for label in labels if not BUTTON.fullmatch(label)]
            assert not long, f"{played.name}, after move {step.number}: {long}"


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
def test_a_fault_of_wording_is_found(pattern: re.Pattern[str], said: str) -> None:
    assert pattern.search(said)
