"""Codes, tokens and webhooks that come from a token end with the token, and have no more rights than the token."""

from asyncio import run
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import asyncpg
import pytest

from tests.support.app import TABLE, app_key
from tests.support.client import (
    Client,
    Json,
    Player,
    Table,
    forked,
    of,
    seated,
    started,
    with_free_seat,
)
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.receiver import Receiver, hooked
from tests.support.server import Server, serving
from verger.service.identity import app

SECONDS = 3_600


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_lobby="on", verger_webhook_private_targets="on") as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    return with_free_seat(server.http)


class Limited(NamedTuple):
    """A client with a token that expires, and the time of its end."""

    player: Player
    ends: datetime


@pytest.fixture
def limited(table: Table) -> Limited:
    """Return Ann, the GM, with a token that expires in an hour."""
    ann = table["Ann"]
    body = {"label": "a bot", "expires_in": SECONDS}
    issued = of(ann.post(f"{ann.home}/tokens", body), 201)
    ends = datetime.fromisoformat(issued["expires_at"])
    return Limited(Player(ann.http, issued["token"], ann.session, ann.seat), ends)


def from_device(by: Player) -> str:
    return str(of(by.ask("POST", f"{by.home}/device-codes"), 201)["code"])


def from_code(by: Player) -> str:
    return str(of(by.ask("POST", f"{by.home}/seats/s3/code"), 201)["claim_code"])


def from_seat(by: Player) -> str:
    new = {"kind": "player", "name": "Di"}
    return str(of(by.post(f"{by.home}/seats", new), 201)["claim_code"])


def from_fork(by: Player) -> str:
    return str(next(code for code in forked(by).codes.values() if code))


def from_start(by: Player) -> str:
    return str(of(by.post("/v1/sessions", TABLE), 201)["seats"][1]["claim_code"])


CODES: Mapping[str, Callable[[Player], str]] = {
    "device": from_device,
    "empty seat": from_code,
    "new seat": from_seat,
    "fork": from_fork,
    "new session": from_start,
}


def claimed(by: Client, code: str) -> Json:
    found: Json = of(by.post("/v1/seats/claim", {"code": code}), 201)
    return found


@pytest.mark.parametrize("kind", CODES)
def test_a_seat_by_a_code_ends_with_the_token_that_gave_the_code(
    limited: Limited, kind: str
) -> None:
    taken = claimed(Client(limited.player.http), CODES[kind](limited.player))
    assert datetime.fromisoformat(taken["token_expires_at"]) <= limited.ends
    renewed = Client(limited.player.http, taken["token"]).ask("POST", "/v1/tokens/renewal")
    assert of(renewed, 409)["code"] == "not_renewable"


@pytest.mark.parametrize("kind", CODES)
def test_a_token_that_lasts_does_not_get_a_seat_that_ends(
    server: Server, limited: Limited, kind: str
) -> None:
    lasting = started(server.http, "Eve")["Eve"]
    taken = claimed(lasting, CODES[kind](limited.player))
    assert datetime.fromisoformat(taken["token_expires_at"]) <= limited.ends
    elsewhere = Player(lasting.http, lasting.token or "", taken["session"], taken["seat"])
    assert elsewhere.get(elsewhere.home).status_code == 404
    seated = Player(lasting.http, taken["token"], taken["session"], taken["seat"])
    assert seated.see()["your_seats"] == [taken["seat"]]


@pytest.mark.parametrize("kind", [kind for kind in CODES if kind != "new session"])
def test_codes_end_when_the_token_that_gave_them_is_revoked(
    table: Table, limited: Limited, kind: str
) -> None:
    code, ann = CODES[kind](limited.player), table["Ann"]
    (bot,) = [one for one in ann.see("/tokens")["tokens"] if one["label"] == "a bot"]
    assert ann.ask("DELETE", f"{ann.home}/tokens/{bot['id']}").status_code == 204
    answer = Client(ann.http).post("/v1/seats/claim", {"code": code})
    assert of(answer, 409)["code"] == "claim_code_used"


def test_a_device_code_itself_ends_with_the_token(ann: Player) -> None:
    issued = of(ann.post(f"{ann.home}/tokens", {"label": "a bot", "expires_in": 60}), 201)
    bot = Player(ann.http, issued["token"], ann.session, ann.seat)
    offered = of(bot.ask("POST", f"{bot.home}/device-codes"), 201)
    assert offered["expires_at"] <= issued["expires_at"]


def ends_at(database: str, webhook: Any) -> str:
    return execute(database, f"SELECT ends_at FROM webhooks WHERE id = '{webhook}'")  # noqa: S608


def test_a_webhook_ends_with_the_token_that_gave_its_address(
    database: str, receiver: Receiver, table: Table, limited: Limited
) -> None:
    own = hooked(limited.player, receiver.url)
    lasting = hooked(table["Ann"], receiver.url)
    assert (ends_at(database, own.id) != "", ends_at(database, lasting.id)) == (True, "")
    path = f"{limited.player.home}/webhooks/{lasting.id}"
    of(limited.player.ask("PATCH", path, json={"description": "A bot."}), 200)
    assert ends_at(database, lasting.id) == ""
    of(limited.player.ask("PATCH", path, json={"url": receiver.url}), 200)
    assert ends_at(database, lasting.id) == ends_at(database, own.id)


def test_nothing_is_delivered_to_a_webhook_that_has_ended(
    database: str, receiver: Receiver, table: Table
) -> None:
    ended, other = (hooked(table["Ann"], receiver.url) for _ in range(2))
    execute(database, f"UPDATE webhooks SET ends_at = now() WHERE id = '{ended.id}'")  # noqa: S608
    table["Bo"].draws_a_line("Spiders.")
    other.settled(1)
    assert ended.deliveries() == []


async def _end(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        id = await app.named(connection, "The Salt Club")
        assert id is not None
        await app.end(connection, id)
    finally:
        await connection.close()


def test_everything_from_an_apps_key_ends_with_the_app(server: Server, database: str) -> None:
    http = server.http
    club = Client(http, app_key(database, "The Salt Club"))
    begun = of(club.post("/v1/sessions", TABLE), 201)
    ann, bo = (seat["claim_code"] for seat in begun["seats"])
    seat = claimed(club, ann)
    sat = Player(http, club.token or "", begun["session"], seat["seat"])
    device, further = seated(http, from_device(sat)), sat.issued()
    everything = (sat, device, further, further.issued())
    run(_end(database))
    for gone in everything:
        until_refused(gone)
    assert of(Client(http).post("/v1/seats/claim", {"code": bo}), 409)["code"] == "claim_code_used"


def until_refused(player: Player) -> None:
    """Wait until a process refuses a token that was revoked in another process."""
    until(lambda: player.get(player.home).status_code, lambda status: status == 401)


def test_a_further_token_has_no_more_than_the_one_that_issued_it(ann: Player) -> None:
    issued = of(ann.post(f"{ann.home}/tokens", {"label": "a bot", "expires_in": SECONDS}), 201)
    bot = Player(ann.http, issued["token"], ann.session, ann.seat)
    for body in ({}, {"expires_in": 10 * SECONDS}):
        more = of(bot.post(f"{bot.home}/tokens", {"label": "another", **body}), 201)
        assert more["expires_at"] <= issued["expires_at"]
        assert more["is_renewable"] is False


def test_a_token_with_a_fixed_end_lets_nobody_in(ann: Player, limited: Limited) -> None:
    listed = of(ann.ask("PUT", f"{ann.home}/listing", json={"language": "en"}), 200)["listing"]
    path = f"/v1/tables/{listed['table']}/asks"
    asked = of(Client(ann.http).post(path, {"name": "Dee"}), 201)["ask"]
    refused = limited.player.post(f"/v1/asks/{asked}/seat", {})
    assert of(refused, 409)["code"] == "not_renewable"
    of(ann.post(f"/v1/asks/{asked}/seat", {}), 201)
