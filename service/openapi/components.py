"""The components of the OpenAPI document: a schema for each type of a body or an answer.

A type that differs between games has a schema for each game. Its name begins with the game's name.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from verger.domain.core.decider import Ruleset
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.answering import OF_TABLES
from verger.service.schema.json_schema import Schema, described, references, renamed


def schemas(types: Sequence[Any]) -> tuple[dict[Any, Schema], Schema]:
    """Return the schema of each type, and the components that these refer to, with readable names.

    The moves and events of each ruleset are also components. A type that is the same in all games has
    one component. If types of several games have the same name, the name of the game is put before it.
    """
    found, components = described(types)
    sources = {"": components}
    for ruleset in RULESETS.values():
        sources[ruleset.name] = _of_game(ruleset)
    alike = _alike(sources)
    named: Schema = {}
    for source, own in sources.items():
        names = {name: name if name in alike else _of(source, name, sources) for name in own}
        found = found if source else renamed(found, names)
        for name, part in renamed(own, names).items():
            # A component needs no title, because its key is its name.
            plain = {key: one for key, one in part.items() if key != "title"}
            assert named.setdefault(names[name], plain) == plain, (
                f"two components are called {name}"
            )
    return dict(zip(map(key, types), found, strict=True)), dict(sorted(named.items()))


_RECORDED = "RecordedMove"


def _of_game(ruleset: Ruleset[Any]) -> Schema:
    """Return the components of a game: its moves in requests and in the log, its effects and its play."""
    held, effect = get_args(ruleset.event_type)
    (moves, recorded, effects, _), own = described(
        [ruleset.move_type, held, effect, ruleset.view_type]
    )
    for part in own.values():
        _with_owner(part)
    game = ruleset.title
    own["Move"] = {**moves, "description": f"A move in {game}."}
    told = f"A move in the log of {game}. Clients cannot send a move in this form."
    own[_RECORDED] = {**_without(recorded, moves), "description": told}
    own["Effect"] = {**effects, "description": f"An effect of an event in {game}."}
    names = {"PlayView": "Play"}
    return {names.get(name, name): part for name, part in renamed(own, names).items()}


def _with_owner(part: Schema) -> None:
    """Mark the schema of a move or a subject with `x-of`: `table` if all games have it, or `game`."""
    members = part.get("properties", {})
    for kind in ("move", "subject"):
        if tag := members.get(kind, {}).get("const"):
            part["x-of"] = "table" if tag in OF_TABLES else "game"


def _without(union: Schema, other: Schema) -> Schema:
    """Return a union of tagged objects, without the objects of another union."""
    known = [one["$ref"] for one in other["anyOf"]]
    tag = union["discriminator"]
    mapping = {name: to for name, to in tag["mapping"].items() if to not in known}
    members = [one for one in union["anyOf"] if one["$ref"] not in known]
    return {"anyOf": members, "discriminator": {**tag, "mapping": mapping}}


def _of(source: str, name: str, sources: Mapping[str, Schema]) -> str:
    """Return the name of a component that differs between games: the name of its game, and its own."""
    held = [one for one in RULESETS if sources[one].get(name) == sources[source][name]]
    return f"{(source or next(iter(held), source)).title()}{name}"


def _alike(sources: Mapping[str, Schema]) -> set[str]:
    """Return the names whose schemas, with everything that they refer to, are the same in all games."""
    texts: dict[str, set[str]] = defaultdict(set)
    for own in sources.values():
        for name, schema in own.items():
            texts[name].add(json.dumps(schema))
    alike = {name for name, found in texts.items() if len(found) == 1}
    shared = {name for name in texts if sum(name in own for own in sources.values()) > 1}
    while True:
        apart = {
            name for name in alike & shared if not references(next(iter(texts[name]))) <= alike
        }
        if not apart:
            return alike
        alike -= apart


def key(kind: Any) -> Any:
    """Return the key of a type in a table of schemas."""
    return kind if isinstance(kind, type) else str(kind)
