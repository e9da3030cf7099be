"""Adapt schemas to generators of clients: wide integers, and unions whose members exclude each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from verger.service.problem.documented import Document
from verger.service.schema.json_schema import Schema

_SAMPLES = {"example", "examples"}
_WIDTH = "int64"
"""The format of all integers. By default, generators use 32 bits, but versions can have 53."""


def fitted(part: Any, components: Mapping[str, Schema]) -> Any:
    """Adapt a part of the document, and all parts in it except examples."""
    if isinstance(part, list):
        return [fitted(one, components) for one in part]
    if not isinstance(part, dict):
        return part
    shown: Document = {
        name: inner if name in _SAMPLES else fitted(inner, components)
        for name, inner in part.items()
    }
    if "integer" in _types(shown):
        shown["format"] = _WIDTH
    if "prefixItems" in shown and "items" not in shown:
        # This allows nothing more, because the array can have no further items. Linters and generators require it.
        shown["items"] = {}
    if isinstance(shown.get("anyOf"), list) and _is_exclusive(shown, components):
        # Generators turn `anyOf` into one object with the members of all schemas in it.
        shown = {"oneOf" if name == "anyOf" else name: one for name, one in shown.items()}
    return shown


def _is_exclusive(union: Schema, components: Mapping[str, Schema]) -> bool:
    """Return whether a value fits only one schema of a union, because of a tag or of its type."""
    if "discriminator" in union:
        return True
    types = [_all_types(one, components) for one in union["anyOf"]]
    return all(types) and len(set[str]().union(*types)) == sum(map(len, types))


def _all_types(schema: Schema, components: Mapping[str, Schema]) -> set[str]:
    """Return the types of a schema's values, or none if the schema does not name them."""
    if "$ref" in schema:
        return _all_types(components[schema["$ref"].rpartition("/")[2]], components)
    several = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    members = [_all_types(one, components) for one in several]
    if not members:
        return set(_types(schema))
    return set[str]().union(*members) if all(members) else set()


def _types(schema: Schema) -> Sequence[str]:
    types = schema.get("type", ())
    return [types] if isinstance(types, str) else types if isinstance(types, list) else ()
