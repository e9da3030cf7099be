"""A webhook of a chat sends a notice for each new question to its seat, and nothing else."""

import json
from collections.abc import Iterator

import pytest

from tests.api.http.test_redactions import redacted
from tests.support.client import Json, Table, of, played
from tests.support.dump import dump
from tests.support.guess import guessed
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.receiver import QUICK, Receiver, hooked
from tests.support.server import Server, serving

HOME = "https://play.example"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {"verger_webhook_private_targets": "on", "VERGER_URL": HOME}
    with serving(database, quicker=QUICK, **settings) as running:
        yield running


def proposes(table: Table, text: str) -> Json:
    """Let Ann propose a premise, so that everybody else is asked to agree."""
    subject = {"subject": "adopt_premise", "aspect": "theme", "text": text}
    told: Json = table["Ann"].moves("propose", subject=subject)
    return told


def test_a_seat_is_notified_once_of_each_new_question(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, form="slack", awaits_me=True)
    first = proposes(table, "A town by the sea.")["version"]
    asked = bo.see("")["awaited"][0]["sentence"]
    (told,) = receiver.wait(1)
    link, said, *_ = told.said["text"].split("\n")
    assert (link.split("|")[0], said) == (f"<{HOME}/watch/{bo.session}", asked)
    # Ann's line asks Bo nothing. Wait for it, so that the next question is a separate delivery.
    line = table["Ann"].draws_a_line("Spiders.")["version"]
    until(lambda: hook.see()["version"] >= line)
    # Bo's own answer leads to a question to everybody. No notice is sent about it to Bo.
    agreed = bo.moves("agree", proposal="p1")["version"]
    (now,) = [one for one in bo.see("")["awaited"] if bo.seat in one["seats"]]
    assert "propose to go on to Load" in now["sentence"]
    until(lambda: hook.see()["version"] >= agreed)
    version = proposes(table, "A town on a hill.")["version"]
    assert "A town on a hill." in receiver.wait(2)[1].said["text"]
    assert [one["version"] for one in hook.deliveries()] == [version, first]


def test_a_webhook_does_not_report_older_questions(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    assert bo.see("")["awaited"]
    hook = hooked(bo, receiver.url, awaits_me=True)
    line = bo.draws_a_line("Spiders.")["version"]
    until(lambda: hook.see()["version"] >= line)
    version = proposes(table, "A town by the sea.")["version"]
    assert receiver.wait(1)[0].said["data"]["version"] == version


def test_a_renamed_seat_is_not_notified_again(server: Server, receiver: Receiver) -> None:
    table = played(server.http, "Ann", "Bo", until="load")
    ann, bo = table["Ann"], table["Bo"]
    hook = hooked(bo, receiver.url, awaits_me=True)
    subject = {"subject": "choose_house_rule", "house_rule": "seat_limit"}
    asked = [ann.moves("propose", subject={**subject, "value": 7})["version"]]
    receiver.wait(1)
    named = ann.moves("rename", name="Robin")["version"]
    assert any("Robin proposes" in one["sentence"] for one in bo.see("")["awaited"])
    until(lambda: hook.see()["version"] == named)
    asked += [ann.moves("propose", subject={**subject, "value": 8})["version"]]
    receiver.wait(2)
    assert [one["version"] for one in hook.deliveries()] == asked[::-1]


def test_leaving_out_a_move_does_not_notify_its_own_seat_of_remade_questions(
    server: Server, receiver: Receiver
) -> None:
    """The server makes the later moves again. Ann left the move out, so Ann is not notified of their questions."""
    table = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})
    ann, bo = table["Ann"], table["Bo"]
    asked = [{"subject": "adopt_premise", "aspect": "tone", "text": text} for text in "abc"]
    left_out = bo.moves("propose", subject=asked[0])["version"]
    ann.moves("agree", proposal="p1")
    bo.moves("propose", subject=asked[1])
    hook = hooked(ann, receiver.url, awaits_me=True)
    ann.moves("leave_out", version=left_out)
    assert [one["event"].get("repeats") for one in ann.log()[-1:]] != [None]
    assert [one["about"] for one in ann.see("")["awaited"] if one["seats"] == [ann.seat]] == ["p1"]
    until(lambda: hook.see()["version"] == ann.head)
    version = bo.moves("propose", subject=asked[2])["version"]
    assert receiver.wait(1)[0].said["data"]["version"] == version


def test_a_bot_may_be_notified_too(server: Server, receiver: Receiver) -> None:
    # It is Ann's turn. Bo is asked nothing until Ann proposes something.
    table = played(server.http, "Ann", "Bo", until="load")
    bo = table["Bo"]
    hooked(bo, receiver.url, awaits_me=True)
    bo.draws_a_line("Spiders.")
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "closed"}
    version = table["Ann"].moves("propose", subject=subject)["version"]
    (told,) = receiver.wait(1)
    assert (told.said["type"], told.said["data"]["version"]) == ("session.moved", version)


def test_a_ping_tests_the_webhook_of_a_chat(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, form="discord")
    of(bo.post(f"{bo.home}/webhooks/{hook.id}/ping", {}), 202)
    (told,) = receiver.wait(1)
    assert told.said["content"].startswith("**Verger**\n")
    assert told.said["allowed_mentions"] == {"parse": []}


def test_the_form_of_a_webhook_is_shown_and_can_be_changed(
    table: Table, receiver: Receiver
) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, form="discord")
    home = f"{bo.home}/webhooks/{hook.id}"
    shown = bo.read(home)
    assert (shown["form"], shown["awaits_me"]) == ("discord", False)
    changed = of(bo.ask("PATCH", home, json={"form": "slack", "awaits_me": True}), 200)
    assert (changed["form"], changed["awaits_me"]) == ("slack", True)
    assert changed["url"] == receiver.url
    problem = of(bo.ask("PATCH", home, json={"form": "smoke"}), 400)
    assert problem["code"] == "invalid_body"


def test_nobody_can_guess_a_removed_text_by_the_questions_that_a_webhook_knows(
    table: Table, receiver: Receiver, database: str
) -> None:
    ann, bo = table["Ann"], table["Bo"]
    hooked(bo, receiver.url, form="slack", awaits_me=True)
    version = proposes(table, "Gerda Zwiebel drowns.")["version"]
    receiver.wait(1)
    (asked,) = [one for one in bo.see("")["awaited"] if "Gerda" in one["sentence"]]
    members = (bo.seat, asked["what"], asked["about"], asked["sentence"])
    question = json.dumps(members, separators=(",", ":"), ensure_ascii=False).encode()
    # A disabled webhook stores no newer questions, so the redacted one stays its newest.
    execute(database, "UPDATE webhooks SET disabled_at = now(), disabled_because = 'failed'")
    redacted(ann, version)
    assert guessed(dump(database), [question]) == []
