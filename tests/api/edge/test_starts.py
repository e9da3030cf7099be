"""An address can start only a limited number of sessions in ten minutes. An app has its own limit."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.app import TABLE, app_key
from tests.support.client import Client, forked, of, played, started
from tests.support.server import Server, serving

QUOTA = 3
BEHIND_A_PROXY: dict[str, Any] = {"verger_rate_starts": QUOTA, "verger_trusted_proxies": "private"}
HOME, AWAY = "203.0.113.7", "203.0.113.8"


@pytest.fixture
def limited(database_url: str) -> Iterator[Server]:
    """Start a server behind a trusted proxy that allows few new sessions."""
    with serving(database_url, **BEHIND_A_PROXY) as server:
        yield server


def start(server: Server, address: str, **more: object) -> httpx.Response:
    server.http.headers["X-Forwarded-For"] = address
    return Client(server.http).post("/v1/sessions", TABLE | more)


def flood(server: Server, address: str) -> list[int]:
    return [start(server, address).status_code for _ in range(QUOTA + 2)]


def test_a_flood_from_one_address_is_refused_and_another_address_starts(limited: Server) -> None:
    assert flood(limited, HOME) == [201] * QUOTA + [429] * 2
    refused = start(limited, HOME)
    problem = of(refused, 429)
    wait = int(refused.headers["Retry-After"])
    assert 0 < wait <= 600
    assert problem["code"] == "rate_limited"
    assert problem["facts"] == {
        "policy": "starts",
        "quota": QUOTA,
        "window_seconds": 600,
        "retry_after_seconds": wait,
    }
    assert "allows 3 units in 600 seconds. Each request counts for one unit." in problem["detail"]
    assert flood(limited, AWAY) == [201] * QUOTA + [429] * 2
    metrics = httpx.get(f"{limited.url}/metrics").text
    assert 'verger_rate_limit_refusals_total{limit="starts"} 5' in metrics


def test_the_addresses_of_one_ipv6_network_count_as_one(limited: Server) -> None:
    statuses = [start(limited, f"2001:db8:1:2::{number}").status_code for number in range(1, 6)]
    assert statuses == [201] * QUOTA + [429] * 2
    assert start(limited, "2001:db8:1:3::1").status_code == 201


def test_forks_and_imports_count_too_and_moves_go_on(limited: Server) -> None:
    table = started(limited.http, "Ann", "Bo")
    ann, bo = table["Ann"], table.claim("Bo")
    forked(ann)
    archive = ann.exported()
    assert of(ann.imports(archive), 409)["code"] == "session_exists"
    for answer in (
        ann.post(f"{ann.home}/forks", {"version": 1}),
        ann.imports(archive),
        Client(limited.http).post("/v1/sessions", TABLE),
    ):
        assert of(answer, 429)["facts"]["policy"] == "starts"
    assert bo.move("signal", anonymous=False).status_code == 201


def test_a_repeated_request_starts_nothing_and_is_answered(limited: Server) -> None:
    key = "key-of-one-low-tide"
    limited.http.headers["X-Forwarded-For"] = HOME
    answers = [Client(limited.http).post("/v1/sessions", TABLE, key=key) for _ in range(5)]
    assert len({of(answer, 201)["session"] for answer in answers}) == 1
    assert start(limited, HOME).status_code == 201


def test_an_app_has_its_own_limit(limited: Server, database_url: str) -> None:
    club = Client(limited.http, app_key(database_url, sessions=QUOTA + 2))
    answers = [club.post("/v1/sessions", TABLE) for _ in range(QUOTA + 3)]
    assert [answer.status_code for answer in answers] == [201] * (QUOTA + 2) + [409]
    assert start(limited, HOME).status_code == 201


def test_each_process_counts_its_own_starts(limited: Server, database_url: str) -> None:
    with serving(database_url, **BEHIND_A_PROXY) as other:
        assert flood(limited, HOME) == flood(other, HOME) == [201] * QUOTA + [429] * 2


def test_a_table_of_friends_is_far_from_the_default_limit(
    database_url: str,
) -> None:
    with serving(database_url, verger_rate_starts="") as server:
        tables = [started(server.http, "Ann", "Bo") for _ in range(20)]
        ann = tables[0]["Ann"]
        assert ann.post(f"{ann.home}/forks", {"version": 1}).status_code == 201
        played(server.http, "Ann", "Bo", "Cy")
