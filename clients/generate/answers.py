"""The schemas of answers, made open, so that clients can also read the answers of newer servers."""

import json
import re
from functools import cache
from typing import Any

from clients.generate.document import Schema, document
from clients.generate.operations import operations

MORE = {"AllowedView", "FeedItem", "ProblemBody"}
"""Schemas that clients read although no operation answers with them."""
SECRET = "Secret"  # noqa: S105  # the name of a type
_SECRETS = {"token", "claim_code", "secret"}
_OF_DEVICE = {"code", "address", "picture"}
"""Members of a `DeviceCodeView` that are as good as a password."""

_FIELD = "Field"
"""The name of one type for all kinds of fields, because a newer server can have more kinds."""


def answers() -> dict[str, Schema]:
    """Return the schemas of the answers and of all their parts."""
    found = {name: opened(_hidden(name, schema)) for name, schema in _known().items()}
    waiting = MORE | {one.answer for one in operations() if one.answer in found}
    kept = set[str]()
    while waiting:
        kept |= waiting
        named = json.dumps([found[name] for name in waiting])
        waiting = set(_REFERENCE.findall(named)) - kept
    return {name: schema for name, schema in found.items() if name in kept}


@cache
def _known() -> dict[str, Schema]:
    known: dict[str, Schema] = document()["components"]["schemas"]
    return {**known, _FIELD: _field(known)}


def _hidden(name: str, schema: Schema) -> Schema:
    """Return a schema whose secrets are marked."""
    secret = _SECRETS | (_OF_DEVICE if name == "DeviceCodeView" else set())
    members = schema.get("properties", {})
    marked = {
        member: {**one, "type": SECRET} for member, one in members.items() if member in secret
    }
    return {**schema, "properties": {**members, **marked}} if marked else schema


def opened(schema: Any) -> Any:
    """Return a schema that allows answers of newer servers: other values, other kinds, more members."""
    if isinstance(schema, list):
        return [opened(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "discriminator" in schema:
        return (
            {"$ref": f"{_HERE}{_FIELD}"} if "choices" in schema["discriminator"]["mapping"] else {}
        )
    if schema.get("additionalProperties") is True:
        return {"type": "object"}
    if "enum" in schema or "const" in schema:
        return {"type": "string"}
    if "$ref" in schema and not _is_closed(_known().get(_name(schema), {"properties": {}})):
        return opened(_known()[_name(schema)]) | {"description": schema.get("description", "")}
    return {name: opened(one) for name, one in schema.items()}


def _is_closed(schema: Schema) -> bool:
    """Whether a schema becomes a named type: it is an object with known members."""
    return "properties" in schema and schema.get("additionalProperties") is not True


def _name(reference: Schema) -> str:
    name: str = reference["$ref"].removeprefix(_HERE)
    return name


_HERE = "#/components/schemas/"
_REFERENCE = re.compile(rf'"{_HERE}([^"]+)"')


def _field(known: dict[str, Schema]) -> Schema:
    """Return one object for all kinds of a union. It has the members of every kind, and requires those that every kind requires."""
    union = known["Option"]["properties"]["fields"]["items"]
    kinds = [known[_name(one)] for one in union["oneOf"]]
    needed = set.intersection(*(set(kind["required"]) for kind in kinds))
    members: dict[str, Schema] = {}
    for kind in kinds:
        for name, one in kind["properties"].items():
            members[name] = _either(members.get(name, one), one)
    return {
        "description": "A field of an option, of any kind. The member `field` is the name of the kind.",
        "properties": {
            name: one if name in needed else {"default": _EMPTY[one.get("type", "integer")], **one}
            for name, one in members.items()
        },
        "required": sorted(needed),
    }


_EMPTY: Schema = {"array": [], "integer": 0, "string": "", "boolean": False}
"""The values of members that a kind of field does not have, by the type of the member."""


def _either(one: Schema, other: Schema) -> Schema:
    return one if one.get("type") == other.get("type") else {"oneOf": [one, other]}
