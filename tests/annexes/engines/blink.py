"""Chromium, driven by playwright."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.annexes.engines.driver import SIZE, Action, Driver
from tests.annexes.page import chromium

_BUTTONS = ("left", "middle", "right")
_NAMES = {"\ue007": "Enter", "\ue014": "ArrowRight"}


class Blink(Driver):
    """A context of Chromium. Its tabs are pages."""

    tab: Page

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.open()

    def open(self) -> Page:
        """Open a tab."""
        self.tab = self._context.new_page()
        return self.tab

    def choose(self, tab: Page) -> None:
        """Control another tab."""
        self.tab = tab
        tab.bring_to_front()

    def close(self) -> None:
        """Close the chosen tab."""
        self.tab.close()

    def load(self, url: str) -> None:
        """Load an address."""
        self.tab.goto(url)

    def reload(self) -> None:
        """Load the page again."""
        self.tab.reload()

    def back(self) -> None:
        """Return to the earlier page."""
        self.tab.go_back()

    def call(self, function: str, given: str) -> str:
        """Call a function in the page."""
        found: str = self.tab.evaluate(function, given)
        return found

    def mouse(self, actions: Sequence[Action]) -> None:
        """Perform actions of the mouse, one after the other."""
        mouse = self.tab.mouse
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
            keyboard = self.tab.keyboard
            act = keyboard.down if action["type"] == "keyDown" else keyboard.up
            act(key)

    def screenshot(self) -> bytes:
        """Return the window as PNG."""
        return self.tab.screenshot()


@contextmanager
def running() -> Iterator[Blink]:
    """Run Chromium."""
    with chromium.running() as browser:
        viewport: ViewportSize = {"width": SIZE["width"], "height": SIZE["height"]}
        context = browser.new_context(viewport=viewport)
        context.set_default_timeout(chromium.WAIT_MS)
        driver = Blink(context)
        driver.version = f"Chromium {browser.version}"
        yield driver
