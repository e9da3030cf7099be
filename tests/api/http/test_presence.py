"""Streams can show which seats are present: only to seats, only on request, and in every form of stream."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from tests.support.client import Json, Player, Table, frames, of
from tests.support.onlooker import lets_in, onlooker
from tests.support.socket import ending, listening, messages
from verger.domain.games.rulesets import RULESETS

NDJSON = "application/x-ndjson"


def said(lines: Iterator[str]) -> Iterator[Json]:
    """Yield the messages of a stream of lines, except events."""
    return (told for line in lines if line and "version" not in (told := json.loads(line)))


def test_arrivals_and_departures_are_sent_at_once(ann: Player, bo: Player) -> None:
    with ann.follows(form=NDJSON, follow="true", presence="here") as lines:
        told = said(lines)
        assert next(told) == {"type": "presence", "seats": {ann.seat: "here"}}
        with bo.follows(presence="away") as stream:
            named = (one for one in frames(stream) if one.get("event") == "presence")
            seats = {ann.seat: "here", bo.seat: "away"}
            assert next(named) == {"event": "presence", "data": {"seats": seats}}
            assert next(told)["seats"] == seats
        assert next(told)["seats"] == {ann.seat: "here"}


def test_presence_over_a_websocket_is_a_message(bo: Player) -> None:
    with listening(bo, after=4, presence="here", follow="false") as link:
        assert next(messages(link)) == {"type": "presence", "seats": {bo.seat: "here"}}
        assert ending(link) == (1000, "")


def test_no_move_of_any_game_is_called_presence() -> None:
    for ruleset in RULESETS.values():
        schemas = str(msgspec.json.schema(ruleset.move_type))
        assert "'add_limit'" in schemas
        assert "'presence'" not in schemas


def test_a_client_that_does_not_ask_receives_nothing_and_is_not_seen(
    ann: Player, bo: Player
) -> None:
    with bo.follows(form=NDJSON, follow="true") as silent, ann.follows(presence="here") as stream:
        named = (one for one in frames(stream) if one.get("event") == "presence")
        assert next(named)["data"] == {"seats": {ann.seat: "here"}}
        made = ann.draws_a_line("Spiders.")
        assert [json.loads(next(silent)) for _ in range(made["version"])][-1] == made


@pytest.mark.parametrize("form", ["text/event-stream", NDJSON])
def test_a_client_without_a_seat_is_not_seen_and_does_not_see(table: Table, form: str) -> None:
    lets_in(table, "anyone")
    looking = onlooker(table)
    problem = of(
        looking.get(f"{table['Ann'].home}/events", headers={"Accept": form}, presence="here"), 400
    )
    assert (problem["code"], problem["facts"]["parameter"]) == ("invalid_parameter", "presence")


@pytest.mark.parametrize(("form", "presence"), [("application/json", "here"), (NDJSON, "hidden")])
def test_pages_refuse_the_parameter_presence_and_streams_refuse_other_values(
    bo: Player, form: str, presence: str
) -> None:
    answer = bo.get(f"{bo.home}/events", headers={"Accept": form}, presence=presence)
    assert of(answer, 400)["facts"]["parameter"] == "presence"
