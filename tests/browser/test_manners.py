"""Every panel, with every game: nothing that axe finds, on a phone too, and all of it by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.axe import no_violations
from tests.browser.conftest import Opens
from tests.browser.viewer import Viewer, fits
from tests.support.client import Player, Table

EVENINGS = {
    "second_thoughts": 120,
    "edgerunner_data_run": 60,
    "venus_the_salt_road": 70,
    "afterverse_debris": 50,
}
"""Golden evenings of each game, each with a version at which much is under way."""

PHONES: tuple[ViewportSize, ...] = ({"width": 320, "height": 640}, {"width": 390, "height": 844})


@pytest.fixture(params=EVENINGS)
def moment(
    request: pytest.FixtureRequest, opens: Opens, recorded: Callable[[str], Player]
) -> Viewer:
    """Give the page of a golden evening at a version of its middle, where nobody plays."""
    player = recorded(request.param)
    version = EVENINGS[request.param]
    return Viewer(opens(), player.session, player.token).open(at=version).shows(version)


@pytest.fixture
def playing(opens: Opens, low_tide: Table) -> Viewer:
    """Give the page of a player at the head."""
    bo = low_tide["Bo"]
    return Viewer(opens(), bo.session, bo.token).open().shows(bo.head)


def each_panel(viewer: Viewer, check: Callable[[str], None]) -> None:
    for name in viewer.tabs:
        viewer.tab(name)
        viewer.settled()
        check(name)


def test_axe_finds_nothing(moment: Viewer) -> None:
    no_violations(moment.page)
    each_panel(moment, lambda name: no_violations(moment.page, moment.panel(name)))


def test_axe_finds_nothing_where_one_plays(playing: Viewer) -> None:
    assert "Play" in playing.tabs
    each_panel(playing, lambda name: no_violations(playing.page, playing.panel(name)))
    playing.page.set_viewport_size({"width": 320, "height": 640})
    no_violations(playing.page)


def test_a_phone_scrolls_only_up_and_down(moment: Viewer) -> None:
    each_panel(moment, lambda name: _fits_phones(moment.page, name))


def test_a_phone_scrolls_only_up_and_down_where_one_plays(playing: Viewer) -> None:
    each_panel(playing, lambda name: _fits_phones(playing.page, name))


def _fits_phones(page: Page, name: str) -> None:
    for phone in PHONES:
        page.set_viewport_size(phone)
        assert fits(page), f"{name}, {phone['width']} pixels wide"
