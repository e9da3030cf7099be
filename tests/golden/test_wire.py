"""Stored samples: what is in a log once has to be readable, and written the same, for ever."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
import pytest
from msgspec import inspect

from domain.verge import RULESET
from domain.verge.action import Action
from domain.verge.moves import RecordedMove
from domain.verge.subject import Subject

WIRE = Path(__file__).parent / "wire"
STORED: dict[str, Any] = {
    "moves": RecordedMove,
    "effects": RULESET.effect_type,
    "events": RULESET.event_type,
}
SAMPLES = {name: (WIRE / f"{name}.jsonl").read_bytes().splitlines() for name in STORED}
EACH = [(name, sample) for name, samples in SAMPLES.items() for sample in samples]
NAMES = [f"{name} {number}" for name in STORED for number in range(1, len(SAMPLES[name]) + 1)]
RULES = (WIRE / "rules.txt").read_text().split()
VALUES = json.loads((WIRE / "values.json").read_bytes())


@pytest.mark.parametrize(("name", "sample"), EACH, ids=NAMES)
def test_a_stored_sample_is_read_and_written_again_byte_by_byte(name: str, sample: bytes) -> None:
    assert msgspec.json.encode(msgspec.json.decode(sample, type=STORED[name])) == sample


@pytest.mark.parametrize(
    "union",
    [RecordedMove, RULESET.effect_type, Subject, Action],
    ids=["moves", "effects", "subjects", "actions"],
)
def test_every_member_of_a_stored_union_has_a_sample(union: Any) -> None:
    members = {get_origin(member) or member for member in get_args(union)}
    assert members - set(sampled_fields()) == set()


def test_every_stored_field_has_a_sample() -> None:
    missing = {
        kind: left
        for kind, found in sampled_fields().items()
        if (left := set(kind.__struct_encode_fields__) - found)
    }
    assert missing == {}


def sampled_fields() -> dict[type[msgspec.Struct], set[str]]:
    """Give the fields that the samples hold, by the class that they are read as."""
    found: dict[type[msgspec.Struct], set[str]] = defaultdict(set)
    for name, sample in EACH:
        value = msgspec.json.decode(sample, type=STORED[name])
        for struct, raw in pairs(value, json.loads(sample)):
            found[type(struct)] |= set(raw)
            found[type(struct)].discard(str(struct.__struct_config__.tag_field))
    return dict(found)


def pairs(value: Any, raw: Any) -> Iterator[tuple[msgspec.Struct, dict[str, Any]]]:
    """Give every struct in a value with the object that it was read from."""
    if isinstance(value, msgspec.Struct):
        yield value, raw
        for name in raw:
            yield from pairs(getattr(value, name, None), raw[name])
    elif isinstance(value, tuple) and isinstance(raw, list):
        for item, part in zip(value, raw, strict=True):
            yield from pairs(item, part)


def test_a_rules_id_is_never_renamed_and_every_rule_is_on_record() -> None:
    assert set(RULESET.rules) == set(RULES)


@pytest.mark.parametrize("field", sorted(VALUES))
def test_a_stored_value_is_never_renamed(field: str) -> None:
    assert set(VALUES[field]) <= set(stored_values()[field])


def test_every_stored_value_is_on_record() -> None:
    assert stored_values() == {field: set(values) for field, values in VALUES.items()}


def stored_values() -> dict[str, set[str]]:
    """Give the values of every stored field that takes only some."""
    return {name: set(values) for name, values in _values(inspect.type_info(STORED["events"]), "")}


def _values(kind: inspect.Type, where: str) -> Iterator[tuple[str, list[Any]]]:
    match kind:
        case inspect.EnumType(cls=cls):
            yield where, [member.value for member in cls]
        case inspect.LiteralType(values=values):
            yield where, list(values)
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            yield from _values(inner, where)
        case inspect.UnionType(types=types):
            for member in types:
                yield from _values(member, where)
        case inspect.StructType(cls=cls, fields=fields, tag=tag):
            for field in fields:
                yield from _values(field.type, f"{tag or cls.__name__.lower()}.{field.name}")
        case _:
            return
