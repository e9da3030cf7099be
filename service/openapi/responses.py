"""Answers in the document: an operation's successes in all their forms, and its problems by status."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from verger.service.edge.operation import VERSIONED, Success
from verger.service.openapi.components import key
from verger.service.openapi.headers import COUNTED, EVERY_ANSWER, headers, of_success
from verger.service.openapi.problems import problems
from verger.service.openapi.route import JSON, Route
from verger.service.problem.documented import Document, content
from verger.service.problem.table import KINDS

_SEVERAL = "One of the problems in `x-codes`."


def responses(route: Route, schemas: Mapping[Any, Document]) -> Document:
    """Return every answer of an operation, by its status."""
    found = {route.status: _success(route, schemas), **_problems(route)}
    if route.is_kept:
        told = "You already have the current answer. The body is empty."
        found[304] = {"description": told, "headers": headers(VERSIONED)}
    for status, answer in route.told.get("also", {}).items():
        found[status] = {
            "description": answer.description,
            "headers": headers(answer.headers),
            "content": {JSON: {"schema": _also(status, answer, route, schemas)}},
        }
    return {str(status): found[status] for status in sorted(found)}


def _also(status: int, answer: Success, route: Route, schemas: Mapping[Any, Document]) -> Document:
    """Return another successful answer. If it has the lowest status, its schema also accepts the usual answer.

    The reason: many generators of clients decode every successful answer as the one with the lowest status.
    """
    own, usual = schemas[key(answer.gives)], schemas[key(route.told["gives"])]
    return own if status > route.status else {"anyOf": [usual, *own.get("anyOf", [own])]}


def _success(route: Route, schemas: Mapping[Any, Document]) -> Document:
    told = route.told.get("success", f"{HTTPStatus(route.status).phrase}.")
    fields = of_success(route)
    found: Document = {"description": told, **({"headers": fields} if fields else {})}
    forms = dict(route.told.get("forms", {}))
    if "gives" in route.told:
        forms = {JSON: schemas[key(route.told["gives"])], **forms}
    if forms:
        found["content"] = {kind: {"schema": schema} for kind, schema in forms.items()}
    return found


def _problems(route: Route) -> dict[int, Document]:
    """Return a response for every status of a problem, with the codes that it can have there."""
    statuses: dict[int, set[str]] = {}
    for code in problems(route):
        statuses.setdefault(int(KINDS[code].status), set()).add(code)
    return {status: _problem(sorted(found)) for status, found in statuses.items()}


def _problem(codes: Sequence[str]) -> Document:
    kinds = [KINDS[code] for code in codes]
    challenged = "missing_scope" in codes or any(int(kind.status) == 401 for kind in kinds)
    sent = ["WWW-Authenticate"] if challenged else []
    sent += ["ETag", "Link"] if "stale_version" in codes else []
    if "unsupported_media_type" in codes:
        sent += ["Accept", "Accept-Post", "Accept-Patch", "Accept-Encoding"]
    sent += EVERY_ANSWER if "internal_error" in codes else []
    sent += COUNTED if "rate_limited" in codes else []
    sent += ["Retry-After"] if any(kind.retry_after is not None for kind in kinds) else []
    told = _SEVERAL if codes[1:] else f"`{codes[0]}`: {KINDS[codes[0]].title}"
    fields: Document = {"headers": headers(sent)} if sent else {}
    return {"description": told, **fields, "content": content(codes)}
