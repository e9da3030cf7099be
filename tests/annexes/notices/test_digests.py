"""A webhook with digests gathers events for a while. Then it sends one delivery with the current state of each session."""

from collections.abc import Iterator

import pytest

from tests.support.client import Client, Json, Player, Table, of, played, started
from tests.support.contract import document, validator
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Hook, Receiver, hooked, hooked_widely, leases_end
from tests.support.server import Server, serving

LONG = 86_400
HOME = "https://play.example"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {"verger_webhook_private_targets": "on", "VERGER_URL": HOME}
    with serving(database, quicker=QUICK, **settings) as running:
        yield running


def gathers(database: str, hook: Hook) -> None:
    sql = f"SELECT gathers_until IS NOT NULL FROM webhooks WHERE id = '{hook.id}'"  # noqa: S608
    until(lambda: execute(database, sql), lambda found: found == "t")


def ends(database: str, hook: Hook) -> None:
    """Wait until a webhook gathers events, and let it send its digest now."""
    gathers(database, hook)
    execute(database, f"UPDATE webhooks SET gathers_until = now() WHERE id = '{hook.id}'")  # noqa: S608


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Ann's turn, without a question to Bo."""
    return played(server.http, "Ann", "Bo", until="load")


def asks(table: Table, value: str = "closed") -> Json:
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": value}
    event: Json = table["Ann"].moves("propose", subject=subject)
    return event


def also_sits(bo: Player, title: str) -> Table:
    """Return another table in Load. Bo sits there with the same token."""
    other = started(bo.http, "Ann", "Bo", title=title)
    seat = of(bo.post("/v1/seats/claim", {"code": other.codes["Bo"]}), 201)["seat"]
    other.players["Bo"] = Player(bo.http, bo.token or "", other.session, seat)
    other.agree("Ann", "finish_compile")
    return other


def test_ten_moves_are_one_delivery(table: Table, receiver: Receiver, database: str) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, digest=LONG, types=["add_limit", "propose"])
    assert hook.see()["digest"] == LONG
    before = bo.head
    for number in range(9):
        bo.draws_a_line(f"Line {number}.")
    bo.moves("give_nonce", nonce="seven")
    version = asks(table)["version"]
    ends(database, hook)
    (told,) = receiver.wait(1)
    said = told.verified(hook.secret)
    link = f"/v1/sessions/{bo.session}/events?after={before}"
    (session,) = said["data"]["sessions"]
    assert said["type"] == "sessions.moved"
    assert session == {
        "session": bo.session, "events": 10, "version": version, "awaits_me": True, "link": link
    }  # fmt: skip
    assert len(bo.read(link)["events"]) == 11
    body = document()["webhooks"]["sessions.moved"]["post"]["requestBody"]["content"]
    assert validator(body["application/json"]["schema"]).is_valid(said)
    (delivery,) = hook.settled(1)
    assert (delivery["type"], delivery["version"]) == ("sessions.moved", None)


def test_later_events_are_gathered_again(table: Table, receiver: Receiver, database: str) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, digest=LONG)
    for times in (1, 2):
        bo.draws_a_line("Spiders.")
        ends(database, hook)
        (*_, newest) = receiver.wait(times)
        assert newest.said["data"]["sessions"][0]["events"] == 1
        hook.settled(times)


def test_a_question_is_sent_if_it_is_still_open_and_not_if_it_was_answered(
    table: Table, receiver: Receiver, database: str
) -> None:
    bo = table["Bo"]
    other = also_sits(bo, "The Night Market")
    hook = hooked_widely(bo, receiver.url, digest=LONG, awaits_me=True)
    asks(table)
    bo.moves("agree", proposal="p2")
    asks(other)
    ends(database, hook)
    (told,) = receiver.wait(1)
    (session,) = told.said["data"]["sessions"]
    assert (session["session"], session["awaits_me"]) == (other.session, True)


def test_nothing_is_sent_if_all_questions_are_answered(
    table: Table, receiver: Receiver, database: str
) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, digest=LONG, awaits_me=True)
    asks(table)
    bo.moves("decline", proposal="p2")
    ends(database, hook)
    until(hook.see, lambda found: found["version"] == bo.head)
    assert hook.deliveries() == []
    asks(table, "given_up")
    ends(database, hook)
    assert len(receiver.wait(1)) == 1


def test_a_chat_reads_each_tables_question_or_number_of_events(
    table: Table, receiver: Receiver, database: str
) -> None:
    bo = table["Bo"]
    other = also_sits(bo, "The <Night> Market")
    hook = hooked_widely(bo, receiver.url, form="slack", digest=LONG)
    other["Ann"].draws_a_line("Spiders.")
    other["Ann"].draws_a_line("Ladders.")
    asks(table)
    asked = bo.see("")["awaited"][0]["sentence"]
    ends(database, hook)
    (told,) = receiver.wait(1)
    assert told.said["text"].split("\n") == [
        f"<{HOME}/watch|News of 2 tables>",
        "The &lt;Night&gt; Market: 2 moves; nothing is asked of you.",
        f"An evening of Verge: {asked}",
    ]


def test_a_digest_of_one_table_in_a_chat_has_its_title(
    table: Table, receiver: Receiver, database: str
) -> None:
    hook = hooked(table["Bo"], receiver.url, form="slack", digest=LONG)
    table["Ann"].draws_a_line("Spiders.")
    ends(database, hook)
    home = f"<{HOME}/watch/{table.session}|An evening of Verge>"
    (told,) = receiver.wait(1)
    assert told.said["text"] == f"{home}\n1 move; nothing is asked of you."


def test_after_the_digest_is_switched_off_each_event_is_sent_again(
    table: Table, receiver: Receiver, database: str
) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, digest=LONG)
    bo.draws_a_line("Spiders.")
    gathers(database, hook)
    assert hook.change(digest=0)["digest"] == 0
    bo.draws_a_line("Ladders.")
    assert {one.said["type"] for one in receiver.wait(2)} == {"session.moved"}


def test_a_digest_outside_its_bounds_is_refused(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    for digest in (-1, LONG + 1, 1.5, "300"):
        body = {"url": receiver.url, "description": "A bot.", "digest": digest}
        assert a_problem(bo.post(f"{bo.home}/webhooks", body), "invalid_body")


def test_a_digest_survives_the_process_that_gathered_its_events(
    database_url: str, receiver: Receiver
) -> None:
    with serving(database_url, quicker=QUICK, verger_webhook_private_targets="on") as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        hook = hooked(bo, receiver.url, digest=LONG)
        bo.draws_a_line("Spiders.")
        server.kill()
        # The killed process may still have a lease on the webhook.
        leases_end(database_url)
        server.restart()
        bo.draws_a_line("Ladders.")
        ends(database_url, hook)
        (told,) = receiver.wait(1)
        assert told.said["data"]["sessions"][0]["events"] == 2
        assert Client(server.http).get("/healthz").status_code == 200
