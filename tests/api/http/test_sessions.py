"""Anybody can start a session. For clients without a seat, a session does not exist."""

from typing import Any
from uuid import uuid4

import pytest

from tests.support.client import Client, Json, Table, of, played, started
from tests.support.problems import a_problem
from tests.support.server import Server

SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
BODY = {"title": "An evening", "seats": SEATS}


def key() -> str:
    return uuid4().hex


def start(client: Client, body: Json = BODY, idempotency_key: str | None = None) -> Json:
    found: Json = of(client.post("/v1/sessions", body, idempotency_key), 201)
    return found


def test_the_starter_of_a_session_takes_the_gms_seat_and_gets_a_code_for_every_other(
    server: Server,
) -> None:
    visitor = Client(server.http)
    begun = start(visitor)
    assert begun["version"] == 1
    assert begun["seat"] == "s1"
    assert begun["token"].startswith("vg_")
    assert [bool(seat.get("claim_code")) for seat in begun["seats"]] == [False, True]


def test_a_new_session_is_named_by_location_and_version(server: Server) -> None:
    visitor = Client(server.http)
    answer = visitor.post("/v1/sessions", BODY)
    assert answer.headers["location"] == f"/v1/sessions/{answer.json()['session']}"
    assert answer.headers["etag"] == '"1"'


def test_a_session_keeps_the_house_rules_that_it_was_started_with(server: Server) -> None:
    table = started(server.http, "Ann", house_rules={"seat_limit": 3})
    rules = {rule["id"]: rule for rule in table["Ann"].see("/state")["table"]["house_rules"]}
    assert (rules["seat_limit"]["value"], rules["seat_limit"]["chosen"]) == (3, True)
    assert not all(rule["chosen"] for rule in rules.values())


def test_the_commitment_to_the_dice_is_in_the_log_and_the_seed_is_not(server: Server) -> None:
    ann = started(server.http, "Ann")["Ann"]
    (event,) = ann.log()
    assert len(event["event"]["move"]["dice_commitment"]) == 64
    assert len(event["event"]["sealed"]) == 1
    assert set(event) == {"version", "type", "hash", "salt", "texts", "event"}


def test_a_repeated_start_gets_the_same_session_and_the_same_secrets(server: Server) -> None:
    visitor = Client(server.http)
    same = key()
    first = visitor.post("/v1/sessions", BODY, same)
    again = visitor.post("/v1/sessions", BODY, same)
    assert first.json() == again.json()
    assert first.content == again.content


def test_the_secrets_of_two_starts_differ_though_both_used_one_key(server: Server) -> None:
    same = key()
    visitor = Client(server.http)
    holder = start(visitor)
    owner = Client(server.http, holder["token"])
    first, second = start(visitor, BODY, same), start(owner, BODY, same)
    assert first["session"] != second["session"]
    assert first["seats"][1]["claim_code"] != second["seats"][1]["claim_code"]


def test_a_key_that_started_a_session_starts_no_other(server: Server) -> None:
    same = key()
    visitor = Client(server.http)
    start(visitor, BODY, same)
    answer = visitor.post("/v1/sessions", {**BODY, "title": "Another"}, same)
    assert of(answer, 422)["code"] == "key_reused"


def test_a_token_that_starts_a_second_session_has_a_seat_in_both(server: Server) -> None:
    first = started(server.http, "Ann")
    ann = first["Ann"]
    second = start(ann)
    assert second.get("token") is None
    listed = ann.read("/v1/sessions")["sessions"]
    assert {session["session"] for session in listed} == {first.session, second["session"]}


def test_a_session_at_a_glance_shows_its_seats_and_the_awaited_players(table: Table) -> None:
    table["Ann"].moves("propose", subject={"subject": "finish_compile"})
    shown = table["Bo"].see()
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Bo", "Cy", "Vi"]
    assert (shown["step"], shown["phase"], shown["paused"]) == ("compile", None, False)
    assert shown["your_seats"] == ["s2"]
    assert shown["awaited"][0]["seats"] == ["s2", "s3"]


@pytest.fixture(scope="session")
def evenings(server: Server) -> tuple[Client, list[str]]:
    """Return a client with seats in several sessions of two games, and the ids of these sessions in the order of the list."""
    ann = Client(server.http)
    ann.token = start(ann, {"title": "Monday", "seats": SEATS})["token"]
    for number in range(2):
        start(ann, {"title": f"TUESDAY {number}", "seats": SEATS, "ruleset": "edgerunner"})
        start(ann, {"title": f"Strasse {number}", "seats": SEATS})
    return ann, [session["session"] for session in ann.read("/v1/sessions")["sessions"]]


def listed(client: Client, **query: Any) -> list[str]:
    """Return the titles of the sessions on all pages. Each page has a link to the next."""
    found: list[str] = []
    address = "/v1/sessions"
    while address:
        answer = client.get(address, **query)
        found += [session["title"] for session in of(answer, 200)["sessions"]]
        address, query = answer.links.get("next", {}).get("url", ""), {}
    return sorted(found)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"limit": 2}, ["Monday", "Strasse 0", "Strasse 1", "TUESDAY 0", "TUESDAY 1"]),
        ({"ruleset": "edgerunner", "limit": 1}, ["TUESDAY 0", "TUESDAY 1"]),
        ({"title": "day"}, ["Monday", "TUESDAY 0", "TUESDAY 1"]),
        ({"title": "STRAẞE 1"}, ["Strasse 1"]),
        ({"title": "Friday"}, []),
        ({"title": "0", "ruleset": "verge"}, ["Strasse 0"]),
        ({"idle_since": "2026-01-01T00:00:00Z"}, []),
        ({"idle_since": "2126-01-01T00:00:00+02:00", "title": "mon"}, ["Monday"]),
    ],
)
def test_sessions_are_listed_by_game_title_and_idleness(
    evenings: tuple[Client, list[str]], query: Json, expected: list[str]
) -> None:
    assert listed(evenings[0], **query) == expected


def test_sessions_are_listed_by_the_player_with_the_turn(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="load")
    (wait,) = table["Ann"].see("/awaited")["awaited"]
    for player in table:
        is_awaited = player.seat in wait["seats"]
        assert listed(player, awaited="true") == ["An evening of Verge"] * is_awaited
        assert listed(player, awaited="false") == ["An evening of Verge"] * (not is_awaited)


def test_a_page_of_sessions_leads_to_the_next_and_back_to_the_first(
    evenings: tuple[Client, list[str]],
) -> None:
    ann, ids = evenings
    page = ann.get("/v1/sessions", after=ids[0], limit=2)
    assert [session["session"] for session in page.json()["sessions"]] == ids[1:3]
    assert set(page.links) == {"next", "first"}
    assert page.links["first"]["url"] == "/v1/sessions?limit=2"
    assert page.json()["next_after"] == ids[2]


def test_a_filtered_page_looks_through_fifty_sessions_and_leads_on(server: Server) -> None:
    ann = Client(server.http)
    for number in range(51):
        begun = start(ann, {"title": f"Evening {number}", "seats": SEATS})
        ann.token = ann.token or begun["token"]
    page = ann.get("/v1/sessions", title="Friday")
    assert (of(page, 200)["sessions"], set(page.links)) == ([], {"next"})
    last = ann.get(page.links["next"]["url"])
    assert (of(last, 200)["sessions"], set(last.links)) == ([], {"first"})
    assert last.links["first"]["url"] == "/v1/sessions?title=Friday"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"ruleset": "chess"}, "no_such_ruleset"),
        ({"idle_since": "yesterday"}, "invalid_parameter"),
        ({"idle_since": "2026-01-01T00:00:00"}, "invalid_parameter"),
        ({"awaited": "perhaps"}, "invalid_parameter"),
        ({"title": "x" * 201}, "invalid_parameter"),
        ({"turn": "mine"}, "invalid_parameter"),
    ],
)
def test_an_impossible_filter_or_page_of_sessions_is_refused(
    evenings: tuple[Client, list[str]], query: Json, code: str
) -> None:
    a_problem(evenings[0].get("/v1/sessions", **query), code)
