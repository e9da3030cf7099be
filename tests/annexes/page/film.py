"""Make the animation of the README: a move is refused, another is accepted, and it is undone."""

import re

from playwright.sync_api import Browser, Locator, ViewportSize

from tests.annexes.page import table, webp
from tests.annexes.page.forms import button
from tests.annexes.page.hand import Hand
from tests.annexes.page.pinned import pinned
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.webp import Frame
from tests.annexes.page.window import Window
from tests.support.server import Server

SIZE: ViewportSize = {"width": 1200, "height": 700}
TIMES = 3
"""How often the animation plays. An animation without end distracts readers."""
WRITTEN = 25
"""The number of moves in the demonstration before Dee has to write an organization."""


class Film:
    """The frames of the animation, from screenshots of a page."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.blank = viewer.window.another()
        self.frames: list[Frame] = []

    def shows(self, milliseconds: int, awaited: Locator | None = None) -> None:
        """Wait until a part of the page appears, and take a frame."""
        if awaited:
            awaited.wait_for()
        self.viewer.settled()
        png = self.viewer.page.screenshot(animations="disabled")
        self.frames.append(Frame(webp.still(self.blank, png), milliseconds))


def taken(browser: Browser, server: Server) -> bytes:
    """Play Dee's turn in a browser, and return the animation."""
    dee = table.demonstration(server.http, WRITTEN, house_rules={"undo": "mover"})["Dee"]
    with Window(browser, server.url, viewport=SIZE) as window:
        window.expects("409")
        viewer = Viewer(window, dee.session, dee.token).open()
        viewer.tab("Play").wait_for()
        film = Film(viewer)
        _play(film)
        return webp.moving(film.frames, **SIZE, times=TIMES)


def _play(film: Film) -> None:
    page, hand = film.viewer.page, Hand(film.viewer)
    film.shows(1500, page.get_by_role("region", name="The question for you"))
    form = pinned(hand.form("Write a node"))
    for label, outcome, milliseconds in (
        ("The Salt Fever", "Refused.", 4000),
        ("Night Market", "Dee writes “Night Market”.", 3000),
    ):
        form.get_by_label("Label").fill(label)
        film.shows(1200)
        button(form).click()
        film.shows(milliseconds, film.viewer.panel("Play").get_by_text(outcome))
    page.get_by_role("button", name=re.compile("^Undo")).first.click()
    undo = page.get_by_role("dialog").get_by_role("button", name="Take it back")
    film.shows(2000, undo)
    undo.click()
    asked = page.get_by_role("region", name="The question for you")
    film.shows(4000, asked.get_by_text("It is your turn: write a node."))
