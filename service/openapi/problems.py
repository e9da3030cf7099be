"""The error codes of each operation: those that it declares, and those that follow from its parameters."""

from collections.abc import Iterable, Iterator

from verger.domain.core.reason import Code
from verger.service.openapi.route import Route
from verger.service.problem.code import AnyCode, ProblemCode

_WITH_BODY = (
    ProblemCode.MALFORMED_JSON,
    ProblemCode.INVALID_BODY,
    Code.UNUSABLE_TEXT,
    ProblemCode.BODY_TOO_LARGE,
    ProblemCode.UNSUPPORTED_MEDIA_TYPE,
    ProblemCode.REQUEST_TIMEOUT,
)


def problems(route: Route) -> Iterator[AnyCode]:
    """Yield the codes of an operation. Some can come twice."""
    yield ProblemCode.INTERNAL_ERROR
    yield from route.told.get("problems", ())
    yield from _of_server(route)
    yield from _of_parameters(route.names)
    if route.takes_json:
        yield from _WITH_BODY
    if "key" in route.told:
        yield from (ProblemCode.UNUSABLE_KEY, ProblemCode.REQUEST_RUNNING, ProblemCode.KEY_REUSED)


def _of_server(route: Route) -> Iterator[AnyCode]:
    if route.is_counted:
        yield from (ProblemCode.RATE_LIMITED, ProblemCode.BLOCKED)
    if route.told.get("stored", True):
        yield ProblemCode.UNAVAILABLE
    if route.told.get("bearer", "always") == "always":
        yield from (ProblemCode.MISSING_TOKEN, ProblemCode.INVALID_TOKEN, ProblemCode.MISSING_SCOPE)


def _of_parameters(names: Iterable[str]) -> Iterator[AnyCode]:
    if "session" in names:
        yield from (
            ProblemCode.NO_SUCH_SESSION,
            ProblemCode.SESSION_ARCHIVED,
            ProblemCode.SESSION_DELETED,
        )
        yield ProblemCode.LOG_DAMAGED
    if "seat" in names:
        yield from (ProblemCode.WHICH_SEAT, ProblemCode.NOT_YOUR_SEAT)
    if "at" in names:
        yield ProblemCode.NO_SUCH_VERSION
    # A request to any address can have an unknown parameter.
    yield ProblemCode.INVALID_PARAMETER
