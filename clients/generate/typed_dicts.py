"""The Python types of each game: a TypedDict for each object, because it stays plain JSON."""

from collections.abc import Iterator

from clients.generate.document import Schema
from clients.generate.games import games, is_object
from clients.generate.structs import described, type_of

HEAD = '''"""The moves, effects and play of each game, generated from the API document by `make openapi`.

These are types of plain JSON, and nothing checks them at run time. `VergeMove` is any move of Verge that a seat can
make, and `VergeRecordedMove` a move that only the log has. A newer server can have more kinds and members.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''


def module() -> str:
    """Return the module of all types. A type that consists of other types stands after them."""
    every = games().items()
    objects = [_typed_dict(name, one) for name, one in every if is_object(one)]
    others = [_alias(name, one) for name, one in every if not is_object(one)]
    return "".join([HEAD, *objects, "\n", *others])


def _typed_dict(name: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    lines = [f"\n\nclass {name}(TypedDict):", *described(schema.get("description", ""))]
    lines += [""] if len(lines) > 1 else []
    for member, one in schema["properties"].items():
        lines += _member(member, _kind(one), one, is_needed=member in needed)
    return "\n".join(lines) + "\n"


def _member(name: str, kind: str, schema: Schema, *, is_needed: bool) -> Iterator[str]:
    yield f"    {name}: {kind if is_needed else f'NotRequired[{kind}]'}"
    yield from described(schema.get("description", ""))


def _alias(name: str, schema: Schema) -> str:
    told = [line.removeprefix("    ") for line in described(schema.get("description", ""))]
    return "\n".join([f"\n{name} = {_kind(schema)}", *told, ""])


def _kind(schema: Schema) -> str:
    """Return the type of a value that is read as plain JSON: an array is a list, and a time is a text."""
    kind = type_of(schema).replace("tuple[", "list[").replace(", ...]", "]")
    return kind.replace("datetime", "str")
