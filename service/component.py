"""The document's schemas: of each type that is sent or answered, by names that people can read.

They come from msgspec, which knows the tags of unions, the bounds of numbers and the docstrings.
"""

import inspect
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.decider import Ruleset
from domain.rulesets import RULESETS
from service.documented import Document


def schemas(types: Sequence[Any]) -> tuple[dict[Any, Document], Document]:
    """The schema of each type, and the components that they refer to, by readable names.

    The moves of each ruleset are a component too: which of them a session takes, its game says.
    """
    moves = [ruleset.move_type for ruleset in RULESETS.values()]
    found, components = msgspec.json.schema_components([*types, *moves], ref_template=_REF)
    for ruleset, schema in zip(RULESETS.values(), found[len(types) :], strict=True):
        text = f"What a session of {ruleset.title} takes."
        components[_moves_of(ruleset)] = {**schema, "description": text}
    names = _names(components)
    text = json.dumps([found[: len(types)], components])
    for name, readable in names.items():
        text = text.replace(f'"{_REF.format(name=name)}"', f'"{_REF.format(name=readable)}"')
    schemas, mended = json.loads(text)
    named = {names[name]: _titled(schema, names[name]) for name, schema in mended.items()}
    assert len(named) == len(components), "two schemas would share a name"
    return dict(zip(map(key, types), schemas, strict=True)), dict(sorted(named.items()))


_REF = "#/components/schemas/{name}"
_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def _moves_of(ruleset: Ruleset[Any]) -> str:
    return f"{ruleset.name.title()}Move"


def _names(components: Document) -> dict[str, str]:
    """A readable name for each; where games would share one, each has its game's before it."""
    names = {name: _plain(name) for name in components}
    shared = Counter(names.values())
    for ruleset in RULESETS.values():
        for name in _reached(components, _moves_of(ruleset)):
            if shared[names[name]] > 1:
                names[name] = ruleset.name.title() + names[name]
    return names


def _reached(components: Document, start: str) -> set[str]:
    """The components that one refers to, however far off."""
    reached, ahead = {start}, [start]
    while ahead:
        found = set(_REFERENCE.findall(json.dumps(components[ahead.pop()]))) - reached
        reached |= found
        ahead += found
    return reached


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
