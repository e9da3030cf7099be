"""Sentences of the page that must be true in each engine."""

import pytest

from tests.annexes.engines.hand import Hand
from tests.support.client import Table
from tests.support.server import Server

_IS_BACK = """() => document.querySelector("#notice").textContent === ""
    && !document.body.innerText.includes("cannot be reached")"""


@pytest.mark.parametrize(
    ("at", "selector", "name", "answer"),
    [
        pytest.param(3, "[role=tab]", "Disputes", "Agree", id="in a new panel"),
        pytest.param(3, "#time button", "Back", "Go to the newest version", id="in the past"),
        pytest.param(2, "#time button", "Newest", "Agree", id="at the newest version"),
    ],
)
def test_no_panel_says_that_the_server_is_away_when_it_is_back(
    hand: Hand, server: Server, asked: Table, at: int, selector: str, name: str, answer: str
) -> None:
    bo = asked["Bo"]
    query = "" if at == bo.head else f"?at={at}"
    hand.driver.goes(f"{server.url}/watch/{bo.session}{query}#token={bo.token}")
    hand.clicks("[role=tab]", "Banks")
    hand.shows(at)
    server.stop()
    hand.sees("#notice", "The connection is lost.")
    hand.clicks(selector, name)
    hand.sees("[role=alert]", "The server cannot be reached.")
    server.restart()
    hand.waits(_IS_BACK)
    hand.sees("#question button", answer)
