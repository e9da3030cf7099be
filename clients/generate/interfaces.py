"""Writes an interface of TypeScript for each answer."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clients.generate.answers import SECRET, answers
from clients.generate.document import Schema
from clients.generate.games import games, is_object

HEAD = """\
// The answers of the API. `make openapi` generates this file from the API document.
// A member with fixed values is plain text, and a game's own member is plain JSON: a newer server may have more of both.
"""
HEAD_OF_GAMES = """\
// The moves, effects and play of each game, generated from the API document by `make openapi`.
// `VergeMove` is any move of Verge that a seat can make, and `VergeRecordedMove` a move that only the log has.
// A newer server can have more kinds and members.
"""

_PLAIN = {"string": "string", "integer": "number", "boolean": "boolean", "number": "number"}
_PLAIN |= {"null": "null", SECRET: "string"}


def of_answers() -> str:
    """Return the module of the answers."""
    every = answers().items()
    return HEAD + "".join(_declared(f"interface {name}", "", one) for name, one in every)


def of_games() -> str:
    """Return the module of the games. Its types are aliases, because `move` does not take an interface."""
    every = games().items()
    return HEAD_OF_GAMES + "".join(_declared(f"type {name} =", ";", one) for name, one in every)


def _declared(beginning: str, end: str, schema: Schema) -> str:
    lines = ["", *_told(schema.get("description", ""), "")]
    if not is_object(schema):
        return "\n".join([*lines, f"export {beginning} {type_of(schema)}{end}", ""])
    needed = set(schema.get("required", ()))
    lines.append(f"export {beginning} {{")
    for member, one in schema["properties"].items():
        lines += _told(one.get("description", ""), "  ")
        lines.append(f"  {member}{'' if member in needed else '?'}: {type_of(one)};")
    return "\n".join([*lines, f"}}{end}", ""])


def _told(description: str, indent: str) -> Iterator[str]:
    if description:
        yield f"{indent}/** {' '.join(description.split())} */"


def type_of(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if ways := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(dict.fromkeys(map(type_of, ways)))
    if values := schema.get("enum") or [one for one in (schema.get("const"),) if one]:
        return " | ".join(map(json.dumps, values))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(type_of({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kinds == "object":
        within = schema.get("additionalProperties")
        return f"Record<string, {type_of(within) if isinstance(within, dict) else 'any'}>"
    return _PLAIN[kinds] if kinds else "any"
