"""What goes over the wire to a window, as its browser counts it; what it has kept is nothing."""

from typing import Any

from playwright.sync_api import Page

CALM_MS = 500


class Wire:
    """The requests of a page, and the bytes that came, with answers' headers and what streams tell."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.bytes = 0
        self._page = page
        self._open: set[str] = set()
        self._streams: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asks)
        session.on("Network.dataReceived", self._hears)
        session.on("Network.loadingFinished", self._gets)
        session.on("Network.loadingFailed", lambda event: self._open.discard(event["requestId"]))

    def rests(self) -> None:
        """Wait until nothing was under way for a while but the stream of the log."""
        known = -1
        while self._open or known != len(self.requests):
            known = len(self.requests)
            self._page.wait_for_timeout(CALM_MS)

    def _asks(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if url.startswith("data:"):
            return
        self.requests.append(url)
        is_stream = "follow=true" in url
        (self._streams if is_stream else self._open).add(event["requestId"])

    def _hears(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._streams:
            self.bytes += event["encodedDataLength"]

    def _gets(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._streams:
            self.bytes += event["encodedDataLength"]
        self._open.discard(event["requestId"])
