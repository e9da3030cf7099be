"""Send moves when answers are lost, when an option ends while its form is open, and with a token of two seats."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import button, opened
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table, of

SENT = "**/moves*"


@pytest.fixture
def viewer(opens: Opens, compiled: Table) -> Viewer:
    """Return Ann's page. Its connection may break."""
    ann = compiled["Ann"]
    return Viewer(opens().expects("ERR_", "412"), ann.session, ann.token)


@pytest.fixture
def veil(viewer: Viewer, compiled: Table) -> Callable[[], Locator]:
    """Return a function that opens the page and fills in a form for a veil."""

    def filled() -> Locator:
        viewer.open(panel="play").shows(compiled["Ann"].head)
        form = opened(viewer, "Set a limit", {}, {})
        form.get_by_label("veil", exact=True).check()
        form.get_by_label("Say what it is").fill("moths")
        return form

    return filled


def veils(compiled: Table) -> int:
    return sum(
        limit["text"] == "moths" for limit in compiled["Ann"].see("/state")["table"]["limits"]
    )


def press(place: Locator, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


def deaf(page: Page) -> list[str | None]:
    """Let moves reach the server, but drop the answers. Return the list of their keys."""
    keys: list[str | None] = []

    def lose(route: Route) -> None:
        keys.append(route.request.header_value("Idempotency-Key"))
        route.fetch()
        route.abort()

    page.route(SENT, lose)
    return keys


def test_a_move_without_an_answer_is_sent_again_unchanged_and_made_once(
    viewer: Viewer, veil: Callable[[], Locator], compiled: Table
) -> None:
    page = viewer.page
    page.clock.install()
    form, keys = veil(), deaf(page)
    button(form).click()
    while not form.get_by_role("button", name="Send again").is_visible():
        page.clock.run_for(500)
    expect(form.get_by_label("Say what it is")).to_be_disabled()
    page.unroute(SENT)
    press(form, "Send again")
    expect(viewer.panel("Play").get_by_role("status").first).to_contain_text("veil")
    assert (veils(compiled), len(set(keys))) == (1, 1)


def test_an_unanswered_move_is_remembered_when_the_page_is_loaded_again(
    viewer: Viewer, veil: Callable[[], Locator], compiled: Table
) -> None:
    page = viewer.page
    form, keys = veil(), deaf(page)
    with page.expect_event("requestfailed"):
        button(form).click()
    page.unroute(SENT)
    page.reload()
    unanswered = viewer.panel("Play").get_by_role("region", name="Unanswered: Add limit")
    expect(unanswered).to_contain_text("moths")
    no_violations(page, viewer.panel("Play"))
    with page.expect_request(SENT) as sent:
        press(unanswered, "Send again")
    expect(viewer.panel("Play").get_by_role("status").first).to_contain_text("veil")
    assert (veils(compiled), sent.value.header_value("Idempotency-Key")) == (1, keys[0])
    page.reload()
    expect(viewer.panel("Play").get_by_role("button", name="All moves")).to_be_visible()
    expect(unanswered).to_have_count(0)


def test_a_move_that_can_no_longer_be_made_goes_back_into_its_form(
    viewer: Viewer, veil: Callable[[], Locator], compiled: Table
) -> None:
    page, form = viewer.page, veil()
    page.route(SENT, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        button(form).click()
    compiled["Bo"].draws_a_line("Drowning")
    page.unroute(SENT)
    page.reload()
    unanswered = viewer.panel("Play").get_by_role("region", name="Unanswered: Add limit")
    press(unanswered, "Send again")
    expect(form.get_by_label("Say what it is")).to_have_value("moths")
    expect(unanswered.get_by_role("button", name="Send again")).to_be_hidden()
    press(unanswered, "Forget it")
    expect(unanswered).to_have_count(0)
    assert veils(compiled) == 0


def test_signing_out_leaves_nothing_that_was_sent(
    viewer: Viewer, veil: Callable[[], Locator]
) -> None:
    page = viewer.page
    form, _ = veil(), deaf(page)
    with page.expect_event("requestfailed"):
        button(form).click()
    viewer.window.expects("401")
    viewer.menu().get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Token")).to_be_visible()
    assert "moths" not in page.evaluate("JSON.stringify(sessionStorage)")


def test_a_form_whose_option_is_withdrawn_keeps_its_texts(viewer: Viewer, compiled: Table) -> None:
    ann = compiled["Ann"]
    viewer.open(panel="play").shows(ann.head)
    form = opened(viewer, "Write a node", {}, {})
    form.get_by_label("Label").fill("Salt Fever")
    ann.moves("write_node", label="Kites")
    expect(form.get_by_text("This move is not legal any more.")).to_be_visible()
    expect(button(form)).to_be_disabled()
    expect(form.get_by_label("Label")).to_have_value("Salt Fever")


def test_a_token_of_two_seats_acts_as_the_one_that_is_chosen(opens: Opens, compiled: Table) -> None:
    ann = compiled["Ann"]
    offered = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Eve"}), 201)
    of(ann.post("/v1/seats/claim", {"code": offered["claim_code"]}), 201)
    viewer = Viewer(opens(), ann.session, ann.token).open(panel="play").shows(ann.head)
    seats = viewer.menu().get_by_label("You are", exact=True)
    expect(seats.locator("option:checked")).to_have_text("Ann")
    seats.select_option(label="Eve")
    expect(seats.locator("option:checked")).to_have_text("Eve")
    form = opened(viewer, "Set a limit", {}, {})
    form.get_by_label("veil", exact=True).check()
    form.get_by_label("Say what it is").fill("moths")
    button(form).click()
    expect(viewer.panel("Play").get_by_role("status").first).to_contain_text("veil")
    assert ann.log()[-1]["event"]["seat"] == offered["seat"]
