"""Answers in the document: an operation's success in all its forms, and its problems by status."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler

from service.edge.following import NDJSON, SSE
from service.metrics.exposition import FORMS
from service.openapi.headers import KEPT_BY_NOBODY, headers, of_success, of_version
from service.problem.documented import Document, content
from service.problem.table import KINDS

LINES: Document = {
    "type": "string",
    "format": "binary",
    "description": "An archive, as it was exported.",
}

_RESET: Document = {
    "type": "object",
    "description": "With `reset`: the position cannot be served; read the state anew.",
    "required": ["head"],
    "properties": {"head": {"type": "integer", "minimum": 1}},
}
SENT_EVENT: Document = {
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {
        "id": {"type": "string", "description": "The version.", "pattern": "^[0-9]+$"},
        "event": {"type": "string", "description": "The move's name, or `reset`."},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"anyOf": [{"$ref": "#/components/schemas/EventView"}, _RESET]},
        },
    },
}
"""An event of a stream, as tools take it apart that read them one by one."""

_SENT_EVENTS: Document = {
    "description": "Server-sent events: the id is the version, the data an EventView. The text as a"
    " whole, or each event for tools that read them one by one.",
    "anyOf": [{"type": "string"}, SENT_EVENT],
}


def success(handler: HTTPRouteHandler, told: str, schema: Document | None) -> Document:
    """What a route answers where it succeeds."""
    id = str(handler.operation_id)
    found: Document = {
        "description": told,
        "headers": of_success(
            id, versioned=is_versioned(handler), read="GET" in handler.http_methods
        ),
    }
    form = handler.opt.get("form", "application/json")
    return found | ({"content": _forms(id, form, schema)} if schema is not None else {})


def is_versioned(handler: HTTPRouteHandler) -> bool:
    """Whether it reads at a version, which the asker may have already."""
    return bool({"at", "until"} & set(handler.parsed_fn_signature.parameters))


def not_modified(handler: HTTPRouteHandler) -> Document:
    """The answer to whom nothing is new, where it can happen."""
    if not is_versioned(handler):
        return {}
    told = "The asker has this version already: nothing is sent again."
    return {"304": {"description": told, "headers": of_version()}}


def _forms(id: str, form: str, schema: Document) -> Document:
    forms: Document = {form: {"schema": schema}}
    if id == "exportSession":
        return {NDJSON: {"schema": LINES}}
    if id == "getMetrics":
        return {form: {"schema": schema} for form in FORMS}
    if id == "listEvents":
        lines = "One EventView a line."
        forms[NDJSON] = {"schema": {"type": "string", "description": lines}}
        forms[SSE] = {"schema": _SENT_EVENTS}
    return forms


def problems(codes: Sequence[str], *, counted: bool = True) -> Document:
    """A response for every status, naming the codes that it can have there."""
    statuses: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        statuses.setdefault(int(KINDS[code].status), []).append(code)
    return {
        str(status): _problem(sorted(found), counted=counted)
        for status, found in sorted(statuses.items())
    }


def _problem(codes: Sequence[str], *, counted: bool) -> Document:
    told = "; ".join(f"`{code}`: {KINDS[code].title}" for code in codes)
    kinds = [KINDS[code] for code in codes]
    challenged = "missing_scope" in codes or any(int(kind.status) == 401 for kind in kinds)
    sent = ["WWW-Authenticate"] if challenged else []
    sent += ["ETag", "Link"] if "stale_version" in codes else []
    sent += ["Retry-After"] if any(kind.retry_after is not None for kind in kinds) else []
    return {
        "description": told,
        "headers": headers([*sent, *KEPT_BY_NOBODY], counted=counted),
        "content": content(codes),
    }
