"""Every address has one spelling. Other spellings redirect to it, and change nothing."""

import pytest

from tests.support.client import Table
from tests.support.problems import a_problem
from tests.support.server import Server

SPELLINGS = [
    ("/v1/sessions/", "/v1/sessions"),
    ("/v1/%73essions", "/v1/sessions"),
    ("/v1//sessions//", "/v1/sessions"),
    ("/v1%2Fsessions", "/v1/sessions"),
    ("//elsewhere.example/", "/elsewhere.example"),
    ("/docs/", "/docs"),
    ("/watch/assets/..%2fpage.html", "/watch/assets/../page.html"),
]


@pytest.mark.parametrize(("spelt", "own"), SPELLINGS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_spelling_leads_to_the_address(
    server: Server, method: str, spelt: str, own: str
) -> None:
    answer = server.http.request(method, f"{server.url}{spelt}", params={"x": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{own}?x=1")
    assert not answer.content


def test_a_session_is_started_at_only_one_address(server: Server) -> None:
    session = {"title": "T", "seats": [{"kind": "gm", "name": "Ann"}]}
    for spelt in ("/v1/sessions/", "/v1/%73essions"):
        assert server.http.post(spelt, json=session).status_code == 308


def test_a_session_is_found_in_capitals(table: Table) -> None:
    ann, capitals = table["Ann"], table.session.upper()
    assert ann.get(f"/v1/sessions/{capitals}/state").json() == ann.see("/state")
    made = ann.ask("POST", f"/v1/sessions/{capitals}/moves", json={"move": "signal"})
    assert made.headers["Location"].startswith(f"/v1/sessions/{table.session}/")


def test_an_unknown_parameter_is_named_with_the_known_ones(server: Server) -> None:
    for path, there in (
        ("/healthz", "there are none"),
        ("/v1/sessions", "after, awaited, idle_since, limit"),
    ):
        problem = a_problem(server.http.get(path, params={"limmit": "3"}), "invalid_parameter")
        assert problem["facts"]["parameter"] == "limmit"
        assert there in problem["facts"]["reason"]


@pytest.mark.parametrize("query", ["limit=1&limit=2", "limit=1&limit=1", "limit=1&l%69mit=2"])
def test_a_repeated_parameter_is_refused(evening: Table, query: str) -> None:
    bo = evening["Bo"]
    for path in ("/v1/sessions", f"{bo.home}/events"):
        answer = bo.ask("GET", f"{path}?{query}")
        assert a_problem(answer, "invalid_parameter")["facts"]["parameter"] == "limit"


def test_pages_take_any_parameter(server: Server) -> None:
    assert server.http.get("/docs", params={"utm_source": "x"}).status_code == 200


@pytest.mark.direct
def test_the_server_lists_its_abilities(server: Server) -> None:
    with server.http.stream("OPTIONS", server.url, extensions={"target": b"*"}) as answer:
        assert answer.status_code == 204
        assert answer.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"


@pytest.mark.parametrize("read", ["/story", "/network.svg", "/state", "/events", ""])
def test_a_link_that_was_shared_is_read_without_the_parameters_of_other_sites(
    evening: Table, read: str
) -> None:
    ann = evening["Ann"]
    plain = ann.get(f"{ann.home}{read}")
    for added in ("fbclid=IwAR0", "utm_source=a&utm_id=2", "GCLID=x", "utm%5Fterm=x", "_gl=1*x"):
        shared = ann.get(f"{ann.home}{read}?{added}")
        assert (shared.status_code, shared.content) == (200, plain.content), added
    first = ann.get(f"{ann.home}/events?limit=2&fbclid=x&order=oldest")
    assert "fbclid" not in first.headers["link"]


def test_parameters_of_other_sites_are_refused_in_a_request_that_changes_something(
    evening: Table,
) -> None:
    ann = evening["Ann"]
    answer = ann.post(f"{ann.home}/what-if?fbclid=x", {})
    assert answer.json()["facts"]["parameter"] == "fbclid"
