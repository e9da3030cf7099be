"""Requests about the lobby that the server refuses."""

import httpx

from tests.captures.desk import NOBODY, Desk, Scripts, of_any
from tests.support.client import Client, Player, of, started
from tests.support.server import serving

SCRIPTS = Scripts()
DEE = {"name": "Dee"}


def listed(desk: Desk, *names: str) -> tuple[Player, str]:
    """List a new table in the lobby. Return its host, and the path for requests for a seat."""
    ann = started(desk.http, "Ann", *names)["Ann"]
    found = of(ann.ask("PUT", f"{ann.home}/listing", json={"language": "en"}), 200)
    return ann, f"/v1/tables/{found['listing']['table']}/asks"


@SCRIPTS.provokes("lobby_off")
def _(desk: Desk) -> httpx.Response:
    with serving(desk.url) as server:
        return of_any(Client(server.http).post(f"/v1/tables/{NOBODY}/asks", DEE))


@SCRIPTS.provokes("no_such_table")
def _(desk: Desk) -> httpx.Response:
    return Client(desk.http).post(f"/v1/tables/{NOBODY}/asks", DEE)


@SCRIPTS.provokes("table_full")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("PUT", f"{ann.home}/listing", json={"language": "en"})


@SCRIPTS.provokes("no_such_ask")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Ann"].post(f"/v1/asks/{NOBODY}/seat", {})


@SCRIPTS.provokes("asked_already")
def _(desk: Desk) -> httpx.Response:
    _, asks = listed(desk, "Bo")
    bo = desk.table()["Bo"]
    of(bo.post(asks, {"name": "Bo"}), 201)
    return bo.post(asks, {"name": "Bo"})


@SCRIPTS.provokes("ask_answered")
def _(desk: Desk) -> httpx.Response:
    ann, asks = listed(desk, "Bo")
    ask = of(Client(desk.http).post(asks, DEE), 201)["ask"]
    assert ann.ask("DELETE", f"/v1/asks/{ask}").status_code == 204
    return ann.post(f"/v1/asks/{ask}/seat", {})


@SCRIPTS.provokes("too_many_asks")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    answers = [bo.post(listed(desk, "Bo")[1], {"name": "Bo"}) for _ in range(6)]
    return answers[-1]
