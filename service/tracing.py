"""Spans: what a process does and for how long, for operators whose tracer takes them.

Nothing where nobody asked for them: a span is then one shared object that does nothing.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Span(Protocol):
    """A piece of work that is told of."""

    def told(self, **attributes: str | int) -> None:
        """Tell more of it: never a token, a key, a text, nor a seat."""

    def answered(self, method: str, route: str, status: int, code: str) -> None:
        """Tell how a request was answered: its route as the API document has it."""


class Tracer(Protocol):
    """What begins spans."""

    def request(
        self, headers: Mapping[bytes, bytes], trace: str
    ) -> AbstractContextManager[Span | None]:
        """Begin a request's, in its caller's trace if that names one, else in one of this id."""

    def span(
        self, name: str, attributes: Mapping[str, str | int]
    ) -> AbstractContextManager[Span | None]:
        """Begin one within the one that is under way."""


NOTHING: AbstractContextManager[None] = nullcontext()
"""No span."""
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """Tell this tracer from now on, or none."""
    global _tracer  # noqa: PLW0603, one process has one, and what is traced is everywhere
    _tracer = tracer


def is_on() -> bool:
    """Return whether there is a tracer."""
    return _tracer is not None


def request(headers: Mapping[bytes, bytes], trace: str) -> AbstractContextManager[Span | None]:
    """The span of a request."""
    return _tracer.request(headers, trace) if _tracer else NOTHING


def span(name: str, **attributes: str | int) -> AbstractContextManager[Span | None]:
    """The span of a piece of work."""
    return _tracer.span(name, attributes) if _tracer else NOTHING
