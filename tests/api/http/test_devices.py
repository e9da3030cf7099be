"""A code gives another device a token for your seat. The code is text, and also a picture (a QR code)."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.support.client import Client, Json, Player, Table, of
from tests.support.postgres import execute
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


def ask(player: Player, key: str | None = None, **headers: str) -> httpx.Response:
    fields = headers | ({} if key is None else {"Idempotency-Key": key})
    return player.ask("POST", f"{player.home}/device-codes", headers=fields)


def claim(player: Player, code: str) -> httpx.Response:
    return Client(player.http).post("/v1/seats/claim", {"code": code})


def test_another_device_plays_next_to_the_first(two: Table) -> None:
    bo, head = two["Bo"], two["Ann"].head
    given: Json = of(ask(bo), 201)
    claimed = of(claim(bo, given["code"]), 201)
    assert (claimed["seat"], claimed["version"]) == ("s2", head)
    phone = Player(bo.http, claimed["token"], bo.session, "s2")
    phone.draws_a_line("Spiders.")
    bo.draws_a_line("Ladders.")
    listed = phone.see("/tokens")["tokens"]
    assert [token["label"] for token in listed] == ["claimed the seat", "another device"]


def test_the_code_is_in_an_address_behind_a_hash_and_in_a_picture(two: Table) -> None:
    bo = two["Bo"]
    given = of(ask(bo), 201)
    base = str(bo.http.base_url).rstrip("/")
    assert given["address"] == f"{base}/watch/{bo.session}#claim={given['code']}"
    picture = ET.fromstring(given["picture"])  # noqa: S314, our own
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "no-store" in ask(bo).headers["cache-control"]


def test_only_a_trusted_proxy_says_that_the_page_is_elsewhere(database: str, two: Table) -> None:
    told = {"X-Forwarded-Proto": "https", "Host": "play.example"}
    plain = of(ask(two["Bo"], **told), 201)["address"]
    assert plain.startswith("http://play.example/watch/")
    with serving(database, verger_trusted_proxies="127.0.0.1") as behind:
        secure = of(ask(two["Bo"].at(behind.http), **told), 201)["address"]
    assert secure.startswith("https://play.example/watch/")


def test_a_repeated_request_gets_the_same_code(two: Table) -> None:
    key = uuid4().hex
    assert of(ask(two["Bo"], key), 201) == of(ask(two["Bo"], key), 201)


def test_a_code_works_once_and_a_newer_one_makes_it_void(two: Table) -> None:
    bo = two["Bo"]
    first, second = (of(ask(bo), 201)["code"] for _ in range(2))
    assert of(claim(bo, first), 409)["code"] == "claim_code_used"
    of(claim(bo, second), 201)
    assert of(claim(bo, second), 409)["code"] == "claim_code_used"


def test_a_code_ends_after_ten_minutes(two: Table, database: str) -> None:
    bo = two["Bo"]
    code = of(ask(bo), 201)["code"]
    over = "UPDATE claims SET expires_at = now() WHERE token IS NOT NULL AND session ="
    execute(database, f"{over} '{bo.session}'")
    assert of(claim(bo, code), 409)["code"] == "claim_code_expired"


def test_a_token_with_the_seat_already_gets_it_no_second_time(two: Table) -> None:
    bo = two["Bo"]
    code = of(ask(bo), 201)["code"]
    claimed = of(bo.post("/v1/seats/claim", {"code": code}), 201)
    assert claimed.get("token") is None
    assert len(bo.see("/tokens")["tokens"]) == 1
