"""How somebody has a session's picture: nothing in it moves unless they ask."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player


@pytest.fixture
def player(recorded: Callable[[str], Player]) -> Player:
    return recorded("second_thoughts")


def test_a_picture_is_tidied_for_whoever_asks_and_at_no_other_time(
    opens: Opens, player: Player
) -> None:
    window = opens()
    kept = f"sessionStorage.setItem('verger.picture.{player.session}', '{{\"tidied\": 9}}')"
    window.page.add_init_script(f"sessionStorage.length || {kept}")
    viewer, asked = Viewer(window, player.session, player.token), asked_to_be_tidied(window.page)
    viewer.open(at=120).shows(120)
    offer = viewer.page.get_by_role("status").filter(has_text="Much is new since")
    expect(offer).to_be_visible()
    assert set(asked) == {9}
    offer.get_by_role("button", name="Tidy it").click()
    expect(viewer.page.get_by_text("Tidied.", exact=True)).to_be_attached()
    viewer.page.keyboard.press("ArrowLeft")
    viewer.shows(119)
    assert set(asked) == {9, player.head}
    viewer.page.reload()
    viewer.shows(119)
    assert asked[-1] == player.head
    expect(offer).to_be_hidden()


def test_a_window_has_its_own_picture_beside_another_seat_that_the_browser_keeps(
    opens: Opens, player: Player
) -> None:
    window, session = opens(), player.session
    window.page.add_init_script(f"""
        localStorage.setItem('verger.token.{session}', 'of another seat');
        localStorage.setItem('verger.picture.{session}', '{{"tidied": 5}}');
        sessionStorage.setItem('verger.picture.{session}', '{{"tidied": 9}}');
    """)
    asked = asked_to_be_tidied(window.page)
    Viewer(window, session, player.token).open(at=120).shows(120)
    assert asked == [9]


def test_a_picture_that_is_opened_again_is_asked_for_by_the_address_that_the_browser_has(
    opens: Opens, player: Player
) -> None:
    window = opens()
    viewer, asked = Viewer(window, player.session, player.token), asked_to_be_tidied(window.page)
    viewer.open(at=120).shows(120)
    viewer.page.reload()
    viewer.shows(120)
    assert asked == [0, 0]
    viewer.page.keyboard.press("ArrowLeft")
    viewer.shows(119)
    assert asked[-1] > 0


def asked_to_be_tidied(page: Page) -> list[int]:
    """Collect the versions at which the page asks to have the picture tidied; 0 where it says none."""
    found: list[int] = []

    def collect(request: Request) -> None:
        if "network.svg" in request.url:
            tidied = parse_qs(urlsplit(request.url).query).get("tidied")
            found.append(int(tidied[0]) if tidied else 0)

    page.on("request", collect)
    return found


CENTRE = """(part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def test_what_is_dragged_to_free_paper_stays_there_and_its_edges_follow(
    opens: Opens, player: Player
) -> None:
    viewer = Viewer(opens(), player.session, player.token).open(at=120).shows(120)
    page = viewer.page
    node = page.locator(".canvas .node:not(.changed)").first
    id = node.get_attribute("data-id")
    shape, edge = node.locator("> .shape"), page.locator(f'.canvas .edge[data-ends~="{id}"]').first
    (x, y), before = shape.evaluate(CENTRE), edge.locator(".line").get_attribute("d")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.move(x + 30, y + 40)
    with page.expect_response(lambda answer: f"pinned={id}" in answer.url):
        page.mouse.up()
    said = page.get_by_role("status").filter(has_text="stays where you dropped it")
    expect(said).to_be_attached()
    expect(page.locator(".canvas .node[transform]")).to_have_count(0)
    # The sheet may have become a little larger, and all of it is seen.
    across, down = shape.evaluate(CENTRE)
    assert abs(across - x - 30) + abs(down - y - 40) < 30
    expect(edge.locator(".line")).not_to_have_attribute("d", before or "")
    page.reload()
    viewer.shows(120)
    shape.focus()
    with page.expect_response(lambda answer: f"pinned={id}" in answer.url):
        page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_role("status").filter(has_text="is moved up")).to_be_attached()
    with page.expect_request(lambda asked: ".svg" in asked.url and "pinned" not in asked.url):
        page.get_by_role("button", name="Tidy", exact=True).click()
