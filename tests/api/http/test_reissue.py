"""If a player loses a token, the table can see that the seat is reissued. A new code then claims the seat."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.client import Client, Json, Player, Table, of, seated
from tests.support.postgres import execute
from tests.support.server import Server, serving

RACES = 5


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on") as server:
        yield server


def lost(player: Player, seat: str) -> httpx.Response:
    return player.move("propose", subject={"subject": "reissue_seat", "seat": seat})


def code(player: Player, seat: str) -> Json:
    found: Json = of(player.ask("POST", f"{player.home}/seats/{seat}/code"), 201)
    return found


def claim(http: httpx.Client, code: str) -> httpx.Response:
    return Client(http).post("/v1/seats/claim", {"code": code})


def test_the_gm_lets_somebody_back_in(two: Table) -> None:
    ann, before = two["Ann"], two["Bo"]
    of(lost(ann, "s2"), 201)
    for answer in (before.get(before.home), before.move("signal")):
        assert of(answer, 404)["code"] == "no_such_session"
    given = code(ann, "s2")
    assert seated(two.http, given["claim_code"]).see()["your_seats"] == ["s2"]
    told = [event["type"] for event in ann.log()[-2:]]
    assert told == ["propose", "take_seat"]


def test_only_the_last_code_of_two_reissues_is_valid(two: Table) -> None:
    ann = two["Ann"]
    of(lost(ann, "s2"), 201)
    first = code(ann, "s2")["claim_code"]
    assert of(lost(ann, "s2"), 409)["code"] == "seat_not_taken"
    second = code(ann, "s2")["claim_code"]
    assert of(claim(two.http, first), 409)["code"] == "claim_code_used"
    of(claim(two.http, second), 201)
    of(lost(ann, "s2"), 201)
    assert of(claim(two.http, second), 409)["code"] == "claim_code_used"


def test_a_code_that_is_not_used_within_a_day_has_ended(two: Table, database: str) -> None:
    ann = two["Ann"]
    of(lost(ann, "s2"), 201)
    given = code(ann, "s2")
    assert given["expires_at"]
    over = "UPDATE claims SET expires_at = now() WHERE expires_at IS NOT NULL AND session ="
    execute(database, f"{over} '{two.session}'")
    assert of(claim(two.http, given["claim_code"]), 409)["code"] == "claim_code_expired"
    of(claim(two.http, code(ann, "s2")["claim_code"]), 201)


def test_of_two_reissues_at_once_over_two_processes_one_code_and_one_token_hold(
    server: Server, two: Table, database: str
) -> None:
    with serving(database) as other, ThreadPoolExecutor(2) as pool:
        both = [two["Ann"], two["Ann"].at(other.http)]
        tokens = [two["Bo"].token]
        for _ in range(RACES):
            made = sorted(answer.status_code for answer in pool.map(lost, both, ("s2", "s2")))
            assert made == [201, 409]
            codes = [found["claim_code"] for found in pool.map(code, both, ("s2", "s2"))]
            assert codes_that_work(database, two.session) == "1"
            https = (server.http, other.http)
            claimed = list(pool.map(claim, https, codes))
            assert sorted(answer.status_code for answer in claimed) == [201, 409]
            tokens += [of(one, 201)["token"] for one in claimed if one.status_code == 201]
            held = [Player(server.http, token or "", two.session, "s2") for token in tokens]
            answers = [of_now(player) for player in held]
            assert answers == [404] * (len(tokens) - 1) + [409]


def of_now(player: Player) -> int:
    """Return the status of a move. For a move, the server looks the token up again in the database."""
    return player.move("agree", proposal="p999").status_code


def codes_that_work(database: str, session: str) -> str:
    """Return the number of valid codes for a session's second seat."""
    where = f"session = '{session}' AND seat = 's2' AND used_at IS NULL"
    return execute(database, f"SELECT count(*) FROM claims WHERE {where}")  # noqa: S608


def test_a_fork_does_not_take_its_parents_seats_from_anybody(two: Table) -> None:
    of(two["Ann"].post(f"{two['Ann'].home}/forks", {"title": "Another way"}), 201)
    assert two["Bo"].see()["your_seats"] == ["s2"]
