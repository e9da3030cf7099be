"""Every panel with every game: axe finds no fault, and the page fits on a phone."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer, fits
from tests.support.client import Player, Table


class Moment(NamedTuple):
    """A version of an evening with much current play, and panels that show more in this evening than in others."""

    version: int
    own: tuple[str, ...] = ()


OF_A_GAME = ("This step", "Banks")
"""Panels that depend on the game. Tests of play run axe on all other panels."""

EVENINGS = {
    "second_thoughts": Moment(120, own=("Story",)),
    "edgerunner_data_run": Moment(60),
    "venus_the_salt_road": Moment(75, own=("Disputes",)),
    "afterverse_debris": Moment(50),
}
"""A recorded evening of each game. In one of them, much play was undone. Another has disputes."""

LETTERS = 10
"""The minimum width of a name in readable letters, in pixels."""
PHONES: tuple[ViewportSize, ...] = ({"width": 320, "height": 640}, {"width": 390, "height": 844})


def each_panel(viewer: Viewer, check: Callable[[str], None], *names: str) -> None:
    """Open these panels, or all panels, and check each after it has loaded."""
    for name in names or viewer.tabs:
        viewer.tab(name)
        viewer.settled()
        check(name)


@pytest.mark.parametrize("evening", EVENINGS)
def test_axe_finds_nothing_of_a_game_and_a_phone_scrolls_only_up_and_down(
    opens: Opens, recorded: Callable[[str], Player], evening: str
) -> None:
    player, (version, own) = recorded(evening), EVENINGS[evening]
    viewer = Viewer(opens(), player.session, player.token).open(at=version).shows(version)
    page = viewer.page
    no_violations(page, page.get_by_role("region", name="Board"))
    each_panel(viewer, lambda name: no_violations(page, viewer.panel(name)), *OF_A_GAME, *own)
    each_panel(viewer, lambda name: _fits_phones(page, name))


def test_axe_finds_nothing_during_play_and_a_phone_scrolls_only_up_and_down(
    opens: Opens, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token).open().shows(bo.head)
    page = viewer.page
    assert "Play" in viewer.tabs
    no_violations(page)
    each_panel(viewer, lambda name: no_violations(page, viewer.panel(name)))
    each_panel(viewer, lambda name: _fits_phones(page, name))
    page.set_viewport_size(PHONES[0])
    no_violations(page)


def _fits_phones(page: Page, name: str) -> None:
    for phone in PHONES:
        page.set_viewport_size(phone)
        assert fits(page), f"{name}, {phone['width']} pixels wide"


def test_only_the_open_panel_is_underlined(opens: Opens, low_tide: Table) -> None:
    page = Viewer(opens(), low_tide["Bo"].session, low_tide["Bo"].token).open().page
    other = page.get_by_role("tab", name="Banks")
    other.hover()
    assert other.evaluate(_LINE) != page.get_by_role("tab", name="Story").evaluate(_LINE)


_LINE = "tab => getComputedStyle(tab).borderBottomColor"


def test_a_phone_has_the_names_of_all_seats(opens: Opens, low_tide: Table) -> None:
    player = low_tide["Bo"]
    page = Viewer(opens(viewport=PHONES[1]), player.session, player.token).open().page
    for name in low_tide.players:
        shown = page.locator("#seats").get_by_text(name, exact=True)
        expect(shown).to_be_in_viewport(ratio=1)
        box = shown.bounding_box()
        assert box is not None
        assert box["width"] > LETTERS
