"""The viewer's page, as somebody finds their way in it: by roles and names, never by its making."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.window import Window

FOOT = {"Play": "My turn", "Story": "Story"}
"""Panels that a small screen has in the row at its foot, by their labels there."""

FRAMES = 60
"""So many, about a second of them, a page may take to settle into another width."""


class Viewer:
    """The page of one session in a window, with a token or without."""

    def __init__(self, window: Window, session: str, token: str | None = None) -> None:
        self.window, self.page = window, window.page
        self._home, self._secret = f"/watch/{session}", f"#token={token}" if token else ""

    def open(self, at: int | None = None, panel: str = "") -> Self:
        """Go there, at a version or at the head."""
        asked = [f"at={at}"] if at else []
        asked += [f"panel={panel}"] if panel else []
        self.page.goto(f"{self._home}?{'&'.join(asked)}{self._secret}")
        return self

    def shows(self, version: int) -> Self:
        """Wait until a version is shown."""
        expect(self.slider).to_have_value(str(version))
        return self.settled()

    def goes(self, version: int) -> Self:
        """Go to another version on the open page, which takes a third of the time of a new page."""
        self.slider.fill(str(version))
        return self.shows(version)

    def settled(self) -> Self:
        """Wait until no panel waits for an answer."""
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        return self

    def tab(self, name: str) -> Locator:
        """Open a panel by its name; its place."""
        tab = self.page.get_by_role("tab", name=name, exact=True, include_hidden=True)
        tab.wait_for(state="attached")
        if not tab.is_visible():
            self.view(FOOT.get(name, "Me"))
        if name not in FOOT or tab.is_visible():
            tab.click()
        return self.panel(name)

    def view(self, name: str) -> None:
        """On a small screen: see the board or a panel, by the row at the foot."""
        views = self.page.get_by_role("navigation", name="Views")
        views.get_by_role("button", name=name, exact=True).click()

    def more(self) -> Locator:
        """Open the controls behind the bar of time: landmarks, speed, link and keys."""
        opener = self.page.get_by_role("button", name="More controls of time")
        if opener.get_attribute("aria-expanded") == "false":
            opener.click()
        return self.page.get_by_role("region", name="Time")

    def menu(self) -> Locator:
        """Open the menu at the top: your seat, and the way out."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        return self.page.locator("#menu")

    def panel(self, name: str) -> Locator:
        """The place of the panel that is open."""
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
    """The addresses of a version."""
    return re.compile(rf"[?&]at={version}(?!\d)")


_FITS = """async (frames) => {
    const isOver = () => document.documentElement.scrollWidth > innerWidth;
    while (isOver() && frames--) await new Promise(requestAnimationFrame);
    return !isOver();
}"""


def fits(page: Page) -> bool:
    """Return whether the page fits without sideways scrolling, once it has settled."""
    found: bool = page.evaluate(_FITS, FRAMES)
    return found
