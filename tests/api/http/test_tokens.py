"""A token acts for seats until it is revoked or expires. It has rights, and it can be renewed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from tests.support.client import Client, Json, Player, Table, frames, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving
from verger.service.identity.grant import SCOPES, TOKEN_LIFE

SOON = {
    "verger.service.identity.identity.REMEMBER_SECONDS": 0.0,
    "verger.service.identity.last_use.NOTE_SECONDS": 0.05,
}
STREAMS = {f"verger.service.edge.following.{name}_SECONDS": 0.05 for name in ("KEEP_ALIVE", "POLL")}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


@pytest.fixture
def alone(database_url: str) -> Iterator[Server]:
    """Start a server that looks up the token of each request, and stores soon when it was used."""
    with serving(database_url, quicker=SOON | STREAMS) as server:
        yield server


def issue(player: Player, key: str | None = None, status: int = 201, **more: Any) -> Json:
    body = {"label": "a bot", **more}
    found: Json = of(player.post(f"{player.home}/tokens", body, key), status)
    return found


def with_token(player: Player, token: str) -> Player:
    return Player(player.http, token, player.session, player.seat)


def own(player: Player) -> Json:
    """Return the entry of the list of tokens that describes the player's own token."""
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


def test_a_further_token_acts_for_the_same_seat(bo: Player) -> None:
    other = bo.issued()
    event = other.draws_a_line("Spiders.")
    assert event["event"]["seat"] == "s2"


def test_a_token_is_listed_with_its_label_and_never_with_its_secret(bo: Player) -> None:
    made = issue(bo)
    listed = bo.see("/tokens")["tokens"]
    assert [(token["label"], token["seats"]) for token in listed] == [
        ("claimed the seat", ["s2"]),
        ("a bot", ["s2"]),
    ]
    assert made["token"] not in str(listed)


def test_tokens_of_other_seats_are_not_listed(table: Table) -> None:
    issue(table["Cy"], label="Cy's bot")
    assert "Cy's bot" not in str(table["Bo"].see("/tokens"))


def test_a_revoked_token_is_refused_at_once(bo: Player) -> None:
    made = issue(bo)
    other = with_token(bo, made["token"])
    assert other.see()["version"] == bo.head
    assert bo.ask("DELETE", f"{bo.home}/tokens/{made['id']}").status_code == 204
    for answer in (other.get(other.home), other.move("signal"), other.get("/v1/sessions")):
        assert of(answer, 401)["code"] == "invalid_token"


def test_a_revoked_token_stays_listed_with_its_end_and_can_be_revoked_again(bo: Player) -> None:
    made = issue(bo)
    for _ in range(2):
        assert bo.ask("DELETE", f"{bo.home}/tokens/{made['id']}").status_code == 204
    ended = [token for token in bo.see("/tokens")["tokens"] if token["revoked_at"]]
    assert [token["id"] for token in ended] == [made["id"]]


def test_another_seats_token_cannot_be_revoked(table: Table) -> None:
    theirs = table["Cy"].see("/tokens")["tokens"][0]["id"]
    bo = table["Bo"]
    for token in (theirs, uuid4(), "me"):
        answer = bo.ask("DELETE", f"{bo.home}/tokens/{token}")
        assert of(answer, 404)["code"] == "no_such_token"
    assert table["Cy"].see()["version"] == bo.head


def test_a_token_is_issued_for_own_seats_only(bo: Player) -> None:
    answer = bo.post(f"{bo.home}/tokens", {"label": "a bot", "seats": ["s2", "s1"]})
    assert of(answer, 403)["code"] == "not_your_seat"


def test_a_token_may_be_issued_for_some_of_several_seats(ann: Player) -> None:
    offered = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"}), 201)
    ann.post("/v1/seats/claim", {"code": offered["claim_code"]})
    bot = ann.issued(seats=["s5", "s5"])
    assert bot.see()["your_seats"] == ["s5"]
    assert ann.see()["your_seats"] == ["s1", "s5"]


def test_a_repeated_request_gets_the_same_token_and_issues_no_second(bo: Player) -> None:
    key = uuid4().hex
    assert issue(bo, key=key) == issue(bo, key=key)
    assert len(bo.see("/tokens")["tokens"]) == 2


def test_a_key_that_issued_a_token_issues_no_other(bo: Player) -> None:
    key = uuid4().hex
    issue(bo, key=key)
    answer = bo.post(f"{bo.home}/tokens", {"label": "another"}, key)
    assert of(answer, 422)["code"] == "key_reused"


def test_tokens_change_nothing_in_the_log(bo: Player) -> None:
    head = bo.head
    issue(bo)
    assert bo.head == head


def test_the_rights_of_a_token_are_shown_at_its_issue_and_in_the_list(bo: Player) -> None:
    made = issue(bo, scopes=["play", "read"], expires_in=3600, via="  Lantern   2 ")
    assert (made["scopes"], made["via"]) == (["read", "play"], "Lantern 2")
    bot = with_token(bo, made["token"])
    shown = own(bot)
    assert {name: shown[name] for name in ("id", "scopes", "via", "expires_at")} == {
        name: made[name] for name in ("id", "scopes", "via", "expires_at")
    }


def test_a_limited_token_lists_and_revokes_only_itself(bo: Player) -> None:
    bot = bo.issued(scopes=["play"])
    (token,) = bot.see("/tokens")["tokens"]
    others = [other["id"] for other in bo.see("/tokens")["tokens"] if other["id"] != token["id"]]
    refused = of(bot.ask("DELETE", f"{bot.home}/tokens/{others[0]}"), 403)
    assert (refused["code"], refused["facts"]["scopes_needed"]) == ("missing_scope", list(SCOPES))
    assert bot.ask("DELETE", f"{bot.home}/tokens/{token['id']}").status_code == 204
    assert of(bot.get(bot.home), 401)["code"] == "invalid_token"


@pytest.mark.parametrize(
    "more", [{"expires_in": 59}, {"scopes": []}, {"scopes": ["all"]}, {"via": "a\0b"}, {"via": ""}]
)
def test_unusable_options_of_a_token_are_refused(bo: Player, more: Json) -> None:
    assert issue(bo, status=400, **more)["code"] in ("invalid_body", "unusable_text")


def test_an_expired_token_is_refused_and_its_stream_ends(alone: Server, database_url: str) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    bot = bo.issued(expires_in=60)
    with bot.follows(after=bot.head) as lines:
        execute(database_url, "UPDATE tokens SET expires_at = now() WHERE NOT is_renewable")
        (end,) = frames(lines)
    assert end == {"event": "end", "data": {"reason": "invalid_token"}}
    for answer in (bot.get(bot.home), bot.move("signal"), bot.get("/v1/sessions")):
        assert of(answer, 401)["code"] == "invalid_token"
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
    assert bo.move("signal").status_code == 201


def test_a_token_shows_when_it_was_last_used(alone: Server) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    made, used = issue(bo)["id"], None
    for _ in range(1_000):
        used = own(bo)["used_at"]
        if used:
            break
    assert used
    unused = [token["id"] for token in bo.see("/tokens")["tokens"] if not token["used_at"]]
    assert unused == [made]


def test_a_token_that_comes_with_a_seat_lasts_half_a_year(two: Table) -> None:
    for player in (two["Ann"], two["Bo"]):
        listed = own(player)
        assert listed["is_renewable"]
        assert is_from_now(listed["expires_at"], TOKEN_LIFE)


def test_renewal_never_makes_the_end_earlier(database: str, two: Table) -> None:
    bo = two["Bo"]
    set_end(database, bo, "now() + interval '1 day'")
    told = renewed(bo)
    assert is_from_now(told["expires_at"], TOKEN_LIFE)
    assert own(bo)["expires_at"] == told["expires_at"]
    set_end(database, bo, "now() + interval '400 days'")
    assert is_from_now(renewed(bo)["expires_at"], timedelta(days=400))


def test_an_ended_token_cannot_be_renewed(database: str, two: Table) -> None:
    bo = two["Bo"]
    set_end(database, bo, "now()")
    ann = two["Ann"]
    assert ann.ask("DELETE", f"{ann.home}/tokens/{own(ann)['id']}").status_code == 204
    for player in (bo, ann):
        answer = player.ask("POST", "/v1/tokens/renewal")
        assert of(answer, 401)["code"] == "invalid_token"


def test_a_token_with_a_fixed_end_cannot_be_renewed(two: Table) -> None:
    bo = two["Bo"]
    made = issue(bo, expires_in=3600)
    child = with_token(bo, made["token"])
    assert of(child.ask("POST", "/v1/tokens/renewal"), 409)["code"] == "not_renewable"
    last = issue(child)
    assert (last["expires_at"], last["is_renewable"]) == (made["expires_at"], False)


def test_a_further_token_without_a_fixed_end_can_be_renewed(two: Table) -> None:
    bo = two["Bo"]
    bot = bo.issued(scopes=["read", "play"])
    assert is_from_now(renewed(bot)["expires_at"], TOKEN_LIFE)


def test_an_old_token_without_an_end_never_ends(database: str, two: Table) -> None:
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
