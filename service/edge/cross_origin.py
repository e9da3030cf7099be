"""Headers for browsers: which pages can call the API (CORS), and how a browser may use an answer.

There are no cookies: a page must have a token and send it. So by default, pages of all origins can
call the API.
"""

from typing import NamedTuple

from verger.service.connection.head import lines
from verger.service.edge.asgi import RequestHeaders
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Pairs = tuple[tuple[bytes, bytes], ...]

EXPOSED = (
    b"ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Trace-Id, Idempotent-Replayed"
)
ALLOWED = (
    b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID,"
    b" traceparent, Verger-Question"
)
MAX_AGE = b"86400"
"""The seconds that a browser may cache the answer to a preflight. No browser caches it for longer."""

_STANDING: Pairs = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
OF_DATA = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
OF_PAGES = (
    b"content-security-policy",
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    b" object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
)
NOT_KEPT = (b"cache-control", b"no-store")


class StandingHeaders(NamedTuple):
    """The headers of every answer: as pairs, and encoded as they are sent."""

    headers: Pairs
    lines: bytes

    @classmethod
    def of(cls, headers: Pairs) -> "StandingHeaders":
        """Encode these headers."""
        return cls(headers, lines(headers))


class Origins:
    """The origins whose pages can call the API: all, or some."""

    def __init__(self, listed: str) -> None:
        names = [name.strip().encode() for name in listed.split(",") if name.strip()]
        self._listed = None if names == [b"*"] else frozenset(names)
        self._any = StandingHeaders.of(self._of(b"*"))

    def standing(self, origin: bytes | None) -> StandingHeaders:
        """Return the headers of every answer to a page of this origin, or to a client that sends no origin."""
        if self._listed is None:
            return self._any
        known = origin if origin in self._listed else None
        return StandingHeaders.of((*self._of(known), (b"vary", b"Origin")))

    def refused(self, headers: RequestHeaders) -> ProblemError | None:
        """Return the problem that refuses a WebSocket to another origin's page (RFC 6455, 10.2), or None.

        Browsers hide the answers of HTTP from such a page, but not a WebSocket's messages. The
        server's own pages may always connect, as they may over HTTP.
        """
        origin = headers.get(b"origin")
        if self._listed is None or origin is None or origin in self._listed:
            return None
        if origin.partition(b"://")[2] == headers.get(b"host"):
            return None
        return ProblemError(ProblemCode.FOREIGN_ORIGIN, origin=origin.decode("latin-1")[:200])

    def _of(self, origin: bytes | None) -> Pairs:
        policy = b"cross-origin" if self._listed is None else b"same-origin"
        standing = (*_STANDING, (b"cross-origin-resource-policy", policy))
        if origin is None:
            return standing
        return (
            *standing,
            (b"access-control-allow-origin", origin),
            (b"access-control-expose-headers", EXPOSED),
        )


def preflight(methods: bytes) -> Pairs:
    """Return the headers that allow a page to call these methods (Fetch standard, CORS-preflight)."""
    return (
        (b"access-control-allow-methods", methods),
        (b"access-control-allow-headers", ALLOWED),
        (b"access-control-max-age", MAX_AGE),
    )
