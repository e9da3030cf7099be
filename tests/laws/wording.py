"""The faults in the messages to a table, and in the questions and offers to each seat.

The faults are braces without a value, ids, a noun that does not fit its number, and a wrong article.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.laws.law import version_after
from tests.laws.played import Played, Step
from tests.support.snapshot import encode
from verger.domain.core.decider import Accepted, State
from verger.domain.core.option import Choices, Group, Option, Subset
from verger.domain.core.ruling import Refused
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.offer import awaited_of
from verger.projections.banks import banks

ID = re.compile(r"(?<![\w.:'-])[a-z]{1,2}[0-9]+(?![\w'.-]*\w)")
REFERENCE = re.compile(r"\ba[0-9]+\.(?:node|edge)\b")
BRACE = re.compile(r"\{[a-z_]*\}")
NOUN = (
    "action|boost|box|border|character|dispute|edge|event|goal|hit|item|level|mark|node|note|player|point|"
    "proposal|seat|sheet|shift|strike|success|test|token|version|view|zone|Lot"
)
ONE_OF_MANY = re.compile(rf"(?<![\w.,-])(?:1|one) (?:\w+ )?((?:{NOUN})(?:s|es)|dice)\b")
MANY_OF_ONE = re.compile(
    r"(?<![\w.,:-])(?:0|[2-9]|[1-9][0-9]+|two|three|four|five|six) "
    rf"(?:story |development |boost |free |glitch )?({NOUN}|die)\b(?! [a-z]+s\b)"
)
SENTENCE = re.compile(r"\S.*[.?!…][”]?", re.DOTALL)
BUTTON = re.compile(r"(?=.{1,32}$)\S+(?: \S+){0,4}")
ARTICLE = re.compile(
    r"(?<!\w)(?:a (?=[aeio]\w)(?!one\b|once\b)|an (?=[bcdfgjklmnpqrstvwxyz]))(\w+)"
)


def told(step: Step) -> Iterator[str]:
    """Yield the sentences of a ruling, and the names of the accounts afterwards."""
    judgement = step.judgement
    if isinstance(judgement, Refused):
        yield judgement.sentence
        yield judgement.remedy
    elif isinstance(judgement, Accepted):
        yield judgement.ruling.sentence
        yield from judgement.ruling.warnings
        yield from accounts(step.after)


def accounts(state: State[Any]) -> Iterator[str]:
    """The names of the token accounts in banks."""
    for account in banks(RULESETS[state.table.ruleset], state, 0).accounts:
        yield account.name.replace(":", " ")


def ids_of(step: Step) -> set[str]:
    """The ids of all existing things. Texts should use the name or the number of a thing, and not its id.

    A refused move can name an id, and the message can repeat it. So these ids are left out.
    """
    known = set(_IDS.findall((encode(step.before) + encode(step.after)).decode()))
    return known if step.accepted else known - set(_IDS.findall(json.dumps(step.sent)))


_IDS = re.compile(r'"([a-z]{1,2}[0-9]+)"')


def unwritten(text: str, step: Step) -> str:
    """The text without the texts of people, which can contain anything."""
    encoded = (encode(step.before) + encode(step.after)).decode()
    for label in set(re.findall(r'"([^"]*\W[a-z]{1,2}[0-9]+[^"]*)"', encoded)):
        text = text.replace(label, "")
    return text


def asked(played: Played) -> dict[str, Step]:
    """The texts of all questions and options in a walk, each with the step that it first follows."""
    found: dict[str, Step] = {}
    for step, _ in played.accepted():
        waits = awaited_of(played.ruleset, step.after)
        found |= {wait.sentence: step for wait in waits if wait.sentence not in found}
        for seat in {played.one_of(wait, step) for wait in waits}:
            said = set[str]()
            add_labels(played.options_at(step.after, version_after(step), seat), said)
            found |= dict.fromkeys(said - found.keys(), step)
    return found


def add_labels(options: Iterable[Option], said: set[str]) -> None:
    """Add the labels of options, of their fields and of the values."""
    for option in options:
        said.add(option.label)
        for field in option.fields:
            said.add(field.label)
            if isinstance(field, Choices | Subset):
                said.update([choice.label for choice in field.choices])
            elif isinstance(field, Group):
                add_labels(field.shapes, said)


def faults(step: Step, texts: Iterable[str]) -> Iterator[str]:
    """The faults in the messages about a move, or in the questions after it."""
    for text in texts:
        if BRACE.search(text):
            yield f"braces: {text}"
        is_named = step.accepted and REFERENCE.search(text)
        if is_named and REFERENCE.search(unwritten(text, step)):
            yield f"a reference: {text}"
        if ID.search(text):
            found = ids_of(step) & set(ID.findall(unwritten(text, step)))
            yield from (f"the id {id}: {text}" for id in sorted(found))
        for kind, pattern in (("one", ONE_OF_MANY), ("many", MANY_OF_ONE), ("article", ARTICLE)):
            yield from (f"{kind}, {word}: {text}" for word in pattern.findall(text))
