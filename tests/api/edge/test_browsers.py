"""Headers for browsers: any page may call the API, but no page may show or run its answers."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.client import Client, Player
from tests.support.contract import PARAMETER, document
from tests.support.server import Server, serving

PAGE = "https://client.example"
EXPOSED = {
    "ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy", "Trace-Id",
    "Idempotent-Replayed",
}  # fmt: skip
SENT = {
    "authorization", "content-type", "idempotency-key", "if-match", "if-none-match",
    "last-event-id", "traceparent", "verger-question",
}  # fmt: skip
ADDRESSES = {path: {m.upper() for m in methods} for path, methods in document()["paths"].items()}


def words(answer: httpx.Response, header: str) -> set[str]:
    return {word.strip() for word in answer.headers[header].split(",")}


def asks_first(http: httpx.Client, path: str, origin: str = PAGE) -> httpx.Response:
    """Send the preflight that a browser sends before a page's request."""
    headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    return http.options(path, headers=headers)


def test_a_page_may_send_requests_to_every_address(
    server: Server, subtests: pytest.Subtests
) -> None:
    for path, methods in ADDRESSES.items():
        with subtests.test(path):
            # The session does not exist. Its answer must be the same, because nobody may learn which sessions exist.
            answer = asks_first(server.http, PARAMETER.sub("1", path))
            assert (answer.status_code, answer.content) == (204, b"")
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert words(answer, "Access-Control-Allow-Methods") >= methods
            assert words(answer, "Allow") >= methods | {"OPTIONS"}
            assert {word.lower() for word in words(answer, "Access-Control-Allow-Headers")} == SENT
            assert int(answer.headers["Access-Control-Max-Age"]) >= 600


def test_a_wrong_method_is_refused_with_all_allowed_ones(
    server: Server, subtests: pytest.Subtests
) -> None:
    for path, methods in ADDRESSES.items():
        with subtests.test(path):
            wrong = min({"PUT", "PATCH", "DELETE"} - methods)
            answer = server.http.request(wrong, PARAMETER.sub("1", path))
            assert answer.status_code == 405
            assert words(answer, "Allow") >= methods | {"OPTIONS"}


def test_an_unknown_address_has_no_methods(server: Server) -> None:
    assert asks_first(server.http, "/v1/nothing").status_code == 404


def answers(bo: Player) -> Iterator[Any]:
    """Yield one answer of every kind: read, not modified, moved, refused, a page, a stream."""
    visitor = Client(bo.http)
    read = bo.get(bo.home)
    yield read
    yield bo.get(bo.home, {"If-None-Match": read.headers["ETag"]})
    yield bo.move("signal", anonymous=False)
    yield bo.move("nonsense")
    yield bo.get(f"{bo.home}/nothing")
    yield visitor.get(bo.home)
    yield visitor.get("/docs")
    yield visitor.get("/healthz")
    yield bo.get(f"{bo.home}/events", {"Accept": "application/x-ndjson"})
    yield bo.post(f"{bo.home}/tokens", {"label": "a bot"})


def test_every_answer_has_the_common_headers(bo: Player) -> None:
    statuses = set()
    for answer in answers(bo):
        statuses.add(answer.status_code)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        if answer.status_code != 304:  # the cached answer has it
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert words(answer, "Access-Control-Expose-Headers") == EXPOSED
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert len(answer.headers["Trace-Id"]) == 32
    assert statuses == {200, 201, 304, 400, 401, 404}


def test_an_internal_error_has_the_common_headers_too(database_url: str) -> None:
    broken = {"verger.service.http.sessions.projection": 0, "verger.service.short.moves.wire": 0}
    with serving(database_url, quicker=broken) as server:
        ann = Player(server.http, *started(server))
        answers = [ann.get(ann.home), ann.move("signal", anonymous=False)]
    for answer in answers:
        assert answer.status_code == 500
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "RateLimit" in answer.headers


def started(server: Server) -> tuple[str, str, str]:
    body = {"title": "A game", "seats": [{"kind": "gm", "name": "Ann"}]}
    found = Client(server.http).post("/v1/sessions", body).json()
    return found["token"], found["session"], found["seat"]


def test_nothing_is_loaded_by_data_and_only_our_own_by_pages(bo: Player) -> None:
    data, page = bo.get(bo.home), bo.http.get("/docs")
    assert data.headers["Content-Security-Policy"].startswith("default-src 'none';")
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "script-src" not in policy


def test_secrets_and_errors_are_kept_by_no_cache(ann: Player) -> None:
    place = ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"})
    for answer in (
        place,
        ann.post("/v1/seats/claim", {"code": place.json()["claim_code"]}),
        ann.post(f"{ann.home}/tokens", {"label": "a bot"}),
        ann.post(f"{ann.home}/forks", {}),
        ann.move("signal", anonymous=False),
        ann.move("nonsense"),
        ann.get(f"{ann.home}/nothing"),
    ):
        assert answer.headers["Cache-Control"] == "no-store"


def test_only_pages_of_listed_origins_may_ask_where_an_operator_lists_some(
    database_url: str,
) -> None:
    listed = f"{PAGE}, https://other.example"
    with serving(database_url, verger_origins=listed) as server:
        bo = Player(server.http, *started(server))
        for answer in (
            asks_first(server.http, "/v1/sessions"),
            bo.get(bo.home, {"Origin": PAGE}),
            bo.move("signal", anonymous=False, headers={"Origin": PAGE}),
        ):
            assert answer.headers["Access-Control-Allow-Origin"] == PAGE
            assert "Origin" in words(answer, "Vary")
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        for answer in (
            asks_first(server.http, "/v1/sessions", "https://evil.example"),
            bo.get(bo.home, {"Origin": "https://evil.example"}),
            bo.get(bo.home),
        ):
            assert "Access-Control-Allow-Origin" not in answer.headers
            assert "Origin" in words(answer, "Vary")
