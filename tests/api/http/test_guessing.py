"""A removed text stays secret: even somebody who has the whole database cannot check whether a guess is right."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.api.http.test_redactions import redact
from tests.support.client import Player, Table, of
from tests.support.dump import dump
from tests.support.guess import guessed
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving
from verger.domain.core.text import REDACTED


@pytest.fixture(scope="module")
def url(postgres_url: str) -> Iterator[str]:
    with fresh_database(postgres_url) as found:
        yield found


@pytest.fixture(scope="module")
def server(url: str) -> Iterator[Server]:
    with serving(url) as running:
        yield running


@pytest.fixture
def name() -> str:
    """Return a text that no other test writes, because all tests use one database."""
    return f"Gerda {uuid4().hex[:6]}"


def body(answer: Any) -> bytes:
    """Return the body of a request that was accepted."""
    of(answer, 201)
    found: bytes = answer.request.content
    return found


def key() -> str:
    return uuid4().hex


def sealed(text: str, seat: str) -> bytes:
    """Return the JSON for the digest of a note that only one seat may read."""
    return f'["note",["{seat}"],"{text}"]'.encode()


def test_a_guess_at_a_text_that_was_not_removed_can_be_confirmed(
    bo: Player, url: str, name: str
) -> None:
    # Shows that the search can find a guess. Otherwise the other tests could not fail.
    line = body(bo.move("add_limit", key=key(), kind="line", text=name))
    note = body(bo.move("seal_note", key=key(), text=name, eyes=[]))
    there = [line, note, sealed(name, "s2")]
    assert guessed(dump(url), [*there, b"Nobody"]) == there


def test_no_stored_data_confirms_the_removed_text_of_a_move_or_note(
    bo: Player, url: str, name: str
) -> None:
    line = bo.move("add_limit", key=key(), kind="line", text=name)
    note = bo.move("seal_note", key=key(), text=name, eyes=[])
    sent = [body(line), body(note)]
    bo.moves("reveal_note", note="k1")
    of(redact(bo, line.json()["version"], key=key()), 201)
    assert name not in dump(url)
    assert guessed(dump(url), [*sent, name.encode(), sealed(name, "s2")]) == []


def test_no_stored_data_confirms_a_reason_that_repeated_the_removed_text(
    table: Table, url: str, name: str
) -> None:
    bo, reason, once = table["Bo"], f"{name} asked for it.", key()
    line = bo.draws_a_line(name)["version"]
    first = redact(bo, line, reason=reason, key=once)
    assert guessed(dump(url), [body(first), name.encode(), reason.encode()]) == []
    again = redact(bo, line, reason=reason, key=once)
    assert (again.json(), again.headers["idempotent-replayed"]) == (first.json(), "true")


def test_no_stored_data_confirms_the_reason_of_a_redacted_redaction(
    table: Table, url: str, name: str
) -> None:
    bo, reason = table["Bo"], f"{name} asked for it."
    sent = []
    version = bo.draws_a_line("Spiders.")["version"]
    for _ in range(2):
        answer = redact(bo, version, reason=reason, key=key())
        sent.append(body(answer))
        version = answer.json()["version"]
    assert bo.see(f"/events/{version}")["event"]["move"]["reason"] == REDACTED
    assert guessed(dump(url), [*sent, reason.encode()]) == []


def test_a_reason_that_stays_is_compared_when_its_key_is_used_again(
    table: Table, name: str
) -> None:
    bo, once = table["Bo"], key()
    line = bo.draws_a_line(name)["version"]
    of(redact(bo, line, reason="She asked.", key=once), 201)
    assert of(redact(bo, line, reason="He asked.", key=once), 422)["code"] == "key_reused"


def test_no_stored_data_confirms_the_title_names_and_forks_of_a_session(
    table: Table, url: str, name: str
) -> None:
    started = table["Ann"].post(
        "/v1/sessions", {"title": name, "seats": [{"kind": "gm", "name": name}]}, key()
    )
    told = of(started, 201)
    gm = Player(table["Ann"].http, table["Ann"].token or "", told["session"], "s1")
    fork = gm.post(f"{gm.home}/forks", {"version": 1, "title": f"After {name}"}, key())
    sent = [body(started), body(fork)]
    label = gm.post(f"{gm.home}/tokens", {"label": f"For {name}"}, key())
    sent.append(body(label))
    of(redact(gm, 1, reason=f"{name} asked for it.", key=key()), 201)
    assert name not in dump(url)
    assert guessed(dump(url), [*sent, name.encode(), f"After {name}".encode()]) == []
