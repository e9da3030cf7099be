"""The whole OpenAPI document.

Paths and parameters come from the framework. Schemas come from msgspec, which knows the tags of
unions, the bounds of numbers and the docstrings. Problems come from their one table, and the rest
from the routes themselves (service/edge/operation.py).
"""

import json
from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path

import msgspec

from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.notices import document as outgoing
from verger.service.base_path import base_path
from verger.service.openapi import access, addresses, asyncapi, chosen, examples, headers, shared
from verger.service.openapi.components import schemas
from verger.service.openapi.fitted import fitted
from verger.service.openapi.links import links
from verger.service.openapi.operation import operation_of
from verger.service.openapi.route import routes
from verger.service.problem.documented import Document
from verger.service.problem.problem import ProblemBody
from verger.service.root import ROOT

VERSION = version("verger")
FILE = ROOT / "openapi" / "openapi.json"

TAGS = {
    "sessions": "Start a session, list your own sessions, and read the state.",
    "seats": "Add, claim and remove seats.",
    "reading": "Read a session at its newest version or at an older one.",
    "moves": "Post a move, try it, and see its changes.",
    "events": "Read or follow the log: every accepted move, and its ruling.",
    "rulings": "List refused moves, disputes and precedents.",
    "history": "List undone moves, compare versions, and try another past.",
    "forks": "Continue from any version in a new session.",
    "texts": "Read sealed notes, and remove texts from the log.",
    "tokens": "Issue, list, renew and revoke the tokens that act for seats.",
    "lobby": "List a table, find a table, and ask for a seat.",
    "apps": "Run many tables, for sites, clubs and bots.",
    "webhooks": "Notify your own server of new events, and see the deliveries.",
    outgoing.TAG: "Messages that this server sends to webhooks.",
    "rulesets": "Read the rules, house rules, schemas and exact odds of every game.",
    "archives": "Export and import a session, and get signed checkpoints.",
    "operations": "Check health and readiness, and read metrics.",
}
"""The tags with their descriptions. A new reader needs them in this order."""

_GUIDES = {
    "sessions": "quick-start",
    "seats": "tokens",
    "reading": "watching",
    "moves": "moves",
    "events": "streams",
    "rulings": "disputes",
    "history": "replay",
    "forks": "replay#forks",
    "texts": "redaction",
    "tokens": "tokens",
    "lobby": "lobby",
    "apps": "apps",
    "webhooks": "webhooks",
    outgoing.TAG: "webhooks",
    "rulesets": "rulesets",
    "archives": "archive",
    "operations": "self-hosting",
}
"""The page that explains each tag at length."""

_ABOUT = """\
A server that referees story games: it judges every move by written rules, records it, and explains every ruling.

A **session** is one game with its log. A **seat** is a place in it. A seat posts a **move**, and the server judges
it by the rules of the game. An accepted move becomes the next **event** of the session and is stored before you
get the answer. For a refused move, the answer names the rule and the reason. The number of an event is the
**version** of the session. The same number is the `ETag` of a read, the `If-Match` of a move, the id in a
live stream, and the cursor of a page.

To read a session, you need the token of a seat. If its table allows onlookers, you need no token.

To begin, call `startSession`: it needs no token and returns one. `getOptions` lists the moves that would be
accepted, `postMove` makes a move, and `listEvents` follows the log.

Every answer has a `Trace-Id`, which names the request in the log of the server. If you send `traceparent` (W3C Trace
Context), the `Trace-Id` is the trace id of that header. Every answer, except those of `Operations`, has `RateLimit` and
`RateLimit-Policy`. If a proxy reaches no process, it answers with 503 `unavailable` and without these two headers. The cause
is then, for example, `1 of 4 processes answer` or `no process answers`.

A successful read has `Vary`, which names the request fields that decide what you see. Every other answer has
`Cache-Control: no-store`.

Every error is `application/problem+json` (RFC 9457) with a stable `code`. Its `type` is the address of a page about the
code. If an answer can have one of several codes, `x-codes` next to its schema lists them. If an address does not have the
method, the answer is 405 with `Allow`. If the path and the query are longer than 8,000 bytes, the answer is 414
`uri_too_long`. If an address is spelled differently, for example with a slash at the end, the answer is 308 with `Location`.

Guides, the rules of every game and a page for every code are at [/docs](/docs) of this server.
"""


def files() -> dict[Path, bytes]:
    """Return the documents as they are stored in the repository, where a change shows as a diff."""
    return {FILE: _written(document()), asyncapi.FILE: _written(_asyncapi())}


def _written(made: Document) -> bytes:
    return (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode()


def served(base: str, rulesets: frozenset[str]) -> bytes:
    """Return the document as the server returns it: for a base path, and for some rulesets or none."""
    made = document(rulesets)
    if base:
        made = addresses.below(base, made)
        made["servers"][0]["url"] = base
    return msgspec.json.encode(made)


def served_asyncapi(home: str) -> bytes:
    """Return the AsyncAPI document as a server at this address returns it."""
    made = _asyncapi()
    if home:
        made = addresses.below(base_path(home), made)
        asyncapi.place(made, home)
    return msgspec.json.encode(made)


def _asyncapi() -> Document:
    """Return the AsyncAPI document. It is made from an OpenAPI document without games, because it needs none."""
    return asyncapi.document(document(()))


def document(rulesets: Collection[str] = tuple(RULESETS)) -> Document:
    """Return the document of all routes, with the forms and examples of these rulesets."""
    known = {route.id: route for route in routes()}
    types = [kind for route in known.values() for kind in route.types]
    found, named = schemas([*types, ProblemBody, *outgoing.MESSAGES])
    components = chosen.opened(named, rulesets)
    paths: Document = {}
    for route in known.values():
        operation = operation_of(route, found)
        operation["responses"][str(route.status)] |= links(route, known)
        paths.setdefault(route.path, {})[route.method] = operation
    chosen.without_others(paths, rulesets)
    if rulesets:
        # The examples show how a game of Verge was played.
        examples.add(paths)
    whole = _whole(paths, components) | {"webhooks": outgoing.document(found)}
    return chosen.reached({name: fitted(part, components) for name, part in whole.items()})


def _whole(paths: Document, components: Document) -> Document:
    used = {tag for methods in paths.values() for one in methods.values() for tag in one["tags"]}
    used.add(outgoing.TAG)
    assert used <= set(TAGS), "a tag has no description"
    repeated = shared.components(paths)
    examples.add_to_problems(components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Verger",
            "version": VERSION,
            "summary": "A server that referees story games and explains every ruling",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server that returned this document."}],
        "tags": [_tag(name) for name in TAGS if name in used],
        "security": access.USUAL,
        "paths": paths,
        "components": {
            **repeated,
            "parameters": repeated["parameters"] | outgoing.headers(),
            "headers": headers.components(),
            "schemas": components,
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat. You receive it when you start a session or claim a seat.",
                }
            },
        },
    }


def _tag(name: str) -> Document:
    """Return a tag, with the page that explains it at length."""
    return {"name": name, "description": f"{TAGS[name]} [The guide](/docs/{_GUIDES[name]})"}
