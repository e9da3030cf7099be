"""The page's address can contain a token, a version and a panel. A link to a version shows exactly this version."""

import pytest
from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer, at_version
from tests.annexes.page.window import Window
from tests.support.client import Table, started
from tests.support.server import Server


def test_a_token_leaves_the_address_and_stays_in_the_window(
    window: Window, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    page = Viewer(window, bo.session, bo.token).open().page
    expect(page.get_by_role("heading", name="Low Tide", level=1)).to_be_visible()
    assert page.url.endswith(f"/watch/{bo.session}")
    page.reload()
    expect(page.get_by_role("heading", name="Low Tide", level=1)).to_be_visible()


def test_without_a_token_a_closed_session_asks_who_is_there(
    window: Window, low_tide: Table
) -> None:
    ann = low_tide["Ann"]
    page = Viewer(window.expects("401"), ann.session).open().page
    page.get_by_label("Token").fill("no such token")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Token").fill(ann.token or "")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Low Tide", level=1)).to_be_visible()


def test_a_session_that_is_open_to_onlookers_shows_itself_to_anybody(
    window: Window, server: Server
) -> None:
    table = started(server.http, "Ann", "Bo", title="Open", house_rules={"onlookers": "anyone"})
    viewer = Viewer(window, table.session).open().shows(1)
    expect(viewer.page.get_by_role("heading", name="Open", level=1)).to_be_visible()
    assert "Play" not in viewer.tabs


@pytest.mark.parametrize("version", [1, 30])
def test_a_link_to_a_version_shows_exactly_this_moment(
    opens: Opens, low_tide: Table, version: int
) -> None:
    cy = low_tide["Cy"]
    sentence = cy.see(f"/events/{version}")["event"]["ruling"]["sentence"]
    viewer = Viewer(opens(), cy.session, cy.token).open(at=version).shows(version)
    expect(viewer.tab("This step")).to_contain_text(sentence)
    expect(viewer.page).to_have_url(at_version(version))


def test_the_address_names_a_panel_as_its_tab_does(opens: Opens, low_tide: Table) -> None:
    bo = low_tide["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token)
    for name in ("story", "play", "step", "banks", "disputes", "table"):
        viewer.open(panel=name).shows(bo.head)
        title = viewer.page.get_by_role("tab", selected=True).inner_text()
        assert title.lower().removeprefix("this ") == name


def test_a_move_that_somebody_makes_appears(opens: Opens, server: Server) -> None:
    table = started(server.http, "Ann", "Bo")
    ann = table["Ann"]
    viewer = Viewer(opens(), ann.session, ann.token).open().shows(ann.head)
    event = ann.draws_a_line("Drowning")
    viewer.shows(event["version"])
    expect(viewer.tab("This step")).to_contain_text(event["event"]["ruling"]["sentence"])
