"""Run the script of the guide to streams in a page: the browser's own EventSource, opened with tickets."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.annexes.page.conftest import Opens
from tests.api.docs.test_guides import script
from tests.support.client import Player, of, played
from tests.support.patience import until
from tests.support.server import Server

EVENT_SOURCE = script("streams.md", "js")
SUBSCRIBE = script("how-to/subscribe-from-a-browser.md", "js")
LISTENING = """address => {
  window.heard = [];
  window.source = new EventSource(address);
  source.onmessage = ({ data }) => heard.push(JSON.parse(data));
}"""


def test_a_newcomers_live_page_shows_moves_as_they_are_made(
    opens: Opens, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "live.html"
    file.write_text(script("quick-start.md", "html"))
    page = opens().page
    page.goto(f"{file.as_uri()}?base={server.url}")
    lines = page.locator("li")
    lines.nth(0).wait_for()
    for number in (2, 3):
        page.get_by_role("button").click()
        lines.nth(number - 1).wait_for()
        assert lines.last.inner_text() == f"Version {number} - Ann draws a line."


def following(
    page: Page, server: Server, player: Player, after: int = 0, follow: str = EVENT_SOURCE
) -> None:
    """Let a page follow a session, and keep the events that it receives."""
    page.goto(f"{server.url}/docs")
    page.evaluate(f"window.heard = []; window.follow = {follow}; 0")
    where = [server.url, player.session, player.token, after]
    page.evaluate("where => void follow(...where, (said) => heard.push(said))", where)


def heard(page: Page, count: int) -> Sequence[Any]:
    """Wait until a page has received this number of events, and return them."""
    return until(lambda: page.evaluate("heard"), lambda found: len(found) >= count)


def test_a_page_hears_every_event_once_and_in_order_though_the_server_was_away(
    opens: Opens, server: Server
) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    page = opens().expects("ERR_").page
    following(page, server, bo)
    heard(page, 2)
    for number in range(5):
        bo.draws_a_line(f"Spider {number}.")
    heard(page, 7)
    server.stop()
    server.restart()
    for number in range(5):
        bo.draws_a_line(f"Snake {number}.")
    heard(page, 12)
    bo.draws_a_line("Rats.")
    assert heard(page, 13) == bo.log()


def test_the_script_of_the_how_to_page_hears_every_event(opens: Opens, server: Server) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    page = opens().page
    following(page, server, bo, after=1, follow=SUBSCRIBE)
    heard(page, 1)
    made = bo.draws_a_line("Spiders.")
    assert heard(page, 2)[1:] == [made]


def test_a_page_with_an_unknown_position_learns_it_and_goes_on(
    opens: Opens, server: Server
) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    page = opens().page
    following(page, server, bo, after=99)
    assert heard(page, 1) == [{"head": 2}]
    made = bo.draws_a_line("Spiders.")
    assert heard(page, 2)[1:] == [made]


def test_a_page_that_only_listens_stops_at_a_used_ticket(opens: Opens, server: Server) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    ticket = of(bo.post(f"{bo.home}/stream-tickets", None), 201)["ticket"]
    page = opens().expects("ERR_").expects("401").page
    page.goto(f"{server.url}/docs")
    address = f"{server.url}{bo.home}/events?follow=false&ticket={ticket}"
    page.evaluate(LISTENING, address)
    until(lambda: page.evaluate("source.readyState"), lambda state: state == 2)
    assert heard(page, 2) == bo.log()


def test_an_event_source_connects_again_automatically_and_goes_on(
    opens: Opens, server: Server
) -> None:
    """If onlookers are allowed, the stream needs no ticket, so the same address works after a cut."""
    bo = played(server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})["Bo"]
    page = opens().expects("ERR_").page
    page.goto(f"{server.url}/docs")
    page.evaluate(LISTENING, f"{server.url}{bo.home}/events")
    heard(page, 2)
    server.kill()
    server.restart()
    made = bo.draws_a_line("Spiders.")
    assert heard(page, 3)[2:] == [made]
    bo.draws_a_line("Snakes.")
    heard(page, 4)
    assert heard(page, 4) == bo.log()
