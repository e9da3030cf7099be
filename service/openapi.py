"""The OpenAPI document: what the framework leaves out of it is mended here, in one place.

Paths and parameters come from the framework; schemas from msgspec, which knows the tags of
unions, the bounds of numbers and the docstrings; problems from the one table.
"""

import inspect
import json
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

from domain.rulesets import RULESETS
from service import documented
from service.component import key, moves_schema, schemas
from service.documented import TOKEN_OPTIONAL, TRACE, WITHOUT_TOKEN, Document
from service.http import moves
from service.http.events import NDJSON, SSE, EventView
from service.http.moves import DryRunView
from service.problem import ProblemBody
from service.webhook import document as outgoing

VERSION = version("verger")
FILE = Path(__file__).resolve().parent.parent / "openapi" / "openapi.json"

TAGS = {
    "sessions": "Start a session, find one's own, see where it is.",
    "seats": "Set places at a table and claim them.",
    "moves": "Ask for a move.",
    "reading": "State, options, network and banks, at the newest or any older version.",
    "events": "The log: every accepted move, and why it was accepted.",
    "archives": "A session's log as a file, and signed checkpoints of it.",
    "forks": "Go on from any version in a session of one's own.",
    "disputes": "Rulings that were challenged, and the precedents they are.",
    "tokens": "Who may act for a seat.",
    "webhooks": "Have an address told of a session's events, and see what was delivered.",
    "rulesets": "Rules, house rules and schemas.",
    "operations": "Health and readiness.",
}
"""In the order of a newcomer's questions."""

_MODULES = {"state": "reading", "checkpoints": "archives", "deliveries": "webhooks"}


def encoded(routes: Sequence[Any]) -> bytes:
    """The document as it is served and checked in."""
    text = json.dumps(document(routes), indent=1, ensure_ascii=False)
    return (text + "\n").encode()


def document(routes: Sequence[Any]) -> Document:
    """The document of these routes, and of moves."""
    config = OpenAPIConfig(title="Verger", version=VERSION)
    app = Litestar(list(routes), openapi_config=config, logging_config=None)
    paths = app.openapi_schema.to_schema()["paths"]
    handlers = list(_handlers(app))
    types = [kind for _, _, handler in handlers for kind in _types(handler)]
    types += [EventView, DryRunView, ProblemBody, *outgoing.MESSAGES]
    found, components = schemas(types)
    for path, method, handler in handlers:
        paths[path][method] = _operation(paths[path][method], handler, found)
    paths["/v1/sessions/{session}/moves"] = {"post": _post_move(found)}
    return _whole(paths, components) | {"webhooks": outgoing.document(found)}


def _whole(paths: Document, components: Document) -> Document:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Verger",
            "version": VERSION,
            "description": "An event-sourced server for story games that a table plays by changing"
            " a shared record under written procedures.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A seat's token, from starting a session or claiming a seat.",
                }
            },
        },
    }


def _handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and handler.operation_id:
                path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
                yield path, next(m for m in handler.http_methods if m != "OPTIONS").lower(), handler


def _takes(handler: HTTPRouteHandler) -> Any:
    return handler.opt.get("takes")


def _gives(handler: HTTPRouteHandler) -> Any:
    """What a handler answers: named in `opt` where its own annotation cannot tell."""
    named = handler.opt.get("gives")
    annotation = handler.parsed_fn_signature.return_type.annotation
    inner = get_args(annotation)
    found = named or (inner[0] if inner else annotation)
    return None if found in (None, type(None)) else found


def _types(handler: HTTPRouteHandler) -> list[Any]:
    return [kind for kind in (_takes(handler), _gives(handler)) if kind is not None]


def _operation(
    framework: Document, handler: HTTPRouteHandler, schemas: dict[Any, Document]
) -> Document:
    id = str(handler.operation_id)
    module = handler.fn.__module__.rpartition(".")[2]
    text = inspect.getdoc(handler.fn) or ""
    parameters = [_parameter(found) for found in framework.get("parameters", ())]
    parameters += _request_headers(handler)
    operation: Document = {
        "operationId": id,
        "tags": [_MODULES.get(module, module)],
        "summary": text.partition("\n")[0].rstrip("."),
        "description": text,
        "parameters": parameters,
        "security": _security(id),
    }
    if brings := handler.opt.get("brings"):
        operation["requestBody"] = {"required": True, "content": {brings: {"schema": _LINES}}}
    if _takes(handler):
        operation["requestBody"] = _content(schemas[key(_takes(handler))])
    gives = _gives(handler)
    status = next(code for code in framework["responses"] if code.startswith("2"))
    success: Document = {"description": operation["summary"] + ".", "headers": _headers(handler)}
    if gives is not None:
        success["content"] = _forms(id, schemas[key(gives)])
    operation["responses"] = {
        status: success,
        **_not_modified(handler),
        **documented.problems(id, handler),
    }
    return operation


def _security(id: str) -> list[Document]:
    if id in WITHOUT_TOKEN:
        return []
    return [{}, {"seat": []}] if id in TOKEN_OPTIONAL else [{"seat": []}]


def _parameter(found: Document) -> Document:
    schema = dict(found["schema"])
    for inner in schema.pop("oneOf", ()):
        if inner.get("type") != "null":
            schema |= inner
    schema.pop("description", None)
    for bound in ("minimum", "maximum"):
        if bound in schema:
            schema[bound] = int(schema[bound])
    if schema.get("type") == "integer":
        schema.setdefault("minimum", 0)
    shown = {"name": found["name"], "in": found["in"], "required": found["required"]}
    described = found.get("description") or _PATH_PARAMETERS[found["name"]]
    return shown | {"description": described, "schema": schema}


_PATH_PARAMETERS = {
    "conflict": "The id of a conflict, such as `c1`.",
    "dispute": "The id of a dispute, such as `q1`.",
    "session": "The session's id.",
    "removed": "The seat that goes.",
    "seat_id": "The seat that the code is for.",
    "token": "The token's id, not the token itself.",
    "webhook": "The webhook's id.",
    "delivery": "The delivery's id.",
    "ruleset": "The ruleset's name.",
    "roll": "What is rolled, such as `signal` in Verge: one of the ruleset's `rolls`.",
    "version": "The event's number.",
}


def _header_parameter(name: str, description: str, schema: Document) -> Document:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": schema,
    }


def _key_parameter(least: int) -> Document:
    return _header_parameter(
        "Idempotency-Key",
        "Best a random UUID. Repeated with the same body, the request gets its original answer"
        " and nothing happens twice. Kept for ever.",
        {"type": "string", "minLength": least, "maxLength": 200, "pattern": "^[!-~]+$"},
    )


_IF_MATCH = _header_parameter(
    "If-Match",
    'The version that the move was drawn from, as an ETag ("12"); refused if play moved on.',
    {"type": "string", "pattern": '^("[0-9]{1,18}"|\\*)$'},
)


def _request_headers(handler: HTTPRouteHandler) -> list[Document]:
    found: list[Document] = []
    if handler.opt.get("secret"):
        found.append(_key_parameter(16))
    if handler.opt.get("repeatable"):
        found.append(_key_parameter(1))
    if handler.opt.get("keyed"):
        found += [_key_parameter(1), _IF_MATCH]
    if _is_versioned(handler):
        known = {"type": "string"}
        found.append(_header_parameter("If-None-Match", "An ETag that one has already.", known))
    if handler.operation_id == "listEvents":
        text = "Where a live stream resumes: the id of the last event received."
        found.append(_header_parameter("Last-Event-ID", text, {"type": "string"}))
    return found


def _is_versioned(handler: HTTPRouteHandler) -> bool:
    return "at" in handler.parsed_fn_signature.parameters


def _not_modified(handler: HTTPRouteHandler) -> Document:
    if not _is_versioned(handler):
        return {}
    return {"304": {"description": "The asker has this version already.", "headers": TRACE}}


_LINES = {"type": "string", "format": "binary", "description": "An archive, as it was exported."}
_ETAG = {"ETag": {"description": "The version, quoted.", "schema": {"type": "string"}}}
_LOCATION = {"Location": {"description": "Where it is.", "schema": {"type": "string"}}}
_LINK = {"Link": {"description": 'The next page, rel="next".', "schema": {"type": "string"}}}
_HEADERS_OF = {
    "startSession": _ETAG | _LOCATION,
    "claimSeat": _ETAG | _LOCATION,
    "forkSession": _ETAG | _LOCATION,
    "addSeat": _ETAG,
    "redact": _ETAG | _LOCATION,
    "registerWebhook": _LOCATION,
    "pingWebhook": _LOCATION,
    "redeliver": _LOCATION,
    "listEvents": _LINK,
    "importSession": _ETAG | _LOCATION,
    "getEvent": _ETAG,
    "getRuling": _ETAG,
}


def _headers(handler: HTTPRouteHandler) -> Document:
    own = _ETAG if _is_versioned(handler) else _HEADERS_OF.get(str(handler.operation_id), {})
    return own | TRACE


def _content(schema: Document) -> Document:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _forms(id: str, schema: Document) -> Document:
    forms: Document = {"application/json": {"schema": schema}}
    if id == "exportSession":
        return {NDJSON: {"schema": _LINES}}
    if id == "listEvents":
        lines = "One EventView a line."
        forms[NDJSON] = {"schema": {"type": "string", "description": lines}}
        events = "Server-sent events: the id is the version, the data an EventView."
        forms[SSE] = {"schema": {"type": "string", "description": events}}
    return forms


def _post_move(schemas: dict[Any, Document]) -> Document:
    """`POST …/moves`, which does not pass through the framework."""
    text = inspect.getdoc(moves.post_move) or ""
    made = {
        "description": "The move's event, durable in the log.",
        "headers": _ETAG | _LOCATION | _REPLAYED | TRACE,
        "content": {"application/json": {"schema": schemas[key(EventView)]}},
    }
    dry_made = {
        "description": "With dry_run: what the move would come to, or what it would roll.",
        "headers": _ETAG | TRACE,
        "content": {"application/json": {"schema": schemas[key(DryRunView)]}},
    }
    return {
        "operationId": "postMove",
        "tags": ["moves"],
        "summary": text.partition("\n")[0].rstrip("."),
        "description": text,
        "parameters": _move_parameters(),
        "security": [{"seat": []}],
        "requestBody": _content({"anyOf": [moves_schema(one) for one in RULESETS.values()]}),
        "responses": {"200": dry_made, "201": made, **documented.problems_of_moves()},
    }


def _move_parameters() -> list[Document]:
    session = {"name": "session", "in": "path", "required": True}
    session |= {"description": "The session's id.", "schema": {"type": "string"}}
    seat = {"name": "seat", "in": "query", "required": False}
    seat |= {"description": "The seat to act as, for a token that holds several."}
    seat |= {"schema": {"type": "string", "maxLength": 40}}
    dry = {"name": "dry_run", "in": "query", "required": False}
    dry |= {"description": "Judge the move and record nothing."}
    dry |= {"schema": {"type": "boolean", "default": False}}
    return [session, seat, dry, _key_parameter(1), _IF_MATCH]


_REPLAYED = {
    "Idempotent-Replayed": {
        "description": "`true` where this is the original answer to a repeated request.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}
