"""The portal's pages in a real browser: axe finds no fault, there are no errors, and no page scrolls sideways."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
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


TERMS = Path(__file__).with_name("search_terms.txt")
"""Search terms of newcomers, each with the pages that answer it."""
AMONG_THE_FIRST = 3

FIRST = {
    "lost token": "lost-token",
    "leave the table": "players#leave-the-table",
    "delete a session": "end-of-life",
    "webhooks": "webhooks",
    "websokcet": "streams#websocket",
    "throttl": "limits",
    "stale_version": "problems/stale_version",
    "load.marks": "rulesets/verge#load.marks",
    "compile limits": "rulesets/verge#compile.limits",
    "postMove": "reference#/moves/postMove",
    "exports": "archive",
    "\uff25\uff38\uff30\uff2f\uff32\uff34": "archive",
}
"""Search terms, and the place that must be the first result. The last term is EXPORT in full-width letters."""

SEARCHED = """async (terms) => {
  const { indexOf, search } = await import("/docs/assets/search.js");
  const index = await indexOf(await (await fetch("/docs/search.json")).json());
  return terms.map((term) => search(index, term).map(({ id }) => id.slice("/docs/".length)));
}"""


def searched(window: Window, terms: Iterable[str]) -> dict[str, list[str]]:
    """Search with the script of the pages. Return the results for each term, the best first."""
    window.page.goto("/docs")
    return dict(zip(terms, window.page.evaluate(SEARCHED, list(terms)), strict=True))


def test_the_search_finds_what_newcomers_type_among_the_first_results(window: Window) -> None:
    rows = (line.split(" | ") for line in TERMS.read_text().splitlines())
    answers = {term: set(pages.replace("index", "").split(" ")) for term, pages in rows}
    shown = {
        term: [place.partition("#")[0] for place in places[:AMONG_THE_FIRST]]
        for term, places in searched(window, answers).items()
    }
    missed = {term: pages for term, pages in shown.items() if not answers[term] & {*pages}}
    assert len(answers) > 120
    assert missed == {}


def test_the_search_knows_names_beginnings_mistakes_and_other_letters(window: Window) -> None:
    assert {typed: places[0] for typed, places in searched(window, FIRST).items()} == FIRST


def test_a_phone_shows_all_of_the_results_and_a_keyboard_chooses_one(window: Window) -> None:
    page = window.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/docs")
    page.keyboard.press("/")
    page.keyboard.type("leave the table")
    expect(page.get_by_role("status")).to_contain_text("found")
    place = page.locator(".search ul").bounding_box()
    assert place is not None
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 390
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/docs/players#leave-the-table$"))


def test_an_example_is_copied_without_its_button(opens: Opens) -> None:
    page = opens(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/docs/errors")
    example = page.locator(".example").first
    example.hover()
    example.get_by_role("button", name="Copy").click()
    expect(example.get_by_role("button")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(copied)["status"] == 409


# Wait at most twenty seconds. Return whether the page did not change for half a second.
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
    # The page removes the content of a closed operation, and keeps the others.
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
