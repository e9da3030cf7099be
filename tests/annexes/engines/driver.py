"""A driver controls a browser. Each engine has its own protocol."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Action = dict[str, Any]
"""An action of a device, as the standard WebDriver has it: `{"type": "pointerDown", "button": 0}`."""

SIZE = {"width": 1280, "height": 900}

_CALLED = "async (given) => JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)"
_WATCH = """() => {
    if (window.faults) return;
    window.faults = [];
    addEventListener("error", ({ message, filename, lineno }) =>
        // Only a delay to the next frame, and no error of a script.
        message.startsWith("ResizeObserver loop") || faults.push(`${message} (${filename}:${lineno})`));
    addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => faults.push(`${violatedDirective}: ${blockedURI}`));
    const { error } = console;
    console.error = (...words) => { faults.push(words.join(" ")); error(...words); };
}"""
"""Let a page collect its errors. Errors before the page's first script are missed."""


class Driver(ABC):
    """One browser. Only the chosen one of its tabs is controlled."""

    version: str = ""
    tab: Any
    """The chosen tab."""

    def goes(self, url: str) -> None:
        """Load an address. Fail the test if the earlier page has had an error.

        Without a detour, an address that differs only in its fragment would not load the page again.
        """
        self.is_well()
        self.load("about:blank")
        self.load(url)
        self.run(_WATCH)

    def reloads(self) -> None:
        """Load the page again."""
        self.is_well()
        self.reload()
        self.run(_WATCH)

    def is_well(self) -> None:
        """Fail the test by the errors of the page so far."""
        faults = self.run("() => (window.faults ?? []).splice(0)")
        assert not faults, "\n".join(faults)

    def run(self, function: str, *given: Any) -> Any:
        """Call a function of JavaScript in the page with JSON. The result is JSON too."""
        return json.loads(self.call(_CALLED.replace("{function}", function), json.dumps(given)))

    @contextmanager
    def tabs(self, count: int) -> Iterator[Sequence[Any]]:
        """Give the chosen tab and more tabs, so many in all. At the end, only the first one is left."""
        first, *more = tabs = [self.tab, *(self.open() for _ in range(count - 1))]
        try:
            yield tabs
            for tab in more:
                self.choose(tab)
                self.is_well()
        finally:
            for tab in more:
                self.choose(tab)
                self.close()
            self.choose(first)

    @abstractmethod
    def open(self) -> Any:
        """Open a tab, choose and return it."""

    @abstractmethod
    def choose(self, tab: Any) -> None:
        """Control another tab from now on, and bring it to the front if the browser can."""

    @abstractmethod
    def close(self) -> None:
        """Close the chosen tab."""

    @abstractmethod
    def load(self, url: str) -> None:
        """Load an address."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def back(self) -> None:
        """Return to the earlier page."""

    @abstractmethod
    def call(self, function: str, given: str) -> str:
        """Call a function of one text in the page, and wait for its text."""

    @abstractmethod
    def mouse(self, actions: Sequence[Action]) -> None:
        """Perform actions of the mouse. Positions are in the window."""

    @abstractmethod
    def keys(self, actions: Sequence[Action]) -> None:
        """Perform actions of the keyboard."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """Return a picture of the window as PNG."""


def source(kind: str, actions: Sequence[Action]) -> dict[str, Any]:
    """Return a device with its actions, as WebDriver and its BiDi protocol write them."""
    device: dict[str, Any] = {"type": kind, "id": kind, "actions": list(actions)}
    if kind == "pointer":
        device["parameters"] = {"pointerType": "mouse"}
    return device
