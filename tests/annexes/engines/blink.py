"""Chromium, driven by playwright."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.annexes.engines.driver import SIZE, Action, Driver
from tests.annexes.page import chromium

_BUTTONS = ("left", "middle", "right")
_NAMES = {"\ue007": "Enter", "\ue014": "ArrowRight"}


class Blink(Driver):
    """A page of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def load(self, url: str) -> None:
        """Load an address."""
        self._page.goto(url)

    def reload(self) -> None:
        """Load the page again."""
        self._page.reload()

    def call(self, function: str, given: str) -> str:
        """Call a function in the page."""
        found: str = self._page.evaluate(function, given)
        return found

    def mouse(self, actions: Sequence[Action]) -> None:
        """Perform actions of the mouse, one after the other."""
        mouse = self._page.mouse
        for action in actions:
            if action["type"] == "pointerMove":
                mouse.move(action["x"], action["y"])
            elif action["type"] == "pointerDown":
                mouse.down(button=_BUTTONS[action["button"]])  # type: ignore[arg-type]
            elif action["type"] == "pointerUp":
                mouse.up(button=_BUTTONS[action["button"]])  # type: ignore[arg-type]

    def keys(self, actions: Sequence[Action]) -> None:
        """Press and release keys."""
        for action in actions:
            value: str = action["value"]
            key = _NAMES.get(value, value)
            act = (
                self._page.keyboard.down if action["type"] == "keyDown" else self._page.keyboard.up
            )
            act(key)

    def screenshot(self) -> bytes:
        """Return the window as PNG."""
        return self._page.screenshot()


@contextmanager
def running() -> Iterator[Blink]:
    """Run Chromium with one page."""
    with chromium.running() as browser:
        page = browser.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]})
        page.set_default_timeout(chromium.WAIT_MS)
        driver = Blink(page)
        driver.version = f"Chromium {browser.version}"
        yield driver
