"""Many tabs of one table share one connection, and each shows new events."""

from playwright.sync_api import Page, Request, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player
from tests.support.server import Server

TABS = 12
"""Twice the number of connections that a browser opens to one server."""


def shows(page: Page, player: Player) -> None:
    expect(page.get_by_role("slider")).to_have_value(str(player.head))


def test_twelve_tabs_of_a_seat_share_one_stream_and_another_goes_on_when_its_tab_is_closed(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http)
    bo, streams = table["Bo"], list[str]()
    first = Viewer(opens(), bo.session, bo.token).open().shows(bo.head).page

    def count(request: Request) -> None:
        if "follow=true" in request.url:
            streams.append(request.url)

    first.context.on("request", count)
    tabs = [first.context.new_page() for _ in range(TABS - 1)]
    for tab in tabs:
        tab.goto(f"{server.url}/watch/{bo.session}#token={bo.token}")
        shows(tab, bo)
    table["Ann"].draws_a_line("Spiders.")
    for tab in (first, *tabs):
        shows(tab, bo)
    assert streams == []
    first.close()
    table["Ann"].draws_a_line("Snakes.")
    for tab in tabs:
        shows(tab, bo)
    assert len(streams) == 1
