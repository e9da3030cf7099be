"""Measure a load of a session's page: requests, bytes on the wire, and movement of the layout.

python -m tests.annexes.page.load # at tables of several sizes
"""

import sys
from itertools import product
from typing import NamedTuple

from tests.annexes.page import chromium
from tests.annexes.page.sizes import sittings
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window
from tests.annexes.page.wire import Wire
from tests.support.client import Player
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import serving

WIDTHS = (1440, 390)

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
    """One load of the page, until it sends no more requests."""

    requests: list[str]
    bytes: int
    """The received bytes on the wire, with headers."""
    shift: float
    """The movement of the layout (CLS, cumulative layout shift)."""
    milliseconds: float
    """The time until the picture was drawn."""


def load(window: Window, player: Player, panel: str = "") -> Load:
    """Load a session's page in a window, and measure it."""
    page = window.page
    page.add_init_script(f"({_WATCH})()")
    wire = Wire(page)
    Viewer(window, player.session, player.token).open(panel=panel).shows(player.head)
    wire.rests()
    shift, drawn = page.evaluate("[window.shifted, window.drawn]")
    return Load(list(wire.requests), wire.bytes, shift, drawn)


def main() -> None:
    """Load the page of each session, and print its costs."""
    with (
        migrated_server() as postgres,
        fresh_database(postgres) as url,
        serving(url) as server,
    ):
        there = sittings(server, url)
        with chromium.running() as browser:
            for (name, sitting), width in product(there.items(), WIDTHS):
                with Window(
                    browser, server.url, viewport={"width": width, "height": 900}
                ) as window:
                    took = load(window, list(sitting.values())[1])
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
