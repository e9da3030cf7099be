"""The answer to every bad request is a problem, and nothing is recorded."""

import json
import socket
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.problems import JSON, LINE, a_problem, nothing_recorded
from tests.support.server import Server
from verger.service.edge.asgi import BODY_LIMIT

# The same in every process, because several processes can share the tests.
NOBODYS = UUID("0b7a2c7e-2f0e-4d52-9f6e-5b9a3c1d7e42")

WHO: dict[str, tuple[dict[str, str], str]] = {
    "nobody": ({}, "missing_token"),
    "an empty header": ({"Authorization": ""}, "missing_token"),
    "a wrong token": ({"Authorization": f"Bearer vg_{'x' * 43}"}, "invalid_token"),
    "half a token": ({"Authorization": "Bearer vg_"}, "invalid_token"),
    "a header without a token": ({"Authorization": "Bearer "}, "missing_token"),
    "another header without a token": ({"Authorization": "bearer"}, "missing_token"),
    "a password": ({"Authorization": "Basic QW5uOmh1c2g="}, "invalid_token"),
    "an endless token": ({"Authorization": f"Bearer {'x' * 20_000}"}, "invalid_token"),
}

ADDRESSES = [
    ("GET", ""), ("GET", "/options"), ("GET", "/awaited"), ("GET", "/state"), ("GET", "/network"),
    ("GET", "/banks"), ("GET", "/ledger"), ("GET", "/events"), ("GET", "/events/1"),
    ("GET", "/events/1/ruling"), ("GET", "/tokens"), ("POST", "/tokens"), ("POST", "/seats"),
    ("POST", "/moves"), ("POST", "/seats/s2/code"), ("DELETE", "/seats/s2"), ("DELETE", f"/tokens/{NOBODYS}"), ("DELETE", ""),
    ("GET", "/forks"), ("POST", "/forks"),
]  # fmt: skip


@pytest.mark.parametrize("who", WHO)
def test_nothing_of_a_session_is_open_without_a_valid_token(
    quiet: Table, server: Server, subtests: pytest.Subtests, who: str
) -> None:
    headers, code = WHO[who]
    for method, path in ADDRESSES:
        with subtests.test(f"{method} {path}"):
            address = f"/v1/sessions/{quiet.session}{path}"
            answer = server.http.request(method, address, headers=headers, **body_of(method))
            a_problem(answer, code)
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert nothing_recorded(quiet)


def body_of(method: str) -> dict[str, Any]:
    return {"json": {"move": "signal"}} if method == "POST" else {}


@pytest.mark.parametrize(
    "header", [b"Bearer \xff\xfe", b"Bearer vg_\xc3\xa9", b"\x80", b"Bearer x y"]
)
def test_strange_bytes_are_an_invalid_token(quiet: Table, server: Server, header: bytes) -> None:
    address = f"/v1/sessions/{quiet.session}"
    answer = server.http.get(address, headers=[(b"authorization", header)])
    a_problem(answer, "invalid_token")


def test_the_claim_codes_of_a_session_are_no_tokens_for_it(server: Server) -> None:
    table = played(server.http, "Ann")
    offered = of(
        table["Ann"].post(f"{table['Ann'].home}/seats", {"kind": "player", "name": "B"}), 201
    )
    stranger = Player(server.http, offered["claim_code"], table.session, "s2")
    a_problem(stranger.get(stranger.home), "invalid_token")


def test_a_foreign_session_does_not_exist(
    quiet: Table, loading: Table, subtests: pytest.Subtests
) -> None:
    eve = loading["Bo"]
    for method, path in ADDRESSES:
        with subtests.test(f"{method} {path}"):
            answer = eve.ask(method, f"/v1/sessions/{quiet.session}{path}", **body_of(method))
            problem = a_problem(answer, "no_such_session")
            assert problem["facts"] == {"session": quiet.session}
            assert nothing_recorded(quiet)


STRANGE_IDS = [
    "x", "0", "-1", "null", "%00", "%F0%9F%98%80", "%ff", "' OR 1=1",
    NOBODYS.hex, f"{{{NOBODYS}}}", f"urn:uuid:{NOBODYS}", "a" * 100, "9" * 2_000,
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/state"), ("GET", "/events"), ("POST", "/moves")]
)
def test_an_id_in_a_wrong_form_finds_no_session(
    quiet: Table, subtests: pytest.Subtests, method: str, path: str
) -> None:
    for id in STRANGE_IDS:
        with subtests.test(id[:40]):
            answer = quiet["Ann"].ask(method, f"/v1/sessions/{id}{path}", **body_of(method))
            assert answer.json()["code"] in {"no_such_session", "no_such_page"}
            a_problem(answer, answer.json()["code"])


QUERIES = [
    ("/state", "at=0"), ("/state", "at=-1"), ("/state", "at=x"), ("/state", "at=1.5"),
    ("/state", "at=1e308"), ("/state", f"at={2**63}"), ("/state", f"at={'9' * 5_000}"),
    ("/state", "at=%00"), ("/state", f"seat={'s' * 41}"), ("/events", "after=-1"),
    ("/events", f"after={2**63}"), ("/events", "after=x"), ("/events", "limit=0"),
    ("/events", "limit=501"), ("/events", "limit=NaN"), ("/events", "follow=perhaps"),
    ("/ledger", "limit=0"), ("/ledger", "after=-1"), ("/ledger", f"limit={2**63}"),
    ("/state", "att=3"), ("/state", "at=3&at=4"), ("/state", "seat=null"), ("/events/3", "at=4"),
    ("/events/0", ""), (f"/events/{2**63}", ""), ("/events/-1", ""), ("/landmarks", "limit=0"),
    ("/landmarks", "limit=1001"), ("/landmarks", "after=-1"), ("/landmarks", "after=x"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "query"), QUERIES)
def test_a_parameter_out_of_bounds_is_named(quiet: Table, path: str, query: str) -> None:
    ann = quiet["Ann"]
    problem = a_problem(ann.get(f"{ann.home}{path}?{query}"), "invalid_parameter")
    assert problem["facts"]["parameter"] in (query.partition("=")[0], "version")
    assert problem["facts"]["reason"]


@pytest.mark.parametrize("query", ["limit=0", "limit=51", "after=x", f"after={'9' * 40}"])
def test_the_list_of_sessions_refuses_an_impossible_page(quiet: Table, query: str) -> None:
    a_problem(quiet["Ann"].get(f"/v1/sessions?{query}"), "invalid_parameter")


HEADERS: list[tuple[str, str, str]] = [
    ("If-Match", "4", "invalid_parameter"),
    ("If-Match", '"-1"', "invalid_parameter"),
    ("If-Match", '"x"', "invalid_parameter"),
    ("If-Match", '"' + "9" * 19 + '"', "invalid_parameter"),
    ("If-Match", '"1", x', "invalid_parameter"),
    ("If-Match", ",", "invalid_parameter"),
    ("If-Match", '"0", "98"', "stale_version"),
    ("If-Match", '"99"', "stale_version"),
    ("If-Match", '"0"', "stale_version"),
    ("Idempotency-Key", "", "unusable_key"),
    ("Idempotency-Key", "a" * 201, "unusable_key"),
    ("Idempotency-Key", "a b", "unusable_key"),
    ("Idempotency-Key", '""', "unusable_key"),
    ("Idempotency-Key", '"a b"', "unusable_key"),
    ("Idempotency-Key", "\xe9", "unusable_key"),
]


@pytest.mark.parametrize(("name", "value", "code"), HEADERS)
def test_a_header_that_cannot_be_used_is_refused(
    quiet: Table, name: str, value: str, code: str
) -> None:
    bo = quiet["Bo"]
    headers = [(name.encode(), value.encode("latin-1"))]
    address = f"{bo.home}/moves"
    sent = {**bo.authorization, **JSON}.items()
    pairs = [*headers, *((k.encode(), v.encode()) for k, v in sent)]
    a_problem(bo.http.post(address, content=LINE % '"a"', headers=pairs), code)
    assert nothing_recorded(quiet)


@pytest.mark.parametrize("key", ["short", "a" * 15, "a" * 201, "a b" * 10])
def test_a_key_that_stands_for_secrets_must_be_hard_to_guess(quiet: Table, key: str) -> None:
    ann = quiet["Ann"]
    answer = ann.post(f"{ann.home}/tokens", {"label": "a bot"}, key)
    assert a_problem(answer, "unusable_key")["facts"]["key_characters_minimum"] == 16


TYPES = ["text/plain", "application/x-www-form-urlencoded", "", "json", "application/jsonp", "\x80"]


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("path", ["/moves", "/tokens"])
def test_a_body_without_the_media_type_of_json_is_refused(
    quiet: Table, kind: str, path: str
) -> None:
    bo = quiet["Bo"]
    pairs = [
        (b"content-type", kind.encode("latin-1")),
        (b"authorization", f"Bearer {bo.token}".encode()),
    ]
    answer = bo.http.post(bo.home + path, content='{"move":"signal"}', headers=pairs)
    a_problem(answer, "unsupported_media_type")
    assert nothing_recorded(quiet)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_the_media_type_of_json_may_have_any_case_and_parameters(bo: Player, kind: str) -> None:
    answer = bo.ask(
        "POST", f"{bo.home}/moves", content=LINE % '"a"', headers={"Content-Type": kind}
    )
    assert answer.status_code == 201


def pieces(size: int) -> Iterator[bytes]:
    """Yield a body in pieces, so that it is sent without a length."""
    yield b'{"move":"signal","x":"'
    for _ in range(size // 10_000):
        yield b"a" * 10_000
    yield b'"}'


@pytest.mark.parametrize("path", ["/moves", "/tokens", "/seats"])
def test_a_body_over_the_limit_is_cut_off_with_and_without_a_length(
    quiet: Table, path: str
) -> None:
    ann = quiet["Ann"]
    for content in (b" " * (BODY_LIMIT + 1), pieces(2 * BODY_LIMIT)):
        answer = ann.ask("POST", ann.home + path, content=content, headers=JSON)
        assert a_problem(answer, "body_too_large")["facts"] == {"bytes_allowed": BODY_LIMIT}
    assert nothing_recorded(quiet)


def test_a_body_of_just_the_limit_is_read(bo: Player) -> None:
    body = LINE % '"a"'
    padded = body + " " * (BODY_LIMIT - len(body))
    answer = bo.ask("POST", f"{bo.home}/moves", content=padded, headers=JSON)
    assert answer.status_code == 201


METHODS = [
    ("PUT", "/moves"), ("GET", "/moves"), ("DELETE", "/moves"), ("PATCH", "/state"),
    ("POST", "/state"), ("DELETE", "/events"), ("POST", "/events/1"), ("PUT", ""),
    ("TRACE", "/state"), ("PROPFIND", "/state"), ("GET", "/seats"), ("POST", "/seats/s2"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), METHODS)
def test_an_unsupported_method_is_refused_with_the_supported_ones(
    quiet: Table, method: str, path: str
) -> None:
    ann = quiet["Ann"]
    answer = ann.ask(method, ann.home + path)
    a_problem(answer, "method_not_allowed")
    assert method not in answer.headers["allow"]
    assert answer.headers["allow"]
    assert nothing_recorded(quiet)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/v1",
        "/v2/sessions",
        "/v1/sessions/x/y/z",
        "/docs/assets/x",
        "/docs/assets/../../service/app.py",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_an_address_that_leads_nowhere_says_so(quiet: Table, method: str, path: str) -> None:
    answer = quiet["Ann"].ask(method, path)
    assert answer.json()["code"] in {"no_such_page", "method_not_allowed"}
    a_problem(answer, answer.json()["code"])


NO_HTTP = b"hello\r\n\r\n"


def told_raw(server: Server, request: bytes) -> tuple[bytes, dict[str, str], Json]:
    """Send bytes, and return the status line, the headers and the problem. The server must then close the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(request)
        found = b""
        while piece := link.recv(65_536):
            found += piece
    head, _, body = found.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    headers = dict(line.decode().split(": ", 1) for line in lines)
    assert int(headers["content-length"]) == len(body)
    return status, headers, json.loads(body)


@pytest.mark.direct
def test_a_malformed_request_is_answered_as_a_problem(server: Server) -> None:
    status, headers, problem = told_raw(server, NO_HTTP)
    assert status == b"HTTP/1.1 400 Bad Request"
    assert headers["content-type"] == "application/problem+json"
    assert (headers["cache-control"], headers["connection"]) == ("no-store", "close")
    assert (problem["code"], problem["status"]) == ("malformed_request", 400)
    assert (problem["trace_id"], problem["type"]) == (
        headers["trace-id"],
        "/docs/problems/malformed_request",
    )
    (line,) = server.told(trace_id=problem["trace_id"])
    assert (line["status"], line["code"]) == (400, "malformed_request")


@pytest.mark.direct
@pytest.mark.parametrize("method", [b"REWIND", b"get", b"X-1"])
def test_a_method_that_http_does_not_have_is_not_implemented(server: Server, method: bytes) -> None:
    status, _, problem = told_raw(server, method + b" /v1/sessions?a=b HTTP/1.1\r\nHost: a\r\n\r\n")
    assert status == b"HTTP/1.1 501 Not Implemented"
    assert (problem["code"], problem["instance"]) == ("unknown_method", "/v1/sessions")


@pytest.mark.direct
def test_a_malformed_request_does_not_take_the_answer_of_the_one_before_it(server: Server) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(request + NO_HTTP)
        answers = b"".join(iter(lambda: link.recv(65_536), b""))
    first, second = answers.split(b"HTTP/1.1 ")[1:]
    assert first.startswith(b"200 OK")
    assert first.endswith(b'{"status":"alive","cell":0}')
    assert second.startswith(b"400 Bad Request")


def test_a_move_whose_body_broke_off_is_not_made(bo: Player, server: Server) -> None:
    head = bo.head
    body = (LINE % '"Spiders."').encode()
    request = (
        f"POST {bo.home}/moves HTTP/1.1\r\nHost: {bo.http.base_url.netloc.decode()}\r\n"
        f"Content-Type: application/json\r\n"
        f"Authorization: Bearer {bo.token}\r\nContent-Length: {len(body) + 10}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(request.encode() + body)
        bo.see()
    bo.draws_a_line("Ladders.")
    assert bo.head == head + 1


def test_no_input_of_this_file_was_an_error_of_the_server(server: Server) -> None:
    assert len(server.lines) > 100
    failed = [line for line in server.lines if line.get("status", 0) >= 500]
    assert {line["code"] for line in failed} <= {"unknown_method"}
    # If the server has run for a while, its log also has the line about a statement.
    expected = {"request", "library", "connections_ended", "statement_made", "loop_blocked"}
    assert {line["event"] for line in server.lines} <= expected
