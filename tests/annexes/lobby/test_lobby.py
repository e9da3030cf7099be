"""The lobby: hosts list tables, and strangers ask for a seat. Only these people see the requests."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.app import app_key
from tests.support.client import Client, Json, Player, from_afar, of, played, started
from tests.support.ended import end
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service.annexes.lobby.lobby import ASKS_TABLE, ASKS_TOKEN
from verger.service.identity.rate_limit import ASKS, ASKS_AT_TABLE

NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_lobby="on", verger_trusted_proxies="private") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Player:
    """Return the host of a table with two free seats."""
    return started(server.http, "Ann", "Bo", "Cy", title="Low Tide")["Ann"]


class Stranger(Client):
    """Somebody without a token, at a separate address."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.http)
        self.at = from_afar()

    def asks(self, table: str, name: str = "Dee", **more: Any) -> Any:
        body = {"name": name, **more}
        return self.post(f"/v1/tables/{table}/asks", body, headers=self.at)


def asks_from_afar(player: Player, table: str) -> Any:
    """Ask for a seat with a token, from an address that has not asked before."""
    return player.post(f"/v1/tables/{table}/asks", {"name": "Bo"}, headers=from_afar())


@pytest.fixture
def dee(server: Server) -> Stranger:
    return Stranger(server)


def lists(host: Client, session: str, **more: str) -> str:
    """List a table, and return its id in the lobby."""
    body = {"language": "en", **more}
    found = of(host.ask("PUT", f"/v1/sessions/{session}/listing", json=body), 200)
    return str(found["listing"]["table"])


def shown(server: Server, **query: Any) -> list[Json]:
    found: list[Json] = []
    place: Json = {}
    while place != {"after": None}:
        page = Client(server.http).read("/v1/tables", **place, **query)
        found += page["tables"]
        place = {"after": page["next_after"]}
    return found


def listing(server: Server, table: str) -> list[Json]:
    return [one for one in shown(server) if one["table"] == table]


def waiting(host: Player) -> list[Json]:
    found: list[Json] = host.see("/listing")["asks"]
    return found


def lets_in(host: Client, ask: str, **body: str) -> Any:
    return host.post(f"/v1/asks/{ask}/seat", body)


def test_a_table_is_listed_with_its_hosts_words_and_its_own_facts(
    server: Server, ann: Player
) -> None:
    table = lists(ann, ann.session, language="pt-BR", plays="Thursdays at 20.00", about="Be kind.")
    (found,) = listing(server, table)
    assert {name: found[name] for name in found if name != "listed_at"} == {
        "table": table, "title": "Low Tide", "ruleset": "verge", "host": "Ann", "free_seats": 2,
        "seats": 3, "language": "pt-BR", "plays": "Thursdays at 20.00", "about": "Be kind.",
    }  # fmt: skip
    assert ann.session not in str(found)
    assert lists(ann, ann.session, language="de") == table
    assert listing(server, table)[0]["language"] == "de"


def test_an_admitted_asker_sits_down_with_their_own_token(
    server: Server, ann: Player, dee: Stranger
) -> None:
    table = lists(ann, ann.session)
    asked = of(dee.asks(table, note="I have played once."), 201)
    (ask,) = waiting(ann)
    assert (ask["name"], ask["note"]) == ("Dee", "I have played once.")
    own = Client(server.http, asked["token"])
    assert own.read("/v1/asks")["asks"][0]["state"] == "waiting"
    # Before the host lets Dee in, the token opens no session and starts none.
    assert a_problem(own.get(ann.home), "no_such_session")
    body = {"title": "Mine", "seats": [{"kind": "gm", "name": "Dee"}]}
    assert a_problem(own.post("/v1/sessions", body), "missing_scope")
    answer = lets_in(ann, ask["ask"])
    assert of(answer, 201)["seat"] == "s2"
    assert "vg_" not in answer.text
    (found,) = own.read("/v1/asks")["asks"]
    assert (found["state"], found["session"], found["seat"]) == ("let_in", ann.session, "s2")
    sitting = Player(server.http, asked["token"], ann.session, "s2")
    assert sitting.draws_a_line("Spiders.")["event"]["seat"] == "s2"
    assert sitting.see()["seats"][1]["name"] == "Dee"
    (token,) = sitting.see("/tokens")["tokens"]
    assert (len(token["scopes"]), token["is_renewable"]) == (4, True)
    assert waiting(ann) == []


def test_a_token_that_asks_gets_the_seat_in_addition_to_its_own(
    server: Server, ann: Player
) -> None:
    bo = played(server.http, "Ada", "Bo")["Bo"]
    table = lists(ann, ann.session)
    assert of(asks_from_afar(bo, table), 201)["token"] is None
    of(lets_in(ann, waiting(ann)[0]["ask"], seat="s2"), 201)
    sessions = {one["session"] for one in bo.read("/v1/sessions")["sessions"]}
    assert sessions == {bo.session, ann.session}


def test_the_claim_code_of_a_seat_given_in_the_lobby_is_void(server: Server, dee: Stranger) -> None:
    table = started(server.http, "Ann", "Bo")
    ann = table["Ann"]
    of(dee.asks(lists(ann, ann.session)), 201)
    of(lets_in(ann, waiting(ann)[0]["ask"]), 201)
    claim = {"code": table.codes["Bo"]}
    assert a_problem(Client(server.http).post("/v1/seats/claim", claim), "claim_code_used")


def test_an_asker_sees_that_an_ask_is_declined(server: Server, ann: Player, dee: Stranger) -> None:
    asked = of(dee.asks(lists(ann, ann.session)), 201)
    assert ann.ask("DELETE", f"/v1/asks/{asked['ask']}").status_code == 204
    own = Client(server.http, asked["token"])
    (found,) = own.read("/v1/asks")["asks"]
    assert (found["state"], found["session"], found["seat"]) == ("declined", None, None)
    assert waiting(ann) == []
    assert a_problem(lets_in(ann, asked["ask"]), "ask_answered")
    assert a_problem(ann.ask("DELETE", f"/v1/asks/{asked['ask']}"), "ask_answered")


def test_a_withdrawn_or_revoked_ask_is_not_let_in(server: Server, ann: Player) -> None:
    table = lists(ann, ann.session)
    withdrawn, revoked = (of(Stranger(server).asks(table), 201) for _ in range(2))
    own = Client(server.http, withdrawn["token"])
    assert own.ask("DELETE", f"/v1/asks/{withdrawn['ask']}").status_code == 204
    assert a_problem(lets_in(ann, withdrawn["ask"]), "no_such_ask")
    bo = played(server.http, "Ada", "Bo")["Bo"]
    of(asks_from_afar(bo, table), 201)
    mine = bo.see("/tokens")["tokens"][0]["id"]
    assert bo.ask("DELETE", f"{bo.home}/tokens/{mine}").status_code == 204
    gone = next(one["ask"] for one in waiting(ann) if one["name"] == "Bo")
    before = ann.head
    assert a_problem(lets_in(ann, gone), "no_such_ask")
    assert ann.head == before
    assert a_problem(lets_in(ann, NOBODYS), "no_such_ask")
    assert revoked["ask"] in {one["ask"] for one in waiting(ann)}


def test_an_accepted_ask_cannot_be_withdrawn(server: Server, ann: Player, dee: Stranger) -> None:
    asked = of(dee.asks(lists(ann, ann.session)), 201)
    own = Client(server.http, asked["token"])
    of(lets_in(ann, asked["ask"]), 201)
    assert a_problem(own.ask("DELETE", f"/v1/asks/{asked['ask']}"), "ask_answered")
    assert own.read("/v1/asks")["asks"][0]["state"] == "let_in"


def test_an_ask_and_a_listing_end_automatically(
    server: Server, ann: Player, dee: Stranger, database: str
) -> None:
    table = lists(ann, ann.session)
    asked = of(dee.asks(table), 201)
    execute(database, f"UPDATE asks SET until = now() WHERE id = '{asked['ask']}'")  # noqa: S608
    assert waiting(ann) == []
    assert a_problem(lets_in(ann, asked["ask"]), "no_such_ask")
    execute(database, f"UPDATE listings SET until = now() WHERE id = '{table}'")  # noqa: S608
    assert listing(server, table) == []
    assert a_problem(dee.asks(table), "no_such_table")


def test_nobody_asks_twice_for_a_seat_at_one_table(server: Server, ann: Player) -> None:
    table = lists(ann, ann.session)
    bo = played(server.http, "Ada", "Bo")["Bo"]
    of(asks_from_afar(bo, table), 201)
    assert a_problem(asks_from_afar(bo, table), "asked_already")
    assert a_problem(asks_from_afar(ann, table), "asked_already")


def test_a_repeated_request_is_one_ask(server: Server, ann: Player, dee: Stranger) -> None:
    table = lists(ann, ann.session)
    one, other = (dee.post(f"/v1/tables/{table}/asks", {"name": "Dee"}, "k" * 20) for _ in "12")
    assert of(one, 201) == of(other, 201)
    assert len(waiting(ann)) == 1


def test_a_full_table_leaves_the_list_and_takes_no_asks(server: Server, dee: Stranger) -> None:
    whole = started(server.http, "Ann", "Bo")
    ann = whole["Ann"]
    table = lists(ann, ann.session)
    asked = of(dee.asks(table), 201)
    whole.claim("Bo")
    assert listing(server, table) == []
    assert a_problem(Stranger(server).asks(table), "table_full")
    assert a_problem(lets_in(ann, asked["ask"]), "table_full")
    assert a_problem(lets_in(ann, asked["ask"], seat="s2"), "table_full")
    body = {"language": "en"}
    assert a_problem(ann.ask("PUT", f"{ann.home}/listing", json=body), "table_full")
    whole["Bo"].moves("leave")
    assert listing(server, table)[0]["free_seats"] == 1


def test_a_closed_table_and_an_ended_one_leave_the_list(server: Server, database: str) -> None:
    ann = started(server.http, "Ann", "Bo", house_rules={})["Ann"]
    table = lists(ann, ann.session)
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "closed"}
    ann.moves("propose", subject=subject)
    assert listing(server, table) == []
    other = started(server.http, "Ann", "Bo")["Ann"]
    gone = lists(other, other.session)
    of(Stranger(server).asks(gone), 201)
    end(database, other.session)
    assert listing(server, gone) == []
    assert a_problem(Stranger(server).asks(gone), "no_such_table")
    sql = f"SELECT (SELECT count(*) FROM asks WHERE session = '{other.session}') + (SELECT count(*)"  # noqa: S608
    assert execute(database, f"{sql} FROM listings WHERE session = '{other.session}')") == "0"


def test_a_host_takes_the_table_off_the_list(server: Server, ann: Player) -> None:
    table = lists(ann, ann.session)
    assert ann.ask("DELETE", f"{ann.home}/listing").status_code == 204
    assert listing(server, table) == []
    assert ann.see("/listing")["listing"] is None


def test_only_the_seat_that_hands_out_seats_lists_and_answers(
    server: Server, dee: Stranger
) -> None:
    table = started(server.http, "Ann", "Bo", "Cy")
    ann, bo = table["Ann"], table.claim("Bo")
    asked = of(dee.asks(lists(ann, ann.session)), 201)
    stranger = played(server.http, "Ada", "Bo")["Ada"]
    body = {"language": "en"}
    for who, code in ((bo, "gm_only"), (stranger, "no_such_session")):
        assert a_problem(who.ask("PUT", f"{ann.home}/listing", json=body), code)
        assert a_problem(who.get(f"{ann.home}/listing"), code)
        assert a_problem(who.ask("DELETE", f"{ann.home}/listing"), code)
    others: list[tuple[Client, str]] = [
        (bo, "gm_only"),
        (stranger, "no_such_ask"),
        (dee, "missing_token"),
    ]
    for other, code in others:
        assert a_problem(lets_in(other, asked["ask"]), code)
        assert a_problem(other.ask("DELETE", f"/v1/asks/{asked['ask']}"), code)
    for seat, code in (("s1", "seat_taken"), ("s2", "seat_taken"), ("s9", "unknown_seat")):
        assert a_problem(lets_in(ann, asked["ask"], seat=seat), code)


def test_an_app_lists_what_it_has_started_and_nothing_else(
    server: Server, database: str, dee: Stranger
) -> None:
    club, other = (Client(server.http, app_key(database)) for _ in range(2))
    seats = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
    session = of(club.post("/v1/sessions", {"title": "Low Tide", "seats": seats}), 201)["session"]
    table = lists(club, session)
    assert listing(server, table)[0]["host"] is None
    asked = of(dee.asks(table), 201)
    assert a_problem(lets_in(other, asked["ask"]), "no_such_ask")
    assert a_problem(other.get(f"/v1/sessions/{session}/listing"), "no_such_session")
    assert of(lets_in(club, asked["ask"], seat="s1"), 201)["seat"] == "s1"
    sitting = Player(server.http, asked["token"], session, "s1")
    assert sitting.log()[-1]["event"]["via"] == club.read("/v1/app")["name"]
    assert sitting.draws_a_line("Spiders.")["event"]["seat"] == "s1"
    assert a_problem(club.post(f"/v1/sessions/{session}/moves", {"move": "signal"}), "read_only")


def test_a_token_has_a_limited_number_of_open_asks(server: Server, dee: Stranger) -> None:
    hosts = [started(server.http, "Ann", "Bo")["Ann"] for _ in range(ASKS_TOKEN + 1)]
    tables = [lists(host, host.session) for host in hosts]
    bo = played(server.http, "Ada", "Bo")["Bo"]
    answers = [asks_from_afar(bo, table) for table in tables]
    problem = a_problem(answers.pop(), "too_many_asks")
    assert problem["facts"] == {"asks_allowed": ASKS_TOKEN}
    assert {answer.status_code for answer in answers} == {201}
    for _ in range(ASKS_TABLE - 1):
        of(Stranger(server).asks(tables[0]), 201)
    assert a_problem(Stranger(server).asks(tables[0]), "too_many_asks")
    for _ in range(ASKS):
        dee.asks(tables[1])
    limited = dee.asks(tables[2])
    assert a_problem(limited, "rate_limited")["facts"]["policy"] == "asks"
    assert int(limited.headers["retry-after"]) > 60


def test_one_address_fills_no_table_with_asks(server: Server, ann: Player, dee: Stranger) -> None:
    table = lists(ann, ann.session)
    answers = [dee.asks(table) for _ in range(ASKS_AT_TABLE + 1)]
    assert a_problem(answers.pop(), "too_many_asks")["facts"] == {"asks_allowed": ASKS_AT_TABLE}
    assert {one.status_code for one in (*answers, Stranger(server).asks(table))} == {201}


def test_tables_are_found_by_game_and_language_and_paged(server: Server) -> None:
    made = []
    for ruleset, language in (
        ("verge", "nl"),
        ("venus", "nl-BE"),
        ("venus", "nld"),
        ("venus", "nl"),
    ):
        host = started(server.http, "Ann", "Bo", ruleset=ruleset)["Ann"]
        made.append(lists(host, host.session, language=language))
    dutch = [one["table"] for one in shown(server, language="nl")]
    assert dutch == [made[3], made[1], made[0]]
    assert [one["table"] for one in shown(server, language="nl", limit=1)] == dutch
    venus = shown(server, language="nl", ruleset="venus")
    assert [one["table"] for one in venus] == [made[3], made[1]]
    visitor = Client(server.http)
    assert a_problem(visitor.get("/v1/tables", ruleset="chess"), "no_such_ruleset")
    assert a_problem(visitor.get("/v1/tables", after="3"), "invalid_parameter")
    first = visitor.get("/v1/tables", language="nl", limit=1)
    assert 'rel="next"' in first.headers["link"]


def test_two_who_are_let_in_to_one_seat_at_once_do_not_both_get_it(server: Server) -> None:
    ann = started(server.http, "Ann", "Bo", "Cy")["Ann"]
    table = lists(ann, ann.session)
    for name in ("Dee", "Eve"):
        of(Stranger(server).asks(table, name), 201)
    asks = [one["ask"] for one in waiting(ann)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda ask: lets_in(ann, ask, seat="s2"), asks))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert len(waiting(ann)) == 1


def test_a_wrong_language_a_missing_name_and_a_long_text_are_refused(
    server: Server, ann: Player, dee: Stranger
) -> None:
    for body in (
        {},
        {"language": "English!"},
        {"language": "en", "about": "x" * 2_001},
        {"language": "en", "seats": 3},
    ):
        answer = ann.ask("PUT", f"{ann.home}/listing", json=body)
        assert of(answer, answer.status_code)["code"] in ("invalid_body", "unusable_text")
    table = lists(ann, ann.session)
    for body in ({"name": ""}, {"name": "Dee\a"}, {"name": "Dee", "note": "x" * 101}, {}):
        answer = dee.post(f"/v1/tables/{table}/asks", body)
        assert of(answer, answer.status_code)["code"] in ("invalid_body", "unusable_text")
    assert a_problem(dee.asks(NOBODYS), "no_such_table")
    assert a_problem(dee.asks("here"), "no_such_table")


def test_a_redaction_reaches_texts_in_the_lobby(server: Server, ann: Player, dee: Stranger) -> None:
    line = "Spiders from the cellar."
    version = ann.draws_a_line(line)["version"]
    table = lists(ann, ann.session, about=line, plays=line)
    of(dee.asks(table, note=line), 201)
    body = {"versions": [version], "reason": "Not for others."}
    of(ann.post(f"{ann.home}/redactions", body), 201)
    (found,) = listing(server, table)
    assert {found["about"], found["plays"], waiting(ann)[0]["note"]} == {"[redacted]"}


def test_the_lobby_is_off_unless_the_operator_turns_it_on(database: str, ann: Player) -> None:
    table = lists(ann, ann.session)
    with serving(database) as server:
        own = ann.at(server.http)
        for answer in (
            own.post(f"/v1/tables/{table}/asks", {"name": "Ann"}),
            own.get("/v1/asks"),
            own.ask("DELETE", f"/v1/asks/{NOBODYS}"),
            lets_in(own, NOBODYS),
            own.get(f"{own.home}/listing"),
            own.ask("PUT", f"{own.home}/listing", json={"language": "en"}),
            own.ask("DELETE", f"{own.home}/listing"),
        ):
            assert a_problem(answer, "lobby_off")
        assert own.read("/v1/tables")["tables"] == []
