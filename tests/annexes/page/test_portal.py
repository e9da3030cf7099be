"""The portal's pages in a real browser: nothing that axe finds, no error, no sideways scrolling."""

import pytest
from playwright.sync_api import expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.viewer import fits
from tests.annexes.page.window import Window

PAGES = ("/docs", "/docs/quick-start", "/docs/rulesets/verge", "/docs/problems/stale_version")


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_shows_it_without_scrolling_sideways_and_axe_finds_nothing(
    window: Window, path: str
) -> None:
    page = window.page
    page.goto(path)
    if path in PAGES[1:3]:
        no_violations(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page)


EXPLAINS = {
    "undo a move": "/docs/players#undo-a-move",
    "undo": "/docs/replay",
    "rewind": "/docs/replay#rewind-undo-and-redo",
    "replay": "/docs/replay",
    "fork": "/docs/replay",
    "lost token": "/docs/lost-token",
    "leave the table": "/docs/players#leave-the-table",
    "delete a session": "/docs/end-of-life",
    "dispute": "/docs/disputes",
    "dice": "/docs/dice",
    "webhook": "/docs/webhooks",
    "webhooks": "/docs/webhooks",
    "sse": "/docs/streams",
    "websocket": "/docs/streams#websocket",
    "retry": "/docs/versions",
    "etag": "/docs/versions",
    "rate limit": "/docs/limits",
    "export": "/docs/archive#export-and-verify-a-session",
    "exports": "/docs/archive#export-and-verify-a-session",
    "stale_version": "/docs/problems/stale_version",
    "\uff25\uff38\uff30\uff2f\uff32\uff34": "/docs/archive#export-and-verify-a-session",
}
"""What somebody may type, and the page that explains it; the last one is EXPORT in full width."""


def test_the_search_finds_first_what_explains_it_and_is_used_by_keyboard_alone(
    window: Window,
) -> None:
    page = window.page
    page.goto("/docs")
    field, found = page.get_by_role("searchbox"), {}
    for typed in EXPLAINS:
        field.fill("")
        field.fill(typed)
        expect(page.get_by_role("status")).to_contain_text("found")
        found[typed] = page.locator(".search a").first.get_attribute("href")
    assert found == EXPLAINS
    page.reload()
    field.focus()
    page.keyboard.type("rewind")
    expect(page.get_by_role("status")).to_contain_text("found")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url("/docs")


# Whether nothing is drawn anew for half a second, within twenty.
RESTS = """() => new Promise((told) => {
  let still;
  const drawn = () => { clearTimeout(still); still = setTimeout(() => told(true), 500); };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(drawn).observe(document.body, all);
  setTimeout(() => told(false), 20_000);
  drawn();
})"""


def test_the_reference_shows_all_that_an_operation_leads_to(window: Window) -> None:
    page = window.page
    page.goto("/docs/reference#/webhooks/registerWebhook")
    first, second, sent = (
        page.locator(f"#operations-webhooks-{name}")
        for name in ("registerWebhook", "getWebhook", "sessionMoved")
    )
    answers = first.locator(".responses-wrapper")
    expect(answers).to_contain_text("RegisteredWebhookView")
    expect(answers).to_contain_text("awaits_me")
    expect(answers, "a text that a component leads to").to_contain_text("RateLimit-Policy")
    # What is closed is forgotten, and what is open is not.
    for one, told in ((second, "WebhookView"), (sent, "A session has one more event")):
        one.locator(".opblock-summary-control").click()
        expect(one).to_contain_text(told)
    first.locator(".opblock-summary-control").click()
    expect(answers).to_have_count(0)
    first.locator(".opblock-summary-control").click()
    expect(answers).to_contain_text("awaits_me")
    expect(second).to_contain_text("WebhookView")
    expect(sent).to_contain_text("A session has one more event")
    expect(page.locator(".errors-wrapper")).to_have_count(0)
    assert page.evaluate(RESTS), "what is open is resolved once, not again and again"
