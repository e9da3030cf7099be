"""Every refusal can be said, and a test provokes it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.reason import Code
from domain.reasons import REASONS
from tests.architecture.source import DOMAIN, TESTS, calls, files, place

BRACES = re.compile(r"\{(\w+)\}")


def refusals() -> Iterator[tuple[Path, ast.Call]]:
    """Give every place that refuses."""
    for path in files(DOMAIN):
        for call in calls(path, "refuse"):
            yield path, call


def code_of(call: ast.Call) -> Code | None:
    """Give the code that a call names first."""
    for argument in call.args:
        if isinstance(argument, ast.Attribute) and ast.unparse(argument.value) == "Code":
            return Code[argument.attr]
    return None


def test_every_code_has_a_reason() -> None:
    assert set(REASONS) == set(Code)


@pytest.mark.parametrize("code", list(Code))
def test_a_reason_has_a_title_and_whole_sentences(code: Code) -> None:
    reason = REASONS[code]
    assert not reason.title.endswith(".")
    assert reason.sentence.endswith(".")
    assert reason.remedy.endswith(".")


def test_every_refusal_names_its_code() -> None:
    assert [place(path, call) for path, call in refusals() if code_of(call) is None] == []


def test_every_refusal_gives_the_facts_that_its_sentence_needs() -> None:
    missing = {}
    for path, call in refusals():
        code = code_of(call)
        assert code is not None
        reason = REASONS[code]
        needed = set(BRACES.findall(reason.sentence + reason.remedy))
        if left := needed - {keyword.arg for keyword in call.keywords}:
            missing[place(path, call)] = left
    assert missing == {}


def test_no_code_is_left_that_nothing_refuses_with() -> None:
    assert set(Code) - {code_of(call) for _, call in refusals()} == set()


def test_every_code_is_provoked_by_a_test() -> None:
    provoked = {
        code_of(call)
        for path in files(TESTS / "domain")
        for call in calls(path, "refused", "cannot_declare", "cannot_amend")
    }
    assert set(Code) - provoked == set()
