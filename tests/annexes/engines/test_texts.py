"""Sentences and names of the page that must be true in each engine."""

from collections import defaultdict

import pytest

from tests.annexes.engines.hand import Hand
from tests.annexes.engines.test_short_evening import DECLARED, FORM, sits
from tests.annexes.page.table import COMPILED, demonstration
from tests.support.client import Table
from tests.support.patience import until
from tests.support.server import Server

_TABS = """() => [...document.querySelectorAll("[role=tab]")].map((tab) => tab.innerText)"""
_BUTTONS = """() => [...document.querySelectorAll("button, [role=button]")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => {
        const spoken = button.cloneNode(true);
        for (const sign of spoken.querySelectorAll("[aria-hidden=true]")) sign.remove();
        const name = (button.ariaLabel || spoken.textContent || button.title).trim();
        return [button.role ?? "button", name, button.outerHTML];
    })"""
"""Return the role, the accessible name and the HTML of each visible button."""
_IS_BACK = """() => document.querySelector("#notice").textContent === ""
    && !document.body.innerText.includes("cannot be reached")"""
_IS_FREE = """(name, sentence) => {
    const place = (part) => part.getBoundingClientRect();
    const ghosts = [...document.querySelectorAll(".canvas .ghost")].filter((ghost) => ghost.textContent.includes(name));
    const crosses = (ghost, text) => place(ghost).left < place(text).right && place(text).left < place(ghost).right
        && place(ghost).top < place(text).bottom && place(text).top < place(ghost).bottom;
    const texts = [...document.querySelectorAll("#board p")].filter((text) => text.textContent === sentence);
    return ghosts.length > 0 && !texts.some((text) => ghosts.some((ghost) => crosses(ghost, text)));
}"""
"""Return whether there is a ghost with this name, and this sentence lies across no such ghost."""
EMPTY = "Nothing is written yet."
TWICE = "Undo my move"
"""The button below the board and the button at the move in the story do the same."""


@pytest.mark.parametrize(
    ("at", "button", "answer"),
    [
        pytest.param(3, "Back", "Go to the newest version", id="in the past"),
        pytest.param(2, "Newest", "Agree", id="at the newest version"),
    ],
)
def test_no_panel_says_that_the_server_is_away_when_it_is_back(
    hand: Hand, server: Server, asked: Table, at: int, button: str, answer: str
) -> None:
    bo = asked["Bo"]
    query = "" if at == bo.head else f"?at={at}"
    hand.driver.goes(f"{server.url}/watch/{bo.session}{query}#token={bo.token}")
    hand.clicks("[role=tab]", "Banks")
    hand.shows(at)
    server.stop()
    hand.sees("#notice", "The connection is lost.")
    hand.clicks("#time button", button)
    hand.sees("[role=alert]", "The server cannot be reached.")
    server.restart()
    hand.waits(_IS_BACK)
    hand.sees("#question button", answer)


def test_no_two_buttons_have_the_same_name_while_two_proposals_are_open(
    hand: Hand, server: Server
) -> None:
    table = demonstration(server.http, DECLARED)
    table["Ann"].moves("propose", subject={"subject": "hand_over_gm", "seat": "s2"})
    table["Cy"].moves("propose", subject={"subject": "hand_over_gm", "seat": "s2"})
    bo = table["Bo"]
    sits(hand, server, bo)
    hand.sees("#question button", "Agree")
    hand.sees("#question button", "Cy's proposal to make Bo the GM")
    for tab in hand.driver.run(_TABS):
        hand.clicks("[role=tab]", tab)
        hand.shows(bo.head)
        until(lambda: shared_names(hand), lambda shared: not shared)


def shared_names(hand: Hand) -> dict[str, list[str]]:
    """Return the buttons without a name, and those that have the name of another button."""
    buttons = defaultdict(list)
    for role, name, html in hand.driver.run(_BUTTONS):
        buttons[role, name].append(html)
    return {
        name: found
        for (_, name), found in buttons.items()
        if name != TWICE and (not name or len(found) > 1)
    }


def test_the_sentence_of_an_empty_network_does_not_lie_across_the_first_ghost(
    hand: Hand, server: Server
) -> None:
    sits(hand, server, demonstration(server.http, COMPILED)["Ann"])
    hand.waits("(sentence) => document.querySelector('#board').innerText.includes(sentence)", EMPTY)
    hand.clicks("#question button", "Write a node")
    hand.fills(f"{FORM} :is(input, textarea)", "Label", "Salt Fever")
    hand.waits(_IS_FREE, "Salt Fever", EMPTY)
