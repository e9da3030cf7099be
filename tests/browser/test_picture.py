"""The picture under somebody's hands: what is carried over it, and where to."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opens
from tests.browser.viewer import Viewer
from tests.support.client import Table

_HEARD = """() => {
    window.heard = [];
    for (const type of ["carried", "dropped"])
        document.addEventListener(type, ({ detail }) => window.heard.push([type, detail.id, detail.onto, detail.at !== null]));
}"""


@pytest.fixture
def page(opens: Opens, low_tide: Table) -> Page:
    """Give the demonstration's page, with its picture there."""
    player = low_tide["Bo"]
    window = opens(viewport={"width": 1440, "height": 900})
    page = Viewer(window, player.session, player.token).open().shows(player.head).page
    page.locator(".canvas svg").wait_for()
    page.evaluate(_HEARD)
    return page


def middle(page: Page, id: str) -> tuple[float, float]:
    """Where an element stands in the window."""
    box = page.locator(f".canvas .node[data-id={id}] > .shape").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, id: str, onto: str) -> None:
    """Carry one element onto another, and keep it in the hand."""
    page.mouse.move(*middle(page, id))
    page.mouse.down()
    page.mouse.move(*middle(page, onto), steps=4)


def test_who_carries_an_element_onto_another_tells_the_page_of_both(page: Page) -> None:
    carry(page, "n1", "n2")
    page.mouse.up()
    heard = page.evaluate("heard")
    assert heard[-2:] == [["carried", "n1", "n2", True], ["dropped", "n1", "n2", True]]


def test_escape_gives_up_what_is_carried(page: Page) -> None:
    carry(page, "n1", "n2")
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate("heard")[-1] == ["dropped", "n1", None, False]
