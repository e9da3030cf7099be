"""What it takes to load the page of a session: requests, bytes on the wire, and how much moves meanwhile.

python -m tests.browser.load        # of several sizes, with the times until the picture is there
"""

import sys
from asyncio import run
from itertools import product
from typing import Any, NamedTuple
from uuid import uuid4

import asyncpg
from playwright.sync_api import CDPSession, Page

from domain.core.identifier import SeatId
from service.identity.identity import issue, seat_token
from service.log.row import Row
from tests.browser import chromium, table
from tests.browser.viewer import Viewer
from tests.browser.window import Window
from tests.support.client import Player
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import Server, serving

SIZES = (70, 300)
"""Nodes of the networks beside the demonstration's."""

WIDTHS = (1440, 390)
CALM_MS = 500

_WATCH = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".canvas svg")) return;
        window.drawn = performance.now();
        observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
}"""


class Load(NamedTuple):
    """One load of the page, until nothing is asked for any more."""

    requests: list[str]
    bytes: int
    """On the wire, with the answers' headers."""
    shift: float
    """How much of the page moved how far (CLS)."""
    milliseconds: float
    """Until the picture was there."""


def load(window: Window, player: Player, panel: str = "") -> Load:
    """Load a session's page in a window that has nothing of it."""
    page = window.page
    page.add_init_script(f"({_WATCH})()")
    wire = _Wire(page.context.new_cdp_session(page))
    Viewer(window, player.session, player.token).open(panel=panel).shows(player.head)
    wire.rests(page)
    shift, drawn = page.evaluate("[window.shifted, window.drawn]")
    return Load(wire.requests, wire.bytes, shift, drawn)


class _Wire:
    """What goes over the wire, as the browser counts it; what it has kept is nothing."""

    def __init__(self, session: CDPSession) -> None:
        self.requests: list[str] = []
        self.bytes = 0
        self._open: set[str] = set()
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asks)
        session.on("Network.loadingFinished", self._gets)
        session.on("Network.loadingFailed", lambda event: self._open.discard(event["requestId"]))

    def rests(self, page: Page) -> None:
        """Wait until nothing was under way for a while but the stream of the log."""
        known = -1
        while self._open or known != len(self.requests):
            known = len(self.requests)
            page.wait_for_timeout(CALM_MS)

    def _asks(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if url.startswith("data:"):
            return
        self.requests.append(url)
        if "follow=true" not in url:
            self._open.add(event["requestId"])

    def _gets(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]
        self._open.discard(event["requestId"])


def players(server: Server, url: str) -> list[tuple[str, Player]]:
    """Players at the head of sessions of several sizes, by what they are."""
    bo = table.demonstration(server.http)["Bo"]
    return [
        ("20 nodes", bo),
        *((f"{nodes} nodes", run(_crowded(server, url, nodes))) for nodes in SIZES),
    ]


async def _crowded(server: Server, url: str, nodes: int) -> Player:
    """Put a network of this size on record, which nobody has played, and sit down there."""
    session, token, id = uuid4(), f"vg_of-{nodes}-nodes", uuid4()
    connection = await asyncpg.connect(url)
    log = table.crowded(session, nodes)
    await connection.copy_records_to_table("events", records=log, columns=Row._fields)
    await issue(connection, id, token, "sat there")
    await seat_token(connection, id, session, SeatId("s2"))
    await connection.close()
    return Player(server.http, token, str(session), "s2")


def main() -> None:
    """Load each of them and say what it took."""
    with (
        migrated_server() as postgres,
        fresh_database(postgres) as url,
        serving(url) as server,
    ):
        there = players(server, url)
        with chromium.running() as browser:
            for (name, player), width in product(there, WIDTHS):
                with Window(
                    browser, server.url, viewport={"width": width, "height": 900}
                ) as window:
                    took = load(window, player)
                _tell(f"{name}, {width} px", took)


def _tell(name: str, took: Load) -> None:
    sys.stdout.write(
        f"{name}: {len(took.requests)} requests, {took.bytes:,} bytes,"
        f" picture after {took.milliseconds:.0f} ms, shift {took.shift:.3f}\n"
    )
    if "-v" in sys.argv:
        sys.stdout.writelines(f"    {one}\n" for one in took.requests)


if __name__ == "__main__":
    main()
