"""Fill in every form of Load (a step of Verge) on the page, as the GM and as a player. All windows follow to its end."""

from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import makes
from tests.annexes.page.table import COMPILED, LOADED, NAMES, demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, Table
from tests.support.server import Server
from verger.service import demo

BY_HAND = (demo.ANN, demo.BO)
"""The seats with moves in the page. Only the first move with each form is made there."""
PARTS = {"writing": (COMPILED, 20), "claiming and tying": (49, LOADED)}
"""Ranges of moves of the demonstration. The first move with each form of Load is in one of them."""
ACCEPTING = 4
"""The number of the last moves of Load: one proposes to accept the network, and three agree."""


@pytest.mark.parametrize("part", PARTS)
def test_every_form_of_load_is_filled_in_and_windows_follow(
    opens: Opens, server: Server, part: str
) -> None:
    begin, end = PARTS[part]
    table, by_hand = demonstration(server.http, begin), _firsts()
    there = {seat: _window(opens, table, seat) for seat in BY_HAND}
    for number, (seat, move) in enumerate(islice(demo.evening(), begin, end), begin):
        if number == LOADED - ACCEPTING:
            there |= {other: _window(opens, table, other) for other in (demo.CY, demo.DEE)}
        if number in by_hand:
            _makes(there[seat], table[NAMES[seat]], move)
        else:
            fields = {name: move[name] for name in move if name != "move"}
            table[NAMES[seat]].moves(move["move"], **fields)
    assert table["Ann"].head == len(NAMES) + end
    for viewer in there.values():
        viewer.shows(table["Ann"].head)
        expect(viewer.page.get_by_role("banner")).to_contain_text(
            "Run" if end == LOADED else "Load"
        )


def _firsts() -> list[int]:
    """Return the numbers of the first moves with each form in Load, for seats with moves in the page."""
    found: dict[tuple[bool, str], int] = {}
    for number, (seat, move) in enumerate(islice(demo.evening(), COMPILED, LOADED), COMPILED):
        if seat in BY_HAND:
            found.setdefault(_form(seat, move), number)
    assert all(any(begin <= one < end for begin, end in PARTS.values()) for one in found.values())
    return list(found.values())


def _window(opens: Opens, table: Table, seat: str) -> Viewer:
    player = table[NAMES[seat]]
    return Viewer(opens(), player.session, player.token).open(panel="play").shows(player.head)


def _makes(viewer: Viewer, by: Player, move: dict[str, Any]) -> None:
    """Fill in the form of a move, and check that the move was made."""
    head = by.head
    makes(viewer.shows(head), move, _names(by))
    viewer.shows(head + 1)
    expect(viewer.panel("Play").get_by_role("status").first).to_have_text(_sentence(by, head + 1))
    assert by.head == head + 1


def _form(seat: str, move: dict[str, Any]) -> tuple[bool, str]:
    """Return a key for the form of a move. The GM's forms and the players' forms have different keys."""
    thing = move.get("thing")
    kind = move["move"] if thing is None else f"{move['move']} {type(thing).__name__}"
    return seat == demo.ANN, kind


def _names(player: Player) -> dict[str, str]:
    network = player.see("/network")
    named = {one["id"]: one["label"] for one in (*network["nodes"], *network["edges"])}
    return named | {"p3": "Accept network"}


def _sentence(player: Player, version: int) -> str:
    sentence: str = player.see(f"/events/{version}")["event"]["ruling"]["sentence"]
    return sentence
