"""Limit the OpenAPI document to some of the rulesets, or to none, and leave out parts that are not used then."""

import json
import re
from collections.abc import Collection

from verger.domain.games.rulesets import RULESETS
from verger.service.problem.documented import Document, problem_form
from verger.service.schema.json_schema import IN_COMPONENTS, Schema

OPEN = {"RecordedMove": "move", "Effect": "effect", "Play": "step"}
"""Types whose form is different in each game, each with the member that names the kind of value."""


def opened(components: Schema, rulesets: Collection[str]) -> Schema:
    """Return the components, with the forms of these rulesets for types that differ between games."""
    chosen = [name for name in RULESETS if name in rulesets]
    found = {name: _open(name, components[name], member, chosen) for name, member in OPEN.items()}
    sheet = {**components["Sheet"], "additionalProperties": True}
    lists = {"SchemasView": _listing(components["SchemasView"], chosen)}
    return {**components, **found, **lists, "Sheet": sheet, "Move": _move(components, chosen)}


def _open(name: str, schema: Schema, member: str, rulesets: Collection[str]) -> Schema:
    """Return a schema that accepts the form of any game. Its description names the forms of these rulesets.

    It is no union of these forms, because clients must also accept new members and new games.
    """
    shown = schema["properties"][member]
    if rulesets:
        told = ", ".join(f"`{ruleset.title()}{name}`" for ruleset in rulesets)
        asked = (
            " It can also have the form of the request, `Move`." if name == "RecordedMove" else ""
        )
        said = f"{shown['description']} Each ruleset adds its own members ({told}).{asked}"
        shown = {**shown, "description": said}
    members = {**schema["properties"], member: shown}
    return {**schema, "properties": members, "additionalProperties": True}


def _listing(schema: Schema, rulesets: Collection[str]) -> Schema:
    """Return the schema of `SchemasView`, with references to the forms of the games in `$defs` of its members.

    In this place, validators ignore the references, but generators of clients make types from them.
    Elsewhere, nearly every answer would refer to these forms. Tools that resolve all references first
    would then take minutes for an example.
    """
    if not rulesets:
        return schema
    members = {
        member: {**schema["properties"][member], "$defs": _forms(form, rulesets)}
        for member, form in _SHOWN.items()
    }
    return {**schema, "properties": {**schema["properties"], **members}}


_SHOWN = {"move": "Move", "effect": "Effect", "event": "RecordedMove", "play": "Play"}


def _forms(form: str, rulesets: Collection[str]) -> Schema:
    return {
        ruleset: {"$ref": IN_COMPONENTS.format(name=f"{ruleset.title()}{form}")}
        for ruleset in rulesets
    }


def _move(components: Schema, rulesets: Collection[str]) -> Schema:
    """Return one union of all moves of these games, because generators do not support unions of unions.

    Different games have moves with the same name, so a union of several games has no discriminator.
    """
    told = "A move of the session's ruleset. `getOptions` lists the possible moves."
    unions = [components[f"{ruleset.title()}Move"] for ruleset in rulesets]
    if not unions:
        return _ANY_MOVE | {"description": f"{told} Each kind of move has its own further members."}
    if len(unions) == 1:
        return {**unions[0], "description": told}
    members = {one["$ref"]: one for union in unions for one in union["anyOf"]}
    return {"description": told, "anyOf": list(members.values())}


_ANY_MOVE: Schema = {
    "type": "object",
    "required": ["move"],
    "properties": {"move": {"type": "string", "description": "The name of the move."}},
    "additionalProperties": True,
}


def without_others(paths: Document, rulesets: Collection[str]) -> None:
    """Leave out refusal codes that only other games have."""
    of_games = {name: {str(code) for code in one.reasons} for name, one in RULESETS.items()}
    kept = set[str]().union(*(of_games[name] for name in RULESETS if name in rulesets))
    others = set[str]().union(*of_games.values()) - kept
    for methods in paths.values():
        for operation in methods.values():
            for response in operation["responses"].values():
                if (form := problem_form(response)) and "x-codes" in form:
                    form["x-codes"] = [code for code in form["x-codes"] if code not in others]


def reached(whole: Document) -> Document:
    """Return the document without schemas that nothing in it refers to."""
    schemas: Schema = whole["components"]["schemas"]
    rest = {**whole, "components": {**whole["components"], "schemas": {}}}
    waiting, kept = _named(rest), set[str]()
    while waiting:
        kept |= waiting
        waiting = {name for one in waiting for name in _named(schemas[one])} - kept
    found = {name: schema for name, schema in schemas.items() if name in kept}
    return {**whole, "components": {**whole["components"], "schemas": found}}


def _named(part: Document) -> set[str]:
    """Return the names of the schemas that a part of the document refers to."""
    return set(_REFERENCE.findall(json.dumps(part)))


_REFERENCE = re.compile(IN_COMPONENTS.format(name=r"([^\"]+)"))
