"""Texts of players stay text on the page: markup, text from right to left, emoji, and very long words."""

import re

import pytest
from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.test_manners import each_panel
from tests.annexes.page.viewer import Viewer, fits
from tests.support.client import Table, started
from tests.support.server import Server

MARKUP = '<img src=x onerror="alert(1)"><b>Bold</b> &amp; "Co"'
"""As HTML, this would load a missing picture, and then open a dialog."""
RIGHT_TO_LEFT = "\u200fשלג <script>alert(1)</script> مرحبا 3"
EMOJI = "👩🏽\u200d🚀 🏴\u200d☠️ 🇦🇶 الرائد"
WALL = "W" * 100
TITLE = MARKUP.ljust(100, "M")
HOSTILE = (MARKUP, RIGHT_TO_LEFT, EMOJI, WALL)


@pytest.fixture(scope="module")
def hostile(server: Server) -> Table:
    """Return a table in Load with such texts as title, names and labels."""
    table = started(server.http, MARKUP, RIGHT_TO_LEFT, EMOJI, WALL, title=TITLE)
    for name in HOSTILE[1:]:
        table.claim(name)
    table[EMOJI].moves("add_limit", kind="veil", text=f"{RIGHT_TO_LEFT} {MARKUP} {WALL * 5}")
    table.agree(MARKUP, "finish_compile")
    for name in HOSTILE:
        table[name].moves("write_node", label=name)
    table[MARKUP].moves("write_node", label="The Bank")
    table[MARKUP].moves("write_edge", label=MARKUP, other="n1")
    return table


@pytest.fixture
def viewer(opens: Opens, hostile: Table) -> Viewer:
    player = hostile[MARKUP]
    return Viewer(opens(), player.session, player.token).open().shows(player.head)


def test_markup_stays_text_and_a_wall_of_letters_breaks_on_every_panel(viewer: Viewer) -> None:
    page = viewer.page
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    assert page.title().endswith(TITLE)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    network = page.get_by_role("group", name=re.compile("network at version"))
    expect(network).to_contain_text("onerror")
    expect(network).to_contain_text("👩🏽\u200d🚀")
    each_panel(viewer, lambda _: None)
    assert page.locator("img, b, [onerror], main script").count() == 0
    page.set_viewport_size({"width": 320, "height": 640})
    each_panel(viewer, lambda name: _fits(viewer, name))


def _fits(viewer: Viewer, name: str) -> None:
    assert fits(viewer.page), name
