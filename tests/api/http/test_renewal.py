"""Tokens end by themselves, and their holders renew them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.client import Client, Json, Player, Table, of
from tests.support.postgres import execute
from tests.support.server import Server, serving
from verger.service.identity.grant import TOKEN_LIFE


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


def own(player: Player) -> Json:
    found: Json = next(one for one in player.see("/tokens")["tokens"] if one["is_own"])
    return found


def is_from_now(text: str, life: timedelta) -> bool:
    left = datetime.fromisoformat(text) - datetime.now(UTC)
    return abs(left - life) < timedelta(minutes=1)


def renewed(client: Client) -> Json:
    found: Json = of(client.ask("POST", "/v1/tokens/renewal"), 200)
    return found


def set_end(database: str, player: Player, end: str) -> None:
    execute(database, f"UPDATE tokens SET expires_at = {end} WHERE id = '{own(player)['id']}'")  # noqa: S608


def test_a_token_that_comes_with_a_seat_lasts_half_a_year(two: Table) -> None:
    for player in (two["Ann"], two["Bo"]):
        listed = own(player)
        assert listed["is_renewable"]
        assert is_from_now(listed["expires_at"], TOKEN_LIFE)


def test_its_holder_puts_the_end_off_and_never_forward(database: str, two: Table) -> None:
    bo = two["Bo"]
    set_end(database, bo, "now() + interval '1 day'")
    told = renewed(bo)
    assert is_from_now(told["expires_at"], TOKEN_LIFE)
    assert own(bo)["expires_at"] == told["expires_at"]
    set_end(database, bo, "now() + interval '400 days'")
    assert is_from_now(renewed(bo)["expires_at"], timedelta(days=400))


def test_what_has_ended_is_renewed_no_more(database: str, two: Table) -> None:
    bo = two["Bo"]
    set_end(database, bo, "now()")
    ann = two["Ann"]
    assert ann.ask("DELETE", f"{ann.home}/tokens/{own(ann)['id']}").status_code == 204
    for player in (bo, ann):
        answer = player.ask("POST", "/v1/tokens/renewal")
        assert of(answer, 401)["code"] == "invalid_token"


def test_one_that_was_issued_for_a_time_ends_then(two: Table) -> None:
    bo = two["Bo"]
    issued = of(bo.post(f"{bo.home}/tokens", {"label": "a bot", "expires_in": 3600}), 201)
    answer = Client(bo.http, issued["token"]).ask("POST", "/v1/tokens/renewal")
    assert of(answer, 409)["code"] == "not_renewable"
    grandchild = Player(bo.http, issued["token"], bo.session, "s2")
    last = of(grandchild.post(f"{bo.home}/tokens", {"label": "another"}), 201)
    assert (last["expires_at"], last["is_renewable"]) == (issued["expires_at"], False)


def test_one_that_was_issued_without_a_time_is_renewed_like_its_own(two: Table) -> None:
    bo = two["Bo"]
    body = {"label": "a bot", "scopes": ["read", "play"]}
    bot = Client(bo.http, of(bo.post(f"{bo.home}/tokens", body), 201)["token"])
    assert is_from_now(renewed(bot)["expires_at"], TOKEN_LIFE)


def test_one_from_before_tokens_ended_never_does(database: str, two: Table) -> None:
    bo = two["Bo"]
    id = own(bo)["id"]
    lasting = "UPDATE tokens SET expires_at = NULL, is_renewable = false"
    execute(database, f"{lasting} WHERE id = '{id}'")
    assert own(bo)["expires_at"] is None
    with serving(database) as other:
        assert renewed(bo.at(other.http)) == {"id": id, "expires_at": None}


def test_the_answer_that_gives_a_token_says_when_it_ends(server: Server) -> None:
    body = {
        "title": "Low Tide",
        "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
    }
    begun = of(Client(server.http).post("/v1/sessions", body), 201)
    code = begun["seats"][1]["claim_code"]
    claimed = of(Client(server.http).post("/v1/seats/claim", {"code": code}), 201)
    for told in (begun, claimed):
        assert is_from_now(told["token_expires_at"], TOKEN_LIFE)
