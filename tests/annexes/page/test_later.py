"""A panel is loaded when it is first seen. If the load fails, the panel shows that."""

from playwright.sync_api import Route, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table

LATER = "**/later.js*"


def test_a_panel_is_loaded_when_it_is_first_seen(opens: Opens, low_tide: Table) -> None:
    bo, asked = low_tide["Bo"], list[str]()
    viewer = Viewer(opens(), bo.session, bo.token)
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.open().shows(bo.head)
    assert not [url for url in asked if "/later.js" in url]
    expect(viewer.tab("Banks").get_by_role("table").first).to_be_visible()
    expect(viewer.tab("Table").get_by_text("Ann").first).to_be_visible()
    assert len([url for url in asked if "/later.js" in url]) == 1


def test_a_panel_that_cannot_be_loaded_is_tried_again(opens: Opens, low_tide: Table) -> None:
    bo = low_tide["Bo"]
    viewer = Viewer(opens().expects("ERR_FAILED"), bo.session, bo.token).open().shows(bo.head)

    def lose(route: Route) -> None:
        route.abort()

    viewer.page.route(LATER, lose)
    panel = viewer.tab("Banks")
    expect(panel.get_by_role("alert")).to_contain_text("could not be loaded")
    no_violations(viewer.page, panel)
    viewer.page.unroute(LATER, lose)
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_role("table").first).to_be_visible()


def test_a_form_opens_that_is_still_to_be_loaded(opens: Opens, low_tide: Table) -> None:
    dee = low_tide["Dee"]
    viewer = Viewer(opens(), dee.session, dee.token).open().shows(dee.head)
    viewer.page.get_by_role("button", name="Declare changes…").click()
    expect(viewer.panel("Play").get_by_role("form", name="Declare changes")).to_be_visible()
