"""Describe one operation in the document: from the declaration of its route, and from the framework."""

import inspect
import json
from collections.abc import Mapping
from typing import Any

from verger.service.edge.operation import Content
from verger.service.openapi import access, headers
from verger.service.openapi.components import key
from verger.service.openapi.responses import responses
from verger.service.openapi.route import JSON, Route
from verger.service.problem.documented import Document


def operation_of(route: Route, schemas: Mapping[Any, Document]) -> Document:
    """Return the description of an operation, with the schemas of its types."""
    text = inspect.getdoc(route.function)
    assert text, f"{route.id} has no docstring"
    first, _, rest = text.partition("\n")
    summary = first.rstrip(".")
    parameters = [_parameter(found, route.path) for found in route.parameters]
    operation: Document = {
        "operationId": route.id,
        "tags": [route.tag],
        "summary": summary,
        "description": "\n\n".join(filter(None, (rest.strip(), access.told(route)))),
        "parameters": [*parameters, *headers.asked(route)],
    }
    if (own := access.security(route)) != access.USUAL:
        operation["security"] = own
    if takes := route.told.get("takes"):
        # The schema has the real description of the body.
        operation["requestBody"] = _body(Content("A JSON object.", JSON, schemas[key(takes)]))
    if brings := route.told.get("brings"):
        operation["requestBody"] = _body(brings)
    operation["responses"] = responses(route, schemas)
    return operation


def _body(sent: Content) -> Document:
    content = {sent.media_type: {"schema": sent.schema}}
    return {"description": sent.description, "required": True, "content": content}


def _parameter(found: Document, path: str) -> Document:
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
    if found["name"] == "session" and _OF_WEBHOOKS in path:
        described = "The id of the session, or `-` for all sessions of the token."
    elif found["in"] == "path" and found["name"] in _UUIDS:
        schema["format"] = "uuid"
    if "default" in schema and "Default:" not in described:
        described += f" Default: {json.dumps(schema['default'])}."
    return shown | {"description": described, "schema": schema}


_PATH_PARAMETERS = {
    "conflict": "The id of a conflict, such as `c1`.",
    "dispute": "The id of a dispute, such as `q1`.",
    "session": "The id of the session.",
    "removed": "The id of the seat to remove.",
    "seat_id": "The id of the seat that the code is for.",
    "table": "The id of the table in the lobby.",
    "ask": "The id of the request for a seat.",
    "token": "The id of the token, not the token itself.",
    "webhook": "The id of the webhook.",
    "delivery": "The id of the delivery, which is the `webhook-id` of the message.",
    "ruleset": "The name of the ruleset.",
    "version": "The version of the event.",
}
_UUIDS = {"session", "table", "ask", "token", "webhook", "delivery"}
"""Parameters of a path that are a UUID in its canonical form."""
_OF_WEBHOOKS = "{session}/webhooks"
"""Paths that accept `-` in place of the session's id."""
