"""Count the bytes that a window receives over the network. Answers from the cache do not count."""

import re
from typing import Any

from playwright.sync_api import Page

CALM_MS = 500

OF_EVERY_TABLE = "data:|.*(/watch/assets/|/v1/rulesets/)"
"""Addresses that are the same at every table. A browser caches them, so it loads them only once."""


class Wire:
    """The requests of a page, and the number of received bytes, including headers and streams.

    Addresses that match `but` are not counted.
    """

    def __init__(self, page: Page, but: str = "data:") -> None:
        self._but = re.compile(but)
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
        """Wait until the page has loaded nothing for a while. The stream of the log does not count."""
        known = -1
        while self._open or known != len(self.requests):
            known = len(self.requests)
            self._page.wait_for_timeout(CALM_MS)

    def _asks(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if self._but.match(url):
            return
        self.requests.append(url)
        is_stream = "follow=true" in url
        (self._streams if is_stream else self._open).add(event["requestId"])

    def _hears(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._streams:
            self.bytes += event["encodedDataLength"]

    def _gets(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._open:
            self.bytes += event["encodedDataLength"]
        self._open.discard(event["requestId"])
