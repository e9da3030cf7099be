"""The pages about problems explain every error code, every fact and every rule of refusals, and no others."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import verger.domain
import verger.service
from verger.domain.core.identifier import RuleId
from verger.domain.core.refusal_code import MOVES_OPEN
from verger.domain.core.ruling import filled
from verger.domain.dispute.precedent import FACT
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.circumstance import CIRCUMSTANCES
from verger.service.annexes.portal import problem
from verger.service.openapi.document import FILE
from verger.service.problem.captured import captured, refusals
from verger.service.problem.code import ProblemCode
from verger.service.problem.facts import FACTS
from verger.service.problem.table import EDGE, KINDS, UNANSWERED

SOURCE = Path(verger.service.__file__).parent
DOMAIN = Path(verger.domain.__file__).parent
PAGES = {page.path: page.text for page in problem.pages(json.loads(FILE.read_bytes()))}

SOMETIMES = {"stale_version": {"next_after"}}
"""Facts that are not in every answer with this code."""


def body_of(code: str) -> dict[str, Any]:
    found = captured().get(code)
    return dict(found["response"]["body"]) if found else {}


BARE = {
    "about", "after", "amount", "aside", "asked", "at", "away", "because", "before", "by", "cost", "deed", "far",
    "first", "given", "ground", "held", "how", "kept", "known", "label", "last", "least", "left", "limit", "most",
    "name", "named", "needed", "new", "next", "now", "number", "offered", "old", "one", "open", "other", "others",
    "own", "paid", "passed", "price", "read", "said", "seen", "sent", "short", "since", "spent", "taken", "there",
    "thing", "to", "told", "total", "unknown", "use", "value", "waiting", "what", "why", "yes",
}  # fmt: skip
"""Words that are no name for a fact, because they have neither a subject nor a unit."""


def facts_in(path: Path) -> Iterator[str]:
    """Yield the names of facts that a module gives to refusals and other problems."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(_, [ast.Attribute(ast.Name("Code" | "Own" | "ProblemCode")), *_], facts):
                yield from (fact.arg for fact in facts if fact.arg)
            case ast.Dict([None, *names], [ast.Attribute(_, "facts"), *_]):
                yield from (str(name.value) for name in names if isinstance(name, ast.Constant))
            case _:
                pass


def cited_in(path: Path) -> Iterator[str]:
    """Yield the names of facts that a module gives to rules that it cites."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(ast.Attribute(_, "cite"), _, facts):
                yield from (fact.arg for fact in facts if fact.arg)
            case _:
                pass


def calls_in(path: Path) -> Iterator[tuple[str, set[str | None]]]:
    """Yield the codes of problems that a module creates, each with the names of its facts."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(_, [ast.Attribute(ast.Name("ProblemCode"), member)], facts):
                yield getattr(ProblemCode, member), {fact.arg for fact in facts}
            case _:
                pass


def test_a_problems_page_has_its_meaning_its_remedy_and_its_operations(
    subtests: pytest.Subtests,
) -> None:
    for code, kind in KINDS.items():
        with subtests.test(str(code)):
            text = PAGES[f"problems/{code}"]
            assert text.startswith(f"# {kind.title}\n\n`{code}` · status {int(kind.status)} ")
            for part in ("Meaning", "How to go on", "Operations with this code"):
                assert f"\n## {part}\n" in text
            assert ("\n## Example\n" in text) == (code not in UNANSWERED)
            assert ("\n## Rules with this code\n" in text) == (code not in EDGE)
            assert "{" not in re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def test_every_sentence_of_the_table_is_whole(subtests: pytest.Subtests) -> None:
    for code, kind in KINDS.items():
        with subtests.test(str(code)):
            assert not kind.title.endswith(".")
            assert kind.meaning.endswith(".")
            assert kind.remedy.endswith(".")
            assert kind.meaning != kind.remedy


def test_every_fact_is_explained_and_given_at_its_name(subtests: pytest.Subtests) -> None:
    for code in sorted(set(KINDS) - set(UNANSWERED)):
        with subtests.test(str(code)):
            facts = body_of(code).get("facts", {})
            sometimes = SOMETIMES.get(code, set()) | {*CIRCUMSTANCES}
            assert problem.named(code) - sometimes <= set(facts) <= set(FACTS)


def test_detail_and_remedy_are_the_sentences_with_the_facts_of_the_request(
    subtests: pytest.Subtests,
) -> None:
    for code in sorted(set(EDGE) - {"internal_error"}):
        with subtests.test(str(code)):
            body = body_of(code)
            given = body.get("facts", {}).items()
            facts = {name: tuple(fact) if isinstance(fact, list) else fact for name, fact in given}
            assert body["detail"] == filled(KINDS[code].meaning, facts)
            assert body["remedy"] == filled(KINDS[code].remedy, facts)


def test_every_problem_that_is_raised_gives_the_facts_of_its_sentences() -> None:
    raised = [call for path in SOURCE.rglob("*.py") for call in calls_in(path)]
    assert {code for code, _ in raised} == set(EDGE)
    for code, facts in raised:
        assert problem.named(code) - SOMETIMES.get(code, set()) <= facts, code


def test_the_facts_of_the_code_and_of_the_sentences_have_meanings_and_no_others_have() -> None:
    paths = [path for wing in (DOMAIN, SOURCE) for path in wing.rglob("*.py")]
    given = {FACT, MOVES_OPEN, *CIRCUMSTANCES, *(fact for path in paths for fact in facts_in(path))}
    assert set(FACTS) == given.union(*map(problem.named, KINDS))


def test_the_name_of_a_fact_says_its_subject_and_its_unit() -> None:
    cited = {fact for path in DOMAIN.rglob("*.py") for fact in cited_in(path)}
    assert cited
    assert cited & BARE == set()
    assert set(FACTS) & BARE == set()


def test_the_rules_on_record_are_those_of_the_games() -> None:
    assert set(refusals()) == set(KINDS) - set(EDGE)
    for games in refusals().values():
        for game, rules in games.items():
            assert set(rules) <= set(map(str, RULESETS[game].rules))


def test_the_rule_of_an_example_is_among_those_of_its_page(subtests: pytest.Subtests) -> None:
    for code in sorted(set(KINDS) - set(EDGE) - set(UNANSWERED)):
        with subtests.test(str(code)):
            rule = RuleId(body_of(code)["rule"])
            assert f"- `{rule}` in [" in PAGES[f"problems/{code}"]


def test_the_index_has_every_code() -> None:
    assert all(f"[`{code}`](/docs/problems/{code})" in PAGES["problems"] for code in KINDS)
