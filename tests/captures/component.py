"""An example of every schema that a captured request or answer has a value of: the shortest one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import jsonschema_rs

from tests.captures.capture import Json
from tests.support.contract import document, resolved

Found = Iterator[tuple[str, Any]]


def of_components(operations: Mapping[str, Sequence[Json]]) -> dict[str, Any]:
    """The examples of components, by their names, out of those of operations."""
    shortest: dict[str, str] = {}
    for schema, value in _values(operations):
        for name, found in _parts(schema, value):
            text = json.dumps(found)
            # A schema's own references would be taken for the document's.
            if '"$ref"' in text:
                continue
            if name not in shortest or len(text) < len(shortest[name]):
                shortest[name] = text
    return {name: json.loads(text) for name, text in sorted(shortest.items())}


def _values(operations: Mapping[str, Sequence[Json]]) -> Iterator[tuple[Json, Any]]:
    """What was sent and answered as JSON, each with its schema."""
    for methods in document()["paths"].values():
        for operation in methods.values():
            for kept in operations.get(operation["operationId"], ()):
                response = resolved(operation["responses"][str(kept["response"]["status"])])
                sides = (
                    (operation.get("requestBody", {}), kept["request"]),
                    (response, kept["response"]),
                )
                for described, side in sides:
                    form = described.get("content", {}).get("application/json")
                    if form and isinstance(side.get("body"), dict):
                        yield form["schema"], side["body"]


def _parts(schema: Json, value: Any) -> Found:
    """The components that a value and its parts are of."""
    if reference := schema.get("$ref"):
        schema = resolved(schema)
        if isinstance(value, dict):
            yield reference.rpartition("/")[2], value
    for choice in ("anyOf", "oneOf"):
        fitting = (one for one in schema.get(choice, ()) if _fits(json.dumps(one), value))
        for one in [next(fitting)] if choice in schema else ():
            yield from _parts(one, value)
    for one in schema.get("allOf", ()):
        yield from _parts(one, value)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, inner in value.items():
            described = known.get(name, others)
            yield from _parts(described, inner) if isinstance(described, dict) else ()
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for inner in value:
            yield from _parts(schema["items"], inner)


def _fits(schema: str, value: Any) -> bool:
    return _validator(schema).is_valid(value)


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    whole = json.loads(schema) | {"components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(whole)
