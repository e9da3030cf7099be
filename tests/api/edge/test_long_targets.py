"""A request target above the limit is refused with 414, for every length, in one piece or in several."""

import json
import socket
from email.message import Message
from http.client import HTTPResponse

import pytest

from tests.support.client import Table
from tests.support.patience import PATIENCE_SECONDS
from tests.support.problems import a_problem
from tests.support.server import Server
from verger.service.connection.head import TARGET_BYTES

pytestmark = [pytest.mark.direct, pytest.mark.thorough]

LENGTHS = [TARGET_BYTES + 1, 64 * 1024, 256 * 1024, 4 * 2**20]
"""Lengths from the shortest that is too long to more than the server reads at once."""


IN_ONE_PIECE = 16 * 1024
"""Up to this length, a request line arrives at once."""


def target(path: str, length: int) -> str:
    """Return a target of this many bytes that begins with a path."""
    return path + "." * (length - len(path))


def answered(server: Server, request: bytes) -> tuple[int, Message, bytes]:
    """Send a whole request, and then read the status, the headers and the body of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(request)
        answer = HTTPResponse(link)
        answer.begin()
        return answer.status, answer.headers, answer.read()


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("start", ["/", "/v1/sessions?title=", "/%2F/"])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "DELETE"])
def test_a_target_above_the_limit_is_refused(
    server: Server, method: str, start: str, length: int
) -> None:
    line = f"{method} {target(start, length)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n"
    status, headers, body = answered(server, f"{line}Content-Length: 2\r\n\r\n{{}}".encode())
    problem = json.loads(body)
    assert (status, headers["Content-Type"]) == (414, "application/problem+json")
    assert (problem["code"], problem["facts"]) == ("uri_too_long", {"bytes_allowed": TARGET_BYTES})
    assert headers["Trace-Id"] == problem["trace_id"]
    (logged,) = server.told(trace_id=problem["trace_id"])
    assert logged["status"] == 414
    assert max(len(logged["path"]), len(problem["instance"])) <= TARGET_BYTES + 1


def test_head_of_a_target_above_the_limit_has_no_body(server: Server) -> None:
    line = f"HEAD {target('/', TARGET_BYTES + 1)} HTTP/1.1\r\nHost: a\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(line.encode())
        with link.makefile("rb") as answer:
            head, _, body = answer.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 414 ")
    assert body == b""


@pytest.mark.parametrize("length", LENGTHS)
def test_an_unknown_method_is_refused_for_its_method(server: Server, length: int) -> None:
    line = f"REWIND {target('/', length)} HTTP/1.1\r\nHost: a\r\n\r\n"
    status, _, body = answered(server, line.encode())
    problem = json.loads(body)
    # If the line arrives in parts, the parser can refuse the first part before it knows the method.
    in_parts = length > IN_ONE_PIECE and status == 400
    known = (400, "malformed_request") if in_parts else (501, "unknown_method")
    assert (status, problem["code"]) == known
    assert len(problem["instance"]) <= TARGET_BYTES


def test_a_target_of_the_greatest_length_is_served(quiet: Table) -> None:
    ann = quiet["Ann"]
    a_problem(ann.get(target("/", TARGET_BYTES)), "no_such_page")
    a_problem(ann.get(target(f"{ann.home}/state?seat=", TARGET_BYTES)), "invalid_parameter")
    a_problem(ann.get(target("/", TARGET_BYTES + 1)), "uri_too_long")


def test_a_target_that_arrives_in_pieces_is_refused_once_it_is_too_long(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(b"GET /")
        for _ in range(TARGET_BYTES // 1_000):
            link.sendall(b"a" * 1_000)
        answer = HTTPResponse(link)
        answer.begin()
        assert answer.status == 414
