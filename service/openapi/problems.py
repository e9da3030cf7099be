"""Which problems each operation can answer with: its own, and those that follow from what it takes."""

from collections.abc import Iterable, Iterator

from service.openapi.route import Route

_WITH_BODY = (
    "malformed_json",
    "invalid_body",
    "unusable_text",
    "body_too_large",
    "unsupported_media_type",
    "request_timeout",
)
_UNCHECKED = {"session", "removed", "seat_id", "token", "ruleset", "webhook", "delivery"}
"""Parameters of which any text is taken: what names nothing is not found."""


def problems(route: Route) -> Iterator[str]:
    """The codes of an operation; some may come twice."""
    yield "internal_error"
    yield from route.told.get("problems", ())
    yield from _of_server(route)
    yield from _of_parameters(route.names)
    if route.takes_json:
        yield from _WITH_BODY
    if "key" in route.told:
        yield from ("unusable_key", "request_running", "key_reused")


def _of_server(route: Route) -> Iterator[str]:
    if route.is_counted:
        yield "rate_limited"
    if route.told.get("stored", True):
        yield "unavailable"
    if route.told.get("bearer", "always") == "always":
        yield from ("missing_token", "invalid_token", "missing_scope")


def _of_parameters(names: Iterable[str]) -> Iterator[str]:
    if "session" in names:
        yield "no_such_session"
    if "seat" in names:
        yield from ("which_seat", "not_your_seat")
    if "at" in names:
        yield "no_such_version"
    if set(names) - _UNCHECKED:
        yield "invalid_parameter"
