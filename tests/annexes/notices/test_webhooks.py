"""A webhook sends short, signed messages about a session's events to an address, filtered by type, until it is deleted."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import jsonschema_rs
import pytest
from standardwebhooks import WebhookVerificationError

from tests.support.client import Json, Player, Table, forked, of, played
from tests.support.contract import document
from tests.support.postgres import execute
from tests.support.receiver import QUICK, Answer, Hook, Receiver, hooked
from tests.support.server import Server, serving
from verger.service.annexes.notices.registry import LIMIT


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture
def hook(bo: Player, receiver: Receiver) -> Hook:
    return hooked(bo, receiver.url)


def promised(kind: str) -> jsonschema_rs.Draft202012Validator:
    """Return a validator for a kind of message, from the schema in the API document."""
    (content,) = document()["webhooks"][kind]["post"]["requestBody"]["content"].values()
    assert set(content["example"]) == {"type", "timestamp", "data"}
    schema = content["schema"] | {"components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def test_an_event_arrives_signed_and_says_where_it_is_read(hook: Hook, receiver: Receiver) -> None:
    event = hook.player.draws_a_line("Spiders.")
    (received,) = receiver.wait(1)
    session, version = hook.player.session, event["version"]
    link = f"/v1/sessions/{session}/events/{version}"
    assert received.verified(hook.secret) == {
        "type": "session.moved",
        "timestamp": event["event"]["at"],
        "data": {"session": session, "version": version, "type": "add_limit", "link": link},
    }
    assert hook.player.read(link) == event
    assert promised("session.moved").is_valid(received.said)
    assert received.headers["content-type"] == "application/json"


def test_a_signature_of_another_secret_is_invalid(hook: Hook, receiver: Receiver) -> None:
    other = hooked(hook.player, receiver.url, types=["redact"])
    hook.player.draws_a_line("Spiders.")
    with pytest.raises(WebhookVerificationError):
        receiver.wait(1)[0].verified(other.secret)


def test_an_anonymous_move_arrives_without_its_seat(hook: Hook, receiver: Receiver) -> None:
    of(hook.player.move("signal"), 201)
    said = receiver.wait(1)[0].said
    assert set(said) == {"type", "timestamp", "data"}
    assert set(said["data"]) == {"session", "version", "type", "link"}


def test_a_webhook_receives_only_new_events_of_the_requested_types(
    bo: Player, receiver: Receiver
) -> None:
    bo.draws_a_line("Spiders.")
    hooked(bo, receiver.url, types=["give_nonce", "redact"])
    bo.draws_a_line("Ladders.")
    version = bo.moves("give_nonce", nonce="seven")["version"]
    assert receiver.wait(1)[0].said["data"]["version"] == version


def test_types_that_the_game_lacks_are_refused(bo: Player) -> None:
    body: Json = {"url": "http://127.0.0.1/", "description": "A bot.", "types": ["declare", "x"]}
    problem = of(bo.post(f"{bo.home}/webhooks", body), 422)
    assert problem["code"] == "unknown_event_type"
    assert problem["facts"] == {"event_types": ["x"], "ruleset": "verge"}


def test_the_secret_is_shown_once_and_to_a_client_that_repeats_the_request(
    bo: Player, receiver: Receiver
) -> None:
    body = {"url": receiver.url, "description": "A bot.", "types": ["redact"]}
    key = uuid4().hex
    first, again = (bo.post(f"{bo.home}/webhooks", body, key) for _ in range(2))
    assert of(first, 201) == of(again, 201)
    assert first.json()["secret"].startswith("whsec_")
    (listed,) = bo.see("/webhooks")["webhooks"]
    assert first.json() == listed | {"secret": first.json()["secret"]}
    assert bo.read(first.headers["location"]) == listed
    answer = bo.post(f"{bo.home}/webhooks", body | {"description": "Another."}, key)
    assert of(answer, 422)["code"] == "key_reused"


def test_a_change_in_another_media_type_gets_the_accepted_one(hook: Hook) -> None:
    sent = {"Content-Type": "application/merge-patch+json"}
    answer = hook.player.ask("PATCH", hook.home, content="{}", headers=sent)
    assert of(answer, 415)["code"] == "unsupported_media_type"
    assert answer.headers["Accept-Patch"] == "application/json"


def test_both_secrets_sign_while_one_replaces_the_other(
    hook: Hook, receiver: Receiver, database: str
) -> None:
    key = uuid4().hex
    answers = [hook.player.ask("POST", f"{hook.home}/secret", headers={"Idempotency-Key": key})] * 2
    new = of(answers[0], 201)
    assert of(answers[1], 201) == new
    hook.player.draws_a_line("Spiders.")
    received = receiver.wait(1)[0]
    assert received.verified(hook.secret) == received.verified(new["secret"])
    late = "UPDATE webhook_secrets SET until = now() WHERE webhook = '{}' AND until IS NOT NULL"
    execute(database, late.format(hook.id))
    hook.player.draws_a_line("Ladders.")
    received = receiver.wait(2)[1]
    received.verified(new["secret"])
    with pytest.raises(WebhookVerificationError):
        received.verified(hook.secret)


def test_a_second_change_ends_the_oldest_secret_at_once(hook: Hook, receiver: Receiver) -> None:
    new = [of(hook.player.ask("POST", f"{hook.home}/secret"), 201) for _ in range(2)]
    hook.player.draws_a_line("Spiders.")
    received = receiver.wait(1)[0]
    assert len(received.headers["webhook-signature"].split()) == 2
    assert received.verified(new[0]["secret"]) == received.verified(new[1]["secret"])
    assert new[1]["old_until"] > new[0]["old_until"]


def test_a_ping_arrives_and_is_a_delivery(hook: Hook, receiver: Receiver) -> None:
    answer = hook.player.ask("POST", f"{hook.home}/ping")
    pinged = of(answer, 202)
    received = receiver.wait(1)[0]
    said = received.verified(hook.secret)
    assert (said["type"], said["data"]["webhook"]) == ("webhook.ping", hook.id)
    assert promised("webhook.ping").is_valid(said)
    (delivery,) = hook.settled(1)
    assert delivery["id"] == pinged["id"] == received.id
    assert hook.player.read(answer.headers["location"]) == delivery


def test_a_ping_is_tried_once(hook: Hook, receiver: Receiver) -> None:
    receiver.always = Answer(500)
    hook.sends("ping")
    (delivery,) = hook.settled(1, "failed")
    assert [attempt["status"] for attempt in delivery["attempts"]] == [500]
    assert hook.see()["disabled"] is None


def test_a_delivery_is_sent_again_under_the_same_id(hook: Hook, receiver: Receiver) -> None:
    hook.player.draws_a_line("Spiders.")
    (delivery,) = hook.settled(1)
    headers = {"Idempotency-Key": "again"}
    for _ in range(2):
        path = f"{hook.home}/deliveries/{delivery['id']}/redeliver"
        assert of(hook.player.ask("POST", path, headers=headers), 202)["state"] == "pending"
    again = hook.tried(2)
    assert [one["status"] for one in again["attempts"]] == [200, 200]
    assert [one.id for one in receiver.received] == [delivery["id"]] * 2
    assert receiver.received[0].body == receiver.received[1].body


def test_deliveries_are_paged_the_newest_first(hook: Hook, receiver: Receiver) -> None:
    versions = [hook.player.draws_a_line(f"Line {n}.")["version"] for n in range(3)]
    receiver.wait(3)
    page = hook.player.read(f"{hook.home}/deliveries", limit=2)
    rest = hook.player.read(f"{hook.home}/deliveries", limit=2, after=page["next_after"])
    found = [one["version"] for one in (*page["deliveries"], *rest["deliveries"])]
    assert (found, rest["next_after"]) == (versions[::-1], None)
    assert hook.player.read(f"{hook.home}/deliveries", after=str(uuid4()))["deliveries"] == []


def test_a_paused_webhook_later_receives_the_events_of_the_pause(
    hook: Hook, receiver: Receiver
) -> None:
    assert hook.change(enabled=False)["disabled"]["reason"] == "paused"
    versions = [hook.player.draws_a_line(f"Line {n}.")["version"] for n in range(2)]
    refused = of(hook.player.ask("POST", f"{hook.home}/ping"), 409)
    assert (refused["code"], refused["facts"]) == (
        "webhook_disabled",
        {"disabled_reason": "paused"},
    )
    assert hook.change(enabled=True)["disabled"] is None
    assert [one.said["data"]["version"] for one in receiver.wait(2)] == versions


def test_a_changed_webhook_sends_later_events_as_changed(hook: Hook, receiver: Receiver) -> None:
    changed = hook.change(
        url=f"{receiver.url}/new", types=["give_nonce"], description="Another bot."
    )
    assert (changed["types"], changed["description"]) == (["give_nonce"], "Another bot.")
    hook.player.draws_a_line("Spiders.")
    hook.player.moves("give_nonce", nonce="seven")
    received = receiver.wait(1)[0]
    assert (received.path, received.said["data"]["type"]) == ("/hook/new", "give_nonce")


def test_nothing_is_sent_to_a_deleted_webhook(hook: Hook, receiver: Receiver) -> None:
    other = hooked(hook.player, f"{receiver.url}/other")
    assert hook.player.ask("DELETE", hook.home).status_code == 204
    assert of(hook.player.get(hook.home), 404)["code"] == "no_such_webhook"
    other.player.draws_a_line("Spiders.")
    other.settled(1)
    assert [one.path for one in receiver.received] == ["/hook/other"]


def test_redirects_are_failures_and_not_followed(hook: Hook, receiver: Receiver) -> None:
    receiver.always = Answer(307, {"Location": f"{receiver.url}/elsewhere"})
    hook.player.draws_a_line("Spiders.")
    assert hook.tried(1)["attempts"][0]["status"] == 307
    assert {one.path for one in receiver.received} == {"/hook"}


def test_other_seats_cannot_see_or_use_a_webhook(table: Table, hook: Hook) -> None:
    ann = table["Ann"]
    assert ann.see("/webhooks")["webhooks"] == []
    for method, path in (
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/secret"),
        ("POST", "/ping"),
        ("GET", "/deliveries"),
        ("GET", f"/deliveries/{uuid4()}"),
        ("POST", f"/deliveries/{uuid4()}/redeliver"),
    ):
        assert of(ann.ask(method, hook.home + path), 404)["code"] == "no_such_webhook"
    assert of(ann.ask("PATCH", hook.home, json={}), 404)["code"] == "no_such_webhook"
    assert of(ann.get(f"{ann.home}/webhooks/mine"), 404)["code"] == "no_such_webhook"


def test_an_observer_registers_none(vi: Player, bo: Player, receiver: Receiver) -> None:
    body = {"url": receiver.url, "description": "A bot."}
    assert of(vi.post(f"{vi.home}/webhooks", body), 403)["code"] == "observers_watch"
    reader = Player(bo.http, bo.token or "", forked(vi).session, "s2")
    assert of(reader.post(f"{reader.home}/webhooks", body), 403)["code"] == "read_only"
    bo.moves("leave")
    assert of(bo.post(f"{bo.home}/webhooks", body), 404)["code"] == "no_such_session"


def test_a_token_without_the_scope_reads_and_registers_none(hook: Hook) -> None:
    bo = hook.player
    body = {"label": "a client", "scopes": ["read", "play", "gm"]}
    issued = of(bo.post(f"{bo.home}/tokens", body), 201)
    client = Player(bo.http, issued["token"], bo.session, bo.seat)
    register = client.post(
        f"{bo.home}/webhooks", {"url": "http://127.0.0.1/", "description": "A bot."}
    )
    for answer in (client.get(hook.home), client.ask("POST", f"{hook.home}/ping"), register):
        assert of(answer, 403)["code"] == "missing_scope"


def test_an_unknown_delivery_is_not_found(hook: Hook) -> None:
    for path in (f"{uuid4()}", "last"):
        answers = [
            hook.player.get(f"{hook.home}/deliveries/{path}"),
            hook.player.ask("POST", f"{hook.home}/deliveries/{path}/redeliver"),
        ]
        assert {of(answer, 404)["code"] for answer in answers} == {"no_such_delivery"}


def test_a_seat_has_a_limited_number_of_webhooks(bo: Player, receiver: Receiver) -> None:
    for _ in range(LIMIT):
        hooked(bo, receiver.url, types=["redact"])
    body = {"url": receiver.url, "description": "One more."}
    problem = of(bo.post(f"{bo.home}/webhooks", body), 409)
    assert (problem["code"], problem["facts"]) == ("too_many_webhooks", {"webhooks_allowed": LIMIT})


def test_a_new_player_of_a_seat_has_none_of_its_earlier_webhooks(
    table: Table, hook: Hook, receiver: Receiver, database: str
) -> None:
    ann = table["Ann"]
    hook.player.moves("leave")
    table.codes["Bo"] = of(ann.ask("POST", f"{ann.home}/seats/s2/code"), 201)["claim_code"]
    bo = table.claim("Bo")
    assert bo.see("/webhooks")["webhooks"] == []
    assert execute(database, f"SELECT id FROM webhooks WHERE id = '{hook.id}'") == ""  # noqa: S608
    assert receiver.received == []


def test_a_fork_has_none_of_its_parents_webhooks(hook: Hook, receiver: Receiver) -> None:
    fork = forked(hook.player)
    (player,) = fork
    assert player.see("/webhooks")["webhooks"] == []
    player.draws_a_line("Spiders.")
    hook.player.draws_a_line("Ladders.")
    hook.settled(1)
    assert {one.said["data"]["session"] for one in receiver.received} == {hook.player.session}


def test_a_fork_can_have_its_own_webhooks(bo: Player, receiver: Receiver) -> None:
    (player,) = forked(bo)
    hooked(player, receiver.url)
    version = player.draws_a_line("Spiders.")["version"]
    said = receiver.wait(1)[0].said["data"]
    assert (said["session"], said["version"]) == (player.session, version)


def test_every_game_has_webhooks(server: Server, receiver: Receiver) -> None:
    for ruleset in ("edgerunner", "venus", "afterverse"):
        ann = played(server.http, "Ann", "Bo", ruleset=ruleset)["Ann"]
        hooked(ann, receiver.url, types=["add_limit"])
        ann.draws_a_line("Spiders.")
    assert {one.said["data"]["type"] for one in receiver.wait(3)} == {"add_limit"}


def test_the_address_and_description_of_a_webhook_are_not_logged(
    server: Server, hook: Hook, receiver: Receiver
) -> None:
    hook.player.draws_a_line("Spiders.")
    hook.settled(1)
    assert UUID(hook.id).hex
    for text in (receiver.url, f":{receiver.server.server_port}", "Tells the bot", hook.secret):
        assert text not in server.said


def test_a_redaction_takes_texts_out_of_descriptions_of_webhooks(table: Table) -> None:
    bo = table["Bo"]
    version = bo.draws_a_line("Spiders from the cellar.")["version"]
    made = hooked(
        bo, "http://127.0.0.1:9/", types=["redact"], description="Spiders from the cellar."
    )
    made.change(enabled=False)
    body = {"versions": [version], "reason": "Not for others."}
    of(bo.post(f"{bo.home}/redactions", body), 201)
    assert made.see()["description"] == "[redacted]"
