"""A client that uses more than its share is served in turns, and others do not wait for it."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse

import pytest

from tests.support import figures
from tests.support.client import Player, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.raw_request import CHUNKED, HOST, START
from tests.support.server import Server, serving
from tests.support.socket import ending, listening

QUICKER = {
    "verger.service.identity.connections.SHARE_MILLISECONDS": 200,
    "verger.service.work.TURN_SECONDS": 1.0,
    "verger.service.connection.connection.REST_SECONDS": 1.0,
}
"""Settings for a share of 10 ms in a minute."""
GREEDY = "127.0.0.3"
OTHERS = 60
LONG = [f"X-Field-{number}: {'a' * 100}" for number in range(50)]
"""Header fields that take longer to read than everything else in a request."""
HEALTH = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode()
COUNTED = HEALTH.replace(b"/healthz", b"/v1/nothing")
"""A cheap request that rate limits count."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICKER) as server:
        yield server


@pytest.fixture(scope="module")
def ann(server: Server) -> Player:
    return played(server.http, "Ann")["Ann"]


def link_to(server: Server, address: str = GREEDY) -> socket.socket:
    return socket.create_connection(
        ("127.0.0.1", server.port), timeout=PATIENCE_SECONDS, source_address=(address, 0)
    )


def ended(server: Server, reason: str) -> float:
    return figures.figures(server.http).of("verger_connections_ended_total", reason=reason)


def turns(server: Server) -> float:
    """Return the number of turns that clients waited for."""
    found = figures.figures(server.http)
    return sum(found.of("verger_turns_total", outcome=outcome) for outcome in ("taken", "refused"))


def test_health_is_never_refused_however_often_it_is_asked(server: Server) -> None:
    with link_to(server) as link:
        answers = link.makefile("rb")
        for _ in range(300):
            link.sendall(HEALTH)
            assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
            while answers.readline() != b"\r\n":
                pass
            assert answers.read(27) == b'{"status":"alive","cell":0}'


def health(link: socket.socket, *fields: str) -> None:
    head = "\r\n".join(["GET /healthz HTTP/1.1", "Host: a", *fields, "", ""])
    link.sendall(head.encode())
    answer = HTTPResponse(link)
    answer.begin()
    assert (answer.status, bool(answer.read())) == (200, True)


def test_a_proxys_other_clients_do_not_wait_for_one_of_them(database: str) -> None:
    trusting = {"verger_trusted_proxies": "127.0.0.0/8"}
    with serving(database, quicker=QUICKER, **trusting) as server:
        before = turns(server)
        asked_through_a_proxy(server, [1] * 200, *LONG)
        waited = turns(server)
        assert waited > before
        asked_through_a_proxy(server, range(2, OTHERS + 2))
        # The requests for the metrics can take a few turns, and a connection's last turn is not counted.
        assert turns(server) < waited + OTHERS // 2


def asked_through_a_proxy(server: Server, clients: Sequence[int], *fields: str) -> None:
    """Send a request for each client. A connection carries only ten requests, because each connection has a share, too."""
    for first in range(0, len(clients), 10):
        with link_to(server) as link:
            for client in clients[first : first + 10]:
                health(link, f"X-Forwarded-For: 198.51.100.{client}", *fields)


@pytest.mark.parametrize(("credit", "waits"), [(1.0, False), (0.0, True)])
def test_requests_that_are_cheap_to_read_pay_for_dear_ones(
    database: str, credit: float, waits: bool
) -> None:
    part = "verger.service.connection.connection"
    costs = {
        f"{part}.READ_SECONDS": 0.03,
        f"{part}.PAID_SECONDS": 0.1,
        f"{part}.CREDIT_SECONDS": credit,
    }
    with serving(database, quicker=QUICKER | costs) as server, link_to(server) as link:
        before = turns(server)
        for pieces in [1] * 5 + [2] * 20:
            # The first of two pieces costs 0.03 s, before anything is paid for the request.
            for piece in (COUNTED[:5], COUNTED[5:]) if pieces == 2 else (COUNTED,):
                link.sendall(piece)
                time.sleep(0.02)
            answer = HTTPResponse(link)
            answer.begin()
            assert (answer.status, bool(answer.read())) == (404, True)
        # The requests for the metrics can take a few turns.
        assert (turns(server) > before + 10) is waits


@contextmanager
def flooding(server: Server, first: bytes, repeated: bytes) -> Iterator[None]:
    """Send without end over some connections, as fast as they are read."""
    with ExitStack() as stack:
        links = [stack.enter_context(link_to(server)) for _ in range(4)]
        for link in links:
            link.setblocking(False)
            link.send(first)
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            for link in links:
                try:
                    link.send(repeated)
                except BlockingIOError:
                    time.sleep(0.001)
                except OSError:
                    continue
        yield


@pytest.mark.parametrize(
    ("first", "repeated"),
    [
        (b"", b"\r\n" * 8_000),
        (f"{START}{HOST}{CHUNKED}\r\n".encode(), b"1\r\n \r\n" * 2_000),
        (f"GET / HTTP/1.1\r\n{HOST}Content-Length: 99999999\r\n\r\n".encode(), b"a" * 60_000),
        (b"", HEALTH * 400),
    ],
    ids=["empty lines", "small chunks", "a body to GET", "pipelined"],
)
def test_others_play_while_a_client_sends_without_end(
    server: Server, ann: Player, first: bytes, repeated: bytes
) -> None:
    before = turns(server)
    with flooding(server, first, repeated):
        assert ann.draws_a_line("Spiders.")["version"]
        assert turns(server) > before, "they are read in turns"


@pytest.mark.parametrize("opcode", [0x89, 0x8A])
def test_a_socket_that_sends_too_many_frames_is_closed_with_a_reason(
    server: Server, ann: Player, opcode: int
) -> None:
    before = ended(server, "frames")
    with listening(ann) as link:
        link.socket.sendall(bytes((opcode, 0x80, 0, 0, 0, 0)) * 300)
        assert ending(link) == (1008, "too_many_frames")
    assert ended(server, "frames") == before + 1


def test_empty_fragments_are_frames_too(server: Server, ann: Player) -> None:
    with listening(ann) as link:
        link.socket.sendall(b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 300)
        assert ending(link)[0] in (1003, 1008)


def test_a_few_pings_are_answered(server: Server, ann: Player) -> None:
    with listening(ann) as link:
        for _ in range(20):
            assert link.ping().wait(PATIENCE_SECONDS)
