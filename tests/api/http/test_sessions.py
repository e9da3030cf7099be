"""Sessions are started by anybody, and exist for those who sit in them."""

from uuid import uuid4

import pytest

from tests.support.client import Client, Json, Table, of, started
from tests.support.server import Server

SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
BODY = {"title": "An evening", "seats": SEATS}


def key() -> str:
    return uuid4().hex


def start(client: Client, body: Json = BODY, idempotency_key: str | None = None) -> Json:
    found: Json = of(client.post("/v1/sessions", body, idempotency_key), 201)
    return found


def test_whoever_starts_a_session_takes_the_gms_seat_and_gets_a_code_for_every_other(
    server: Server,
) -> None:
    visitor = Client(server.http)
    begun = start(visitor)
    assert begun["version"] == 1
    assert begun["seat"] == "s1"
    assert begun["token"].startswith("vg_")
    assert [bool(seat.get("claim_code")) for seat in begun["seats"]] == [False, True]


def test_the_gms_seat_is_found_wherever_it_stands_among_the_seats(server: Server) -> None:
    visitor = Client(server.http)
    begun = start(visitor, {**BODY, "seats": SEATS[::-1]})
    assert begun["seat"] == "s2"


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
    assert set(event) == {"version", "type", "hash", "salt", "event"}


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


def test_a_token_that_starts_a_session_sits_in_it_too(server: Server) -> None:
    first = started(server.http, "Ann")
    ann = first["Ann"]
    second = start(ann)
    assert second.get("token") is None
    listed = ann.read("/v1/sessions")["sessions"]
    assert {session["session"] for session in listed} == {first.session, second["session"]}


def test_sessions_are_listed_page_by_page_each_once(server: Server) -> None:
    ann = started(server.http, "Ann")["Ann"]
    own = {ann.session, *(start(ann)["session"] for _ in range(4))}
    found: list[str] = []
    query: Json = {"limit": 2}
    while True:
        page = ann.read("/v1/sessions", **query)
        found += [session["session"] for session in page["sessions"]]
        if page["next_after"] is None:
            break
        query["after"] = page["next_after"]
    assert found == sorted(own)


def test_a_session_at_a_glance_shows_its_seats_and_whom_play_waits_for(table: Table) -> None:
    table["Ann"].moves("propose", subject={"subject": "finish_compile"})
    shown = table["Bo"].see()
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Bo", "Cy", "Vi"]
    assert (shown["step"], shown["phase"], shown["paused"]) == ("compile", None, False)
    assert shown["your_seats"] == ["s2"]
    assert shown["awaited"][0]["seats"] == ["s2", "s3"]


@pytest.mark.parametrize("path", ["", "/state", "/events", "/network", "/tokens", "/events/1"])
def test_a_session_does_not_exist_for_those_without_a_seat_in_it(
    table: Table, server: Server, path: str
) -> None:
    eve = started(server.http, "Eve")["Eve"]
    for session in (table.session, str(uuid4())):
        problem = of(eve.get(f"/v1/sessions/{session}{path}"), 404)
        assert problem["code"] == "no_such_session"
        assert problem["facts"] == {"session": session}
