"""The operator can block an address, a token or an app. Every process then refuses its requests, in every part of the code."""

import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.service.cli.test_command_line import said, verger
from tests.support.app import TABLE, app_key, sits_down
from tests.support.client import Client, Player, Table, frames, played
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.problems import a_problem
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.socket import ending, listening

QUICKER = {
    "verger.service.edge.following.KEEP_ALIVE_SECONDS": 0.2,
    "verger.service.edge.feeding.KEEP_ALIVE_SECONDS": 0.2,
    "verger.service.identity.identity.REMEMBER_SECONDS": 0.2,
}
HOME, AWAY = "203.0.113.7", "198.51.100.9"
Pair = tuple[Server, Server, str]


@pytest.fixture(scope="module")
def pair(postgres_url: str) -> Iterator[Pair]:
    """Start two servers behind a trusted proxy, without Redis. Yield both and the URL of their database."""
    behind: dict[str, Any] = {"quicker": QUICKER, "verger_trusted_proxies": "private"}
    with (
        fresh_database(postgres_url) as url,
        serving(url, **behind) as one,
        serving(url, **behind) as other,
    ):
        yield one, other, url


@pytest.fixture(autouse=True)
def _unblocked(pair: Pair) -> Iterator[None]:
    yield
    execute(pair[2], "DELETE FROM blocks")


@pytest.fixture
def table(pair: Pair) -> Table:
    come_from(pair, "")
    return played(pair[0].http, "Ann", "Bo")


def come_from(pair: Pair, address: str) -> None:
    for server in pair[:2]:
        server.http.headers["X-Forwarded-For"] = address


def block(pair: Pair, *arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {"DATABASE_URL": pair[2], "VERGER_SECRET_KEYS": SECRET_KEY}
    return verger("block", *arguments, environment=environment)


def is_blocked(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["code"] == "blocked"


def refused(player: Player) -> None:
    """Wait until a player is refused."""
    until(lambda: player.get(player.home), is_blocked)


def served(player: Player) -> None:
    """Wait until a player is served."""
    until(lambda: player.get(player.home), lambda answer: answer.status_code == 200)


def short_ways(player: Player) -> list[httpx.Response]:
    return [
        player.move("signal", anonymous=False),
        player.get(f"{player.home}/state"),
        player.get(f"{player.home}/banks"),
    ]


def all_ways(player: Player) -> list[httpx.Response]:
    """Send requests that are served on each short way and on the ordinary way, and a request for a stream."""
    return [
        *short_ways(player),
        player.post(f"{player.home}/tokens", {"label": "a bot"}),
        player.get(f"{player.home}/events", {"Accept": "text/event-stream"}),
    ]


@pytest.mark.parametrize(
    ("blocked", "address", "neighbour"),
    [
        (HOME, HOME, "203.0.113.8"),
        ("203.0.113.0/24", HOME, "203.0.114.7"),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", "2001:db8:1:3::1"),
    ],
)
def test_a_blocked_address_is_refused_on_every_way_in_every_process_until_that_ends(
    pair: Pair, table: Table, blocked: str, address: str, neighbour: str
) -> None:
    bo = table["Bo"]
    said(block(pair, "--address", blocked))
    come_from(pair, address)
    for server in pair[:2]:
        there = bo.at(server.http)
        refused(there)
        for answer in all_ways(there):
            problem = a_problem(answer, "blocked")
            assert problem["facts"] == {"blocked": "address"}
        assert is_blocked(Client(server.http).post("/v1/sessions", TABLE))
        assert server.http.get("/healthz").status_code == 200
    come_from(pair, neighbour)
    assert [answer.status_code for answer in short_ways(bo)] == [201, 200, 200]
    come_from(pair, address)
    assert "no longer blocked" in said(block(pair, "--address", blocked, "--end"))
    for server in pair[:2]:
        there = bo.at(server.http)
        served(there)
    assert "0 blocks" in said(block(pair))


def test_open_streams_of_a_blocked_address_end_and_others_go_on(pair: Pair, table: Table) -> None:
    bo, ann = table["Bo"], table["Ann"]
    with ann.follows(after=2) as elsewhere:
        come_from(pair, HOME)
        with bo.follows(after=2) as lines:
            assert next(lines)
            said(block(pair, "--address", HOME))
            with pytest.raises(httpx.RemoteProtocolError):
                list(lines)
        come_from(pair, "")
        ann.draws_a_line("Spiders.")
        assert "event" in next(frames(elsewhere))["data"]
    pair[0].told(event="connections_ended", blocked=1)
    said(block(pair, "--address", HOME, "--end"))


def test_a_blocked_token_is_refused_its_streams_end_and_its_seat_has_others(
    pair: Pair, table: Table
) -> None:
    bo = table["Bo"]
    other = bo.issued(label="another device")
    (token,) = (one["id"] for one in bo.see("/tokens")["tokens"] if one["is_own"])
    with bo.follows(after=2) as lines, listening(bo, after=2) as link:
        told = frames(lines)
        bo.draws_a_line("Spiders.")
        next(told)
        said(block(pair, "--token", token))
        assert list(told)[-1] == {"event": "end", "data": {"reason": "invalid_token"}}
        assert ending(link) == (4401, "invalid_token")
    for server in pair[:2]:
        there = bo.at(server.http)
        refused(there)
        for answer in all_ways(there):
            assert a_problem(answer, "blocked")["facts"] == {"blocked": "token"}
    assert other.move("signal", anonymous=False).status_code == 201
    said(block(pair, "--token", token, "--end"))
    served(bo)


def test_all_tokens_of_a_seat_are_blocked(pair: Pair, table: Table) -> None:
    bo = table["Bo"]
    other = bo.issued(label="another device")
    lines = said(block(pair, "--seat", f"{bo.session}:{bo.seat}", "--for", "1h")).splitlines()
    assert len(lines) == 2
    for player in (bo, other):
        refused(player)
    assert table["Ann"].move("signal", anonymous=False).status_code == 201
    assert said(block(pair)).count("token ") == 2
    said(block(pair, "--seat", f"{bo.session}:{bo.seat}", "--end"))


def test_a_blocked_app_and_its_tokens_are_refused_and_its_players_go_on(pair: Pair) -> None:
    come_from(pair, "")
    club = Client(pair[0].http, app_key(pair[2], "Salt Club"))
    ann, bo = sits_down(club)
    assert club.get("/v1/feed").status_code == 200
    said(block(pair, "--app", "Salt Club"))
    until(lambda: club.post("/v1/sessions", TABLE), is_blocked)
    until(lambda: club.get("/v1/feed"), is_blocked)
    assert bo.move("signal", anonymous=False).status_code == 201
    assert "app Salt Club" in said(block(pair))
    said(block(pair, "--app", "Salt Club", "--end"))
    until(lambda: club.post("/v1/sessions", TABLE), lambda answer: answer.status_code == 201)
    assert ann.see("")


def test_a_block_for_some_time_ends(pair: Pair, table: Table) -> None:
    bo = table["Bo"]
    come_from(pair, HOME)
    assert "until 2" in said(block(pair, "--address", HOME, "--for", "3s"))
    refused(bo)
    served(bo)
    assert said(block(pair)) == "0 blocks\n"


def test_blocks_are_on_record_without_an_address(pair: Pair) -> None:
    said(block(pair, "--address", AWAY, "--for", "7d"))
    said(block(pair, "--address", AWAY, "--for", "8d"))
    assert said(block(pair)).count(AWAY) == 1
    said(block(pair, "--address", AWAY, "--end"))
    environment = {"DATABASE_URL": pair[2], "VERGER_SECRET_KEYS": SECRET_KEY}
    record = said(verger("record", environment=environment))
    assert AWAY not in record
    (begun, again, ended) = record.splitlines()[-3:]
    id = begun.split("block ")[-1].split()[0]
    assert f"block  -  block {id} of address, until" in begun
    assert f"block  -  block {id} of address, until" in again
    assert f"block --end  -  block {id}" in ended


@pytest.mark.parametrize(
    "arguments",
    [
        "--address somewhere",
        "--address 0.0.0.0/0",
        "--address 10.0.0.0/7",
        "--address ::/0",
        "--address 192.0.2.1 --end",
        "--address 192.0.2.1 --for 7d --end",
        "--address 192.0.2.1 --for soon",
        "--address 192.0.2.1 --for 0d",
        "--for 7d",
        "--end",
        "--token 00000000-0000-0000-0000-000000000000",
        "--seat s2",
        "--seat 00000000-0000-0000-0000-000000000000:s2",
        "--app Nobody",
    ],
)
def test_an_impossible_block_blocks_nothing(pair: Pair, arguments: str) -> None:
    finished = block(pair, *arguments.split())
    assert finished.returncode == 2
    assert finished.stderr
    assert "Traceback" not in finished.stderr
    assert said(block(pair)) == "0 blocks\n"
