"""An Idempotency-Key belongs to the seat that sends it, even if the event hides the seat."""

import hashlib
from collections.abc import Iterator
from itertools import product

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving
from verger.domain.games.rulesets import RULESETS

KEY = "one-key-of-many"
HUSH: Json = {"anonymous": True}
LINE: Json = {"kind": "line", "text": "Spiders."}


@pytest.fixture(params=RULESETS)
def any_table(server: Server, request: pytest.FixtureRequest) -> Table:
    """In each game, return a table of Ann (the GM), Bo, Cy, and Dee (an observer)."""
    return played(server.http, "Ann", "Bo", "Cy", "Dee", observers=1, ruleset=request.param)


def resumed(table: Table) -> None:
    table.agree("Ann", "resume_play")


def hushes(player: Player) -> Json:
    """Pause play anonymously. All seats use the same key, but the event must be new."""
    answer = player.move("signal", key=KEY, **HUSH)
    event: Json = of(answer, 201)
    assert event["version"] == player.head
    assert "idempotent-replayed" not in answer.headers
    assert player.see()["paused"] is True
    return event


def repeats(player: Player, event: Json) -> None:
    again = player.move("signal", key=KEY, **HUSH)
    assert of(again, 201) == event
    assert again.headers["idempotent-replayed"] == "true"


def test_the_same_key_of_another_seat_is_its_own_anonymous_request(any_table: Table) -> None:
    told = {}
    for name in ("Bo", "Cy", "Dee", "Ann"):
        told[name] = hushes(any_table[name])
        resumed(any_table)
    for name, event in told.items():
        repeats(any_table[name], event)


def test_a_key_does_not_show_another_seat_the_sender_of_an_anonymous_request(table: Table) -> None:
    hushes(table["Bo"])
    mine, other = (
        of(table["Cy"].move("signal", key=key, **HUSH), 409) for key in (KEY, "never-used-before")
    )
    assert {**mine, "trace_id": ""} == {**other, "trace_id": ""}


@pytest.mark.parametrize("first", [True, False])
def test_one_key_cannot_serve_an_anonymous_and_a_named_move(table: Table, *, first: bool) -> None:
    bo = table["Bo"]
    of(bo.move("add_limit", key="another", **LINE), 201)
    of(bo.move("signal", key=KEY, anonymous=first), 201)
    resumed(table)
    assert of(bo.move("signal", key=KEY, anonymous=not first), 422)["code"] == "key_reused"
    assert of(bo.move("add_limit", key=KEY, **LINE), 422)["code"] == "key_reused"
    of(table["Cy"].move("signal", key=KEY, anonymous=not first), 201)


def test_a_further_token_of_the_seat_repeats_its_request(bo: Player) -> None:
    event = hushes(bo)
    repeats(bo.issued(), event)


@pytest.mark.parametrize("move", [{"move": "signal", **HUSH}, {"move": "add_limit", **LINE}])
def test_a_new_holder_of_a_seat_repeats_nothing_of_the_earlier_one(
    table: Table, move: Json
) -> None:
    bo = table["Bo"]
    of(bo.post(f"{bo.home}/moves", move, key=KEY), 201)
    new = table.take_over("Bo")
    if new.see()["paused"]:
        resumed(table)
    head = new.head
    event = of(new.post(f"{new.home}/moves", move, key=KEY), 201)
    assert event["version"] == head + 1
    assert of(new.post(f"{new.home}/moves", move, key=KEY), 201) == event


def test_an_anonymous_key_holds_over_a_restart_and_in_a_second_process(database_url: str) -> None:
    with serving(database_url) as one, serving(database_url) as two:
        table = played(one.http, "Ann", "Bo", "Cy")
        event = hushes(table["Bo"])
        one.stop()
        one.restart()
        for server in (one, two):
            repeats(table["Bo"].at(server.http), event)
        resumed(table)
        hushes(table["Cy"].at(two.http))


def test_nothing_that_is_stored_or_shown_gives_away_the_sender(database_url: str) -> None:
    with serving(database_url) as server:
        table = played(server.http, "Ann", "Bo", "Cy")
        version = hushes(table["Bo"])["version"]
        of(table["Bo"].move("signal", key="refused", **HUSH), 409)
        shown = [
            table["Cy"].get(f"{table['Cy'].home}/{what}").text for what in ("export", "refusals")
        ]
    sql = (
        f"SELECT encode(request_key, 'hex') FROM events WHERE version = {version}"  # noqa: S608
        " UNION ALL SELECT sender FROM refusals"
    )
    kept = execute(database_url, sql).split()
    assert len(kept) == 2
    assert not set(kept) & set(guesses(table.session, version))
    assert not [digest for digest in kept for text in shown if digest in text]


def guesses(session: str, version: int) -> Iterator[str]:
    """Yield every digest that an attacker could try who has the database and knows the key of the request."""
    seats = ("", "s1", "s2", "s3")
    parts = [[KEY, "refused", ""], seats, [str(number) for number in range(version + 1)] + [""]]
    for key, seat, since in product(*parts):
        for text in (
            f"{seat}\0{key}",
            f"{seat}\0{since}\0{key}",
            f"key {session} {seat} {since} {key}",
        ):
            yield hashlib.sha256(text.encode()).hexdigest()
    for seat in seats:
        yield from (seat, hashlib.sha256(f"sender {session} {seat}".encode()).hexdigest())
