"""Take the pictures of the viewer that the documents show.

python -m tests.browser.pictures        # all of them, into docs/pictures/, or those that are named
"""

import base64
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import chromium, table
from tests.browser.viewer import Viewer
from tests.browser.window import Window
from tests.support.client import Player
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import Server, serving

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1100},
    "wide": {"width": 1440, "height": 900},
}
QUALITY = 0.72

Finds = Callable[[Viewer], object]


class View(NamedTuple):
    """What a picture is of: whose page, at which version, with which panel open."""

    of: Player
    at: int | None = None
    panel: str = ""
    light: Literal["light", "dark"] = "light"
    is_known: bool = True
    """Whether the page is opened with the seat's token."""


def views(server: Server) -> Iterator[tuple[str, View]]:
    """Every view by its name, the demonstration's first."""
    low_tide = table.demonstration(server.http)
    ann = low_tide["Ann"]
    games = {name: table.recorded(ann, name) for name in ("long_evening", *_GAMES)}
    yield "network", View(ann, panel="This step")
    yield "network-dark", View(ann, panel="This step", light="dark")
    yield "play", View(low_tide["Bo"], panel="Play")
    yield "closed", View(ann, is_known=False)
    yield "why", View(games["long_evening"], 120, "This step")
    yield "story", View(games["long_evening"], 120, "Story")
    yield "banks", View(games["long_evening"], 180, "Banks")
    for name, (view, at, panel) in _GAMES.items():
        yield view, View(games[name], at, panel)


_GAMES = {
    "edgerunner_data_run": ("zones", 60, "This step"),
    "venus_the_salt_road": ("venus", 70, "This step"),
    "afterverse_debris": ("afterverse", 50, "This step"),
}


def taken(browser: Browser, server: Server, view: View, size: ViewportSize) -> bytes:
    """A picture, as the WebP that the browser makes of it."""
    with Window(
        browser, server.url, viewport=size, color_scheme=view.light, device_scale_factor=1
    ).expects("401") as window:
        token = view.of.token if view.is_known else None
        viewer = Viewer(window, view.of.session, token).open(at=view.at)
        viewer.page.get_by_role("heading", level=2).first.wait_for()
        if view.panel:
            viewer.tab(view.panel)
        viewer.settled()
        viewer.page.mouse.move(0, 0)
        png = viewer.page.screenshot(animations="disabled")
        return _webp(window.another(), png)


_ENCODE = """async ([png, quality]) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    const webp = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
    return btoa(Array.from(webp, (byte) => String.fromCharCode(byte)).join(""));
}"""


def _webp(blank: Page, png: bytes) -> bytes:
    return base64.b64decode(blank.evaluate(_ENCODE, [base64.b64encode(png).decode(), QUALITY]))


@contextmanager
def _server() -> Iterator[Server]:
    with migrated_server() as postgres, fresh_database(postgres) as url, serving(url) as server:
        yield server


def main(names: list[str]) -> None:
    """Take all pictures, or those whose names begin so."""
    FOLDER.mkdir(exist_ok=True)
    with _server() as server, chromium.running() as browser:
        for name, view in views(server):
            for size, viewport in SIZES.items():
                file = FOLDER / f"{name}-{size}.webp"
                if names and not file.name.startswith(tuple(names)):
                    continue
                file.write_bytes(taken(browser, server, view, viewport))
                sys.stdout.write(f"{file.name}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
