"""The stored forms of each game, and their samples in `wire/`.

The samples of shared forms are in `wire/shared/`. The types of every game read them.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from verger.domain.core.decider import Ruleset
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS
from verger.domain.history.free_text import is_text
from verger.domain.judging import tabletop
from verger.domain.table import sheet

WIRE = Path(__file__).parent / "wire"
SHARED = "shared"
SHARED_RULES = {str(id) for id in tabletop.RULES | sheet.RULES}

_BEGINNINGS = {b'{"move"': "moves", b'{"effect"': "effects", b'{"at"': "events"}
"""The beginning of a line of each form: the name of its tag, or of its first field."""
FORMS = tuple(_BEGINNINGS.values())
Field = tuple[type[msgspec.Struct], str]


def types_of(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """Return the type of each stored form of a game."""
    move, effect = get_args(ruleset.event_type)
    return {"moves": move, "effects": effect, "events": ruleset.event_type}


def samples(place: str, form: str) -> list[bytes]:
    """Return the samples of a form: of a game, or shared ones."""
    path = samples_of(place)
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [line for line in lines if _BEGINNINGS[line.partition(b":")[0]] == form]


def samples_of(place: str) -> Path:
    """Return the path of the samples of a game, or of the shared samples."""
    return WIRE / place / "samples.jsonl"


def add(path: Path, *lines: str) -> None:
    """Add lines to a file of samples or names."""
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def words(place: str, kind: str) -> list[str]:
    """Return recorded names, which must never change: of rules, refusal codes, or fields of free text."""
    path = WIRE / place / f"{kind}.txt"
    return path.read_text().split() if path.exists() else []


def values(place: str) -> dict[str, list[Any]]:
    """Return the recorded values of each field that takes only some values."""
    path = WIRE / place / "values.json"
    return dict(json.loads(path.read_bytes())) if path.exists() else {}


def owner(struct: type) -> str:
    """Return the game of a class, or `shared`."""
    found = [
        name
        for name in RULESETS
        if f"{struct.__module__}.".startswith(f"verger.domain.games.{name}.")
    ]
    return found[0] if found else SHARED


@cache
def described(event_type: Any) -> dict[Any, inspect.StructType]:
    """Return every struct that an event can hold, with msgspec's description of it."""
    found: dict[Any, inspect.StructType] = {}
    _describe(inspect.type_info(event_type), found)
    return found


def _describe(kind: inspect.Type, found: dict[Any, inspect.StructType]) -> None:
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls not in found:
                found[cls] = kind
                for field in fields:
                    _describe(field.type, found)
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            _describe(inner, found)
        case inspect.UnionType(types=inners) | inspect.TupleType(item_types=inners):
            for inner in inners:
                _describe(inner, found)
        case _:
            return


def structs(ruleset: Ruleset[Any]) -> set[type[msgspec.Struct]]:
    """Return the classes of all structs that an event can hold, without the parameters of generic classes."""
    return {get_origin(kind) or kind for kind in described(ruleset.event_type)}


def sampled(sample: bytes, kind: Any) -> set[Field]:
    """Return the fields in a sample, with their classes, and each class with an empty field name."""
    value = msgspec.json.decode(sample, type=kind)
    return {
        (type(struct), name)
        for struct, raw in _pairs(value, json.loads(sample))
        for name in ("", *raw)
        if name != struct.__struct_config__.tag_field
    }


def _pairs(value: Any, raw: Any) -> Iterator[tuple[msgspec.Struct, dict[str, Any]]]:
    """Yield every struct in a value, with the JSON object that it was read from."""
    if isinstance(value, msgspec.Struct):
        yield value, raw
        for name in raw:
            yield from _pairs(getattr(value, name, None), raw[name])
    elif isinstance(value, tuple) and isinstance(raw, list):
        for item, part in zip(value, raw, strict=True):
            yield from _pairs(item, part)


def on_record(ruleset: Ruleset[Any]) -> set[Field]:
    """Return the fields that occur in a game's samples, or in the shared samples."""
    types = types_of(ruleset)
    return {
        field
        for place in (SHARED, ruleset.name)
        for form in FORMS
        for sample in samples(place, form)
        for field in sampled(sample, types[form])
    }


def fields(ruleset: Ruleset[Any]) -> set[Field]:
    """Return all fields that need a sample: of a game's own classes, and of shared classes."""
    return {
        (struct, name)
        for struct in structs(ruleset)
        for name in ("", *struct.__struct_encode_fields__)
    }


def missing(ruleset: Ruleset[Any]) -> set[Field]:
    """Return the fields without a sample. A shared field can have its sample in any game."""
    of_any = set().union(*(on_record(other) for other in RULESETS.values()))
    of_it = on_record(ruleset)
    return {
        field
        for field in fields(ruleset) - of_it
        if owner(field[0]) != SHARED or field not in of_any
    }


def rules_of(place: str) -> set[str]:
    """The ids of a game's own rules, or of the shared rules."""
    return SHARED_RULES if place == SHARED else set(map(str, RULESETS[place].rules)) - SHARED_RULES


def codes_of(place: str) -> set[str]:
    """A game's own refusal codes, or the shared ones."""
    return {str(code) for code in (Code.reasons() if place == SHARED else RULESETS[place].reasons)}


def texts_of(place: str) -> set[str]:
    """The fields of free text: of a game's own classes, or of shared classes."""
    return {
        f"{struct.__name__}.{name}"
        for ruleset in RULESETS.values()
        for struct in structs(ruleset)
        if owner(struct) == place
        for name, hint in get_type_hints(struct, include_extras=True).items()
        if is_text(hint)
    }


def values_of(place: str) -> dict[str, set[Any]]:
    """Return the values of each field that takes only some values.

    A generic class that all games share counts as the game's own, because its parameter has the game's values, such as
    kinds of tokens.
    """
    return {
        f"{kind.tag or struct.__name__.lower()}.{field.name}": found
        for ruleset in RULESETS.values()
        for struct, kind in described(ruleset.event_type).items()
        if place == (ruleset.name if get_origin(struct) else owner(struct))
        for field in kind.fields
        if (found := set(_values(field.type)))
    }


def _values(kind: inspect.Type) -> Iterable[Any]:
    match kind:
        case inspect.EnumType(cls=cls):
            return [member.value for member in cls]
        case inspect.LiteralType(values=values):
            return values
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return _values(inner)
        case inspect.UnionType(types=types):
            return [value for member in types for value in _values(member)]
        case _:
            return ()
