"""When something fails, the page explains it in a sentence, keeps typed texts, and has a button to continue."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import button, opened
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer, fits
from tests.support.client import Player, Table, of
from tests.support.server import Server


@pytest.fixture
def ann(compiled: Table) -> Player:
    return compiled["Ann"]


@pytest.fixture
def viewer(opens: Opens, ann: Player) -> Viewer:
    window = opens().expects("ERR_", "401", "404", "410", "503")
    return Viewer(window, ann.session, ann.token).open(panel="play").shows(ann.head)


@pytest.fixture
def form(viewer: Viewer) -> Locator:
    """Return an open form with some typed text."""
    form = opened(viewer, "Set a limit", {}, {})
    form.get_by_label("Say what it is").fill("moths")
    return form


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def live(page: Page) -> Locator:
    """Return the sign of the live stream."""
    return page.locator("#time").get_by_text(re.compile(r"\d live$"))


def press(page: Page, name: str) -> None:
    notice(page).get_by_role("button", name=name).click()


def is_kept(form: Locator) -> None:
    expect(form.get_by_label("Say what it is")).to_have_value("moths")


def test_a_lost_line_is_said_and_tried_again_at_once(
    viewer: Viewer, form: Locator, server: Server
) -> None:
    page = viewer.page
    server.stop()
    expect(notice(page)).to_contain_text("The connection is lost.")
    expect(live(page)).to_have_count(0)
    is_kept(form)
    # The page tries once more automatically. After that, this test stops its timers.
    with page.expect_event("requestfailed", lambda request: "/events" in request.url):
        page.evaluate("window.setTimeout = () => 0")
    server.restart()
    press(page, "Try now")
    expect(notice(page)).to_be_empty()
    expect(live(page)).to_be_visible()
    is_kept(form)


def test_a_panel_that_could_not_be_loaded_is_loaded_when_the_line_is_back(
    viewer: Viewer, server: Server
) -> None:
    page = viewer.page
    page.get_by_role("tab", name="Banks").click()
    expect(page.get_by_role("table").first).to_be_visible()
    server.stop()
    expect(notice(page)).to_contain_text("The connection is lost.")
    page.keyboard.press("Home")
    failed = page.get_by_role("tabpanel").get_by_role("alert")
    expect(failed).to_contain_text("The server cannot be reached.")
    server.restart()
    expect(live(page).or_(page.get_by_role("button", name="Newest"))).to_be_visible()
    expect(failed).to_have_count(0)


def test_a_revoked_token_is_reported_and_another_token_goes_on_with_the_typed_text(
    viewer: Viewer, form: Locator, ann: Player
) -> None:
    page = viewer.page
    other = of(ann.post(f"{ann.home}/tokens", {"label": "another"}), 201)["token"]
    own = next(one for one in ann.see("/tokens")["tokens"] if one["is_own"])
    ann.ask("DELETE", f"{ann.home}/tokens/{own['id']}")
    expect(notice(page)).to_contain_text("Your token has ended or was revoked")
    expect(live(page)).to_have_count(0)
    is_kept(form)
    no_violations(page, notice(page))
    press(page, "Come in again")
    page.get_by_role("button", name="Back to the table").click()
    is_kept(form)
    press(page, "Come in again")
    page.get_by_label("Token of a seat").fill(other)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(notice(page)).to_be_empty()
    is_kept(form)


def test_a_page_of_an_older_release_is_loaded_again_with_the_typed_text(
    viewer: Viewer, form: Locator, server: Server
) -> None:
    page = viewer.page

    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"/\w+/main\.js", "/main.js", answer.text()))

    page.route(re.compile("/watch/[0-9a-f-]+($|[?])"), newer)
    server.stop()
    expect(notice(page)).to_contain_text("The connection is lost.")
    server.restart()
    expect(notice(page)).to_contain_text("The server has a newer version of this page.")
    page.unroute_all()
    press(page, "Load the page again")
    expect(notice(page)).to_be_empty()
    is_kept(form)


def test_another_window_of_the_seat_is_noticed_by_its_moves_and_this_one_s_are_not(
    viewer: Viewer, form: Locator, ann: Player
) -> None:
    page = viewer.page
    form.get_by_label("veil", exact=True).check()
    button(form).click()
    expect(viewer.panel("Play").get_by_role("status").first).to_contain_text("veil")
    expect(notice(page)).to_be_empty()
    at = ann.draws_a_line("Drowning")["version"]
    expect(notice(page)).to_contain_text("Your seat made a move in another window or program")
    ann.draws_a_line("Cold")
    press(page, "Show the move")
    viewer.shows(at + 1)
    press(page, "All right")
    expect(notice(page)).to_be_empty()


def test_a_move_whose_answer_is_faster_than_the_stream_is_this_window_s(
    viewer: Viewer, ann: Player
) -> None:
    page = viewer.page
    page.route(re.compile("follow=true"), lambda route: route.abort())
    page.reload()
    version = ann.head
    form = opened(viewer.shows(version), "Set a limit", {}, {})
    form.get_by_label("veil").check()
    form.get_by_label("Say what it is").fill("moths")
    button(form).click()
    viewer.shows(version + 1)
    expect(notice(page)).to_contain_text("The connection is lost.")
    expect(notice(page)).not_to_contain_text("from another window")


def chosen(compiled: Table, value: str) -> None:
    """Let the table agree on a value of the house rule `session`."""
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": value}
    event = compiled["Ann"].moves("propose", subject=subject)
    proposal = event["event"]["effects"][0]
    for seat in proposal["asked"]:
        compiled.of_seat(seat).moves("agree", proposal=proposal["proposal"])


def test_a_closed_table_is_said_and_can_be_opened_again(
    viewer: Viewer, form: Locator, compiled: Table
) -> None:
    chosen(compiled, "closed")
    expect(notice(viewer.page)).to_contain_text("closed: you can read it, but not play")
    is_kept(form)
    expect(form.get_by_text("This move is not legal any more.")).to_be_visible()
    expect(button(form)).to_be_disabled()
    colours = "button => getComputedStyle(button).backgroundColor"
    assert button(form).evaluate(colours) == form.get_by_role("button", name="Try it").evaluate(
        colours
    )
    expect(viewer.page.get_by_text("Play is paused.").first).to_be_attached()
    press(viewer.page, "Propose to open it again")
    expect(viewer.page.get_by_role("form", name="Propose: House rule: session")).to_be_visible()


@pytest.mark.parametrize(
    ("query", "said"), [("", "was deleted by its GM"), ("archived", "was archived by its GM")]
)
def test_a_table_that_is_gone_is_said_with_a_way_on(
    viewer: Viewer, form: Locator, compiled: Table, query: str, said: str
) -> None:
    ann = compiled["Ann"]
    chosen(compiled, "given_up")
    expect(notice(viewer.page)).to_contain_text("given up: its GM may delete it")
    tag = ann.get(f"{ann.home}/export").headers["ETag"]
    ended = {"archived": "true"} if query else {}
    of_export = {"If-Match": tag} if query else {}
    assert ann.ask("DELETE", ann.home, params=ended, headers=of_export).status_code == 204
    expect(notice(viewer.page)).to_contain_text(said)
    expect(notice(viewer.page)).not_to_contain_text("given up")
    is_kept(form)
    notice(viewer.page).get_by_role("link", name="All your tables").first.click()
    expect(viewer.page.get_by_role("listitem").filter(has_text="cannot open")).to_be_visible()


def test_a_seat_that_is_somebody_else_s_now_is_said(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, moves=2)
    bo = table["Bo"]
    viewer = Viewer(opens().expects("404"), bo.session, bo.token).open().shows(bo.head)
    table["Ann"].moves("propose", subject={"subject": "reissue_seat", "seat": bo.seat})
    expect(notice(viewer.page)).to_contain_text("This seat is no longer yours")
    expect(notice(viewer.page).get_by_role("link", name="How to get back in")).to_be_visible()
    # From now on, the page need not tell other tabs that it is open.
    viewer.page.evaluate("document.querySelector('label.pair input[type=checkbox]').click()")
    viewer.page.set_viewport_size({"width": 320, "height": 640})
    no_violations(viewer.page, notice(viewer.page))
    assert fits(viewer.page)


def test_a_move_that_is_refused_at_the_last_moment_leads_to_the_reason(
    viewer: Viewer, ann: Player
) -> None:
    form = opened(viewer, "Write a node", {}, {})
    form.get_by_label("Label").fill("Salt Fever")
    ann.moves("write_node", label="Kites")
    form.get_by_role("button", name="What happened?").click()
    expect(viewer.panel("Story")).to_contain_text("Kites")
    expect(viewer.tab("Play").get_by_label("Label").first).to_have_value("Salt Fever")


def test_a_token_in_use_is_renewed_automatically_once(opens: Opens, ann: Player) -> None:
    def ends() -> str:
        return str(ann.see("/tokens")["tokens"][0]["expires_at"])

    before, page = ends(), (window := opens()).page
    page.clock.install()
    Viewer(window, ann.session, ann.token).open().shows(ann.head)
    with page.expect_response("**/v1/tokens/renewal"):
        page.clock.run_for(31_000)
    assert ends() > before
    page.wait_for_function(
        "() => Object.keys(sessionStorage).some((name) => name.includes('renewed'))"
    )
