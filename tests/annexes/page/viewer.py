"""Helpers for the viewer's page. They find controls by roles and names, as a person does."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.window import Window

FOOT = {"Play": "My turn", "Story": "Story"}
"""Panels in the bottom row of a small screen, with their labels there."""

FRAMES = 60
"""The number of frames (about a second) that a page may take to adapt to a new width."""


class Viewer:
    """The page of a session in a window. The token is optional."""

    def __init__(self, window: Window, session: str, token: str | None = None) -> None:
        self.window, self.page = window, window.page
        self._home, self._secret = f"/watch/{session}", f"#token={token}" if token else ""

    def open(self, at: int | None = None, panel: str = "") -> Self:
        """Open the page, at a version or at the newest one."""
        asked = [f"at={at}"] if at else []
        asked += [f"panel={panel}"] if panel else []
        self.page.goto(f"{self._home}?{'&'.join(asked)}{self._secret}")
        return self

    def shows(self, version: int) -> Self:
        """Wait until the page shows a version."""
        expect(self.slider).to_have_value(str(version))
        return self.settled()

    def goes(self, version: int) -> Self:
        """Go to another version on the open page. A new load of the page would take three times as long."""
        self.slider.fill(str(version))
        return self.shows(version)

    def settled(self) -> Self:
        """Wait until no panel waits for an answer."""
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        return self

    def tab(self, name: str) -> Locator:
        """Open a panel by its name, and return it."""
        tab = self.page.get_by_role("tab", name=name, exact=True, include_hidden=True)
        tab.wait_for(state="attached")
        if not tab.is_visible():
            self.view(FOOT.get(name, "Me"))
        if name not in FOOT or tab.is_visible():
            tab.click()
        return self.panel(name)

    def view(self, name: str) -> None:
        """On a small screen, show the board or a panel with the bottom row."""
        views = self.page.get_by_role("navigation", name="Views")
        views.get_by_role("button", name=name, exact=True).click()

    def more(self) -> Locator:
        """Open the additional controls of the time bar: landmarks, speed, link and keys."""
        opener = self.page.get_by_role("button", name="More controls of time")
        if opener.get_attribute("aria-expanded") == "false":
            opener.click()
        return self.page.get_by_role("region", name="Time")

    def menu(self) -> Locator:
        """Open the menu at the top, and return it."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        return self.page.locator("#menu")

    def panel(self, name: str) -> Locator:
        """Return an open panel by its name."""
        return self.page.get_by_role("tabpanel", name=name, exact=True)

    @property
    def tabs(self) -> list[str]:
        """The names of all panels."""
        return self.page.get_by_role("tab", include_hidden=True).all_inner_texts()

    @property
    def slider(self) -> Locator:
        """Return the slider, which shows and sets the version."""
        return self.page.get_by_role("slider", name="Version")


def at_version(version: int) -> re.Pattern[str]:
    """Return a pattern for page addresses with this version."""
    return re.compile(rf"[?&]at={version}(?!\d)")


_FITS = """async (frames) => {
    const isOver = () => document.documentElement.scrollWidth > innerWidth;
    while (isOver() && frames--) await new Promise(requestAnimationFrame);
    return !isOver();
}"""


def fits(page: Page) -> bool:
    """Return whether the page fits without sideways scrolling, after it has adapted to its width."""
    found: bool = page.evaluate(_FITS, FRAMES)
    return found
