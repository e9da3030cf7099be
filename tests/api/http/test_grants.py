"""What tokens were made for: scopes, an end, and when they were used last."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.client import Json, Player, frames, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving
from verger.service.identity.grant import SCOPES

SOON = {
    "verger.service.identity.identity.REMEMBER_SECONDS": 0.0,
    "verger.service.identity.last_use.NOTE_SECONDS": 0.05,
}
STREAMS = {f"verger.service.edge.following.{name}_SECONDS": 0.05 for name in ("KEEP_ALIVE", "POLL")}


def issue(player: Player, status: int = 201, **more: Any) -> Json:
    found: Json = of(player.post(f"{player.home}/tokens", {"label": "a bot", **more}), status)
    return found


def issued(player: Player, **more: Any) -> Player:
    token = issue(player, **more)["token"]
    return Player(player.http, token, player.session, player.seat)


def own(player: Player) -> Json:
    """Give a player's token as it is listed for itself."""
    found: Json = next(token for token in player.see("/tokens")["tokens"] if token["is_own"])
    return found


@pytest.fixture
def alone(database_url: str) -> Iterator[Server]:
    """Give a server that looks at tokens anew each time, and notes soon when they were used."""
    with serving(database_url, quicker=SOON | STREAMS) as server:
        yield server


def test_a_token_from_a_seat_may_do_all_for_half_a_year_and_be_renewed(bo: Player) -> None:
    token = own(bo)
    assert (token["scopes"], token["via"], token["is_renewable"]) == (list(SCOPES), None, True)
    ends, now = datetime.fromisoformat(token["expires_at"]), datetime.now(UTC)
    assert timedelta(days=179) < ends - now <= timedelta(days=180)


def test_what_a_token_was_issued_for_is_shown_then_and_in_the_list(bo: Player) -> None:
    made = issue(bo, scopes=["play", "read"], expires_in=3600, via="  Lantern   2 ")
    assert (made["scopes"], made["via"]) == (["read", "play"], "Lantern 2")
    bot = Player(bo.http, made["token"], bo.session, bo.seat)
    shown = own(bot)
    assert {name: shown[name] for name in ("id", "scopes", "via", "expires_at")} == {
        name: made[name] for name in ("id", "scopes", "via", "expires_at")
    }


def test_a_limited_token_lists_and_revokes_itself_alone(bo: Player) -> None:
    bot = issued(bo, scopes=["play"])
    (token,) = bot.see("/tokens")["tokens"]
    others = [other["id"] for other in bo.see("/tokens")["tokens"] if other["id"] != token["id"]]
    refused = of(bot.ask("DELETE", f"{bot.home}/tokens/{others[0]}"), 403)
    assert (refused["code"], refused["facts"]["scopes_needed"]) == ("missing_scope", list(SCOPES))
    assert bot.ask("DELETE", f"{bot.home}/tokens/{token['id']}").status_code == 204
    assert of(bot.get(bot.home), 401)["code"] == "invalid_token"


@pytest.mark.parametrize(("scopes", "told"), [(["play"], 0), (["play", "read"], 1)])
def test_a_stale_move_is_told_what_has_happened_only_where_that_may_be_read(
    bo: Player, scopes: list[str], told: int
) -> None:
    bot, line = issued(bo, scopes=scopes), {"move": "add_limit", "kind": "line", "text": "Ladders."}
    head = bo.draws_a_line("Spiders.")["version"]
    stale = {"If-Match": f'"{head - 1}"'}
    problem = of(bot.post(f"{bot.home}/moves", line, headers=stale), 412)
    assert (problem["facts"]["head"], len(problem.get("events", ()))) == (head, told)


def test_a_token_never_outlives_the_one_that_issued_it(bo: Player) -> None:
    short = issued(bo, expires_in=600)
    ends = own(short)["expires_at"]
    assert issue(short, expires_in=6_000)["expires_at"] == ends
    assert issue(short)["expires_at"] == ends
    assert issue(short, expires_in=60)["expires_at"] < ends


@pytest.mark.parametrize(
    "more", [{"expires_in": 59}, {"scopes": []}, {"scopes": ["all"]}, {"via": "a\nb"}, {"via": ""}]
)
def test_what_no_token_can_be_issued_for(bo: Player, more: Json) -> None:
    assert issue(bo, 400, **more)["code"] in ("invalid_body", "unusable_text")


def test_an_expired_token_is_refused_and_its_stream_ends(alone: Server, database_url: str) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    bot = issued(bo, expires_in=60)
    with bot.follows(after=bot.head) as lines:
        execute(database_url, "UPDATE tokens SET expires_at = now() WHERE NOT is_renewable")
        (end,) = frames(lines)
    assert end == {"event": "end", "data": {"reason": "invalid_token"}}
    for answer in (bot.get(bot.home), bot.move("signal"), bot.get("/v1/sessions")):
        assert of(answer, 401)["code"] == "invalid_token"
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
    assert bo.move("signal").status_code == 201


def test_when_a_token_was_used_last_is_told(alone: Server) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    made, used = issue(bo)["id"], None
    for _ in range(1_000):
        used = own(bo)["used_at"]
        if used:
            break
    assert used
    unused = [token["id"] for token in bo.see("/tokens")["tokens"] if not token["used_at"]]
    assert unused == [made]
