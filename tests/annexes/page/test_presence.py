"""Presence: a dot and a word next to each name show who is at the table. A player can hide."""

import re

from playwright.sync_api import Locator, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player
from tests.support.server import Server

SEEN = "Show the table that I am here"


def opened(opens: Opens, player: Player) -> Viewer:
    return Viewer(opens(), player.session, player.token).open().shows(player.head)


def seats(viewer: Viewer) -> Locator:
    return viewer.page.get_by_role("list", name="Seats and onlookers").get_by_role("listitem")


def test_a_seat_that_comes_goes_or_hides_is_seen_by_the_others(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http, moves=2)
    bo = opened(opens, table["Bo"])
    expect(seats(bo)).to_contain_text(["Ann, not here", "Bo (you), here", "Cy, not here", "Dee"])
    ann = opened(opens, table["Ann"])
    expect(seats(bo)).to_contain_text(["Ann, here", "Bo (you), here", "Cy", "Dee"])
    expect(bo.tab("Table")).to_contain_text("GM, here")
    no_violations(bo.page, bo.page.locator("header"))
    ann.menu().get_by_label(SEEN).uncheck()
    expect(seats(bo).first).to_contain_text("Ann, not here")
    expect(bo.tab("Table")).to_contain_text("GM, not here")
    expect(seats(ann).first).not_to_contain_text(re.compile("here"))


def test_a_player_who_looks_elsewhere_for_long_is_away(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, moves=2)
    bo, window = opened(opens, table["Bo"]), opens()
    window.page.clock.install()
    ann = Viewer(window, table["Ann"].session, table["Ann"].token).open()
    expect(seats(bo).first).to_contain_text("Ann, here")
    ann.page.clock.run_for(301_000)
    expect(seats(bo).first).to_contain_text("Ann, away")
    ann.page.mouse.move(40, 40)
    expect(seats(bo).first).to_contain_text("Ann, here")
