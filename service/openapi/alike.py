"""Schemas that several have alike, moved into components: types with a title, and repeated unions.

Where each stood at every place, texts alone were an eighth of the document.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.rulesets import RULESETS
from service.schema.json_schema import IN_COMPONENTS, Schema

_REFERENCE = re.compile(IN_COMPONENTS.format(name='([^"]+)'))
_OWNED = re.compile(f"^(?:{'|'.join(map(str.title, RULESETS))}|Recorded)")
"""What tells components of one name apart: whose it is, or that it is as the log has it."""
_LEAST_MEMBERS = 3
_CHOICES = ("anyOf", "discriminator")


def shared(components: Schema) -> Schema:
    """The components with references to what is alike in them, and with that as components."""
    titled, unions = _titled(components), _unions(components)
    found = {**components, **titled, **unions}
    assert len(found) == len(components) + len(titled) + len(unions), "two share a name"
    known = {_choices(one): name for name, one in unions.items()}
    alike = _Alike(titled, known)
    return {name: alike.inside(one) for name, one in found.items()}


def in_order(components: Schema, paths: Schema) -> Schema:
    """The components, each after those that it refers to, and the games' own of one name side by side.

    So what is alike is near, and compresses to less.
    """
    found: dict[str, Schema] = {}
    begun: set[str] = set()
    kin: dict[str, list[str]] = defaultdict(list)
    for name in sorted(components, key=_owner):
        kin[_OWNED.sub("", name)].append(name)

    def put(names: Sequence[str]) -> None:
        for name in names:
            if name not in begun:
                begun.add(name)
                put(_REFERENCE.findall(json.dumps(components[name])))
                found[name] = components[name]
                put(kin[_OWNED.sub("", name)])

    put(_REFERENCE.findall(json.dumps(paths)))
    return found | components


def _owner(name: str) -> int:
    """The number of the game that a component is of, in their order; what is of none is before."""
    own = (place for place, game in enumerate(RULESETS, 1) if name.startswith(game.title()))
    return next(own, 0)


class _Alike(NamedTuple):
    titled: Mapping[str, Schema]
    """Types with a title, by it."""
    unions: Mapping[str, str]
    """Names of unions by what they are of."""

    def inside(self, schema: Schema) -> Schema:
        """A schema with references in it."""
        return {name: self._referring(part) for name, part in schema.items()}

    def _referring(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._referring(one) for one in part]
        if not isinstance(part, dict):
            return part
        if _is_titled(part):
            return self._to_titled(part)
        if name := self.unions.get(_choices(part)):
            said = {key: one for key, one in part.items() if key not in _CHOICES}
            return {"$ref": IN_COMPONENTS.format(name=name), **said}
        return self.inside(part)

    def _to_titled(self, part: Schema) -> Schema:
        """A reference to a type with a title, with what is said of it at this place alone."""
        assert "default" not in part, "tools overlook what stands beside a reference"
        name, told = part["title"], part["description"]
        said = {} if told == self.titled[name]["description"] else {"description": told}
        to = {"$ref": IN_COMPONENTS.format(name=name)}
        return {"anyOf": [to, {"type": "null"}], **said} if _may_be_null(part) else {**to, **said}


def _choices(part: Schema) -> str:
    return json.dumps([part.get(name) for name in _CHOICES])


def _is_titled(part: Schema) -> bool:
    """Whether it is the schema of a type with a title, not the members of an object that has one."""
    return isinstance(part.get("title"), str)


def _may_be_null(part: Schema) -> bool:
    return "null" in part["type"]


def _titled(components: Schema) -> Schema:
    """The types with titles, each described as at most of its places."""
    places: dict[str, list[Schema]] = defaultdict(list)
    for part in _within(list(components.values())):
        if _is_titled(part):
            places[part["title"]].append(part)
    return {name: _component(found) for name, found in places.items()}


def _component(places: Sequence[Schema]) -> Schema:
    ((told, _),) = Counter(one["description"] for one in places).most_common(1)
    found = {**places[0], "description": told}
    if _may_be_null(found):
        (found["type"],) = set(found["type"]) - {"null"}
    return {key: part for key, part in found.items() if key != "title"}


def _unions(components: Schema) -> Schema:
    """Unions of tagged objects that stand at several places, by names of their own."""
    places: dict[str, list[str]] = defaultdict(list)
    unions: dict[str, Schema] = {}
    for holder, schema in components.items():
        for part in _within(list(schema.values())):
            if "discriminator" in part and len(part["anyOf"]) >= _LEAST_MEMBERS:
                unions[_choices(part)] = part
                places[_choices(part)].append(holder)
    named: Schema = {}
    # Of several that would share a name, the one at the most places gets it.
    for choices, holders in sorted(places.items(), key=lambda one: -len(one[1])):
        if len(holders) > 1:
            named.setdefault(_name(holders, unions[choices]), _alone(unions[choices]))
    return named


def _alone(union: Schema) -> Schema:
    tag = union["discriminator"]["propertyName"]
    return {
        "description": f"One of several, by its `{tag}`.",
        **{key: union[key] for key in _CHOICES},
    }


def _name(holders: Sequence[str], union: Schema) -> str:
    """The union's name: its tag's, after the game that has it."""
    games = {game.title() for game in RULESETS for one in holders if one.startswith(game.title())}
    game = games.pop() if len(games) == 1 else ""
    return game + str(union["discriminator"]["propertyName"]).title()


def _within(part: Any) -> Iterator[Schema]:
    """Every object inside a part of a schema."""
    if isinstance(part, dict):
        yield part
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _within(one)
