"""Idle connections are always closed, and others are served."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support import figures
from tests.support.client import Player, frames, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.server import Server, serving

QUICKER = {
    "verger.service.connection.connection.HEAD_SECONDS": 0.5,
    "verger.service.connection.connection.REST_SECONDS": 0.5,
    "verger.service.connection.connection.IDLE_SECONDS": 1,
    "verger.service.connection.connection.UNREAD_SECONDS": 0.5,
}
PART = 20
ELSEWHERE = "127.0.0.2"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICKER, verger_connections_address=PART) as server:
        yield server


@pytest.fixture(scope="module")
def ann(server: Server) -> Player:
    """Return a player whose log is larger than the buffers of a connection."""
    ann = played(server.http, "Ann")["Ann"]
    for _ in range(300):
        ann.draws_a_line("\N{SPIDER}" * 2_000)
    return ann


def link_to(server: Server, sent: bytes, address: str = "127.0.0.1") -> socket.socket:
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    link.settimeout(PATIENCE_SECONDS)
    link.bind((address, 0))
    link.connect(("127.0.0.1", server.port))
    link.sendall(sent)
    return link


def ended(server: Server, reason: str) -> float:
    """Return how many connections were ended for a reason."""
    return figures.figures(server.http).of("verger_connections_ended_total", reason=reason)


def is_over(link: socket.socket) -> bool:
    try:
        while link.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "idle"),
        (b"\r\n", "idle"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "idle"),
        (b"GET /heal", "head"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: ", "head"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 100_000, "head"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /heal", "head"),
        (b"POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{", "body"),
    ],
)
def test_an_idle_connection_is_closed_after_a_while(
    server: Server, sent: bytes, reason: str
) -> None:
    before = ended(server, reason)
    with link_to(server, sent) as link:
        assert is_over(link)
    assert ended(server, reason) > before


def test_a_body_that_is_late_but_whole_does_not_end_the_connection(server: Server) -> None:
    before = ended(server, "body")
    sent = (
        b"POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\n"
    )
    with link_to(server, sent) as link:
        assert link.recv(65_536).startswith(b"HTTP/1.1 415 ")
        link.sendall(b" " * 9)
        assert is_over(link)
    assert ended(server, "body") == before


def test_a_slow_sender_gets_no_longer(server: Server) -> None:
    before = ended(server, "head")
    with link_to(server, b"GET /healthz HTTP/1.1\r\n") as link:
        link.settimeout(0.1)
        for _ in range(int(PATIENCE_SECONDS * 10)):
            try:
                link.sendall(b"a")
                assert not link.recv(1)
                break
            except TimeoutError:
                continue
            except OSError:
                break
    assert ended(server, "head") == before + 1


def test_an_answer_that_nobody_reads_is_not_kept(server: Server, ann: Player) -> None:
    asked = f"GET {ann.home}/events?limit=500 HTTP/1.1\r\nHost: a\r\n"
    sent = f"{asked}Authorization: Bearer {ann.token}\r\n\r\n".encode()
    with link_to(server, sent * 8):
        figures.until(
            server.http,
            lambda now: now.of("verger_connections_ended_total", reason="unread") == 1,
        )


def test_one_address_at_its_limit_does_not_keep_others_from_being_served(
    server: Server, ann: Player
) -> None:
    before = ended(server, "address")
    with ExitStack() as links:
        for _ in range(3 * PART):
            links.enter_context(link_to(server, b"GET /healthz HTTP/1.1\r\n", ELSEWHERE))
        figures.until(
            server.http,
            lambda now: (
                now.of("verger_connections_ended_total", reason="address") >= before + 2 * PART
            ),
        )
        assert ann.move("signal", anonymous=False).status_code == 201
    assert server.told(event="connections_ended")


def test_a_connection_that_is_used_stays(server: Server, ann: Player) -> None:
    before = sum(ended(server, reason) for reason in ("head", "body", "unread"))
    with ann.follows(after=ann.head) as lines:
        messages = frames(lines)
        for number in range(3):
            made = ann.draws_a_line(f"{number}.")
            assert next(messages)["data"] == made
    assert sum(ended(server, reason) for reason in ("head", "body", "unread")) == before
