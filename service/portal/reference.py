"""The reference: every operation as text, and a document small enough to be tried out."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.portal.page import Page

PATH = "reference"

Operation = Mapping[str, Any]

KINDS_AT_MOST = 12
"""Larger unions, which are the games' own moves and effects, are left out of that document."""

_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def pages(document: Mapping[str, Any]) -> Iterable[Page]:
    """The one page; in a browser the document itself stands in its place, to try things out."""
    yield Page(PATH, "API reference", "\n".join(_whole(document)))


def _whole(document: Mapping[str, Any]) -> Iterator[str]:
    yield "# API reference\n"
    yield (
        "Every operation, in the order of a newcomer's questions. Schemas, examples and all that can be "
        "answered are in the [OpenAPI document](/v1/openapi.json); in a browser this page tries it out.\n"
    )
    for tag in document["tags"]:
        yield f"## {tag['name'].capitalize()}\n\n{tag.get('description', '')}\n"
        for address, operation in _operations(document, tag["name"]):
            yield f"### {operation['operationId']}\n\n`{address}`\n\n{operation['description']}\n"
            yield from _answers(operation)


def _operations(document: Mapping[str, Any], tag: str) -> Iterator[tuple[str, Operation]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if tag in operation.get("tags", ()):
                yield f"{method.upper()} {path}", operation


def _answers(operation: Operation) -> Iterator[str]:
    for place in ("path", "query", "header"):
        named = [p for p in operation.get("parameters", ()) if p.get("in") == place]
        if named:
            yield f"- In the {place}: {', '.join(_parameter(one) for one in named)}"
    yield f"- Answers: {', '.join(f'`{status}`' for status in operation['responses'])}\n"


def _parameter(one: Mapping[str, Any]) -> str:
    return f"`{one['name']}`" + (" (required)" if one.get("required") else "")


def small(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document without the games' own moves and effects, for a page that tries it out.

    Swagger UI resolves all that an operation leads to, and every problem's `events` lead to
    everything: whole, the document stops a browser for a minute at each click.
    """
    schemas = {name: _shortened(one) for name, one in document["components"]["schemas"].items()}
    rest = {**document, "components": {**document["components"], "schemas": {}}}
    waiting, kept = set(_REFERENCE.findall(json.dumps(rest))), set[str]()
    while waiting:
        kept |= waiting
        found = {name for one in waiting for name in _REFERENCE.findall(json.dumps(schemas[one]))}
        waiting = found - kept
    named = {name: schema for name, schema in schemas.items() if name in kept}
    return {**document, "components": {**document["components"], "schemas": named}}


def _shortened(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds = schema.get("oneOf") or schema.get("anyOf") or ()
    if len(kinds) <= KINDS_AT_MOST:
        return schema
    if "discriminator" not in schema:
        return {"type": "object", "description": schema["description"]}
    field = schema["discriminator"]["propertyName"]
    names = sorted(schema["discriminator"]["mapping"])
    return {
        "type": "object",
        "description": f"{schema.get('description', '')} Its fields are in the whole document,"
        " /v1/openapi.json, and in the schemas of its ruleset.".strip(),
        "required": [field],
        "properties": {field: {"type": "string", "enum": names}},
    }
