"""The host of a table is notified when somebody asks for a seat."""

from collections.abc import Iterator

import pytest

from tests.annexes.lobby.test_lobby import Stranger
from tests.annexes.notices.test_wide_webhooks import sits
from tests.support.app import app_key
from tests.support.client import Client, Json, Player, Table, of, with_free_seat
from tests.support.patience import until
from tests.support.receiver import QUICK, Answer, Received, Receiver, hooked, hooked_widely
from tests.support.server import Server, serving
from tests.support.subscriber import Subscriber

HOME = "https://play.example"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {
        "verger_webhook_private_targets": "on",
        "verger_lobby": "on",
        "verger_trusted_proxies": "private",
        "VERGER_URL": HOME,
    }
    with serving(database, quicker=QUICK, **settings) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    """Return a listed table where Bo sits and one seat is free."""
    return with_free_seat(server.http, title="Low Tide")


def asks(server: Server, host: Player) -> Json:
    """List a table, and let a stranger ask for a seat at it."""
    listing = of(host.ask("PUT", f"{host.home}/listing", json={"language": "en"}), 200)["listing"]
    found: Json = of(Stranger(server).asks(listing["table"], name="<Dee>"), 201)
    return found


def kinds(received: list[Received]) -> list[str]:
    return [one.said["type"] for one in received]


def test_the_host_is_notified_and_nobody_else_at_the_table(
    server: Server, table: Table, receiver: Receiver
) -> None:
    ann, bo = table["Ann"], table["Bo"]
    hook = hooked(ann, receiver.url, awaits_me=True)
    hooked(ann, receiver.url, types=["add_limit"])
    hooked_widely(bo, receiver.url)
    asks(server, ann)
    (came,) = receiver.wait(1)
    said = came.verified(hook.secret)
    link = f"{ann.home}/listing"
    assert said["type"] == "seat.asked"
    assert said["data"] == {"session": ann.session, "link": link}
    assert [one["name"] for one in ann.read(said["data"]["link"])["asks"]] == ["<Dee>"]
    # Only this line comes after it: nobody else was notified, and the host only once.
    line = ann.draws_a_line("Spiders.")["version"]
    received = receiver.wait(3)
    assert sorted(kinds(received)) == ["seat.asked", "session.moved", "session.moved"]
    assert {one.said["data"].get("version") for one in received[1:]} == {line}
    (delivery,) = hook.settled(1)
    assert (delivery["type"], delivery["version"]) == ("seat.asked", None)


def test_a_chat_and_a_browser_get_a_sentence_without_the_strangers_words(
    server: Server, table: Table, receiver: Receiver
) -> None:
    ann, browser = table["Ann"], Subscriber()
    hooked(ann, f"{receiver.url}/slack", form="slack")
    hooked_widely(ann, f"{receiver.url}/web", form="web_push", keys=browser.keys, awaits_me=True)
    asks(server, ann)
    told = {one.path: one for one in receiver.wait(2)}
    page, sentence = f"{HOME}/watch/{ann.session}", "Somebody asks for a seat at the table."
    assert told["/hook/slack"].said == {"text": f"<{page}|Low Tide>\n{sentence}"}
    shown = browser.shown(told["/hook/web"])
    assert shown == {"title": "Low Tide", "body": sentence, "navigate": page}


def test_the_app_that_started_a_table_is_notified(
    server: Server, database: str, receiver: Receiver
) -> None:
    club = Client(server.http, app_key(database))
    body = {
        "title": "Low Tide",
        "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
    }
    begun = of(club.post("/v1/sessions", body), 201)
    hooked_widely(club, receiver.url)
    asks(server, Player(server.http, str(club.token), begun["session"], ""))
    assert kinds(receiver.wait(1)) == ["seat.asked"]
    ann = sits(Client(server.http), begun["seats"][0]["claim_code"])
    assert kinds(receiver.wait(2)) == ["seat.asked", "session.moved"]
    assert ann.see("/listing")["free_seats"] == 1


def test_only_the_lobby_notifies_of_an_ask_during_a_pause(
    server: Server, table: Table, receiver: Receiver
) -> None:
    ann = table["Ann"]
    hook = hooked(ann, receiver.url)
    hook.change(enabled=False)
    asks(server, ann)
    hook.change(enabled=True)
    hook.sends("ping")
    assert kinds(receiver.wait(1)) == ["webhook.ping"]
    until(lambda: hook.see()["pending"] == 0)
    assert len(receiver.received) == 1


def test_a_ping_does_not_replace_the_pending_delivery_of_an_ask(
    server: Server, table: Table, receiver: Receiver
) -> None:
    hook = hooked(table["Ann"], receiver.url)
    receiver.answers.append(Answer(500))
    asks(server, table["Ann"])
    assert hook.tried(1)["state"] == "pending"
    assert hook.sends("ping")["type"] == "webhook.ping"
    assert kinds(receiver.wait(2)) == ["seat.asked", "webhook.ping"]
