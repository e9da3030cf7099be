"""Tabs of one table share a connection to the server, and pages that were left hold none, in each engine."""

from tests.annexes.engines.hand import Hand
from tests.annexes.engines.test_short_evening import sits
from tests.support.client import Table
from tests.support.figures import until
from tests.support.server import Server

TABS = 8
"""More than the six connections that a browser has to one server."""


def test_eight_tabs_of_a_seat_share_one_stream(hand: Hand, server: Server, asked: Table) -> None:
    with hand.driver.tabs(TABS) as tabs:
        # The mouse works in the first tab in every engine, so this one is the last to load the page.
        for tab in reversed(tabs):
            hand.driver.choose(tab)
            sits(hand, server, asked["Bo"])
        asked["Ann"].draws_a_line("Spiders.")
        for tab in reversed(tabs):
            hand.driver.choose(tab)
            hand.shows(asked["Bo"].head)
        has_one_stream(server)
        hand.driver.choose(tabs[0])
        answers(hand, asked["Bo"].head)


def test_a_page_that_was_left_holds_no_stream(hand: Hand, server: Server, asked: Table) -> None:
    for _ in range(TABS):
        sits(hand, server, asked["Bo"])
    has_one_stream(server)
    hand.driver.load("about:blank")
    until(server.http, lambda now: now.of("verger_streams") == 0)
    asked["Ann"].draws_a_line("Spiders.")
    hand.driver.back()
    hand.shows(asked["Bo"].head)
    asked["Ann"].draws_a_line("Snakes.")
    hand.shows(asked["Bo"].head)
    has_one_stream(server)
    answers(hand, asked["Bo"].head)


def has_one_stream(server: Server) -> None:
    until(server.http, lambda now: now.of("verger_streams") == 1)


def answers(hand: Hand, head: int) -> None:
    hand.clicks("#question button", "Agree")
    hand.shows(head + 1)
