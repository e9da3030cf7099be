"""A table to try: the page starts it, and bots play the other seats, so that a newcomer can make first moves."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.viewer import fits
from tests.annexes.page.window import Window
from tests.support.postgres import fresh_database
from tests.support.server import serving


@pytest.fixture
def tried(window: Window) -> Page:
    """Open a table to try from the documentation. Bots play the other seats.

    A bot's move can be too late (412). Then the bot reads the session again.
    """
    window.expects("412").page.goto("/docs")
    with window.page.expect_request("**/v1/sessions") as started:
        window.page.get_by_role("link", name="Try a table").click()
    assert (started.value.post_data_json or {})["trial"]
    expect(guide(window.page)).to_contain_text("Cy asks you")
    question(window.page).get_by_role("button", name="Consent", exact=True).wait_for()
    return window.page


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="Your first moves")


def question(page: Page) -> Locator:
    return page.get_by_role("region", name="The question for you")


def make(page: Page, name: str) -> None:
    """Let the guide fill in the next move, and send it. After the name, the button can also have a number of dice."""
    guide(page).get_by_role("button", name="Write it for me").click()
    form = page.get_by_role("tabpanel", name="Play").get_by_role("form")
    form.get_by_role("button", name=re.compile(rf"^{name}( \d+ dice)?( . \d+ \w+)?$")).click()


def test_a_newcomer_answers_declares_and_rolls_against_bots(tried: Page) -> None:
    page = tried
    page.keyboard.press("y")
    expect(guide(page)).to_contain_text("2 of 5")
    make(page, "Declare changes")
    story = page.get_by_role("tabpanel", name="Story", include_hidden=True)
    expect(page.get_by_role("region", name="Board")).to_contain_text("Night Clerk")
    make(page, "Call a conflict")
    expect(guide(page)).to_contain_text("4 of 5")
    # The bots' answers change the legal targets. Wait for them, because they would change the open form.
    expect(page.locator("#seats .due")).to_have_text([re.compile("Robin")])
    make(page, "Join with a goal")
    page.get_by_text("Roll the dice, and see").wait_for()
    expect(question(page)).to_contain_text(re.compile("roll", re.IGNORECASE))
    make(page, "Roll")
    expect(guide(page)).to_contain_text("Now you know how to play.")
    page.get_by_role("tab", name="Story").click()
    expect(story).to_contain_text("Robin rolls")
    guide(page).get_by_role("link", name="Start your own table").click()
    expect(page.get_by_role("heading", name="Start a table")).to_be_visible()


def test_axe_finds_nothing_a_phone_has_room_for_the_guide_which_goes_on_and_bots_are_named(
    tried: Page,
) -> None:
    page = tried
    no_violations(page, guide(page))
    page.set_viewport_size({"width": 320, "height": 640})
    no_violations(page)
    assert fits(page)
    page.keyboard.press("y")
    expect(guide(page)).to_contain_text("2 of 5")
    page.reload()
    expect(guide(page)).to_contain_text("2 of 5")
    asked = """async () => {
        const [name, token] = Object.entries(sessionStorage).find(([name]) => name.startsWith("verger.token."));
        const log = await fetch(`/v1/sessions/${name.slice(13)}/events?limit=500`, { headers: { Authorization: `Bearer ${token}` } });
        return (await log.json()).events.map(({ event }) => [event.seat, event.via]);
    }"""
    via = {(seat, name) for seat, name in page.evaluate(asked)}
    assert via == {("s1", "a bot of the page"), ("s2", None), ("s3", "a bot of the page")}


def test_a_server_that_lets_only_some_start_tables_says_so(
    browser: Browser, postgres_url: str
) -> None:
    with (
        fresh_database(postgres_url, durable=False) as url,
        serving(url, VERGER_STARTS="nobody") as closed,
        Window(browser, closed.url) as window,
    ):
        page = window.expects("403").page
        page.goto("/watch")
        page.get_by_role("button", name="Try a table").click()
        expect(page.get_by_role("region", name="Try a table")).to_contain_text(
            "Not everybody may start a table"
        )
        expect(page.get_by_role("button", name="Try a table")).to_be_enabled()
