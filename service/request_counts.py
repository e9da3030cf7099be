"""Counts of requests by outcome, and their durations."""

from collections import defaultdict

from verger.service.histogram import Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"})
OTHER = "_OTHER"
"""Stands for all methods that no address has (OpenTelemetry's word), because clients can send any name."""


class RequestCounts:
    """The requests of a process. The labels are words of the server, and contain no addresses or ids."""

    def __init__(self) -> None:
        self.answered: defaultdict[tuple[str, str, int, str], int] = defaultdict(int)
        """The number of requests by method, route, status and error code."""
        self.seconds: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        """The durations of requests by method and route, without streams."""

    def over(
        self, method: str, route: str, status: int, code: str, seconds: float | None = None
    ) -> None:
        """Count a finished request, and its duration. For a stream, the duration is None."""
        if method not in METHODS:
            method = OTHER
        self.answered[method, route, status, code] += 1
        if seconds is not None:
            self.seconds[method, route].observe(seconds)
