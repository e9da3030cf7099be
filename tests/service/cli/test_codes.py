"""`verger codes`: the operator gives a seat a new claim code, and the table sees it."""

import re
from uuid import uuid4

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Client, Table, of, seated, started
from tests.support.log import archived, evening, rows
from tests.support.postgres import execute


@pytest.fixture
def table(place: Place) -> Table:
    """Return a table of only Ann, and an empty seat for Bo."""
    return started(place[0].http, "Ann", "Bo")


def code(told: str) -> str:
    found = re.search(
        r"claim code ((?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}): it can be used once, until ", told
    )
    assert found, told
    return found[1]


def test_the_last_one_at_a_table_is_let_back_in(place: Place, table: Table) -> None:
    told = said(verger("codes", table.session, "s1", environment=place[1]))
    assert told.startswith(
        "version 2 reissues seat s1: the earlier tokens no longer act for this seat\n"
    )
    ann = seated(table.http, code(told))
    events = ann.read(f"/v1/sessions/{table.session}/events")["events"]
    assert [event["type"] for event in events[1:]] == ["reissue_seat", "take_seat"]
    assert events[1]["event"]["seat"] is None
    shown = events[1]["event"]["ruling"]["sentence"]
    assert shown.startswith("The server's operator reissues Ann's seat.")
    # A process remembers a token for a moment.
    assert table["Ann"].get(f"/v1/sessions/{table.session}").status_code in {200, 404}
    assert of(table["Ann"].move("signal"), 404)["code"] == "no_such_session"


def test_a_code_of_the_operator_works_at_a_closed_table(place: Place, table: Table) -> None:
    close = {"subject": "choose_house_rule", "house_rule": "session", "value": "closed"}
    table["Ann"].moves("propose", subject=close)
    assert of(table["Ann"].move("signal"), 409)["code"] == "closed"
    ann = seated(table.http, code(said(verger("codes", table.session, "s1", environment=place[1]))))
    limit = {"move": "add_limit", "kind": "line", "text": "Spiders."}
    assert of(ann.post(f"/v1/sessions/{table.session}/moves", limit), 409)["code"] == "closed"


def test_an_empty_seat_gets_a_code_and_nothing_else(place: Place, table: Table) -> None:
    told = said(verger("codes", table.session, "s2", environment=place[1]))
    assert told.startswith("seat s2 is empty")
    assert table["Ann"].head == 1
    seated(table.http, code(told))


def test_the_reissue_of_a_seat_is_on_record_without_the_code(place: Place, table: Table) -> None:
    told = said(verger("codes", table.session, "s1", environment=place[1]))
    record = said(verger("record", environment=place[1]))
    assert f"codes  {table.session}  version 2 reissues seat s1\n" in record
    kept = execute(place[1]["DATABASE_URL"], "SELECT data FROM events; SELECT * FROM claims")
    for text in (record, kept):
        assert code(told) not in text
        assert code(told).replace("-", "") not in text


def test_an_unknown_session_or_seat_has_no_code(place: Place, table: Table) -> None:
    for session, seat in ((uuid4(), "s1"), (table.session, "s9")):
        finished = verger("codes", session, seat, environment=place[1])
        assert finished.returncode == 2
        assert re.match(r"verger: (there is no session|the session has no seat) ", finished.stderr)


def test_nobody_is_let_into_an_imported_session(place: Place) -> None:
    archive = b"".join(archived(rows(evening("war"))))
    anybody = Client(place[0].http, started(place[0].http, "Ann", "Bo")["Ann"].token)
    answer = anybody.imports(archive)
    finished = verger("codes", of(answer, 201)["session"], "s1", environment=place[1])
    assert (finished.returncode, "imported" in finished.stderr) == (2, True)
