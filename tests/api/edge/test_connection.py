"""Moves over a plain TCP connection: the server accepts every way of sending that HTTP allows."""

import json
import select
import socket
from collections.abc import Iterator
from email.message import Message
from http.client import parse_headers
from typing import BinaryIO, NamedTuple

import pytest

from tests.support.client import Player
from tests.support.patience import PATIENCE_SECONDS
from tests.support.problems import LINE
from tests.support.server import Server
from verger.service.connection.exchange import REST_BYTES
from verger.service.edge.asgi import BODY_LIMIT

BODY = (LINE % '"Spiders."').encode()


class Link(NamedTuple):
    """A connection to the server: the socket, and the answers that it receives."""

    socket: socket.socket
    answers: BinaryIO

    def sends(self, *pieces: bytes) -> None:
        """Send bytes, piece by piece."""
        for piece in pieces:
            self.socket.sendall(piece)

    def head(self) -> tuple[int, Message]:
        """Read the status and the headers of the next answer."""
        status = int(self.answers.readline().split()[1])
        return status, parse_headers(self.answers)

    def version(self) -> int:
        """Read the next answer, which must accept a move, and return the version of its event."""
        status, headers = self.head()
        assert status == 201
        event = json.loads(self.answers.read(int(headers["content-length"])))
        found: int = event["version"]
        return found

    @property
    def ended(self) -> bool:
        """Whether the server has closed the connection."""
        return not self.answers.read(1)


@pytest.fixture
def link(server: Server) -> Iterator[Link]:
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link,
        link.makefile("rb") as answers,
    ):
        yield Link(link, answers)


def head(player: Player, *headers: str, method: str = "POST", http: str = "1.1") -> bytes:
    """Return the head of a request for a move. `headers` must have the fields about its body."""
    lines = [
        f"{method} {player.home}/moves HTTP/{http}",
        f"Host: {player.http.base_url.netloc.decode()}",
        "Content-Type: application/json",
        f"Authorization: Bearer {player.token}",
    ]
    return "\r\n".join([*lines, *headers, "", ""]).encode()


LENGTH = f"Content-Length: {len(BODY)}"


def test_a_connection_serves_one_move_after_the_other(bo: Player, link: Link) -> None:
    for version in (5, 6, 7):
        link.sends(head(bo, LENGTH) + BODY)
        assert link.version() == version


def test_moves_that_are_sent_at_once_are_made_and_answered_in_their_order(
    bo: Player, link: Link
) -> None:
    link.sends((head(bo, LENGTH) + BODY) * 20)
    assert [link.version() for _ in range(20)] == list(range(5, 25))


def test_a_body_may_come_long_after_its_headers_and_in_pieces(bo: Player, link: Link) -> None:
    link.sends(head(bo, LENGTH))
    assert bo.head == 4
    link.sends(BODY[:10])
    assert bo.head == 4
    link.sends(BODY[10:])
    assert link.version() == 5


def test_a_body_may_come_in_chunks(bo: Player, link: Link) -> None:
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY)
    link.sends(head(bo, "Transfer-Encoding: chunked"), chunks)
    assert link.version() == 5


@pytest.mark.direct
@pytest.mark.parametrize("early", [True, False])
def test_a_client_that_waits_for_100_continue_receives_it(
    bo: Player, link: Link, early: bool
) -> None:
    asked = head(bo, LENGTH, "Expect: 100-continue")
    link.sends(asked + BODY if early else asked)
    assert link.head()[0] == 100
    if not early:
        link.sends(BODY)
    assert link.version() == 5


@pytest.mark.direct
@pytest.mark.parametrize(
    ("headers", "http"), [(("Connection: close",), "1.1"), ((), "1.0"), (("Foo: bar",), "1.0")]
)
def test_a_connection_that_serves_one_request_is_closed_after_it(
    bo: Player, link: Link, headers: tuple[str, ...], http: str
) -> None:
    link.sends(head(bo, LENGTH, *headers, http=http) + BODY)
    status, answered = link.head()
    assert (status, answered["connection"]) == (201, "close")
    assert json.loads(link.answers.read())["version"] == 5


@pytest.mark.direct
def test_a_client_that_has_sent_its_request_may_end_its_side(bo: Player, link: Link) -> None:
    link.sends(head(bo, LENGTH) + BODY)
    link.socket.shutdown(socket.SHUT_WR)
    assert link.version() == 5
    assert link.ended


@pytest.mark.direct
def test_a_stream_in_http_1_0_comes_without_chunks_and_ends_with_its_connection(
    bo: Player, link: Link
) -> None:
    asked = [f"GET {bo.home}/events HTTP/1.0", f"Authorization: Bearer {bo.token}"]
    link.sends("\r\n".join([*asked, "Accept: application/x-ndjson", "", ""]).encode())
    status, headers = link.head()
    assert (status, headers["connection"], headers["transfer-encoding"]) == (200, "close", None)
    assert headers["x-accel-buffering"] == "no"
    assert [json.loads(line)["version"] for line in link.answers] == [1, 2, 3, 4]


def test_an_answer_to_head_has_no_body(bo: Player, link: Link) -> None:
    link.sends(head(bo, method="HEAD"), head(bo, LENGTH) + BODY)
    status, headers = link.head()
    assert (status, int(headers["content-length"]) > 0) == (405, True)
    assert link.version() == 5


@pytest.mark.direct
def test_every_answer_has_the_same_headers_on_every_way(bo: Player, link: Link) -> None:
    common = {"content-type", "content-length", "date", "trace-id"}
    common |= {"x-content-type-options", "referrer-policy", "content-security-policy"}
    common |= {"cross-origin-resource-policy", "cache-control", "ratelimit", "ratelimit-policy"}
    common |= {"access-control-allow-origin", "access-control-expose-headers"}
    link.sends(head(bo, LENGTH) + BODY)
    assert set(map(str.lower, link.head()[1])) == common | {"location", "etag"}
    assert set(map(str.lower, bo.move("write_node", label="x").headers)) == common
    assert set(map(str.lower, bo.get("/nowhere").headers)) == common


def test_askers_who_leave_before_their_answer_disturb_nobody(bo: Player, server: Server) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
            link.sendall(head(bo, LENGTH) + BODY)
    assert bo.draws_a_line("Ladders.")["version"] <= 25
    assert [line for line in server.lines if line["level"] == "error"] == []


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("length", "before", "after"),
    [
        (f"Content-Length: {2 * BODY_LIMIT}", b"", b""),
        (CHUNKED, b"%x\r\n" % (2 * BODY_LIMIT), b"\r\n0\r\n\r\n"),
    ],
    ids=["with a length", "in chunks"],
)
def test_an_answer_before_the_end_of_a_long_body_ends_the_connection(
    bo: Player, link: Link, length: str, before: bytes, after: bytes
) -> None:
    link.sends(head(bo, length), before, b" " * (BODY_LIMIT + 1))
    status, headers = link.head()
    assert (status, headers["connection"]) == (413, "close")
    link.answers.read(int(headers["content-length"]))
    # The server must not reset the connection: then the client could lose an answer that it has not read.
    assert link.ended
    # The next request on this connection gets no answer, so the server must not carry it out.
    link.sends(b" " * (BODY_LIMIT - 1), after, head(bo, LENGTH) + BODY)
    link.sends(*[b" " * BODY_LIMIT] * 8)
    assert bo.draws_a_line("Ladders.")["version"] == 5


@pytest.mark.parametrize("at_once", [True, False])
def test_a_refused_body_that_comes_whole_leaves_its_connection_to_the_next_request(
    bo: Player, link: Link, at_once: bool
) -> None:
    link.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for version in (5, 6):
        whole = head(bo, f"Content-Length: {REST_BYTES}")
        link.sends(whole.replace(b"application/json", b"text/plain"))
        status, headers = link.head()
        assert status == 415
        link.answers.read(int(headers["content-length"]))
        rest, asked = b" " * REST_BYTES, head(bo, LENGTH) + BODY
        link.sends(*[rest + asked] if at_once else [rest, *(b"%c" % byte for byte in asked)])
        assert link.version() == version


@pytest.mark.direct
@pytest.mark.parametrize("is_chunked", [True, False])
@pytest.mark.parametrize("path", ["/moves", "/what-if"])
@pytest.mark.parametrize(
    ("media", "size", "refused"),
    [(b"application/json", BODY_LIMIT + 1, 413), (b"text/plain", REST_BYTES, 415)],
)
def test_a_refusal_waits_for_the_end_of_the_body(
    bo: Player, link: Link, path: str, media: bytes, size: int, refused: int, *, is_chunked: bool
) -> None:
    before = b"%x\r\n" % size if is_chunked else b""
    last = b" \r\n0\r\n\r\n" if is_chunked else b" "
    whole = head(bo, CHUNKED if is_chunked else f"Content-Length: {size}")
    whole = whole.replace(b"application/json", media).replace(b"/moves", path.encode())
    link.sends(whole, before, b" " * (size - 1))
    assert bo.head == 4
    assert not select.select([link.socket], [], [], 0)[0]
    link.sends(last)
    status, headers = link.head()
    # The server reads this body to its end, but then closes the connection.
    is_too_long = refused == 413 and not is_chunked
    assert (status, headers["connection"]) == (refused, "close" if is_too_long else None)
    link.answers.read(int(headers["content-length"]))
    if not is_too_long:
        link.sends(head(bo, LENGTH) + BODY)
        assert link.version() == 5


@pytest.mark.direct
def test_a_longer_body_in_chunks_that_is_refused_ends_the_connection(
    bo: Player, link: Link
) -> None:
    size = REST_BYTES + 1
    link.sends(head(bo, CHUNKED).replace(b"application/json", b"text/plain"))
    link.sends(b"%x\r\n" % size, b" " * size, b"\r\n0\r\n\r\n")
    status, headers = link.head()
    assert (status, headers["connection"]) == (415, "close")
    link.answers.read(int(headers["content-length"]))
    assert link.ended
