"""The text's example of Load, played over HTTP: every figure that the text prints is served."""

import json
from typing import Any

import httpx
import pytest

from tests.support.client import Player, Table, of
from tests.support.root import TESTS
from tests.support.server import Server

FILE = TESTS / "golden" / "load_example.jsonl"
LINES = [json.loads(line) for line in FILE.read_text().splitlines()]

Seen = list[tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture(scope="module")
def seen(server: Server) -> Seen:
    """What the example says at some of its lines, beside what was served there."""
    table = _seated(server.http, LINES[0]["session"])
    found: Seen = []
    for line in LINES[1:]:
        if "move" in line:
            of(table[line["seat"]].move(line["move"].pop("move"), **line["move"]), 201)
        if "then" in line:
            found.append((line["then"], _served(table["Austin"])))
    return found


def _seated(http: httpx.Client, session: dict[str, Any]) -> Table:
    table = Table(http, of(http.post("/v1/sessions", json=session), 201))
    for seat in session["seats"][1:]:
        table.claim(seat["name"])
    return table


def _served(player: Player) -> dict[str, Any]:
    network, play = player.see("/network"), player.see("/state")["play"]
    elements = network["nodes"] + network["edges"]
    return {
        "step": play["step"],
        "phase": play["phase"],
        "nodes": len(network["nodes"]),
        "edges": len(network["edges"]),
        "powers": {element["label"]: element["power"] for element in elements},
        "eliminated": [element["label"] for element in elements if element["eliminated"]],
        "stories": {
            held["account"]: held["tokens"]["story"] for held in player.see("/banks")["accounts"]
        },
    }


@pytest.mark.parametrize("figure", ["step", "phase", "nodes", "edges", "eliminated"])
def test_the_example_has_the_printed_figures(seen: Seen, figure: str) -> None:
    told = [(then[figure], served[figure]) for then, served in seen if figure in then]
    assert told
    assert [expected for expected, _ in told] == [found for _, found in told]


def test_the_example_has_the_printed_powers(seen: Seen) -> None:
    told = [(then["powers"], served["powers"]) for then, served in seen if "powers" in then]
    assert len(told) == 5
    for expected, found in told:
        assert {label: found[label] for label in expected} == expected


def test_everyone_cashes_out_over_http(seen: Seen) -> None:
    (then, served) = next((then, served) for then, served in seen if "tokens" in then)
    seats = zip(("seat:s1", "seat:s2", "seat:s3", "seat:s4"), then["tokens"].values(), strict=True)
    assert served["stories"] == dict(seats)
