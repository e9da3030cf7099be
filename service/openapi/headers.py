"""Header fields in the document: those of answers, and those of requests."""

from collections.abc import Iterable, Iterator

from verger.service.edge.asking import (
    KEY_LEAST,
    KEY_MOST,
    QUESTION_MOST,
    QUESTION_PATTERN,
    SECRET_KEY_LEAST,
)
from verger.service.edge.operation import VERSIONED
from verger.service.openapi.route import Route
from verger.service.problem.documented import Document

EVERY_ANSWER = ("Trace-Id",)
"""Headers of every answer. The document describes them at its beginning, and in the most important operations."""
COUNTED = ("RateLimit", "RateLimit-Policy")
"""Further headers of answers to requests that the rate limits count. The beginning describes them, too."""

OF_READS = ("Vary",)
"""Further headers of such reads if they succeed. The beginning describes them, too."""

KEPT_BY_NOBODY = ("Cache-Control",)
"""Further headers (`no-store`) of problems and of answers that are not reads. The beginning describes them, too."""

SOMETIMES = {
    "Link", "Idempotent-Replayed", "Retry-After", "WWW-Authenticate",
    "Accept", "Accept-Post", "Accept-Patch", "Accept-Encoding",
}  # fmt: skip
"""Headers that only some answers have."""


def _text(description: str) -> Document:
    return {"description": description, "schema": {"type": "string"}}


HEADERS: dict[str, Document] = {
    "Trace-Id": _text(
        "The id of the request in the log of the server. If you sent a `traceparent`, this is"
        " the trace id of that header."
    ),
    "RateLimit": _text(
        "For each limit, the number of units that are left (`r`), and the number of seconds until the"
        ' limit is reset (`t`). A request counts for one unit or more. Example: `"token";r=5999;t=60`.'
    ),
    "RateLimit-Policy": _text(
        "For each limit, the number of units that it allows (`q`) in a number of seconds (`w`). A"
        ' request counts for one unit or more. Example: `"token";q=6000;w=60`.'
    ),
    "ETag": _text(
        "The version that was read or made, in quotes. In reads, the first digits of the event's hash"
        " follow. Send it as `If-Match` with the next move."
    ),
    "Location": _text("The path of the new resource."),
    "Link": _text(
        'The addresses of other pages. The next page is `rel="next"`, except on the last page. The first'
        ' page is `rel="first"`, except on the first page.'
    ),
    "Accept": _text("The media type for `PUT`."),
    "Accept-Post": _text("The media type for `POST`."),
    "Accept-Patch": _text("The media type for `PATCH`."),
    "Accept-Encoding": _text("`identity`, if you sent a body with a `Content-Encoding`."),
    "Accept-Ranges": _text("Always `none`. You cannot request a part of an answer."),
    "Cache-Control": _text(
        "You can store the answer, but you must check that it is current before you use it"
        " again. To check, send `If-None-Match`: if nothing has changed, you get 304 without a"
        " body."
    ),
    "Content-Disposition": _text("The name of the file to save."),
    "Idempotent-Replayed": {
        "description": "`true` if this is the original answer to a repeated request.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Retry-After": {
        "description": "The number of seconds to wait before you try again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": _text(
        "The scheme for tokens, `Bearer`. If you sent a token, the header also has the `error`"
        " and any missing `scope` (RFC 6750)."
    ),
}
"""Every header field of an answer that clients can rely on."""


def headers(names: Iterable[str]) -> Document:
    """Return references to these headers."""
    return {name: {"$ref": f"#/components/headers/{plain(name)}"} for name in dict.fromkeys(names)}


def components() -> Document:
    """Return the components that `headers` refers to."""
    return {plain(name): field for name, field in sorted(HEADERS.items())}


def plain(name: str) -> str:
    """Return a name as components have it: `IfMatch` for `If-Match`, and `AsOf` for `as_of`."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))


def of_success(route: Route) -> Document:
    """Return the headers of a successful answer."""
    own: tuple[str, ...] = route.told.get("headers", ())
    own += VERSIONED if route.is_kept else ()
    return headers(own)


def asked(route: Route) -> Iterator[Document]:
    """Yield the header fields that a request to the route can have."""
    if "key" in route.told:
        yield _key_parameter(SECRET_KEY_LEAST if route.told["key"] == "secret" else KEY_LEAST)
    yield from (_READ[name] for name in route.told.get("request_headers", ()))
    if route.is_kept:
        yield _IF_NONE_MATCH


def _key_parameter(least: int) -> Document:
    """Return the parameter for the key of a repeatable request. Secrets need a long key."""
    return _parameter(
        "Idempotency-Key",
        "A key that you choose, preferably a random UUID. If you repeat the request with the"
        " same key and body, you get the original answer. Keys of moves are kept forever, all"
        " others for 30 days.",
        {"type": "string", "minLength": least, "maxLength": KEY_MOST, "pattern": "^[!#-~][!-~]*$"},
    )


def _parameter(name: str, description: str, schema: Document) -> Document:
    found: Document = {"name": name, "in": "header", "required": False}
    return found | {"description": description, "schema": schema}


_TAG = '(W/)?"[0-9]{1,18}(-[0-9a-f]{16})?"'

IF_MATCH = _parameter(
    "If-Match",
    'The version that you read last, as an ETag such as `"12"`. The request is refused if'
    " this version is no longer the newest. If you send several versions, one of them must"
    " be the newest.",
    {"type": "string", "pattern": rf"^(\*|{_TAG}( *, *{_TAG})*)$"},
)
_IF_NONE_MATCH = _parameter(
    "If-None-Match",
    "The ETag of the answer that you have. If nothing has changed, you get 304 without a body.",
    {"type": "string"},
)
_LAST_EVENT_ID = _parameter(
    "Last-Event-ID",
    "The id of the last event that you received. A live stream resumes after it.",
    {"type": "string"},
)
_QUESTION = _parameter(
    "Verger-Question",
    "The id of the question that the move answers. The move is refused if your seat can no longer answer"
    " this question. Answers of other seats do not close it.",
    {"type": "string", "maxLength": QUESTION_MOST, "pattern": f"^{QUESTION_PATTERN}$"},
)
_READ = {one["name"]: one for one in (IF_MATCH, _LAST_EVENT_ID, _QUESTION)}
