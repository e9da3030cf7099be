"""Counts of requests by their outcome, and the time that they took."""

from collections import defaultdict

from verger.service.histogram import Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"})
OTHER = "_OTHER"
"""Any method that no address has (OpenTelemetry's word), because clients choose these names freely."""


class RequestCounts:
    """The requests of a process. Their labels are only the server's own words, without addresses or ids."""

    def __init__(self) -> None:
        self.answered: defaultdict[tuple[str, str, int, str], int] = defaultdict(int)
        """The number of requests by method, route, status and the problem's code."""
        self.seconds: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        """The times of requests by method and route, except streams."""

    def over(
        self, method: str, route: str, status: int, code: str, seconds: float | None = None
    ) -> None:
        """Count a finished request, and the time that it took, if that is meaningful."""
        if method not in METHODS:
            method = OTHER
        self.answered[method, route, status, code] += 1
        if seconds is not None:
            self.seconds[method, route].observe(seconds)
