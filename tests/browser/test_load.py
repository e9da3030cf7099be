"""A whole Load of Verge in four windows: every form is filled in, by the GM and by players, and all follow."""

from itertools import islice
from typing import Any

from playwright.sync_api import expect

from service import demo
from tests.browser.conftest import Opens
from tests.browser.forms import makes
from tests.browser.table import COMPILED, LOADED, NAMES, demonstration
from tests.browser.viewer import Viewer
from tests.support.client import Player
from tests.support.server import Server


def test_four_windows_play_load_to_its_end_and_follow_each_other(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http, moves=COMPILED)
    seats = {seat: _window(opens, table[name]) for seat, name in NAMES.items()}
    head, filled = table["Ann"].head, set[tuple[bool, str]]()
    for seat, move in islice(demo.evening(), COMPILED, LOADED):
        by, head = table[NAMES[seat]], head + 1
        if (form := _form(by, move)) not in filled:
            filled.add(form)
            makes(seats[seat].shows(head - 1), move, _names(by))
            expect(seats[seat].slider).to_have_value(str(head))
            said = seats[seat].panel("Play").get_by_role("status").first
            expect(said).to_have_text(_sentence(by, head))
        else:
            by.moves(move["move"], **{name: move[name] for name in move if name != "move"})
    assert table["Ann"].head == head
    for viewer in seats.values():
        viewer.shows(head)
        expect(viewer.page.get_by_role("banner")).to_contain_text("Run")


def _window(opens: Opens, player: Player) -> Viewer:
    viewer = Viewer(opens(), player.session, player.token).open()
    viewer.tab("Play")
    return viewer


def _form(by: Player, move: dict[str, Any]) -> tuple[bool, str]:
    """The form that makes a move: the GM has one of each kind, and players have one."""
    thing = move.get("thing")
    kind = move["move"] if thing is None else f"{move['move']} {type(thing).__name__}"
    return by.seat == demo.ANN, kind


def _names(player: Player) -> dict[str, str]:
    network = player.see("/network")
    named = {one["id"]: one["label"] for one in (*network["nodes"], *network["edges"])}
    return named | {"p3": "Accept network"}


def _sentence(player: Player, version: int) -> str:
    sentence: str = player.see(f"/events/{version}")["event"]["ruling"]["sentence"]
    return sentence
