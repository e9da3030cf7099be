"""The answers that clients read, so open that a newer server's can be read by them too."""

import json
import re
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]

ANSWERS = (
    "AllowedView",
    "AppView",
    "AskView",
    "AskedView",
    "ClaimCodeView",
    "ClaimedView",
    "DeviceCodeView",
    "EventView",
    "EventsView",
    "FeedItem",
    "ForkedView",
    "IssuedView",
    "LobbyView",
    "OpenTablesView",
    "OptionsView",
    "OwnAsksView",
    "ProblemBody",
    "RegisteredWebhookView",
    "RenewedView",
    "RulingView",
    "SeatOfferedView",
    "SessionView",
    "SessionsView",
    "StartedView",
    "StateView",
    "WebhooksView",
)
"""What the clients' own methods give; whatever else the API has is read as plain JSON."""

SECRET = "Secret"  # noqa: S105  # the name of a type
_SECRETS = {"token", "claim_code", "secret"}
_OF_DEVICE = {"code", "address", "picture"}
"""Members that are as good as a password."""

_FIELD = "Field"
"""All kinds of fields as one type, as a newer server has more kinds."""


def answers() -> dict[str, Schema]:
    """The schemas of the answers and of all that they are made of."""
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf-8"))
    known: dict[str, Schema] = document["components"]["schemas"]
    known = {**known, _FIELD: _field(known)}
    found = {name: _opened(_hidden(name, schema), known) for name, schema in known.items()}
    waiting, kept = set(ANSWERS), set[str]()
    while waiting:
        kept |= waiting
        named = json.dumps([found[name] for name in waiting])
        waiting = set(_REFERENCE.findall(named)) - kept
    return {name: schema for name, schema in found.items() if name in kept}


def _hidden(name: str, schema: Schema) -> Schema:
    """A schema whose secrets are marked as such."""
    secret = _SECRETS | (_OF_DEVICE if name == "DeviceCodeView" else set())
    members = schema.get("properties", {})
    marked = {
        member: {**one, "type": SECRET} for member, one in members.items() if member in secret
    }
    return {**schema, "properties": {**members, **marked}} if marked else schema


def _opened(schema: Any, known: dict[str, Schema]) -> Any:
    """A schema that takes what a newer server may say: other values, other kinds, more members."""
    if isinstance(schema, list):
        return [_opened(one, known) for one in schema]
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
    if "$ref" in schema and not _is_closed(known.get(_name(schema), {"properties": {}})):
        return _opened(known[_name(schema)], known) | {"description": schema.get("description", "")}
    return {name: _opened(one, known) for name, one in schema.items()}


def _is_closed(schema: Schema) -> bool:
    """Whether a schema has a name of its own among the types: an object whose members are known."""
    return "properties" in schema and schema.get("additionalProperties") is not True


def _name(reference: Schema) -> str:
    name: str = reference["$ref"].removeprefix(_HERE)
    return name


_HERE = "#/components/schemas/"
_REFERENCE = re.compile(rf'"{_HERE}([^"]+)"')


def _field(known: dict[str, Schema]) -> Schema:
    """One object for every kind of a union: it has what any of them has, and needs what all need."""
    union = known["Option"]["properties"]["fields"]["items"]
    kinds = [known[_name(one)] for one in union["oneOf"]]
    needed = set.intersection(*(set(kind["required"]) for kind in kinds))
    members: dict[str, Schema] = {}
    for kind in kinds:
        for name, one in kind["properties"].items():
            members[name] = _either(members.get(name, one), one)
    return {
        "description": "A field of an option, of any kind: `field` says which.",
        "properties": {
            name: one if name in needed else {"default": _EMPTY[one.get("type", "integer")], **one}
            for name, one in members.items()
        },
        "required": sorted(needed),
    }


_EMPTY: Schema = {"array": [], "integer": 0, "string": "", "boolean": False}
"""What a field says where its kind says nothing of this."""


def _either(one: Schema, other: Schema) -> Schema:
    return one if one.get("type") == other.get("type") else {"oneOf": [one, other]}
