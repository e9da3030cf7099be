"""Spans (OpenTelemetry): pieces of work with their durations, for operators who use tracing.

Without a tracer, each span is the same object, which does nothing.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Span(Protocol):
    """A piece of work that is reported to the tracer."""

    def told(self, **attributes: str | int) -> None:
        """Report facts about the work. Never report a token, a key, a text or a seat."""

    def answered(self, method: str, route: str, status: int, code: str) -> None:
        """Report the answer to a request. The route is that of the API document."""


class Tracer(Protocol):
    """Begins spans."""

    def request(
        self, headers: Mapping[bytes, bytes], trace: str
    ) -> AbstractContextManager[Span | None]:
        """Begin the span of a request: in the trace that the caller names, or else in a new one with this id."""

    def span(
        self, name: str, attributes: Mapping[str, str | int]
    ) -> AbstractContextManager[Span | None]:
        """Begin a span within the current one."""


NOTHING: AbstractContextManager[None] = nullcontext()
"""No span."""
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """From now on, report to this tracer, or to none."""
    global _tracer  # noqa: PLW0603, a process has one tracer, and every part reports to it
    _tracer = tracer


def is_on() -> bool:
    """Return whether there is a tracer."""
    return _tracer is not None


def request(headers: Mapping[bytes, bytes], trace: str) -> AbstractContextManager[Span | None]:
    """Return the span of a request."""
    return _tracer.request(headers, trace) if _tracer else NOTHING


def span(name: str, **attributes: str | int) -> AbstractContextManager[Span | None]:
    """Return the span of a piece of work."""
    return _tracer.span(name, attributes) if _tracer else NOTHING
