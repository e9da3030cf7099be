"""The server waits for slow clients only for a limited time, and limits live readers."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse, IncompleteRead
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Opcode

from tests.support import figures
from tests.support.client import Player, Table, frames, of, played
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.server import Server, serving
from tests.support.socket import ending, listening, messages

BODY_SECONDS, SEND_SECONDS, KEEP_ALIVE_SECONDS, LINGER_SECONDS = 0.5, 0.5, 0.3, 0.2
STREAMS = 3

QUICKER = {
    "verger.service.edge.asgi.BODY_SECONDS": BODY_SECONDS,
    "verger.service.edge.streaming.SEND_SECONDS": SEND_SECONDS,
    "verger.service.edge.following.KEEP_ALIVE_SECONDS": KEEP_ALIVE_SECONDS,
    "verger.service.connection.exchange.LINGER_SECONDS": LINGER_SECONDS,
    "verger.service.connection.socket.LINGER_SECONDS": LINGER_SECONDS,
    "verger.service.connection.socket.PING_SECONDS": KEEP_ALIVE_SECONDS,
    "verger.service.connection.socket.PONG_SECONDS": SEND_SECONDS,
}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICKER, verger_streams=STREAMS) as server:
        yield server


@pytest.fixture(scope="module")
def lingering(database: str) -> Iterator[Server]:
    """Start a server that waits longer for pongs and for the last messages."""
    quicker = {"verger.service.edge.streaming.SEND_SECONDS": SEND_SECONDS}
    with serving(database, quicker=quicker) as server:
        yield server


@pytest.fixture(scope="module")
def talker(server: Server) -> Player:
    """Return a player whose log is larger than the buffers of a connection."""
    ann = played(server.http, "Ann")["Ann"]
    for _ in range(300):
        ann.draws_a_line("\N{SPIDER}" * 2_000)
    return ann


def wait_until_nobody_reads(server: Server) -> None:
    figures.until(server.http, lambda found: found.of("verger_streams") == 0)


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table at a server that has room for all its readers."""
    wait_until_nobody_reads(server)
    return played(server.http, "Ann", "Bo")


def request(player: Player, method: str, path: str, *headers: str) -> bytes:
    head = [f"{method} {player.home}{path} HTTP/1.1", "Host: a", *headers]
    return "\r\n".join([*head, f"Authorization: Bearer {player.token}", "", ""]).encode()


@pytest.mark.parametrize("path", ["/moves", "/tokens", "/seats"])
@pytest.mark.parametrize("body", [b"", b'{"move":'])
def test_a_body_that_does_not_arrive_is_not_waited_for_for_ever(
    server: Server, table: Table, path: str, body: bytes
) -> None:
    head = request(
        table["Ann"], "POST", path, "Content-Type: application/json", "Content-Length: 90"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(head + body)
        answer = link.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 408")
    assert table["Ann"].head == 2


def test_a_quiet_stream_is_kept_alive(table: Table) -> None:
    with table["Bo"].follows(after=2) as lines:
        assert [next(lines) for _ in range(3)] == ["retry: 1000", *[": keep-alive"] * 2]
    with table["Bo"].follows(form="application/x-ndjson", follow="true", after=2) as lines:
        assert [next(lines) for _ in range(2)] == ["", ""]


def test_a_quiet_socket_is_pinged_and_one_that_does_not_answer_is_cut_off(
    server: Server, table: Table
) -> None:
    ann = table["Ann"]
    with link_to(server, ann, *FORMS["messages"], after=2) as link:
        answers = link.makefile("rb")
        while answers.readline() != b"\r\n":
            pass
        assert answers.read(2)[0] == 0x80 | Opcode.PING
        until(lambda: streamed(server, ann) == ["slow_reader"])


@pytest.mark.parametrize("busy", [True, False])
def test_a_revoked_tokens_socket_is_closed_with_that_reason(table: Table, busy: bool) -> None:
    bo = table["Bo"]
    token = bo.see("/tokens")["tokens"][0]["id"]
    with listening(bo) as link:
        bo.ask("DELETE", f"{bo.home}/tokens/{token}")
        for _ in messages(link):
            if busy:
                table["Ann"].draws_a_line("Spiders.")
        assert ending(link) == (4401, "invalid_token")


@pytest.mark.parametrize("busy", [True, False])
def test_a_revoked_tokens_stream_ends(table: Table, busy: bool) -> None:
    bo = table["Bo"]
    token = bo.see("/tokens")["tokens"][0]["id"]
    with bo.follows(after=2) as lines:
        bo.ask("DELETE", f"{bo.home}/tokens/{token}")
        for _ in lines:
            if busy:
                table["Ann"].draws_a_line("Spiders.")


FORMS = {
    "sse": ("Accept: text/event-stream",),
    "lines": ("Accept: application/x-ndjson",),
    "messages": (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ),
}


@contextmanager
def link_to(
    server: Server, player: Player, *headers: str, after: int = 0
) -> Iterator[socket.socket]:
    """Connect a reader that has little room for unread messages."""
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        link.settimeout(PATIENCE_SECONDS)
        link.connect(("127.0.0.1", server.port))
        link.sendall(request(player, "GET", f"/events?after={after}&follow=true", *headers))
        yield link


def streamed(server: Server, player: Player) -> list[str]:
    """The codes of a session's ended streams in the log."""
    path = f"{player.home}/events"
    return [line["code"] for line in server.lines if line.get("path") == path]


def open_files(server: Server) -> int:
    """Return how many files and connections the server holds."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


@pytest.mark.parametrize("form", FORMS)
def test_a_reader_that_takes_nothing_is_cut_off_and_nothing_is_kept_for_it(
    server: Server, talker: Player, form: str
) -> None:
    held, known = open_files(server), streamed(server, talker)
    with link_to(server, talker, *FORMS[form]) as link:
        until(lambda: streamed(server, talker) == [*known, "slow_reader"])
        until(lambda: open_files(server) <= held)
        assert link.recv(1)
    assert "Traceback" not in server.said
    assert not [line for line in server.lines if line["level"] == "error"]


@pytest.mark.parametrize(
    ("form", "last"), [("sse", b": slow_reader"), ("messages", b"slow_reader")]
)
def test_a_reader_that_wakes_up_in_time_hears_why_it_was_cut_off(
    lingering: Server, talker: Player, form: str, last: bytes
) -> None:
    known = streamed(lingering, talker)
    with link_to(lingering, talker, *FORMS[form]) as link:
        until(lambda: streamed(lingering, talker) == [*known, "slow_reader"])
        assert last in link.makefile("rb").read()[-100:]


@contextmanager
def begun(server: Server, player: Player) -> Iterator[HTTPResponse]:
    """Request events as JSON lines with a small buffer. The answer stops when the buffer is full."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    with socket.socket() as connection.sock:
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.sock.settimeout(PATIENCE_SECONDS)
        connection.sock.connect(("127.0.0.1", server.port))
        lines = {"Accept": "application/x-ndjson", **player.authorization}
        connection.request("GET", f"{player.home}/events", headers=lines)
        with connection.getresponse() as answer:
            assert answer.status == 200
            yield answer


def test_lines_that_do_not_follow_are_finished_though_the_server_stops(
    database: str, talker: Player
) -> None:
    with serving(database) as server, begun(server, talker) as answer:
        server.process.terminate()
        until(lambda: not listens(server))
        read = [json.loads(line)["version"] for line in answer.read().splitlines()]
        assert read == [*range(1, talker.head + 1)]


def listens(server: Server) -> bool:
    """Return whether the server takes another connection."""
    try:
        socket.create_connection(("127.0.0.1", server.port)).close()
    except ConnectionRefusedError:
        return False
    return True


def test_lines_for_a_reader_that_does_not_follow_break_off_and_end_short_of_the_head(
    database: str, talker: Player
) -> None:
    with serving(
        database, quicker={"verger.service.edge.following.KEEP_ALIVE_SECONDS": 0.0}
    ) as server:
        ann = talker.at(server.http)
        made = of(ann.post(f"{ann.home}/tokens", {"label": "a script"}), 201)
        reader = Player(server.http, made["token"], ann.session, ann.seat)
        with begun(server, reader) as answer:
            assert ann.ask("DELETE", f"{ann.home}/tokens/{made['id']}").status_code == 204
            with pytest.raises(IncompleteRead):
                answer.read()
        until(lambda: streamed(server, ann) == ["broken_off"])
        assert not [line for line in server.lines if line["level"] == "error"]


def test_live_readers_beyond_the_limit_are_asked_to_come_later(table: Table) -> None:
    ann = table["Ann"]
    with ann.follows() as one, ann.follows() as two, ann.follows() as three:
        assert [next(lines) for lines in (one, two, three)] == ["retry: 1000"] * 3
        refused = ann.get(f"{ann.home}/events", headers={"Accept": "text/event-stream"})
        assert of(refused, 503)["code"] == "too_many_streams"
        assert refused.headers["retry-after"] == "5"
        assert ann.see("/events")["events"]
        with pytest.raises(InvalidStatus) as refusal, listening(ann):
            pass
        assert refusal.value.response.status_code == 503
        assert refusal.value.response.headers["retry-after"] == "5"


def test_one_token_has_a_limited_share_of_live_readers(database: str) -> None:
    with serving(database, verger_streams_token=2) as server:
        table = played(server.http, "Ann", "Bo")
        ann, streamed = table["Ann"], {"Accept": "text/event-stream"}
        with ann.follows() as one, listening(ann) as two:
            assert next(frames(one))["id"] == "1"
            assert next(messages(two))["version"] == 1
            refused = ann.get(f"{ann.home}/events", headers=streamed)
            assert of(refused, 429)["facts"] == {"policy": "token", "streams_allowed": 2}
            assert refused.headers["retry-after"] == "5"
            assert of(ann.get(f"{ann.home}/export"), 429)["code"] == "stream_limit"
            with pytest.raises(InvalidStatus) as refusal, listening(ann):
                pass
            assert refusal.value.response.status_code == 429
            with table["Bo"].follows() as his:
                assert next(frames(his))["id"] == "1"


def test_a_reader_that_has_gone_makes_room_for_another(server: Server, table: Table) -> None:
    ann = table["Ann"]
    for _ in range(4 * STREAMS):
        with ann.follows() as lines:
            assert next(frames(lines))["id"] == "1"
        wait_until_nobody_reads(server)
        with listening(ann) as link:
            assert next(messages(link))["version"] == 1
        wait_until_nobody_reads(server)


def test_a_reader_that_says_goodbye_and_takes_nothing_is_not_kept(
    server: Server, talker: Player
) -> None:
    wait_until_nobody_reads(server)
    before = figures.figures(server.http).of("verger_connections")
    with link_to(server, talker, *FORMS["messages"]) as link:
        figures.until(server.http, lambda now: now.of("verger_streams") == 1)
        link.sendall(b"\x88\x82\0\0\0\0\x03\xe8")
        figures.until(server.http, lambda now: now.of("verger_connections") <= before)
