"""The client's methods for operations of sites and auditors have their described effect on a server."""

import pytest

from tests.clients.python.conftest import Table
from tests.support.patience import until
from tests.support.receiver import Receiver
from verger_client import Problem, Verger

LINE = {"move": "add_limit", "kind": "line", "text": "spiders"}
GIVEN_UP = {"subject": "choose_house_rule", "house_rule": "session", "value": "given_up"}
ARCHIVE = "application/x-ndjson"


def test_a_table_is_exported_and_ended_and_is_imported_only_elsewhere(table: Table) -> None:
    proposed = table.ann.move("propose", subject=GIVEN_UP)
    table.bo.move("agree", proposal=proposed.event.effects[0]["proposal"])
    archive = table.ann.request("GET", "/export", accept=ARCHIVE)
    with pytest.raises(Problem, match="session_exists"):
        table.ann.import_session(archive.content)
    table.ann.end_session(seen=archive.headers["ETag"])
    with pytest.raises(Problem, match="session_deleted"):
        table.ann.get_session()


def test_a_seat_is_removed_and_a_text_too(table: Table) -> None:
    table.ann.move(LINE)
    redacted = table.ann.redact(versions=[3], reason="It is a name.", seen=3)
    assert redacted.type == "redact"
    assert table.ann.get_event(3).event.move["text"] == "[redacted]"
    cy = table.ann.add_seat(name="Cy", kind="player").seat
    assert table.ann.remove_seat(cy).seat == cy


def test_a_move_is_drawn_and_other_conditions_are_judged(table: Table) -> None:
    table.bo.move(LINE)
    assert table.bo.draw_move(LINE | {"text": "snakes"}).startswith("<svg")
    assert table.bo.ask_what_if(without=[3]).version == 3
    assert table.bo.issue_stream_ticket().ticket


def test_a_webhook_is_changed_tried_and_given_another_secret(
    table: Table, receiver: Receiver
) -> None:
    hook = table.bo.register_webhook(url=receiver.url, description="Tells the bot.")
    assert table.bo.change_webhook(hook.id, description="Tells all.").description == "Tells all."
    assert table.bo.rotate_webhook_secret(hook.id).secret != hook.secret
    pinged = table.bo.ping_webhook(hook.id)
    until(lambda: receiver.received)
    again = table.bo.redeliver(hook.id, pinged.id)
    assert (again.id, table.bo.get_delivery(hook.id, pinged.id).type) == (pinged.id, "webhook.ping")


def test_a_story_and_a_network_come_in_every_form(table: Table) -> None:
    assert table.bo.get_story().version == 2
    assert table.bo.get_story_text("text/markdown").startswith("# Low Tide")
    assert "<html" in table.bo.get_story_text("text/html")
    assert table.bo.get_network_dot().startswith("digraph")
    assert "<graphml" in table.bo.get_network_graphml()
    assert table.bo.get_network_picture().startswith("<svg")


def test_two_seats_with_the_same_name_are_refused(verger: Verger) -> None:
    with pytest.raises(Problem, match="name_taken"):
        verger.start("Low Tide", "Ann", "Bo", "Bo")
    with pytest.raises(Problem, match="name_taken"):
        verger.start("Low Tide", "Ann", "Bo", observers=["BO"])
