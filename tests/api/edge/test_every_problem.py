"""Every code of the problem table is provoked over HTTP, and answered as its example shows."""

import json

import httpx
import pytest

from tests.captures import problems as provoking
from tests.captures.exchange import Json
from tests.captures.lines import problems
from tests.support.problems import a_problem
from verger.service.problem.captured import FILE, captured, refusals
from verger.service.problem.table import KINDS, UNANSWERED

pytestmark = pytest.mark.thorough

CODES = sorted(set(KINDS) - set(UNANSWERED))


def test_every_code_that_a_request_can_provoke_is_provoked() -> None:
    assert provoking.provoked() == set(CODES)


def test_each_code_is_answered_to_a_request_as_its_example_shows(
    postgres_url: str, subtests: pytest.Subtests
) -> None:
    with provoking.desk(postgres_url) as desk:
        for code, answer in provoking.answers(desk):
            with subtests.test(str(code)):
                assert_answers(answer, code)
                assert as_text(captured()[code]) == as_text(provoking.shown(code, answer))


def as_text(example: Json) -> str:
    """Return an example as text with a line for each field. The order of fields counts."""
    return json.dumps(example, indent=2)


def assert_answers(answer: httpx.Response, code: str) -> None:
    assert a_problem(answer, code)["remedy"]
    headers, kind = answer.headers, KINDS[code]
    assert ("retry-after" in headers) == (kind.retry_after is not None)
    challenged = int(kind.status) == 401 or code == "missing_scope"
    assert ("www-authenticate" in headers) == challenged


def test_the_file_has_one_line_for_each_code_in_order() -> None:
    assert list(captured()) == CODES
    assert FILE.read_text() == problems(captured(), refusals())
