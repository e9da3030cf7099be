"""Take the pictures of the viewer for the documentation.

python -m tests.annexes.page.pictures        # all into docs/pictures/, or those whose names begin with an argument
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize

from tests.annexes.page import chromium, film, table, webp
from tests.annexes.page.forms import button, opened
from tests.annexes.page.hand import Hand
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window
from tests.support.client import Player
from tests.support.postgres import fresh_database, migrated_server
from tests.support.root import DOCS
from tests.support.server import Server, serving

FOLDER = DOCS / "pictures"
FILM = "first-move.webp"

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1100},
    "wide": {"width": 1440, "height": 900},
}


class View(NamedTuple):
    """The subject of a picture, such as the player, the version and the open panel."""

    of: Player
    at: int | None = None
    panel: str = ""
    doing: Callable[[Viewer], object] = Viewer.settled
    """Actions on the page before the picture is taken."""
    light: Literal["light", "dark"] = "light"
    is_known: bool = True
    """Whether the page is opened with the seat's token."""
    is_board: bool = False
    """Whether the picture shows only the board."""
    media: Literal["screen", "print"] = "screen"
    sizes: Sequence[str] = tuple(SIZES)


def views(server: Server) -> Iterator[tuple[str, View]]:
    """Yield every view with its name."""
    low_tide = table.demonstration(server.http)
    ann, bo = low_tide["Ann"], low_tide["Bo"]
    evening, zones, venus, afterverse = (table.recorded(ann, name) for name in EVENINGS)
    yield "network", View(evening, 160)
    yield "network-dark", View(evening, 160, light="dark")
    yield "play", View(bo, panel="Play", doing=_declaring)
    yield "question", View(table.demonstration(server.http, DECLARED)["Ann"], sizes=FEW)
    yield "menu", View(bo, doing=_at_an_element, sizes=FEW)
    yield "palette", View(bo, doing=_palette, sizes=FEW)
    yield "refused", View(_later(server), panel="Play", doing=_refused, sizes=FEW)
    yield "lost", View(bo, panel="Play", doing=_lost, sizes=FEW)
    yield "conflict", View(table.recorded(ann, "war"), FOUGHT, sizes=FEW)
    yield "closed", View(ann, is_known=False)
    yield "lobby", View(bo, doing=_in_the_lobby)
    yield "why", View(evening, 198, "This step")
    yield "story", View(evening, 198, "Story")
    yield "banks", View(evening, 211, "Banks")
    yield "zones", View(zones, 61)
    yield "venus", View(venus, 61)
    yield "afterverse", View(afterverse, 57)
    yield "print", View(evening, 160, media="print", sizes=("wide",))
    for board, at in zip((evening, zones, venus, afterverse), EVENINGS.values(), strict=True):
        yield f"game-{board.see()['ruleset']}", View(board, at, is_board=True)


EVENINGS = {
    "long_evening": 160,
    "edgerunner_data_run": 61,
    "venus_the_salt_road": 63,
    "afterverse_debris": 57,
}
"""An evening of each game, and a version with much to see."""

DECLARED = 90
"""After this number of moves of the demonstration, there is a question for everybody."""
FOUGHT = 138
"""A version of the evening `war` in the middle of a conflict."""
FEW = ("phone", "wide")


def _declaring(viewer: Viewer) -> None:
    opened(viewer, "Declare changes", {}, {})


def _later(server: Server) -> Player:
    """Return the player whose turn it is in Load, after somebody has written “Salt Fever”."""
    there = table.demonstration(server.http, table.COMPILED)
    there["Ann"].moves("write_node", label="Salt Fever")
    there["Bo"].moves("write_node", label="Debt")
    return there["Cy"]


def _refused(viewer: Viewer) -> None:
    form = opened(viewer, "Write a node", {}, {})
    form.get_by_label("Label").fill("The Salt Fever")
    button(form).click()
    form.get_by_text("Refused.").wait_for()


def _lost(viewer: Viewer) -> None:
    form = opened(viewer, "Declare changes", {}, {})
    form.get_by_label("Describe what happens").fill("A lamp goes out on the quay.")
    viewer.page.route(re.compile("follow=true"), lambda route: route.abort())
    viewer.page.reload()
    viewer.page.get_by_text("The connection is lost.").wait_for()
    form.get_by_label("Describe what happens").wait_for()


def _at_an_element(viewer: Viewer) -> None:
    bells = Hand(viewer).element("Drowned Bells")
    assert bells
    bells.click()
    viewer.page.get_by_role("menu").wait_for()


def _palette(viewer: Viewer) -> None:
    viewer.page.keyboard.press("Control+k")
    viewer.page.get_by_role("dialog").get_by_role("option").first.wait_for()


def _in_the_lobby(viewer: Viewer) -> None:
    viewer.page.goto("/watch")
    viewer.page.get_by_role("listitem").get_by_role("time").first.wait_for()


CARD: ViewportSize = {"width": 900, "height": 640}


def taken(browser: Browser, server: Server, view: View, size: ViewportSize) -> bytes:
    """Take a picture of a view, and return it as WebP."""
    with Window(browser, server.url, viewport=size, color_scheme=view.light) as window:
        window.expects("401", "409", "ERR_FAILED")
        token = view.of.token if view.is_known else None
        viewer = Viewer(window, view.of.session, token).open(at=view.at)
        viewer.page.get_by_role("heading", level=2).first.wait_for()
        viewer.settled()
        if view.panel:
            viewer.tab(view.panel).wait_for()
        view.doing(viewer)
        viewer.settled()
        viewer.page.emulate_media(media=view.media)
        viewer.page.mouse.move(0, 0)
        drawn = viewer.page.locator(".canvas")
        board = drawn if drawn.count() else viewer.page.get_by_role("region", name="Board")
        shown = board if view.is_board else viewer.page
        return webp.still(window.another(), shown.screenshot(animations="disabled"))


@contextmanager
def _server() -> Iterator[Server]:
    with migrated_server() as postgres, fresh_database(postgres) as url, serving(url) as server:
        yield server


def _wanted(browser: Browser, server: Server) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each file, and the function that takes its picture. A board has only one size."""
    yield FILM, partial(film.taken, browser, server)
    for name, view in views(server):
        if view.is_board:
            yield f"{name}.webp", partial(taken, browser, server, view, CARD)
        else:
            for size in view.sizes:
                yield f"{name}-{size}.webp", partial(taken, browser, server, view, SIZES[size])


def main(names: list[str]) -> None:
    """Take all pictures, or those with names that begin with one of these."""
    FOLDER.mkdir(exist_ok=True)
    with _server() as server, chromium.running() as browser:
        for name, take in _wanted(browser, server):
            if names and not name.startswith(tuple(names)):
                continue
            file = FOLDER / name
            file.write_bytes(take())
            sys.stdout.write(f"{name}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
