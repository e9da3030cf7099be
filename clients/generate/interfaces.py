"""Writes an interface of TypeScript for each answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from clients.generate.answers import SECRET, answers
from clients.generate.document import Schema

HEAD = """\
// The answers of the API. `make openapi` generates this file from the API document.
// A member with fixed values is plain text, and a game's own member is plain JSON: a newer server may have more of both.
"""

_PLAIN = {"string": "string", "integer": "number", "boolean": "boolean", "number": "number"}
_PLAIN |= {"null": "null", SECRET: "string"}


def module() -> str:
    """Return the module of all types."""
    return HEAD + "".join(_interface(name, schema) for name, schema in answers().items())


def _interface(name: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    lines = ["", *_told(schema.get("description", ""), ""), f"export interface {name} {{"]
    for member, one in schema["properties"].items():
        lines += _told(one.get("description", ""), "  ")
        lines.append(f"  {member}{'' if member in needed else '?'}: {type_of(one)};")
    return "\n".join([*lines, "}", ""])


def _told(description: str, indent: str) -> Iterator[str]:
    if description:
        yield f"{indent}/** {' '.join(description.split())} */"


def type_of(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if ways := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(dict.fromkeys(map(type_of, ways)))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(type_of({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kinds == "object":
        within = schema.get("additionalProperties")
        return f"Record<string, {type_of(within) if within else 'any'}>"
    return _PLAIN[kinds] if kinds else "any"
