"""Fill in an option: keep the given values, leave out optional fields, choose legal values for the rest."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from verger_client.errors import FormError
from verger_client.types import Field, Option

T = TypeVar("T")

LEFT_OUT = {"subset", "payments", "any_tokens", "set"}
"""The kinds of fields that can always be left out."""
FILLED = {"choices", "text", "number", "rule", "group", "echo", "dice", "path"}


class Filling:
    """A way to fill in forms: with the first legal value, or at random."""

    def __init__(self, random: Random | None) -> None:
        self._random = random

    def part(
        self, option: Option, given: Mapping[str, Any], around: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the filled-in move, or the filled-in part of a move."""
        part: dict[str, Any] = dict(option.fixed)
        # A field comes before the fields that repeat its values.
        for field in sorted(option.fields, key=lambda field: bool(_echoes(field))):
            if field.name in given:
                part[field.name] = _fitting(field, given[field.name])
            elif field.name not in part and not is_optional(field):
                part[field.name] = self._value(field, option, part, around)
        return part

    def _value(
        self, field: Field, option: Option, part: dict[str, Any], around: Mapping[str, Any]
    ) -> Any:
        match field.field:
            case "choices":
                taken = part.get(field.excludes)
                return self._pick([one.value for one in field.choices if one.value != taken])
            case "text":
                return self._words(field)
            case "number":
                return self._pick(range(field.least, _number(field.most) + 1))
            case "rule":
                return (option.rules or ("",))[0]
            case "group":
                return self._group(field, option, part)
            case "echo":
                given = sorted(_given(field, around))
                return given[: field.many] if field.many else self._pick(given)
            case "path":
                return _path(field)
            case _:
                return [self._die(field) for _ in range(field.count)]

    def _group(self, field: Field, option: Option, part: dict[str, Any]) -> Any:
        """Return one of the group's shapes, or a list of them with the number of entries that is needed."""
        if not field.many:
            return self.part(self._pick(field.shapes), {}, part)
        echoes = [echo for other in option.fields for echo in _echoes(other)]
        asked = [max(1, echo.many) for echo in echoes if echo.of.startswith(f"{field.name}.")]
        entries: list[dict[str, Any]] = []
        for _ in range(max(asked, default=1)):
            entries.append(self._entry(field, entries, part))
        return entries

    def _entry(
        self, field: Field, others: Sequence[Mapping[str, Any]], part: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return one more entry of a list. If entries must differ, the new entry differs from the others."""
        shape = self._pick(field.shapes)
        known = next((one for one in shape.fields if one.name == field.distinct), None)
        used = [one.get(field.distinct) for one in others]
        free = [one.value for one in known.choices if one.value not in used] if known else []
        return self.part(shape, {field.distinct: self._pick(free)} if free else {}, part)

    def _pick(self, values: Sequence[T]) -> T:
        if not values:
            raise FormError("Nothing is legal here now.")
        return self._random.choice(values) if self._random else values[0]

    def _words(self, field: Field) -> str:
        if self._random is None:
            raise FormError(f"“{field.label or field.name}” has to be given.")
        pairs = [
            self._random.choice("bdgklmnprstv") + self._random.choice("aeiou") for _ in "12345678"
        ]
        return f"{''.join(pairs[:4])} {''.join(pairs[4:])}".capitalize()[: field.limit]

    def _die(self, field: Field) -> int:
        if self._random is None:
            raise FormError(f"“{field.label or field.name}” is what real dice show.")
        return self._random.randint(1, field.faces)


def is_optional(field: Field) -> bool:
    """Whether a field can be left out: an optional field, or a field of an unknown kind."""
    if field.field in ("number", "rule"):
        return field.many > 0
    if field.field == "dice":
        return not field.count
    return field.optional or field.field in LEFT_OUT or field.field not in FILLED


def _fitting(field: Field, value: Any) -> Any:
    """Return a given value, if it is legal for the field."""
    name = field.label or field.name
    if field.field == "choices" and value not in [one.value for one in field.choices]:
        legal = ", ".join(str(one.value) for one in field.choices)
        raise FormError(f"“{name}” is one of {legal}, not {value!r}.")
    if field.field == "text" and not 0 < len(value) <= field.limit:
        raise FormError(f"“{name}” takes 1 to {field.limit} characters, not {len(value)}.")
    if (
        field.field == "number"
        and not field.many
        and not field.least <= value <= _number(field.most)
    ):
        raise FormError(f"“{name}” is from {field.least} to {field.most}, not {value}.")
    return value


def _number(most: int | dict[str, int]) -> int:
    return most if isinstance(most, int) else sum(most.values())


def _path(field: Field) -> list[str]:
    """Return the shortest path from the field's start to its target."""
    ends: list[tuple[str, list[str]]] = [(field.start, [])]
    known = {field.start}
    for at, path in ends:
        for way in field.ways:
            if at not in (way.one, way.other):
                continue
            node = way.other if way.one == at else way.one
            if field.target in (way.edge, node):
                return [*path, way.edge, *([node] if node == field.target else [])]
            if node not in known and not (path and node in field.closed):
                known.add(node)
                ends.append((node, [*path, way.edge, node]))
    return []


def _echoes(field: Field) -> list[Field]:
    """Return the fields inside a field that repeat values of the surrounding option."""
    return [inner for shape in field.shapes for inner in shape.fields if inner.field == "echo"]


def _given(field: Field, around: Mapping[str, Any]) -> set[str]:
    """Return the values of the field that another field repeats."""
    name, _, inner = field.of.partition(".")
    return {part[inner] for part in around.get(name, ()) if inner in part}
