"""Every code of the problem table is provoked over HTTP, and answered as its example shows."""

from collections.abc import Iterator

import httpx
import pytest

from service.problem.table import KINDS, UNANSWERED
from tests.captures import problems
from tests.support.problems import a_problem

CODES = sorted(set(KINDS) - set(UNANSWERED))


@pytest.fixture(scope="module")
def answers(postgres_url: str) -> Iterator[dict[str, httpx.Response]]:
    with problems.desk(postgres_url) as desk:
        yield dict(problems.answers(desk))


def test_every_code_is_provoked_but_those_that_no_request_can_provoke() -> None:
    assert problems.provoked() == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_answered_to_a_request(answers: dict[str, httpx.Response], code: str) -> None:
    told = a_problem(answers[code], code)
    assert told["remedy"]
    headers, kind = answers[code].headers, KINDS[code]
    assert ("retry-after" in headers) == (kind.retry_after is not None)
    challenged = int(kind.status) == 401 or code == "missing_scope"
    assert ("www-authenticate" in headers) == challenged


@pytest.mark.parametrize("code", CODES)
def test_each_example_is_what_is_answered(answers: dict[str, httpx.Response], code: str) -> None:
    assert problems.path_of(code).read_text() == problems.shown(code, answers[code])


def test_no_example_is_of_a_code_that_is_gone() -> None:
    assert {path.stem for path in problems.FOLDER.iterdir()} == set(CODES)
