"""Counts of requests by their outcome, and how long they took."""

from collections import defaultdict

from verger.service.histogram import Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"})
OTHER = "_OTHER"
"""Any method that no address has (OpenTelemetry's word): their names are the callers' choice."""


class RequestCounts:
    """The requests of a process, labelled only by the server's own words: no address, no id."""

    def __init__(self) -> None:
        self.answered: defaultdict[tuple[str, str, int, str], int] = defaultdict(int)
        """By method, route, status and the problem's code."""
        self.seconds: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        """By method and route; streams are left out."""

    def over(
        self, method: str, route: str, status: int, code: str, seconds: float | None = None
    ) -> None:
        """Count a finished request, and how long it took where that says something."""
        if method not in METHODS:
            method = OTHER
        self.answered[method, route, status, code] += 1
        if seconds is not None:
            self.seconds[method, route].observe(seconds)
