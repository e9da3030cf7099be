"""Slow clients are waited for so long and no longer, and live readers have their limits."""

import socket
import time
from collections.abc import Iterator

import pytest

from tests.support.client import Player, Table, frames, of, played
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

BODY_SECONDS, SEND_SECONDS, KEEP_ALIVE_SECONDS = 0.5, 0.5, 0.3
STREAMS = 3

QUICKER = {
    "service.http.asgi.BODY_SECONDS": BODY_SECONDS,
    "service.http.streaming.SEND_SECONDS": SEND_SECONDS,
    "service.http.following.KEEP_ALIVE_SECONDS": KEEP_ALIVE_SECONDS,
}


@pytest.fixture(scope="module")
def server(postgres_url: str) -> Iterator[Server]:
    with (
        fresh_database(postgres_url) as url,
        serving(url, quicker=QUICKER, verger_streams=STREAMS) as server,
    ):
        yield server


@pytest.fixture
def table(server: Server) -> Table:
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
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
        link.sendall(head + body)
        answer = link.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 408")
    assert table["Ann"].head == 2


def test_a_quiet_stream_is_kept_alive(table: Table) -> None:
    with table["Bo"].follows(after=2) as lines:
        assert [next(lines) for _ in range(4)] == [": keep-alive", ""] * 2
    with table["Bo"].follows(form="application/x-ndjson", follow="true", after=2) as lines:
        assert [next(lines) for _ in range(2)] == ["", ""]


@pytest.mark.parametrize("busy", [True, False])
def test_a_revoked_tokens_stream_ends(table: Table, busy: bool) -> None:
    bo = table["Bo"]
    token = bo.see("/tokens")["tokens"][0]["id"]
    with bo.follows(after=2) as lines:
        bo.ask("DELETE", f"{bo.home}/tokens/{token}")
        end = time.monotonic() + 10
        for _ in lines:
            if busy:
                table["Ann"].draws_a_line("Spiders.")
            assert time.monotonic() < end


def code_of_the_last(server: Server, path: str) -> str:
    lines = [line for line in server.lines if line.get("path") == path]
    found: str = lines[-1]["code"]
    return found


def test_a_reader_that_takes_nothing_is_cut_off_with_that_reason(
    server: Server, table: Table
) -> None:
    ann = table["Ann"]
    for _ in range(300):
        ann.draws_a_line("\N{SPIDER}" * 2_000)
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        link.connect(("127.0.0.1", server.port))
        link.sendall(request(ann, "GET", "/events", "Accept: text/event-stream"))
        path, end = f"{ann.home}/events", time.monotonic() + 10
        while f'"path":"{path}"' not in server.said:
            ann.draws_a_line("Ladders.")
            assert time.monotonic() < end, "it is still served"
            time.sleep(0.1)
    assert code_of_the_last(server, path) == "slow_reader"
    assert "Traceback" not in server.said


def test_live_readers_beyond_the_limit_are_told_to_come_later(table: Table) -> None:
    ann = table["Ann"]
    with ann.follows() as one, ann.follows() as two, ann.follows() as three:
        assert [next(lines) for lines in (one, two, three)] == ["id: 1"] * 3
        refused = ann.get(f"{ann.home}/events", headers={"Accept": "text/event-stream"})
        assert of(refused, 503)["code"] == "too_many_streams"
        assert refused.headers["retry-after"] == "5"
        assert ann.see("/events")["events"]


def test_a_reader_that_has_gone_makes_room_for_another(table: Table) -> None:
    ann = table["Ann"]
    for _ in range(4 * STREAMS):
        with ann.follows() as lines:
            assert next(frames(lines))["id"] == "1"
        time.sleep(0.05)
