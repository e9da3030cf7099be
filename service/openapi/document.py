"""The OpenAPI document: what the framework leaves out of it is mended here, in one place.

Paths and parameters come from the framework; schemas from msgspec, which knows the tags of
unions, the bounds of numbers and the docstrings; problems from the one table.
"""

import inspect
import json
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, get_args

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

from domain.games.rulesets import DEFAULT, RULESETS
from service.http import moves
from service.http.events import EventView
from service.http.moves import DryRunView
from service.openapi import examples, headers, links, problems, responses, shared
from service.openapi.components import key, moves_schema, schemas
from service.openapi.problems import TOKEN_OPTIONAL, UNCOUNTED, WITHOUT_TOKEN
from service.problem.documented import Document
from service.problem.problem import ProblemBody
from service.root import ROOT
from service.webhook import document as outgoing

VERSION = version("verger")
FILE = ROOT / "openapi" / "openapi.json"

TAGS = {
    "sessions": "Start a session, find one's own, see where it is.",
    "seats": "Set places at a table and claim them.",
    "reading": "State, options, network, banks and whatever else there is to see, at the newest or"
    " any older version.",
    "moves": "Ask for a move.",
    "events": "The log: every accepted move, and why it was accepted.",
    "rulings": "Moves that were refused, rulings that were challenged, and the precedents they are.",
    "history": "How play came to where it is: what was undone, what changed between two versions,"
    " what would have been otherwise.",
    "forks": "Go on from any version in a session of one's own.",
    "texts": "What people wrote: notes sealed for some eyes only, and texts taken out of the log.",
    "tokens": "Who may act for a seat.",
    "webhooks": "Have a server of one's own told of what happens, and see what was delivered.",
    "rulesets": "Rules, house rules, schemas and exact odds of every game.",
    "archives": "A session's log as a file, and signed checkpoints of it.",
    "operations": "Health, readiness and figures.",
}
"""In the order of a newcomer's questions."""

_TAG_OF_MODULE = {
    "state": "reading",
    "conflicts": "reading",
    "pictures": "reading",
    "graphs": "reading",
    "refusals": "rulings",
    "disputes": "rulings",
    "timeline": "history",
    "landmarks": "history",
    "diff": "history",
    "what_if": "history",
    "notes": "texts",
    "redactions": "texts",
    "checkpoints": "archives",
    "deliveries": "webhooks",
}
"""Of those whose routes are told of under another name than their own."""

_ABOUT = """\
An event-sourced server for story games that a table plays by changing a shared record under written
procedures.

A **session** is one game and its log, a **seat** a place in it. A seat asks for a **move**; the server
judges it by the game's own rules. Allowed, it is the session's next **event**, durable before the answer
comes; refused, the answer says by which rule and why. An event's number is the session's **version**,
and that one number is everywhere: the `ETag` of what is read, the `If-Match` of a move, the id in a live
stream, the cursor of a page.

What reads a session takes a seat's token; where its table lets anyone look on, reads take none.

To begin: `startSession` needs no token and answers with one; `getOptions` lists the moves that
would be accepted; `postMove` makes one; `listEvents` follows the log.

Every error is `application/problem+json` (RFC 9457) with a stable `code`, and `type` is the address of a
page about it. A method that an address does not have is answered 405, with an `Allow` field.

Guides, the rules of every game and a page for every code are at [/docs](/docs) of this server.
"""


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
    used = {tag for methods in paths.values() for one in methods.values() for tag in one["tags"]}
    examples.add(paths)
    links.add(one for methods in paths.values() for one in methods.values())
    repeated = shared.components(paths)
    examples.add_to_schemas(components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Verger",
            "version": VERSION,
            "summary": "Story games, judged by their own rules and kept as a log.",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "externalDocs": {
            "description": "Quick start, guides, the rules of every game, a page for every code.",
            "url": "/docs",
        },
        "servers": [{"url": "/", "description": "The server that this document came from."}],
        "tags": [{"name": name, "description": TAGS[name]} for name in TAGS if name in used],
        "paths": paths,
        "components": {
            **repeated,
            "headers": headers.components(),
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
    is_open = problems.is_open(id, handler)
    operation = _told(id, handler.fn, is_open=is_open)
    parameters = [_parameter(found) for found in framework.get("parameters", ())]
    versioned = responses.is_versioned(handler)
    operation["parameters"] = [*parameters, *headers.asked(handler, versioned=versioned)]
    operation["security"] = _security(id, is_open=is_open)
    if brings := handler.opt.get("brings"):
        operation["requestBody"] = _body("An archive, as it was exported.", brings, responses.LINES)
    if takes := _takes(handler):
        operation["requestBody"] = _json_body(takes, schemas[key(takes)])
    gives = _gives(handler)
    status = next(code for code in framework["responses"] if code.startswith("2"))
    schema = schemas[key(gives)] if gives is not None else None
    operation["responses"] = {
        status: responses.success(handler, operation["summary"] + ".", schema),
        **responses.not_modified(handler),
        **responses.problems(problems.problems(id, handler), counted=id not in UNCOUNTED),
    }
    return operation


def _told(id: str, function: Any, *, is_open: bool = False) -> Document:
    """What an operation is called and filed under, and what its docstring says."""
    text = inspect.getdoc(function)
    assert text, f"{id} has no docstring"
    module = function.__module__.rpartition(".")[2]
    tag = _TAG_OF_MODULE.get(module, module)
    assert tag in TAGS, f"{id} belongs under a tag of its own or another's"
    summary, told = (
        text.partition("\n")[0].rstrip("."),
        problems.described(id, text, is_open=is_open),
    )
    return {"operationId": id, "tags": [tag], "summary": summary, "description": told}


def _json_body(kind: type, schema: Document) -> Document:
    return _body(inspect.cleandoc(kind.__doc__ or ""), "application/json", schema)


def _body(description: str, media_type: str, schema: Document) -> Document:
    content = {media_type: {"schema": schema}}
    return {"description": description, "required": True, "content": content}


def _security(id: str, *, is_open: bool) -> list[Document]:
    if id in WITHOUT_TOKEN:
        return []
    if is_open:
        return [{"seat": []}, {}]
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
    if found["in"] == "path" and found["name"] in {"session", "token", "webhook", "delivery"}:
        schema |= _ID
    return shown | {"description": described, "schema": schema}


_FIRST = RULESETS[DEFAULT]
_ROLL = f"`{next(iter(_FIRST.odds))}` in {_FIRST.title}"

_PATH_PARAMETERS = {
    "conflict": "The id of a conflict, such as `c1`.",
    "dispute": "The id of a dispute, such as `q1`.",
    "session": "The session's id.",
    "removed": "The seat that goes.",
    "seat_id": "The seat that the code is for.",
    "token": "The token's id, not the token itself.",
    "webhook": "The webhook's id.",
    "delivery": "The delivery's id, which is what was sent as `webhook-id`.",
    "ruleset": "The ruleset's name.",
    "roll": f"What is rolled, such as {_ROLL}: one of the ruleset's `rolls`.",
    "version": "The event's number.",
}


def _post_move(schemas: dict[Any, Document]) -> Document:
    """`POST …/moves`, which does not pass through the framework."""
    made = {
        "description": "The move's event, durable in the log.",
        "headers": headers.of_success("postMove", versioned=False, read=False),
        "content": {"application/json": {"schema": schemas[key(EventView)]}},
    }
    dry_made = {
        "description": "With dry_run: what the move would come to, or what it would roll.",
        "headers": headers.headers(["ETag", *headers.KEPT_BY_NOBODY]),
        "content": {"application/json": {"schema": schemas[key(DryRunView)]}},
    }
    taken = {"anyOf": [moves_schema(one) for one in RULESETS.values()]}
    return _told("postMove", moves.post_move) | {
        "parameters": _move_parameters(),
        "security": [{"seat": []}],
        "requestBody": _body("A move of the session's game.", "application/json", taken),
        "responses": {
            "200": dry_made,
            "201": made,
            **responses.problems(problems.problems_of_moves()),
        },
    }


def _move_parameters() -> list[Document]:
    session = {"name": "session", "in": "path", "required": True}
    session |= {"description": _PATH_PARAMETERS["session"], "schema": _ID}
    seat = {"name": "seat", "in": "query", "required": False}
    seat |= {"description": "The seat to act as, for a token that holds several."}
    seat |= {"schema": {"type": "string", "maxLength": 40}}
    dry = {"name": "dry_run", "in": "query", "required": False}
    dry |= {"description": "Judge the move and record nothing."}
    dry |= {"schema": {"type": "boolean", "default": False}}
    return [session, seat, dry, headers.key_parameter(1), headers.IF_MATCH, headers.TRACEPARENT]


_ID: Document = {"type": "string"}
