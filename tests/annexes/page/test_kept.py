"""A reader can move elements of the picture by hand. The moves are only for this reader."""

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


@pytest.mark.parametrize(("width", "orientation"), [(1440, None), (390, "portrait")])
def test_all_windows_ask_for_one_arrangement_and_phones_for_an_upright_one(
    opens: Opens, player: Player, width: int, orientation: str | None
) -> None:
    window = opens(viewport={"width": width, "height": 844})
    viewer, asked = Viewer(window, player.session, player.token), orientations(window.page)
    viewer.open(at=120).shows(120)
    assert asked == [orientation]


def test_a_moved_element_is_for_this_window_and_its_seat(opens: Opens, player: Player) -> None:
    window, session = opens(), player.session
    window.page.add_init_script(f"""
        localStorage.setItem('verger.token.{session}', 'of another seat');
        localStorage.setItem('verger.picture.{session}', '{{"pins": [["n1", 999, 5, 5]]}}');
        sessionStorage.setItem('verger.picture.{session}', '{{"pins": [["n2", 999, 9, 9]]}}');
    """)
    with window.page.expect_request(lambda asked: ".svg" in asked.url) as asked:
        Viewer(window, session, player.token).open(at=120).shows(120)
    assert parse_qs(urlsplit(asked.value.url).query)["pinned"] == ["n2:999:9:9"]


def orientations(page: Page) -> list[str | None]:
    """Return a list that collects the orientations in the page's requests for the picture."""
    found: list[str | None] = []

    def collect(request: Request) -> None:
        if "network.svg" in request.url:
            found.append(parse_qs(urlsplit(request.url).query).get("orientation", [None])[0])

    page.on("request", collect)
    return found


CENTRE = """(part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def test_an_element_dragged_to_free_paper_stays_there_and_its_edges_follow(
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
    said = page.get_by_role("status").filter(has_text="stays at its new place")
    expect(said).to_be_attached()
    expect(page.locator(".canvas .node[transform]")).to_have_count(0)
    # The picture can have become a little larger, and is then shown smaller.
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
        page.get_by_role("button", name="Put elements back", exact=True).click()
