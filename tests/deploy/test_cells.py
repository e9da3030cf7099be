"""Two cells (servers, each with its own database) behind one proxy are one API. The ids of a cell lead to that cell."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.caddy import CADDY, proxy
from tests.support.cells import Cells, cells
from tests.support.client import Client, Player, of
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.root import ROOT
from tests.support.socket import listening, messages

needs_caddy = pytest.mark.skipif(CADDY is None, reason="no caddy 2.11.7 or newer here")

TABLE = {
    "title": "Low Tide",
    "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
}
OPERATIONS = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]


@pytest.fixture(scope="module")
def both(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cells]:
    folder = tmp_path_factory.mktemp("proxy")
    with cells(postgres_url, folder, new_tables="", verger_lobby="on") as running:
        yield running


@pytest.fixture(scope="module")
def below(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cells]:
    folder, path = tmp_path_factory.mktemp("proxy"), "/games/verger"
    with cells(postgres_url, folder, new_tables="", path=path, verger_lobby="on") as running:
        yield running


@pytest.fixture(params=["both", "below"])
def anywhere(request: pytest.FixtureRequest) -> Cells:
    """Return two cells: at the root of a host, or below a path."""
    found: Cells = request.getfixturevalue(request.param)
    return found


def begun(both: Cells, cell: str) -> dict[str, str]:
    """Start a session in a cell. Return its id, the GM's token, and Bo's claim code."""
    answer = of(Client(both.http).post("/v1/sessions", TABLE, headers={"Verger-Cell": cell}), 201)
    told = {name: answer[name] for name in ("session", "token")}
    return told | {"code": answer["seats"][1]["claim_code"]}


def ann_of(both: Cells, table: dict[str, str]) -> Player:
    return Player(both.http, table["token"], table["session"], "s1")


def follows(player: Player) -> None:
    """Follow a session as a browser does: with the token in the WebSocket's subprotocols, and with a ticket."""
    with listening(player, subprotocols=["verger.v1", f"verger.token.{player.token}"]) as link:
        assert [event["version"] for event in islice(messages(link), 2)] == [1, 2]
    ticket = of(player.post(f"{player.home}/stream-tickets", {}), 201)["ticket"]
    stranger = Player(player.http, "", player.session, "")
    with stranger.follows(after=1, ticket=ticket) as lines:
        assert "id: 2" in islice(lines, 3)


@needs_caddy
def test_ids_of_a_cell_contain_its_number_except_in_cell_0(
    both: Cells,
) -> None:
    zero, one = begun(both, "00"), begun(both, "01")
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-.*", zero["session"])
    assert re.fullmatch(r"01[0-9a-f]{6}-[0-9a-f]{4}-8[0-9a-f]{3}-.*", one["session"])
    assert re.fullmatch(r"vg_[\w-]{43}", zero["token"])
    assert re.fullmatch(r"vg_01\.[\w-]{43}", one["token"])
    assert re.fullmatch(r"([A-Z2-7]{4}-){3}[A-Z2-7]{4}", zero["code"])
    assert re.fullmatch(r"01-([A-Z2-7]{4}-){3}[A-Z2-7]{4}", one["code"])


@needs_caddy
@pytest.mark.parametrize("cell", ["00", "01"])
def test_tables_of_both_cells_are_played_at_one_address(anywhere: Cells, cell: str) -> None:
    table = begun(anywhere, cell)
    ann = ann_of(anywhere, table)
    spoken = {"code": table["code"].replace("-", "").lower()}
    bo = of(Client(anywhere.http).post("/v1/seats/claim", spoken), 201)
    assert bo["session"] == table["session"]
    assert ann.draws_a_line("spiders")["version"] == 3
    assert Client(anywhere.http, bo["token"]).read("/v1/sessions")["sessions"][0]["version"] == 3
    assert len(ann.read("/v1/feed")["items"]) == 3
    follows(ann)


@needs_caddy
def test_a_stranger_who_asks_for_a_seat_reaches_the_tables_cell_without_a_token(
    anywhere: Cells,
) -> None:
    ann = ann_of(anywhere, begun(anywhere, "01"))
    of(ann.ask("PUT", f"{ann.home}/listing", json={"language": "en", "about": "Rain."}), 200)
    there = {"Verger-Cell": "01"}
    (listed,) = of(Client(anywhere.http).get("/v1/tables", there), 200)["tables"]
    assert Client(anywhere.http).read("/v1/tables")["tables"] == []
    asked = of(
        Client(anywhere.http).post(f"/v1/tables/{listed['table']}/asks", {"name": "Cy"}), 201
    )
    asker = Client(anywhere.http, asked["token"])
    assert [ask["ask"] for ask in asker.read("/v1/asks")["asks"]] == [asked["ask"]]
    of(ann.post(f"/v1/asks/{asked['ask']}/seat", {"seat": "s2"}), 201)
    assert asker.read("/v1/sessions")["sessions"][0]["session"] == ann.session


@needs_caddy
def test_a_token_opens_no_session_and_no_seat_of_another_cell(both: Cells) -> None:
    zero, one = begun(both, "00"), begun(both, "01")
    ann = Client(both.http, zero["token"])
    missing = of(ann.get(f"/v1/sessions/{one['session']}"), 404)
    assert missing["code"] == "no_such_session"
    code = {"code": one["code"]}
    assert of(ann.post("/v1/seats/claim", code), 401)["code"] == "invalid_token"
    of(Client(both.http).post("/v1/seats/claim", code), 201)


@needs_caddy
@pytest.mark.parametrize("cell", ["00", "01"])
def test_a_request_for_a_statement_must_reach_the_tokens_cell(both: Cells, cell: str) -> None:
    ann = ann_of(both, begun(both, cell))
    of(ann.get("/v1/statements", session=ann.session), 200)
    elsewhere = {"Verger-Cell": "01" if cell == "00" else "00"}
    answer = ann.get("/v1/statements", elsewhere, session=ann.session)
    assert of(answer, 401)["code"] == "invalid_token"


@needs_caddy
def test_a_key_that_is_repeated_begins_no_second_table(both: Cells) -> None:
    key, there = uuid4().hex, {"Verger-Cell": "01"}
    first = Client(both.http).post("/v1/sessions", TABLE, key, headers=there).json()
    again = Client(both.http).post("/v1/sessions", TABLE, key, headers=there).json()
    assert (first["session"], first["token"]) == (again["session"], again["token"])


@needs_caddy
def test_a_session_moves_to_another_cell_as_its_archive_and_is_played_on_as_a_fork(
    both: Cells,
) -> None:
    old, host = begun(both, "00"), begun(both, "01")
    ann = ann_of(both, old)
    ann.draws_a_line("spiders")
    archive = ann.get(f"{ann.home}/export").content
    mover = Client(both.http, host["token"])
    brought = of(mover.imports(archive), 201)
    assert brought["session"] == old["session"]
    there = Player(both.http, host["token"], old["session"], "")
    assert there.log() == ann.log()
    follows(there)
    fork = of(there.post(f"{there.home}/forks", {"version": 2}), 201)
    assert fork["session"].startswith("01")
    goes_on = Player(both.http, host["token"], fork["session"], "s1")
    assert goes_on.draws_a_line("snakes")["version"] == 4
    assert ann.head == 2, "the old one has moved with it"
    assert of(Client(both.http).get(ann.home), 401)["code"] == "missing_token"


@needs_caddy
def test_a_process_that_answers_for_another_cell_gets_no_requests(
    both: Cells, tmp_path: Path
) -> None:
    wrong = f"127.0.0.1:{both.servers[0].port}"
    settings = {"UPSTREAMS": wrong, "UPSTREAMS_1": wrong, "CELLS": "import cells.caddy"}
    home = begun(both, "01")["session"]
    with proxy(tmp_path, settings) as url, closing(HttpClient(url, PATIENCE_SECONDS)) as http:
        until(lambda: http.get(f"/v1/sessions/{home}").status_code, lambda status: status == 503)
        assert http.get("/v1/sessions").status_code == 401


def test_the_page_explains_for_every_operation_how_its_cell_is_found() -> None:
    page = (ROOT / "docs" / "cells.md").read_text()
    told = set(re.findall(r"`((?:GET|POST|PUT|PATCH|DELETE) /[^`]+)`", page))
    by_id = re.compile(r"/v1/(sessions|tables|asks)/\{")
    served = {
        f"{method.upper()} {path}"
        for path, operations in OPERATIONS.items()
        for method in operations
        if method in {"get", "post", "put", "patch", "delete"} and not by_id.match(path)
    }
    assert told == served
