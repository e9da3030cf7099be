"""Somebody's window: a separate browser context, and all its faults."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize

from tests.annexes.page.chromium import WAIT_MS

_LOADING = "Failed to load resource: "


class Window:
    """A window on one server.

    Any error in it fails the test, at its end.

    Errors are those of scripts, errors on the console (such as a policy's refusal), and requests to
    anywhere else. Errors that a test `expects` do not count.
    """

    def __init__(self, browser: Browser, home: str, **options: Any) -> None:
        self._home = home
        self._expected: tuple[str, ...] = ()
        self.faults: list[str] = []
        self._context = browser.new_context(
            base_url=home, locale="en-GB", reduced_motion="reduce", **options
        )
        self._context.set_default_timeout(WAIT_MS)
        self._context.on("request", self._asks)
        self._context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self._context.on("console", self._hears)
        # A process speaks the language that its first page asked for, until that is closed.
        self._first = self._context.new_page()
        self.page: Page = self._context.new_page()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._context.close()
        if self.faults and error is not None:
            error.add_note("\n".join(["in the window:", *self.faults]))
        elif self.faults:
            raise AssertionError("\n".join(self.faults))

    def expects(self, *failures: str) -> Self:
        """The same, where requests that fail so are part of the story: `403`, `ERR_CONNECTION`."""
        self._expected += failures
        return self

    def another(self) -> Page:
        """Open a second page in the same context, as a new tab does."""
        return self._context.new_page()

    def leaves(self) -> None:
        """End as a window, and be another, empty one: all faults fail the test now."""
        for page in self._context.pages:
            if page is not self._first:
                page.close()
        self.page = self._context.new_page()
        self._expected = ()
        self.is_well()

    def is_well(self) -> None:
        """Fail the test now by the faults so far. Later faults belong to the next test."""
        faults, self.faults = self.faults, []
        assert not faults, "\n".join(faults)

    def forgets(self) -> None:
        """Forget the data that pages and the browser have kept here."""
        session = self._context.new_cdp_session(self.page)
        session.send("Network.clearBrowserCache")
        session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        session.detach()

    def _asks(self, request: Request) -> None:
        if not request.url.startswith((self._home, "data:", "blob:", "file:")):
            self.faults.append(f"asked elsewhere: {request.url}")

    def _hears(self, message: ConsoleMessage) -> None:
        text = message.text
        told = text.startswith(_LOADING) and any(one in text for one in self._expected)
        if message.type != "error" or told:
            return
        place = message.location
        self.faults.append(f"{text} ({place['url']}:{place['lineNumber']})")


class Windows:
    """Windows on one server, one after the other in as few contexts as possible.

    A new context needs a new process, which takes a third of the time of a page.
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._left: dict[str, list[Window]] = defaultdict(list)

    @contextmanager
    def open(self, viewport: ViewportSize | None = None, **options: Any) -> Iterator[Window]:
        """Return a window without data of others.

        Any error in it fails the test, at its end.

        Only the first page has this size: windows of any size take a context in turn.
        """
        left = self._left[repr(options)]
        window = left.pop() if left else Window(self._browser, self._home, **options)
        window.forgets()
        if viewport is not None:
            window.page.set_viewport_size(viewport)
        yield window
        window.leaves()
        left.append(window)
