"""A session that goes on while one looks: moves of others appear, also after the server was away."""

import re

import pytest
from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.server import Server

LOST = re.compile("connection is lost")


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
