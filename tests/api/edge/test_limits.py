"""Rate limits over HTTP: every kind of answer shows them, and requests above a limit are refused."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.client import Client, Player, of, played
from tests.support.server import Server, serving

pytestmark = pytest.mark.thorough

QUOTA = 500
"""The quota of a token, in requests of at most a millisecond. The first requests of a test take longer."""
LIMITED: dict[str, Any] = {
    "verger_rate_token": QUOTA,
    "verger_rate_address": 10_000,
    "verger_rate_failures": 3,
    "verger_trusted_proxies": "private",
}

DEAR = LIMITED | {"verger_rate_token": 4_000, "verger_rate_address": 10**6}
"""The limits of a server that counts each KiB of an answer as about 4,000 requests."""


@pytest.fixture
def limited(database_url: str) -> Iterator[Server]:
    """Start a server with a low quota per token. It trusts the address that a test names."""
    with serving(database_url, **LIMITED) as server:
        yield server


def come_from(http: httpx.Client, address: str) -> None:
    http.headers["X-Forwarded-For"] = address


def spent(player: Player) -> Player:
    """Return the same player after the token's quota for this window is used up."""
    for _ in range(QUOTA + 1):
        if player.get(f"{player.home}/awaited").status_code == 429:
            return player
    raise AssertionError


def test_a_request_above_the_limit_is_refused_on_every_route(limited: Server) -> None:
    table = played(limited.http, "Ann", "Bo")
    ann, bo = table["Ann"], spent(table["Bo"])
    head = ann.head
    answers = [
        bo.move("signal", anonymous=False),
        bo.get(bo.home),
        bo.post(f"{bo.home}/tokens", {"label": "a bot"}),
        bo.get(f"{bo.home}/events", {"Accept": "text/event-stream"}),
        bo.get(f"{bo.home}/export"),
    ]
    for answer in answers:
        problem = of(answer, 429)
        assert problem["code"] == "rate_limited"
        assert problem["facts"]["policy"] == "token"
        assert answer.headers["Retry-After"] == str(problem["facts"]["retry_after_seconds"])
        assert (
            f'"token";r=0;t={problem["facts"]["retry_after_seconds"]}'
            in answer.headers["RateLimit"]
        )
        assert answer.headers["RateLimit-Policy"].startswith(f'"token";q={QUOTA};w=60')
    assert ann.head == head


def test_guessing_is_cut_off_and_the_table_behind_the_same_address_plays_on(
    limited: Server,
) -> None:
    table = played(limited.http, "Ann", "Bo")
    assert table["Bo"].head == table["Ann"].head
    guesser = Client(limited.http, "vg_guess")
    codes = [{"code": f"AAAA-BBBB-CCCC-DDD{n}"} for n in range(2)]
    assert [of(guesser.get(table["Ann"].home), 401)["code"]] == ["invalid_token"]
    for code in codes:
        answer = Client(limited.http).post("/v1/seats/claim", code)
        assert of(answer, 404)["code"] == "no_such_claim_code"
    for answer in (
        guesser.get("/v1/sessions"),
        Client(limited.http).post("/v1/seats/claim", codes[0]),
    ):
        assert of(answer, 429)["facts"]["policy"] == "failures"
    assert table["Bo"].move("signal", anonymous=False).status_code == 201
    come_from(limited.http, "198.51.100.7")
    assert guesser.get("/v1/sessions").status_code == 401


def test_health_has_no_rate_limit(limited: Server) -> None:
    table = played(limited.http, "Ann")
    spent(table["Ann"])
    health = table["Ann"].get("/healthz")
    assert (health.status_code, "RateLimit" in health.headers) == (200, False)


def test_costly_requests_count_more_and_heavy_users_wait_for_turns_except_to_move(
    database_url: str,
) -> None:
    dear = {"verger.service.work.MEBIBYTE_SECONDS": 4_000.0, "verger.service.work.WAITING": 0}
    with serving(database_url, quicker=dear, **DEAR) as server:
        table = played(server.http, "Ann", "Bo")
        ann, bo = table["Ann"], table["Bo"]
        awaited = f"{bo.home}/awaited"
        assert bo.get(awaited).status_code == 200
        assert of(crowded := bo.get(awaited), 429)["facts"]["policy"] == "token"
        assert crowded.headers["Retry-After"] == "5"
        assert 0 < left(crowded) < DEAR["verger_rate_token"] - 200
        assert bo.move("signal", anonymous=False).status_code == 201
        spent = bo.move("signal", anonymous=False)
        assert (left(spent), of(spent, 429)["facts"]["policy"]) == (0, "token")
        come_from(server.http, "198.51.100.7")
        assert ann.draws_a_line("Spiders.")["version"] == 4


def left(answer: httpx.Response) -> int:
    """Return the remaining quota of a token, in requests."""
    return int(answer.headers["RateLimit"].partition('"token";r=')[2].partition(";")[0])


def test_a_table_of_people_is_far_from_the_default_limits(
    database_url: str,
) -> None:
    free: dict[str, Any] = dict.fromkeys(
        ("verger_rate_token", "verger_rate_address", "verger_rate_failures"), ""
    )
    with serving(database_url, **free) as server:
        ann = played(server.http, "Ann", "Bo", "Cy", until="run")["Ann"]
        answer = ann.get(ann.home)
    assert left(answer) > 5_500
