"""The server's descriptions: its rulesets, its documents, its problems, its health."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import Client, of
from tests.support.contract import codes, document, resolved
from tests.support.server import Server
from verger.domain.core.reason import KNOWN
from verger.domain.games.rulesets import RULESETS
from verger.service.openapi import asyncapi
from verger.service.openapi.document import FILE
from verger.service.problem.table import KINDS, UNANSWERED

# Codes that no operation of the document can answer with, and why.
OUTSIDE_OF_OPERATIONS = {
    "method_not_allowed": "the method belongs to no operation",
    "unknown_method": "the method belongs to no operation",
    "malformed_request": "it is no request, and so of no operation",
    "uri_too_long": "the address is refused before its operation is known",
    "head_too_large": "the head is refused before its operation is known",
    "unknown_expectation": "the head is refused before its operation is known",
    "unsupported_transfer_coding": "the head is refused before its operation is known",
    "unsupported_http_version": "the head is refused before its operation is known",
    **UNANSWERED,
}


@pytest.fixture
def visitor(server: Server) -> Client:
    return Client(server.http)


def test_every_ruleset_is_listed_with_its_rules_and_house_rules(visitor: Client) -> None:
    listed = visitor.read("/v1/rulesets")["rulesets"]
    assert {ruleset["name"] for ruleset in listed} == set(RULESETS)
    for ruleset in listed:
        shown = visitor.read(f"/v1/rulesets/{ruleset['name']}")
        known = RULESETS[ruleset["name"]]
        assert {rule["id"] for rule in shown["rules"]} == set(known.rules)
        assert {rule["id"] for rule in shown["house_rules"]} == set(known.house_rules)
        assert all(rule["statement"] and rule["section"] for rule in shown["rules"])


def test_the_schemas_name_every_move_and_effect(visitor: Client) -> None:
    schemas = visitor.read("/v1/rulesets/verge/schemas")
    moves = set(re.findall(r"'const': '(\w+)'|'enum': \['(\w+)'\]", str(schemas["move"])))
    assert {"declare", "write_node", "add_limit"} <= {name for pair in moves for name in pair}
    assert "mark_added" in str(schemas["effect"])


def test_the_odds_are_exact(visitor: Client) -> None:
    shown = visitor.read("/v1/rulesets/verge/odds/signal", dice=2)
    exact = [(chance["result"], chance["exact"]) for chance in shown["chances"]]
    assert exact == [(0, "0"), (1, "5/6"), (2, "1/6")]
    assert shown["chances"][2]["chance"] == 1 / 6


def test_the_odds_of_an_unknown_roll_are_not_found(visitor: Client) -> None:
    problem = of(visitor.get("/v1/rulesets/verge/odds/luck", dice=2), 404)
    assert problem["code"] == "no_such_page"


@pytest.mark.parametrize("path", ["/v1/rulesets/chess", "/v1/rulesets/chess/schemas"])
def test_an_unknown_ruleset_is_not_found(visitor: Client, path: str) -> None:
    assert of(visitor.get(path), 404)["facts"] == {"ruleset": "chess"}


def test_a_session_of_an_unknown_ruleset_is_not_started(visitor: Client) -> None:
    body = {"title": "A game", "ruleset": "chess", "seats": [{"kind": "gm", "name": "Ann"}]}
    assert of(visitor.post("/v1/sessions", body), 404)["code"] == "no_such_ruleset"


@pytest.mark.parametrize("file", [FILE, asyncapi.FILE], ids=lambda file: file.name)
def test_the_document_that_is_served_is_the_one_that_is_checked_in(
    visitor: Client, file: Path
) -> None:
    assert visitor.get(f"/v1/{file.name}").json() == json.loads(file.read_bytes())


def test_the_document_is_small_enough_to_be_read_at_once(visitor: Client) -> None:
    served = visitor.get("/v1/openapi.json").content
    assert len(gzip.compress(served, 9)) <= 140_000


def test_a_document_may_be_without_the_games(visitor: Client) -> None:
    core = visitor.get("/v1/openapi.json", rulesets="").json()
    assert list(core["paths"]) == list(document()["paths"])
    assert core["components"]["schemas"]["Move"]["required"] == ["move"]
    assert all_named(core) == set(core["components"]["schemas"])


def test_a_document_may_be_with_some_games(visitor: Client) -> None:
    some = visitor.get("/v1/openapi.json", rulesets="verge,venus").json()
    assert all_named(some) == set(some["components"]["schemas"])
    assert {"VergeMove", "VenusEffect"} <= set(some["components"]["schemas"])
    assert not {"EdgerunnerMove", "AfterversePlay"} & set(some["components"]["schemas"])


def test_a_document_with_an_unknown_game_is_refused(visitor: Client) -> None:
    problem = of(visitor.get("/v1/openapi.json", rulesets="verge,chess"), 400)
    assert problem["facts"]["parameter"] == "rulesets"


def all_named(whole: dict[str, Any]) -> set[str]:
    """Return the names of all schemas that any part of the document refers to."""
    return set(re.findall('"#/components/schemas/([^"]+)"', json.dumps(whole)))


def responses() -> Iterator[tuple[str, Any]]:
    """Yield every status that an operation can have, with the schema of its answer."""
    for methods in document()["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                yield status, resolved(response)


def documented_codes() -> set[str]:
    return {code for _, response in responses() for code in codes(response)}


def test_every_problem_is_documented_where_it_happens() -> None:
    assert set(KINDS) - documented_codes() == set(OUTSIDE_OF_OPERATIONS)
    assert documented_codes() <= set(KINDS)


def test_every_reason_to_refuse_a_move_is_a_problem() -> None:
    assert set(KNOWN) <= set(KINDS)


def test_the_document_holds_every_status_with_the_problems_that_have_it() -> None:
    for status, response in responses():
        found = codes(response)
        assert all(str(int(KINDS[code].status)) == status for code in found)
        assert bool(found) == (int(status) >= 400)


def test_the_process_is_alive_and_can_serve(server: Server, visitor: Client) -> None:
    assert visitor.read("/healthz") == {"status": "alive", "cell": server.cell}
    ready = visitor.read("/readyz")
    told = {"status": "ready", "database": "connected", "redis": "not configured"}
    assert ready == told | {"drill": False}


def test_every_answer_names_its_request(visitor: Client) -> None:
    first, second = (visitor.get("/healthz").headers["trace-id"] for _ in range(2))
    assert first != second
    assert re.fullmatch("[0-9a-f]{32}", first)


def test_a_callers_own_trace_id_is_kept(visitor: Client) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    headers = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    answer = visitor.get("/v1/sessions", headers=headers)
    assert answer.headers["trace-id"] == answer.json()["trace_id"] == trace
