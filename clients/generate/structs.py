"""Writes a msgspec Struct of Python for each answer."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clients.generate.answers import SECRET, answers
from clients.generate.document import Schema

HEAD = '''"""The answers of the API. `make openapi` generates this file from the API document.

Members that this version does not know are ignored. A member with fixed values is plain text, and a
game's own member is plain JSON: a newer server may have more of both.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from verger_client.secret import Secret
'''
_PLAIN = {
    "string": "str",
    "integer": "int",
    "boolean": "bool",
    "number": "float",
    "null": "None",
    SECRET: SECRET,
}
_EMPTY = {"array": "()", "object": "{}"}


def module() -> str:
    """Return the module of all types."""
    return HEAD + "".join(_struct(name, schema) for name, schema in answers().items())


def _struct(name: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    lines = [f"\n\nclass {name}(Struct, frozen=True, kw_only=True):"]
    lines += described(schema.get("description", ""))
    lines += [""] if len(lines) > 1 else []
    for member, one in schema["properties"].items():
        lines += _member(member, one, is_needed=member in needed)
    return "\n".join(lines) + "\n"


def _member(name: str, schema: Schema, *, is_needed: bool) -> Iterator[str]:
    kind = type_of(schema)
    if is_needed:
        yield f"    {name}: {kind}"
    else:
        default = _default(schema)
        may_lack = default == "None" and not kind.endswith("None")
        yield f"    {name}: {kind}{' | None' if may_lack else ''} = {default}"
    yield from described(schema.get("description", ""))


def described(description: str) -> list[str]:
    """Return a description as a docstring."""
    if not description:
        return []
    first, *rest = description.split("\n")
    lines = [f'    """{first}', *(f"    {line}".rstrip() for line in rest)]
    return [*lines, '    """'] if rest else [f'{lines[0]}"""']


def _default(schema: Mapping[str, Any]) -> str:
    default = schema.get("default")
    if default in ([], {}):
        return _EMPTY[schema["type"]]
    if isinstance(default, list):
        return repr(tuple(default)).replace("'", '"')
    return json.dumps(default) if isinstance(default, str) else repr(default)


def type_of(schema: Mapping[str, Any]) -> str:
    """Return the type of a value, as it is written in Python."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if ways := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(dict.fromkeys(map(type_of, ways)))
    if values := schema.get("enum") or [one for one in (schema.get("const"),) if one]:
        return f"Literal[{', '.join(map(json.dumps, values))}]"
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(type_of({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        return f"tuple[{type_of(schema['items'])}, ...]"
    if kinds == "object":
        within = schema.get("additionalProperties")
        return f"dict[str, {type_of(within) if isinstance(within, dict) else 'Any'}]"
    if schema.get("format") == "date-time" and kinds == "string":
        return "datetime"
    return _PLAIN[kinds] if kinds else "Any"
