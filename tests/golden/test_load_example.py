"""The example of Load in the text of Verge, move by move. Every printed figure must be right."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.play import Game, phase_of, rule, started
from verger.domain.games.verge.state import step_name

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "load_example.jsonl").read_text().splitlines()
]
CHECKS = [(number, line["then"]) for number, line in enumerate(LINES) if "then" in line]
IN_LOAD = [check for check in CHECKS if "phase" in check[1]]


@cache
def after(number: int) -> Game:
    """Return the game after this line of the example."""
    if number == 0:
        names = [seat["name"] for seat in LINES[0]["session"]["seats"]]
        game = started(*names)
        for name in names[1:]:
            game.move(name, "take_seat", name=name)
        return game
    game, line = after(number - 1).copy(), LINES[number]
    if "move" in line:
        game.send(line["seat"], line["move"])
    return game


def powers(game: Game, labels: dict[str, int]) -> dict[str, int]:
    """Return the powers of the elements with these labels. If several elements have the same label, the newest counts."""
    elements = [element for _, element in game.state.play.network.elements]
    return {e.label: e.marks.power for e in elements if e.label in labels}


def checks(name: str) -> list[Any]:
    """Return the lines of the example with an expectation of this kind, as parameters of a test."""
    return [
        pytest.param(number, then[name], id=f"line {number + 1}")
        for number, then in CHECKS
        if name in then
    ]


@pytest.mark.parametrize(("number", "then"), IN_LOAD)
def test_every_phase_ends_with_as_many_nodes_and_edges(number: int, then: dict[str, Any]) -> None:
    game = after(number)
    network = game.state.play.network
    found = {"phase": phase_of(game), "nodes": len(network.nodes), "edges": len(network.edges)}
    assert found == {name: then[name] for name in found}


@rule("mark.power", "load.marks")
@pytest.mark.parametrize(("number", "expected"), checks("powers"))
def test_the_elements_have_the_printed_powers(number: int, expected: dict[str, int]) -> None:
    assert powers(after(number), expected) == expected


@rule("load.characters")
@pytest.mark.parametrize(("number", "expected"), checks("characters"))
def test_every_player_has_a_character(number: int, expected: dict[str, str]) -> None:
    game = after(number)
    network, name = game.state.play.network, game.state.table.name
    found = {name(seat): network.nodes[node].label for seat, node in network.characters.items()}
    assert found == expected


@rule("load.cash_out")
@pytest.mark.parametrize(("number", "expected"), checks("tokens"))
def test_everyone_cashes_out_at_the_end_of_the_example(
    number: int, expected: dict[str, int]
) -> None:
    assert {name: after(number).tokens(name).story for name in expected} == expected


@rule("load.cash_out")
@pytest.mark.parametrize(("number", "expected"), checks("eliminated"))
def test_nothing_is_eliminated_in_the_example(number: int, expected: list[str]) -> None:
    elements = after(number).state.play.network.elements
    assert [element.label for _, element in elements if element.eliminated] == expected


@rule("load.accept")
def test_play_begins_after_the_last_line_of_the_example() -> None:
    number, then = CHECKS[-1]
    assert step_name(after(number).state) == then["step"]


def test_the_church_has_power_two_and_later_six() -> None:
    church = "The Church of the Pure Soul"
    found = [powers(after(number), {church: 0})[church] for number, _ in IN_LOAD[1:]]
    assert found == [2, 3, 4, 5, 6]


def test_the_marks_that_the_text_leaves_open_are_marked_as_filled_in() -> None:
    filled = [line["seat"] for line in LINES if line.get("filled_in")]
    assert filled == ["Bea", "Bea", "Diamond", "Diamond"]
