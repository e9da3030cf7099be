"""Acting on the picture: what may be done with an element is done at it, by pointer, finger and keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import no_violations
from tests.browser.conftest import Opens
from tests.browser.table import demonstration
from tests.browser.viewer import Viewer
from tests.support.client import Player, Table
from tests.support.server import Server

MARKING = 31
"""So many moves of the demonstration end where Ann has to mark two elements."""


@pytest.fixture
def marking(server: Server) -> Table:
    return demonstration(server.http, MARKING)


def opened(opens: Opens, player: Player, **options: object) -> Page:
    viewer = Viewer(opens(**options), player.session, player.token).open().shows(player.head)
    return viewer.page


def element(page: Page, name: str) -> Locator:
    """An element of the picture, by the beginning of its name."""
    return page.locator(".canvas").get_by_role("button", name=re.compile(f"^{name}"))


def menu(page: Page) -> Locator:
    return page.get_by_role("menu")


def last(player: Player) -> dict[str, object]:
    move: dict[str, object] = player.log()[-1]["event"]["move"]
    return move


def test_a_click_marks_an_element_and_one_with_shift_strikes_it(
    opens: Opens, marking: Table
) -> None:
    ann = marking["Ann"]
    page, head = opened(opens, ann), ann.head
    element(page, "Kites").click()
    expect(element(page, "Kites!")).to_be_visible()
    assert (ann.head, last(ann)) == (head + 1, {"move": "mark", "element": "n4", "mark": "!"})
    element(page, "Debt").click(modifiers=["Shift"])
    expect(element(page, "Debt!!X")).to_be_visible()
    assert last(ann) == {"move": "mark", "element": "n2", "mark": "X"}


def test_what_can_be_chosen_is_lit_once_somebody_turns_to_it(opens: Opens, marking: Table) -> None:
    page = opened(opens, marking["Ann"])
    expect(page.locator(".canvas .open")).to_have_count(0)
    element(page, "Kites").hover()
    expect(page.locator(".canvas .node.lit.open")).to_have_attribute("data-id", "n4")
    # Whose work it is does not mark it.
    expect(page.locator(".canvas .node[data-id=n1].open")).to_have_count(0)
    expect(page.get_by_text("Shift and click")).to_be_visible()


def test_a_menu_has_the_moves_of_an_element_with_their_prices(
    opens: Opens, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    page, head = opened(opens, bo), bo.head
    element(page, "Drowned Bells").click()
    strengthen = menu(page).get_by_role("menuitem", name=re.compile("^Strengthen"))
    expect(strengthen).to_contain_text("1 story")
    expect(page.locator(".menu")).to_contain_text("Drowned Bells")
    no_violations(page)
    strengthen.click()
    form = page.get_by_role("form", name="Declare changes")
    expect(form.get_by_label("Element", exact=True).first).to_have_value(re.compile(".+"))
    expect(form).to_contain_text("Drowned Bells")
    assert bo.head == head


def test_everything_is_done_by_keyboard_alone(opens: Opens, marking: Table) -> None:
    ann = marking["Ann"]
    page = opened(opens, ann)
    page.keyboard.press("/")
    page.keyboard.type("Debt")
    page.keyboard.press("Enter")
    expect(element(page, "Debt")).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu(page).get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(element(page, "Debt")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(element(page, "Debt.* · power 1")).to_be_focused()
    assert last(ann) == {"move": "mark", "element": "n2", "mark": "X"}


def test_arrow_keys_lead_from_element_to_element(opens: Opens, marking: Table) -> None:
    page = opened(opens, marking["Ann"])
    page.locator(".canvas [tabindex='0']").focus()
    been = set[str | None]()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 2:
        page.keyboard.press(key)
        been.add(page.evaluate("document.activeElement.ariaLabel"))
    assert len(been) > len(("right", "down", "left"))
    assert None not in been


def test_a_finger_opens_the_menu_and_marks_nothing(opens: Opens, marking: Table) -> None:
    ann = marking["Ann"]
    page, head = (
        opened(opens, ann, has_touch=True, viewport={"width": 320, "height": 640}),
        ann.head,
    )
    element(page, "Kites").tap()
    expect(menu(page)).to_be_in_viewport(ratio=1)
    assert ann.head == head
    menu(page).get_by_role("menuitem").first.tap()
    expect(element(page, "Kites!")).to_be_visible()
    assert ann.head == head + 1


def test_a_refusal_is_said_at_the_picture(opens: Opens, marking: Table) -> None:
    ann = marking["Ann"]
    page = Viewer(opens().expects("409"), ann.session, ann.token).open().shows(ann.head).page
    refusal = {"code": "paused", "title": "Paused", "detail": "Play is paused.", "status": 409}
    page.route("**/moves*", lambda route: route.fulfill(status=409, json=refusal), times=1)
    element(page, "Kites").click()
    expect(page.get_by_role("status").filter(has_text="Play is paused.")).to_be_visible()


def test_a_press_only_shows_what_is_known_where_nobody_can_act(
    opens: Opens, marking: Table
) -> None:
    page, head = opened(opens, marking["Bo"]), marking["Bo"].head
    element(page, "Kites").click()
    expect(page.get_by_role("region", name="The element that is chosen")).to_contain_text("Dee")
    expect(menu(page)).to_have_count(0)
    assert marking["Bo"].head == head
