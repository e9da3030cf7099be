"""Web Push: a browser receives the questions to its seat, and nobody on the way can read them."""

from collections.abc import Iterator

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.receiver import QUICK, Answer, Hook, Receiver, hooked, hooked_widely
from tests.support.server import Server, serving
from tests.support.subscriber import Subscriber, signed_by

HOME = "https://play.example"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {"verger_webhook_private_targets": "on", "VERGER_URL": HOME}
    with serving(database, quicker=QUICK, **settings) as running:
        yield running


@pytest.fixture
def browser() -> Subscriber:
    return Subscriber()


def subscribed(player: Player, receiver: Receiver, browser: Subscriber, **more: object) -> Hook:
    return hooked(player, receiver.url, form="web_push", keys=browser.keys, **more)


def proposes(table: Table, text: str = "A town by the sea.") -> None:
    subject = {"subject": "adopt_premise", "aspect": "theme", "text": text}
    table["Ann"].moves("propose", subject=subject)


def test_a_browser_receives_the_question_to_its_seat(
    table: Table, receiver: Receiver, browser: Subscriber
) -> None:
    bo = table["Bo"]
    hook = subscribed(bo, receiver, browser, awaits_me=True)
    proposes(table)
    (came,) = receiver.wait(1)
    view = bo.see("")
    asked = "\n".join(one["sentence"] for one in view["awaited"] if bo.seat in one["seats"])
    link = f"{HOME}/watch/{bo.session}"
    assert browser.shown(came) == {"title": view["title"], "body": asked, "navigate": link}
    assert asked.encode() not in came.body
    assert came.headers["topic"] == bo.session.replace("-", "")
    assert int(came.headers["ttl"]) > 0
    assert hook.settled(1)[0]["attempts"][0]["status"] == 200


def test_a_push_service_knows_who_sends_it(
    table: Table, receiver: Receiver, browser: Subscriber
) -> None:
    hook = subscribed(table["Bo"], receiver, browser)
    hook.sends("ping")
    (came,) = receiver.wait(1)
    claims = signed_by(came, table["Bo"].read("/v1/keys")["web_push"])
    assert (claims["aud"], claims["sub"]) == (receiver.url.removesuffix("/hook"), HOME)
    assert not [name for name in came.headers if name.startswith("webhook-")]


def test_a_digest_of_several_tables_is_one_push(
    table: Table, receiver: Receiver, browser: Subscriber
) -> None:
    bo = table["Bo"]
    hooked_widely(bo, receiver.url, form="web_push", keys=browser.keys, digest=1)
    proposes(table)
    (came,) = receiver.wait(1)
    assert browser.shown(came)["title"] == bo.see("")["title"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_sent_no_more(
    table: Table, receiver: Receiver, browser: Subscriber, status: int
) -> None:
    receiver.always = Answer(status)
    hook = subscribed(table["Bo"], receiver, browser)
    hook.sends("ping")
    hook.tried(1)
    assert hook.see()["disabled"]["reason"] == "gone"


KEYS = Subscriber().keys


@pytest.mark.parametrize(
    "more",
    [
        {"form": "web_push"},
        {"form": "slack", "keys": KEYS},
        {"form": "web_push", "keys": {**KEYS, "p256dh": "A" * 87}},
        {"form": "web_push", "keys": {**KEYS, "auth": "too short"}},
    ],
    ids=["no keys", "keys of a chat", "no point of the curve", "no secret"],
)
def test_a_message_that_no_browser_could_read_is_refused(table: Table, more: Json) -> None:
    bo = table["Bo"]
    body = {"url": "https://push.example/abc", "description": "My browser.", **more}
    assert of(bo.post(f"{bo.home}/webhooks", body), 400)["code"] == "invalid_body"


def test_a_webhook_can_change_its_form_to_a_chat_and_not_to_a_browser(
    table: Table, receiver: Receiver, browser: Subscriber
) -> None:
    bo = table["Bo"]
    hook = subscribed(bo, receiver, browser)
    problem = of(bo.ask("PATCH", hook.home, json={"form": "web_push"}), 400)
    assert problem["code"] == "invalid_body"
    assert "keys" not in hook.see()
    assert hook.change(form="slack")["form"] == "slack"
    hook.sends("ping")
    assert "text" in receiver.wait(1)[0].said


def test_a_server_without_an_address_names_only_the_page(
    database_url: str, receiver: Receiver, browser: Subscriber
) -> None:
    with serving(database_url, quicker=QUICK, verger_webhook_private_targets="on") as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        subscribed(bo, receiver, browser).sends("ping")
        (came,) = receiver.wait(1)
        assert browser.shown(came)["navigate"] == f"/watch/{bo.session}"
        assert "sub" not in signed_by(came, bo.read("/v1/keys")["web_push"])
