"""Use the page only with the keyboard: each control can get the focus, shows it, and can be left again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table, started
from tests.support.server import Server

STOPS = 400
"""More than the controls on any page of the demonstration."""

_FOCUSED = """() => {
    const at = document.activeElement;
    if (at === document.body) return null;
    const { width, height } = at.getBoundingClientRect();
    const drawn = () => [at, ...at.querySelectorAll("*")].map((one) => {
        const { outline, boxShadow, stroke, strokeWidth, fill } = getComputedStyle(one);
        return [outline, boxShadow, stroke, strokeWidth, fill].join();
    }).join();
    const focused = drawn();
    at.blur();
    const isTold = drawn() !== focused;
    at.focus();
    return { isSeen: width > 0 && height > 0 && isTold, html: at.outerHTML.slice(0, 150) };
}"""
"""Returns the element with the focus, and whether the focus is visible."""


@pytest.fixture
def viewer(opens: Opens, low_tide: Table) -> Viewer:
    """Open a player's page at the newest version."""
    bo = low_tide["Bo"]
    return Viewer(opens(), bo.session, bo.token).open().shows(bo.head)


def test_the_first_key_offers_to_skip_to_the_board(viewer: Viewer) -> None:
    viewer.page.keyboard.press("Tab")
    expect(viewer.page.get_by_role("link", name=re.compile("Skip"))).to_be_focused()
    viewer.page.keyboard.press("Enter")
    expect(viewer.page.get_by_role("region", name="Board")).to_be_focused()


_BEFORE_TABS = """() => addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget?.role === "tab" && target.role !== "tab") window.before = target;
})"""
"""Makes the page remember the element that has the focus before the tabs."""


def test_every_panel_is_opened_gone_through_and_left(viewer: Viewer) -> None:
    page, tabs = viewer.page, viewer.page.get_by_role("tab")
    page.evaluate(_BEFORE_TABS)
    for number, name in enumerate(viewer.tabs):
        if number:
            # The controls before the tabs are the same for each panel, so they are tested only once.
            page.evaluate("window.before.focus()")
        _walk_until(page, "() => document.activeElement.role === 'tab'")
        expect(tabs.nth(max(number - 1, 0))).to_be_focused()
        if number:
            page.keyboard.press("ArrowRight")
        expect(viewer.panel(name)).to_be_visible()
        viewer.settled()
        _walk_until(page, "() => document.activeElement === document.body")


def test_in_the_lobby_a_player_comes_in_with_a_code_and_returns_to_a_table(
    opens: Opens, server: Server
) -> None:
    table = started(server.http, "Ann", "Bo", title="Quiet")
    page = opens().page
    page.goto("/watch")
    _walk_until(page, "() => document.activeElement.matches('form[aria-label=\"Come in\"] input')")
    page.keyboard.type(table.codes["Bo"] or "")
    page.keyboard.press("Enter")
    _walk_until(page, "() => document.activeElement.textContent === 'Take the seat'")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Seats and onlookers")).to_contain_text("Bo (you)")
    page.goto("/watch")
    page.get_by_role("link", name="Quiet").wait_for()
    _walk_until(page, "() => document.activeElement.textContent === 'Quiet'")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Seats and onlookers")).to_contain_text("Bo (you)")


def test_a_move_is_made_without_a_pointer(opens: Opens, server: Server) -> None:
    bo = demonstration(server.http, moves=2)["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token).open(panel="play").shows(bo.head)
    page, head = viewer.page, bo.head
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog").get_by_role("option").first).to_be_visible()
    page.keyboard.type("Set a limit")
    page.keyboard.press("Enter")
    expect(page.get_by_label("line", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    _walk_until(page, _labelled("Say what it is"))
    page.keyboard.type("Drowning")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Set a limit", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    viewer.shows(head + 1)
    assert bo.log()[-1]["event"]["move"] == {
        "move": "add_limit",
        "kind": "veil",
        "text": "Drowning",
    }


def test_the_name_of_a_move_is_typed_before_the_moves_have_come(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http, moves=2)
    bo = table["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token).open(panel="play").shows(bo.head)
    page = viewer.page
    # This holds back all requests until the route is removed.
    page.route("**/v1/**", lambda _: None)
    table["Cy"].moves("agree", proposal="p1")
    expect(viewer.slider).to_have_attribute("max", str(bo.head))
    page.keyboard.press("Control+k")
    page.keyboard.type("Set a limit")
    page.unroute("**/v1/**")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("option").first).to_have_text("Set a limit")
    expect(dialog.get_by_role("combobox")).to_have_value("Set a limit")


_HIDDEN = """() => {
    const [at, bar] = [document.activeElement, document.querySelector("#time")];
    const { top, bottom } = at.getBoundingClientRect();
    return !bar.contains(at) && at !== document.body && bottom > bar.getBoundingClientRect().top && !at.closest("nav");
}"""
"""Returns whether the time bar covers any part of the element with the focus (WCAG 2.4.11)."""


def test_on_a_phone_the_steps_stay_in_reach_and_cover_nothing_that_has_the_focus(
    viewer: Viewer,
) -> None:
    page = viewer.page
    page.set_viewport_size({"width": 390, "height": 640})
    viewer.settled()
    viewer.tab("Story").get_by_role("button").last.focus()
    expect(viewer.slider).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_in_viewport(ratio=1)
    for _ in range(25):
        page.keyboard.press("Shift+Tab")
        assert not page.evaluate(_HIDDEN), page.evaluate(_FOCUSED)


def _labelled(name: str) -> str:
    return f"() => document.activeElement.labels?.[0]?.textContent.trim() === '{name}'"


def _walk_until(page: Page, there: str) -> None:
    """Press Tab until a condition is true. The focus must be visible at every stop."""
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        at = page.evaluate(_FOCUSED)
        assert at is None or at["isSeen"], at["html"]
        if page.evaluate(there):
            return
    raise AssertionError(f"Tab does not leave {page.evaluate(_FOCUSED)}")
