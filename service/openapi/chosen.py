"""The document for some of the rulesets, or for none, without the parts that none of its operations use."""

import json
import re
from collections.abc import Collection

from verger.domain.games.rulesets import RULESETS
from verger.service.problem.documented import Document, problem_form
from verger.service.schema.json_schema import IN_COMPONENTS, Schema

OPEN = {"RecordedMove": "move", "Effect": "effect", "Play": "step"}
"""Types with different forms for each game, and the member that has the game's own form."""


def opened(components: Schema, rulesets: Collection[str]) -> Schema:
    """Return the components. Types that differ between games have the forms of these rulesets."""
    chosen = [name for name in RULESETS if name in rulesets]
    found = {name: _open(name, components[name], member, chosen) for name, member in OPEN.items()}
    sheet = {**components["Sheet"], "additionalProperties": True}
    lists = {"SchemasView": _listing(components["SchemasView"], chosen)}
    return {**components, **found, **lists, "Sheet": sheet, "Move": _move(components, chosen)}


def _open(name: str, schema: Schema, member: str, rulesets: Collection[str]) -> Schema:
    """Return a schema that accepts any game's form, and names the games' own forms.

    Readers must accept new members, and those of a newer game. A union would refuse them.
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
    """Let the answer with a game's schemas refer to the components of the games, as `$defs` of its members.

    Validators ignore these references there, and generators make types of them. Next to the members
    that they describe, they would be in nearly every answer, and tools that resolve references
    first would take minutes for an example.
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
    """Join the members of the games' unions in one union, because generators know no unions of unions.

    Games have moves of the same name, so a union of several games has no discriminator.
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
    """Leave out the codes of refusals that only other games have."""
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
    """Return the schemas that a part of the document refers to. A schema in an example has its own references."""
    return set(_REFERENCE.findall(json.dumps(part)))


_REFERENCE = re.compile(IN_COMPONENTS.format(name=r"([^\"]+)"))
