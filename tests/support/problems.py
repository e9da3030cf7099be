"""The common assertions on an answer to bad input."""

import httpx

from tests.support.client import Json, Table, of
from verger.service.masking import masked
from verger.service.problem.table import KINDS

LINE = '{"move":"add_limit","kind":"line","text":%s}'
DEEP = 100_000
JSON = {"Content-Type": "application/json"}


def a_problem(answer: httpx.Response, code: str) -> Json:
    """The problem in an answer, which has to be complete and of this code."""
    problem: Json = of(answer, int(KINDS[code].status))
    assert problem["code"] == code, problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["type"] == f"/docs/problems/{code}"
    assert problem["title"] == KINDS[code].title
    assert problem["status"] == answer.status_code
    assert problem["instance"] == masked(answer.request.url.path)
    assert problem["detail"]
    assert problem["trace_id"] == answer.headers["trace-id"]
    return problem


def nothing_recorded(table: Table) -> bool:
    players = len(table.players)
    return table["Ann"].head in (players, 2 * players)
