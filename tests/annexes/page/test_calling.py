"""The bell: a player who looks at another page is called when it is their turn, if they want that."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table

AWAY = """() => {
    window.called = [];
    window.sounded = 0;
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.called.push([title, body]); }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.sounded += 1; return start.apply(this, when); };
    Object.defineProperty(document, "hidden", { get: () => window.isAway === true });
}"""
"""Makes the page record its notifications and sounds. With `isAway`, the page counts as hidden."""


def opened(opens: Opens, table: Table, name: str) -> Viewer:
    player, window = table[name], opens()
    window.page.add_init_script(f"({AWAY})()")
    return Viewer(window, player.session, player.token).open().shows(player.head)


def bell(page: Page) -> Locator:
    return page.get_by_role("button", name="Call me when it is my turn")


def icon(page: Page) -> str | None:
    return page.locator("link[rel=icon]").get_attribute("href")


def test_a_player_who_asked_for_it_is_called_when_away(opens: Opens, compiled: Table) -> None:
    viewer = opened(opens, compiled, "Bo")
    page, plain = viewer.page, icon(viewer.page)
    bell(page).click()
    expect(bell(page)).to_have_attribute("aria-pressed", "true")
    no_violations(page, page.locator("header"))
    page.evaluate("window.sounded = 0; window.isAway = true")
    compiled["Ann"].moves("write_node", label="Salt Fever")
    page.wait_for_function("() => window.called.length")
    [[title, body]] = page.evaluate("window.called")
    assert (title, body) == ("Low Tide", "It is your turn: write a node.")
    assert page.evaluate("window.sounded") == 2
    assert page.title().startswith("● ")
    assert icon(page) != plain


def test_players_who_did_not_ask_for_it_or_are_at_the_page_are_not_called(
    opens: Opens, compiled: Table
) -> None:
    asked, silent = opened(opens, compiled, "Bo"), opened(opens, compiled, "Bo")
    bell(asked.page).click()
    asked.page.evaluate("window.sounded = 0")
    silent.page.evaluate("window.isAway = true")
    compiled["Ann"].moves("write_node", label="Salt Fever")
    for page in (asked.page, silent.page):
        expect(page).to_have_title(re.compile("^● Your turn"))
        assert page.evaluate("[window.called, window.sounded]") == [[], 0]
