"""Header fields in the document: those that answers carry, and those that requests may."""

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
"""Headers of every answer, which the document tells at its top and where they matter most."""
COUNTED = ("RateLimit", "RateLimit-Policy")
"""Further ones of counted requests' answers, told likewise: all but those to operators' programs."""

OF_READS = ("Vary",)
"""Further ones of counted reads that succeed, told likewise."""

KEPT_BY_NOBODY = ("Cache-Control",)
"""Further headers of answers that are not reads, and of problems, told likewise: `no-store`."""

SOMETIMES = {
    "Link", "Idempotent-Replayed", "Retry-After", "WWW-Authenticate",
    "Accept", "Accept-Post", "Accept-Patch", "Accept-Encoding",
}  # fmt: skip
"""Fields that an answer carries only where there is something to say by them."""


def _text(description: str) -> Document:
    return {"description": description, "schema": {"type": "string"}}


HEADERS: dict[str, Document] = {
    "Trace-Id": _text(
        "Names the request in the server's log; the caller's own trace id where it sent a"
        " `traceparent`."
    ),
    "RateLimit": _text(
        'What is left of each limit, and for how many seconds: `"token";r=5999;t=60`.'
    ),
    "RateLimit-Policy": _text(
        'The limits: requests in a window of seconds, `"token";q=6000;w=60`.'
    ),
    "ETag": _text(
        "The version that was read or made, quoted, in reads with the beginning of its event's hash:"
        " an `If-Match` for the next move."
    ),
    "Location": _text("The address of what was made."),
    "Link": _text(
        'Where further pages are: `rel="next"` is the next one, which the last page has not;'
        ' `rel="first"` the first one, which that page itself has not.'
    ),
    "Accept": _text("The media type for `PUT`."),
    "Accept-Post": _text("The media type for `POST`."),
    "Accept-Patch": _text("The media type for `PATCH`."),
    "Accept-Encoding": _text("`identity`, where a body came with a `Content-Encoding`."),
    "Accept-Ranges": _text("`none`: it comes as a whole."),
    "Cache-Control": _text(
        "What is read may be kept, and has to be asked for again, at little cost with `If-None-Match`."
    ),
    "Content-Disposition": _text("The name of the file to keep it in."),
    "Idempotent-Replayed": {
        "description": "`true` where this is the original answer to a repeated request.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Retry-After": {
        "description": "Seconds after which trying again makes sense.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": _text(
        "The scheme by which tokens are sent: `Bearer`, with the `error` where a token was sent, and the"
        " `scope` that it lacks (RFC 6750)."
    ),
}
"""Every field of an answer that a client may build on."""


def headers(names: Iterable[str]) -> Document:
    """The fields of an answer, besides those of every answer."""
    return {name: {"$ref": f"#/components/headers/{plain(name)}"} for name in dict.fromkeys(names)}


def components() -> Document:
    """The components that `headers` refers to."""
    return {plain(name): field for name, field in sorted(HEADERS.items())}


def plain(name: str) -> str:
    """A name as components have them: `If-Match` is IfMatch, `as_of` is AsOf."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").split("-"))


def of_success(route: Route) -> Document:
    """The fields of an operation's answer where it succeeds."""
    own: tuple[str, ...] = route.told.get("headers", ())
    own += VERSIONED if route.is_kept else ()
    return headers(own)


def asked(route: Route) -> Iterator[Document]:
    """The header fields that a request to the route may carry."""
    if "key" in route.told:
        yield _key_parameter(SECRET_KEY_LEAST if route.told["key"] == "secret" else KEY_LEAST)
    yield from (_READ[name] for name in route.told.get("request_headers", ()))
    if route.is_kept:
        yield _IF_NONE_MATCH


def _key_parameter(least: int) -> Document:
    """The key of a request that may be repeated; it has to be long where secrets derive from it."""
    return _parameter(
        "Idempotency-Key",
        "Best a random UUID. Repeated with the same body, the request gets its original answer:"
        " for ever where it is a move, for 30 days otherwise.",
        {"type": "string", "minLength": least, "maxLength": KEY_MOST, "pattern": "^[!#-~][!-~]*$"},
    )


def _parameter(name: str, description: str, schema: Document) -> Document:
    found: Document = {"name": name, "in": "header", "required": False}
    return found | {"description": description, "schema": schema}


_TAG = '(W/)?"[0-9]{1,18}(-[0-9a-f]{16})?"'

IF_MATCH = _parameter(
    "If-Match",
    'The version that the move was drawn from, as an ETag ("12"), or several of which one has to be'
    " the newest; refused if play moved on.",
    {"type": "string", "pattern": rf"^(\*|{_TAG}( *, *{_TAG})*)$"},
)
_IF_NONE_MATCH = _parameter(
    "If-None-Match",
    "An ETag that one has already: the answer is 304, without a body, where nothing is new.",
    {"type": "string"},
)
_LAST_EVENT_ID = _parameter(
    "Last-Event-ID",
    "Where a live stream resumes: the id of the last event received.",
    {"type": "string"},
)
_QUESTION = _parameter(
    "Verger-Question",
    "The id of the question that the move answers. The move is refused if this question is no longer"
    " open to the seat. Answers of other seats do not close it.",
    {"type": "string", "maxLength": QUESTION_MOST, "pattern": f"^{QUESTION_PATTERN}$"},
)
_READ = {one["name"]: one for one in (IF_MATCH, _LAST_EVENT_ID, _QUESTION)}
