"""A wide webhook sends the events of all sessions of an app, or of all seats of a token, and no others."""

from collections.abc import Iterator, Sequence

import pytest

from tests.support.app import another_key, app_key
from tests.support.client import Client, Json, Player, Table, of, played, started
from tests.support.ended import end
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Answer, Hook, Received, Receiver, hooked_widely
from tests.support.server import Server, serving
from verger.service.annexes.notices.registry import LIMIT

SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
QUICKER = QUICK | {"verger.service.cleaning.CLEAN_SECONDS": 0.05}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICKER, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture
def club(server: Server, database: str) -> Client:
    return Client(server.http, app_key(database))


def starts(club: Client, **more: str) -> Json:
    found: Json = of(club.post("/v1/sessions", {"title": "Low Tide", "seats": SEATS} | more), 201)
    return found


def sits(asker: Client, code: str) -> Player:
    """Claim a seat, and return its player. A client with a token keeps its token."""
    taken = of(asker.post("/v1/seats/claim", {"code": code}), 201)
    token = taken["token"] or asker.token or ""
    return Player(asker.http, token, taken["session"], taken["seat"])


def told(received: Sequence[Received]) -> list[tuple[str, int]]:
    return [(one.said["data"]["session"], one.said["data"]["version"]) for one in received]


def test_an_app_receives_all_sessions_that_it_starts_and_nothing_else(
    server: Server, club: Client, receiver: Receiver
) -> None:
    before = starts(club)
    hook = hooked_widely(club, receiver.url)
    assert (hook.see()["seat"], hook.see()["version"]) == (None, None)
    after = starts(club)
    played(server.http, "Ann", "Bo")
    sits(Client(club.http), before["seats"][0]["claim_code"])
    found = receiver.wait(2)
    assert set(told(found)) == {(after["session"], 1), (before["session"], 2)}
    assert found[0].verified(hook.secret) == found[0].said
    hook.settled(2)
    assert len(receiver.received) == 2


def test_a_token_receives_every_seat_that_it_has_and_gets(
    server: Server, receiver: Receiver
) -> None:
    one = played(server.http, "Ann", "Bo")
    bo = one["Bo"]
    hooked_widely(bo, receiver.url, types=["take_seat", "add_limit"])
    other = started(server.http, "Dee", "Eve")
    other["Dee"].draws_a_line("Before anybody else came.")
    sits(bo, other.codes["Eve"])
    assert told(receiver.wait(1)) == [(other.session, 3)]
    for table in (one, other):
        next(iter(table)).draws_a_line("Spiders.")
    assert {session for session, _ in told(receiver.wait(3))} == {one.session, other.session}


def test_deliveries_follow_the_order_of_the_feed(club: Client, receiver: Receiver) -> None:
    tables = [sits(Client(club.http), starts(club)["seats"][0]["claim_code"]) for _ in range(3)]
    place = club.read("/v1/feed", after="now")["after"]
    hook = hooked_widely(club, receiver.url)
    hook.change(enabled=False)
    for number in range(4):
        for ann in tables:
            ann.draws_a_line(f"Line {number}.")
    hook.change(enabled=True)
    feed = club.read("/v1/feed", after=place)["items"]
    assert told(receiver.wait(12)) == [(one["session"], one["version"]) for one in feed]


def asks_bo(table: Table) -> Json:
    subject = {"subject": "adopt_premise", "aspect": "theme", "text": "A town by the sea."}
    event: Json = table["Ann"].moves("propose", subject=subject)
    return event


def test_a_wide_webhook_receives_the_questions_to_its_seats_at_any_table(
    server: Server, receiver: Receiver
) -> None:
    one = played(server.http, "Ann", "Bo")
    bo = one["Bo"]
    other = started(server.http, "Ann", "Eve")
    sits(bo, other.codes["Eve"])
    hook = hooked_widely(bo, receiver.url, awaits_me=True, form="slack")
    one["Ann"].draws_a_line("Spiders.")
    for table in (one, other):
        asks_bo(table)
    said = [one.said["text"] for one in receiver.wait(2)]
    assert all("Ann proposes" in text for text in said), said
    # One question is sent only once, even if other events follow.
    for table in (one, other):
        table["Ann"].draws_a_line("Ladders.")
    version = asks_bo(other)["version"]
    told = hook.until(lambda found: found and found[0]["version"] == version)
    assert len(told) == 3


def test_an_app_receives_the_questions_to_seats_that_it_was_given(
    club: Client, receiver: Receiver
) -> None:
    hooked_widely(club, receiver.url, awaits_me=True)
    (other, given) = starts(club), starts(club)
    for begun, is_given in ((other, False), (given, True)):
        table = Table(club.http, {**begun, "seat": "s1", "token": ""})
        table.players["Ann"] = sits(Client(club.http), begun["seats"][0]["claim_code"])
        sits(club if is_given else Client(club.http), begun["seats"][1]["claim_code"])
        asks_bo(table)
    assert told(receiver.wait(1))[0][0] == given["session"]


def test_a_token_that_loses_a_seat_receives_no_more_events_of_it(
    server: Server, receiver: Receiver, database: str
) -> None:
    table = played(server.http, "Ann", "Bo")
    ann, bo = table["Ann"], table["Bo"]
    hook = hooked_widely(bo, receiver.url)
    bo.moves("leave")
    code = of(ann.ask("POST", f"{ann.home}/seats/s2/code"), 201)["claim_code"]
    sits(Client(server.http), code)
    ann.draws_a_line("Spiders.")
    rows = f"SELECT count(*) FROM webhook_logs WHERE webhook = '{hook.id}'"  # noqa: S608
    assert execute(database, rows) == "0"
    assert [one["type"] for one in hook.deliveries()] == []
    assert receiver.received == []


def gone(database: str, hook: Hook) -> None:
    sql = f"SELECT count(*) FROM webhooks WHERE id = '{hook.id}'"  # noqa: S608
    until(lambda: execute(database, sql), lambda count: count == "0")


def test_a_wide_webhook_ends_with_its_token(
    server: Server, receiver: Receiver, database: str
) -> None:
    ann = played(server.http, "Ann", "Bo")["Ann"]
    issued = of(ann.post(f"{ann.home}/tokens", {"label": "a phone"}), 201)
    hook = hooked_widely(Client(server.http, issued["token"]), receiver.url)
    assert ann.ask("DELETE", f"{ann.home}/tokens/{issued['id']}").status_code == 204
    ann.draws_a_line("Spiders.")
    gone(database, hook)
    assert receiver.received == []


def test_a_wide_webhook_outlives_a_key_and_ends_with_its_app(
    server: Server, receiver: Receiver, database: str
) -> None:
    club = Client(server.http, app_key(database, "The Salt Club"))
    hook = hooked_widely(club, receiver.url)
    begun = starts(club)
    receiver.wait(1)
    again = Client(server.http, another_key(database, "The Salt Club"))
    assert [one["id"] for one in again.read("/v1/sessions/-/webhooks")["webhooks"]] == [hook.id]
    execute(database, "UPDATE apps SET ended_at = now() WHERE name = 'The Salt Club'")
    sits(Client(server.http), begun["seats"][0]["claim_code"])
    gone(database, hook)
    assert len(receiver.received) == 1


def test_pending_deliveries_of_a_session_are_deleted_with_it(
    club: Client, receiver: Receiver, database: str
) -> None:
    hook = hooked_widely(club, receiver.url)
    receiver.answers.append(Answer(503))
    one = starts(club)["session"]
    hook.tried(1)
    end(database, one)
    other = starts(club)["session"]
    (left,) = hook.settled(1)
    assert left["session"] == other


def test_nobody_else_can_see_or_use_a_wide_webhook(
    server: Server, club: Client, receiver: Receiver, database: str
) -> None:
    hook = hooked_widely(club, receiver.url)
    others = (played(server.http, "Ann", "Bo")["Ann"], Client(server.http, app_key(database)))
    for other in others:
        assert other.read("/v1/sessions/-/webhooks")["webhooks"] == []
        for method, path in (
            ("GET", ""),
            ("DELETE", ""),
            ("POST", "/secret"),
            ("POST", "/ping"),
            ("GET", "/deliveries"),
        ):
            assert a_problem(other.ask(method, hook.home + path), "no_such_webhook")
        assert a_problem(other.ask("PATCH", hook.home, json={}), "no_such_webhook")
    # A seat's webhook is no webhook of its token.
    seats = of(others[0].post(f"{others[0].home}/webhooks", body(receiver)), 201)["id"]
    assert a_problem(others[0].get(f"/v1/sessions/-/webhooks/{seats}"), "no_such_webhook")


def body(receiver: Receiver) -> Json:
    return {"url": receiver.url, "description": "A bot."}


def test_a_wrong_request_is_refused(
    server: Server, club: Client, receiver: Receiver, database: str
) -> None:
    reader = Client(server.http, app_key(database, scopes=["read", "gm"]))
    assert a_problem(reader.post("/v1/sessions/-/webhooks", body(receiver)), "missing_scope")
    assert a_problem(Client(server.http).get("/v1/sessions/-/webhooks"), "missing_token")
    types = {**body(receiver), "types": ["declare", "x"]}
    problem = a_problem(club.post("/v1/sessions/-/webhooks", types), "unknown_event_type")
    assert problem["facts"]["event_types"] == ["x"]
    bad = {**body(receiver), "url": "https://user@host.example/"}
    assert a_problem(club.post("/v1/sessions/-/webhooks", bad), "target_refused")
    for _ in range(LIMIT):
        hooked_widely(club, receiver.url)
    assert a_problem(club.post("/v1/sessions/-/webhooks", body(receiver)), "too_many_webhooks")


def test_a_wide_webhook_can_be_pinged_and_its_deliveries_repeated(
    club: Client, receiver: Receiver
) -> None:
    hook = hooked_widely(club, receiver.url)
    pinged = hook.sends("ping")
    said = receiver.wait(1)[0].verified(hook.secret)
    assert said["data"] == {"session": None, "webhook": hook.id}
    session = starts(club)["session"]
    (newest, _) = hook.settled(2)
    assert (newest["session"], newest["version"]) == (session, 1)
    hook.sends(f"deliveries/{newest['id']}/redeliver")
    assert [one.id for one in receiver.wait(3)] == [pinged["id"], newest["id"], newest["id"]]


def test_one_address_in_a_chat_names_the_table(club: Client, receiver: Receiver) -> None:
    hooked_widely(club, receiver.url, form="slack")
    starts(club, title="The Night Market")
    assert receiver.wait(1)[0].said["text"].startswith("The Night Market\n")
