"""A value that fits the schema of the API document is never refused for its form."""

from typing import Any

import pytest

from tests.support.client import Json, Player, frames, of, started
from tests.support.contract import document, validator
from tests.support.server import Server
from verger.service.edge.form import SSE


@pytest.mark.parametrize("version", ["2", "2.0", "20e-1"])
def test_a_whole_number_is_taken_however_it_is_written(bo: Player, version: str) -> None:
    body = f'{{"version": {version}, "title": "Had it gone otherwise"}}'
    asked = {"Content-Type": "application/json"}
    fork = of(bo.ask("POST", f"{bo.home}/forks", content=body, headers=asked), 201)
    assert fork["version"] == 3


@pytest.mark.parametrize("version", [1.5, 1e300, -1.0, "2.0"])
def test_a_value_that_is_no_whole_number_is_refused(bo: Player, version: Any) -> None:
    problem = of(bo.post(f"{bo.home}/forks", {"version": version}), 400)
    assert (problem["code"], problem["facts"]["json_path"]) == ("invalid_body", "$.version")


def test_a_move_of_another_game_differs_from_an_unknown_one(bo: Player) -> None:
    problem = of(bo.move("offer_aid", job="j1", character="s2"), 409)
    assert problem["code"] == "other_game"
    assert problem["facts"] == {"ruleset": "verge", "rulesets_with_move": ["venus"]}
    assert of(bo.move("offer_tea", job="j1"), 400)["code"] == "invalid_body"
    assert of(bo.move("offer_aid", job=1), 400)["code"] == "invalid_body"


def test_a_move_of_this_game_is_never_taken_for_the_same_name_in_another(
    server: Server,
) -> None:
    gm = started(server.http, "Ann", "Bo", ruleset="afterverse")["Ann"]
    problem = of(gm.move("roll"), 400)
    assert problem["detail"] == "At `$` of the body: Object missing required field `test`."


def test_a_parameter_that_is_missing_is_named(bo: Player) -> None:
    problem = of(bo.ask("GET", f"{bo.home}/diff"), 400)
    assert problem["detail"] == "The parameter or header `from`: it has to be given."


def sent_event() -> Json:
    """Return the schema that the API document has for one event of a stream."""
    follow = document()["paths"]["/v1/sessions/{session}/events"]["get"]
    schema = follow["responses"]["200"]["content"][SSE]["schema"]
    return next(one for one in schema["oneOf"] if one["type"] == "object")


def is_sent_event(frame: Json) -> bool:
    schema = sent_event()
    told = {**frame, "data": ""}
    inner = schema["properties"]["data"]["contentSchema"]
    return validator(schema).is_valid(told) and validator(inner).is_valid(frame["data"])


@pytest.mark.parametrize("after", [0, 9_999])
def test_every_sent_event_fits_its_schema(ann: Player, after: int) -> None:
    ann.draws_a_line("Spiders.")
    with ann.follows(after=after, follow="false") as lines:
        sent = list(frames(lines))
    assert sent
    assert all(map(is_sent_event, sent))
