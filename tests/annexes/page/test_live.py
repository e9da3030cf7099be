"""The page follows a session: moves of others appear, even after a restart of the server."""

import re
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import NAMES, demonstration
from tests.annexes.page.viewer import Viewer
from tests.api.http.test_redactions import redacted
from tests.support.client import Player, Table
from tests.support.server import Server
from verger.service import demo

LOST = re.compile("connection is lost")
WRITTEN = 20
"""The number of moves of the demonstration before the page is opened."""
PLAYED = 12
"""The number of moves while the page is open. On a busy machine, the page first reads some networks and computes the others."""
PHASE = 33
"""The version that begins a phase during these moves."""


@pytest.fixture
def writing(opens: Opens, server: Server) -> tuple[Table, Viewer]:
    """Return a table whose players write nodes, and the page of one of them."""
    table = demonstration(server.http, WRITTEN)
    bo = table["Bo"]
    return table, Viewer(opens(), bo.session, bo.token).open().shows(bo.head)


def plays(table: Table, viewer: Viewer, begin: int, end: int) -> list[str]:
    """Make these moves of the demonstration one after the other. Return the addresses that the page requests."""
    asked: list[str] = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    for number in range(begin, end):
        viewer.shows(makes(table, number))
    return asked


def makes(table: Table, number: int) -> int:
    """Make a move of the demonstration, and return its version."""
    seat, move = next(islice(demo.evening(), number, None))
    fields = {name: move[name] for name in move if name != "move"}
    version: int = table[NAMES[seat]].moves(move["move"], **fields)["version"]
    return version


def elements(page: Page) -> list[str]:
    """Return the texts of all elements in the page's list, with their names and powers."""
    return page.locator(".elements button").all_text_contents()


def changes(player: Player, since: int) -> str:
    """Return how many elements were added and changed since a version, in the server's data."""
    networks = player.see("/network", at=since), player.see("/network")
    before, now = ({one["id"]: one for one in (*net["nodes"], *net["edges"])} for net in networks)
    changed = [id for id in before if before[id] != now[id]]
    return f"{len(now) - len(before)} added{len(changed)} changed"


def test_others_moves_appear_though_the_server_was_away(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, moves=2)
    bo, cy = table["Bo"], table["Cy"]
    viewer = Viewer(opens().expects("ERR_"), bo.session, bo.token).open().shows(bo.head)
    viewer.shows(cy.draws_a_line("Drowning")["version"])
    server.stop()
    expect(viewer.page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
    server.restart()
    version = cy.draws_a_line("Cold")["version"]
    viewer.shows(version)
    sentence = cy.see(f"/events/{version}")["event"]["ruling"]["sentence"]
    expect(viewer.tab("This step")).to_contain_text(sentence)
    expect(viewer.page.get_by_text(LOST)).to_have_count(0)


@pytest.mark.parametrize("back", [3, 0])
def test_a_link_to_a_version_shows_that_while_play_goes_on(
    opens: Opens, server: Server, back: int
) -> None:
    bo = demonstration(server.http, moves=6)["Bo"]
    at = bo.head - back
    viewer = Viewer(opens(), bo.session, bo.token).open(at=at).shows(at)
    version = bo.draws_a_line("Drowning")["version"]
    expect(viewer.slider).to_have_attribute("max", str(version))
    viewer.shows(at)


def test_the_newest_name_of_a_seat_appears(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, moves=2)
    bo = table["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token).open().shows(bo.head)
    viewer.shows(bo.moves("rename", name="Robin")["version"])
    expect(viewer.page.locator("#seats")).to_contain_text("Robin")
    expect(viewer.page.locator("#seats")).not_to_contain_text("Bo")
    expect(viewer.menu()).to_contain_text("You are Robin.")


def test_networks_are_computed_from_events_and_are_those_of_the_server(
    writing: tuple[Table, Viewer],
) -> None:
    table, viewer = writing
    asked = plays(table, viewer, WRITTEN, WRITTEN + PLAYED)
    assert sum("/network?" in address for address in asked) < PLAYED / 2
    computed = elements(viewer.page)
    viewer.page.reload()
    assert elements(viewer.shows(table["Ann"].head).page) == computed


def test_a_computed_network_is_compared_with_one_that_is_read(
    writing: tuple[Table, Viewer],
) -> None:
    table, viewer = writing
    plays(table, viewer, WRITTEN, WRITTEN + PLAYED)
    viewer.goes(PHASE)
    viewer.goes(makes(table, WRITTEN + PLAYED))
    viewer.page.get_by_label("Changes", exact=True).select_option(str(PHASE))
    told = viewer.page.locator(".differences [role=status]")
    expect(told).to_have_text(changes(table["Bo"], PHASE))


def test_a_network_after_a_redaction_has_no_removed_name(writing: tuple[Table, Viewer]) -> None:
    table, viewer = writing
    plays(table, viewer, WRITTEN, WRITTEN + 4)
    ann = table["Ann"]
    wrote = next(one for one in ann.log() if one["type"] == "write_node")
    label = wrote["event"]["move"]["label"]
    assert any(label in element for element in elements(viewer.page))
    redacted(ann, wrote["version"])
    plays(table, viewer.shows(ann.head), WRITTEN + 4, WRITTEN + 7)
    assert not any(label in element for element in elements(viewer.page))
