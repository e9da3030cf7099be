"""Windows for tests: each has a separate browser context, and collects its faults."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize

from tests.annexes.page.chromium import WAIT_MS

_LOADING = "Failed to load resource: "


class Window:
    """A browser window for one server. Any fault in it fails the test at its end.

    Faults are errors of scripts, errors on the console (for example from the security policy), and
    requests to other servers. Errors that a test `expects` do not count.
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
        # A browser process uses the language of its first page until this page is closed.
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
        """Allow console errors of requests that fail like this, such as `403` or `ERR_CONNECTION`. Return the window."""
        self._expected += failures
        return self

    def another(self) -> Page:
        """Open a second page in the same context, as a new tab does."""
        return self._context.new_page()

    def leaves(self) -> None:
        """Close all pages, and open an empty one for the next test. Faults fail the current test now."""
        for page in self._context.pages:
            if page is not self._first:
                page.close()
        self.page = self._context.new_page()
        self._expected = ()
        self.is_well()

    def is_well(self) -> None:
        """Fail the test now if there are faults. Later faults belong to the next test."""
        faults, self.faults = self.faults, []
        assert not faults, "\n".join(faults)

    def forgets(self) -> None:
        """Delete the cache and all data that pages have stored."""
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
    """Opens windows for one server, with as few browser contexts as possible.

    A new context needs a new process, which takes a third of the time for loading a page.
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._left: dict[str, list[Window]] = defaultdict(list)

    @contextmanager
    def open(self, viewport: ViewportSize | None = None, **options: Any) -> Iterator[Window]:
        """Yield a window without data of earlier windows. Any fault in it fails the test at its end.

        Only its first page has this size, because windows of every size share the contexts.
        """
        left = self._left[repr(options)]
        window = left.pop() if left else Window(self._browser, self._home, **options)
        window.forgets()
        if viewport is not None:
            window.page.set_viewport_size(viewport)
        yield window
        window.leaves()
        left.append(window)
