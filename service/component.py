"""The document's schemas: of each type that is sent or answered, by names that people can read.

They come from msgspec, which knows the tags of unions, the bounds of numbers and the docstrings.
"""

import inspect
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.decider import Ruleset
from domain.rulesets import RULESETS
from service.documented import Document


def schemas(types: Sequence[Any]) -> tuple[dict[Any, Document], Document]:
    """The schema of each type, and the components that they refer to, by readable names.

    The moves of each ruleset are a component too: which of them a session takes, its game says. What
    is the same in all is there once; where they would share a name, each has its game's before it.
    """
    found, components = _described(types)
    sources = {"": components}
    for ruleset in RULESETS.values():
        (moves,), own = _described([ruleset.move_type])
        taken = {**moves, "description": f"What a session of {ruleset.title} takes."}
        sources[ruleset.name] = {**own, _moves_of(ruleset): taken}
    alike = _alike(sources)
    named: Document = {}
    for source, own in sources.items():
        names = {name: name if name in alike else f"{source.title()}{name}" for name in own}
        renamed = _renamed(own, names)
        named |= {names[name]: _titled(part, names[name]) for name, part in renamed.items()}
    return dict(zip(map(key, types), found, strict=True)), dict(sorted(named.items()))


_REF = "#/components/schemas/{name}"
_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def _described(types: Sequence[Any]) -> tuple[list[Document], Document]:
    """The schemas of types and their components, these by plain names."""
    found, components = msgspec.json.schema_components(types, ref_template=_REF)
    names = {name: _plain(name) for name in components}
    assert len(set(names.values())) == len(names), "two schemas would share a name"
    plain = _renamed([list(found), {names[name]: part for name, part in components.items()}], names)
    return plain[0], plain[1]


def _renamed(document: Any, names: Mapping[str, str]) -> Any:
    """The same with other names in its references."""

    def named(found: re.Match[str]) -> str:
        return f'"{_REF.format(name=names.get(found[1], found[1]))}"'

    return json.loads(_REFERENCE.sub(named, json.dumps(document)))


def _alike(sources: Mapping[str, Document]) -> set[str]:
    """The names that mean the same wherever they stand, down to all that they refer to."""
    texts: dict[str, set[str]] = defaultdict(set)
    for own in sources.values():
        for name, schema in own.items():
            texts[name].add(json.dumps(schema))
    alike = {name for name, found in texts.items() if len(found) == 1}
    shared = {name for name in texts if sum(name in own for own in sources.values()) > 1}
    while True:
        apart = {
            name
            for name in alike & shared
            if not set(_REFERENCE.findall(next(iter(texts[name])))) <= alike
        }
        if not apart:
            return alike
        alike -= apart


def _moves_of(ruleset: Ruleset[Any]) -> str:
    return f"{ruleset.name.title()}Move"


def _plain(name: str) -> str:
    """`Propose_typing.Union_…` is just Propose; a module path keeps its last words."""
    if name[0].isupper():
        return name.partition("_")[0]
    return "".join(part[:1].upper() + part[1:] for part in name.removeprefix("domain.").split("."))


def _titled(schema: Document, name: str) -> Document:
    """A component under its readable name, its docstring without the code's indentation."""
    mended = {**schema, "title": name} if "title" in schema else dict(schema)
    if "description" in schema:
        # From Python 3.13 on the compiler does this itself.
        mended["description"] = inspect.cleandoc(schema["description"])
    return mended


def key(kind: Any) -> Any:
    """What stands for a type in a table of schemas."""
    return kind if isinstance(kind, type) else str(kind)


def moves_schema(ruleset: Ruleset[Any]) -> Document:
    """The schema of what a session of a ruleset takes."""
    return {"$ref": _REF.format(name=_moves_of(ruleset))}
