"""Options as a client reads them: drawing a move from one, and checking a move against them.

Written from the documented meaning of options and not from the rules, so that the two can be
compared.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from verger.domain.core.option import (
    AnyTokens,
    Choices,
    DiceField,
    Echo,
    Field,
    Group,
    Number,
    Option,
    Path,
    Payments,
    RuleName,
    Set,
    Subset,
    TextField,
)
from verger.domain.core.text import pattern, tidy

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_MISSING = object()
_IDS_AT_MOST = 20
_STEPS_AT_MOST = 40
_WALKS_AT_MOST = 200
LABEL_LIMIT = 100


class Around(msgspec.Struct, frozen=True):
    """The surroundings of a part of a move: the game's rules, and the move or part around it."""

    rules: Sequence[str] = ()
    """Their ids, as `GET /v1/rulesets/{name}` lists them."""
    move: Mapping[str, Any] = {}

    def within(self, move: Mapping[str, Any]) -> "Around":
        """The same rules, with this move around a part."""
        return replace(self, move=move)


def fresh_label(random: Random) -> str:
    """A label that is not similar or close to any on the network."""
    return " ".join(_word(random) for _ in range(2)).capitalize()


def _word(random: Random) -> str:
    pairs = (random.choice(_CONSONANTS) + random.choice(_VOWELS) for _ in range(5))
    return "".join(pairs) + random.choice("kmntr")


def draw(option: Option, random: Random, rules: Sequence[str] = ()) -> dict[str, Any]:
    """Draw a move from an option. `rules` has the ids of the game's rules, for fields that name a rule."""
    return _part(option, random, Around(rules))


def _part(option: Option, random: Random, around: Around) -> dict[str, Any]:
    move: dict[str, Any] = {name: _plain(value) for name, value in option.fixed.items()}
    fields = {field.name: field for field in option.fields}
    # A field is drawn before the fields that repeat its values (echoes).
    for name, field in sorted(fields.items(), key=lambda item: _echoes(item[1]) != []):
        within = around.within(move)
        if name in move or (_may_be_left_out(field) and random.random() < 0.5):
            continue
        if _may_be_left_out(field) and not _can_be_filled(field, around, within):
            continue
        if isinstance(field, Echo):
            move[name] = _echoed(field, around, random)
        else:
            move[name] = _drawn(field, fields, within, random)
    return move


def _echoes(field: Field) -> list[Echo]:
    """The fields in the parts of a group that repeat values of another field of the option around the group."""
    shapes = field.shapes if isinstance(field, Group) else ()
    return [inner for shape in shapes for inner in shape.fields if isinstance(inner, Echo)]


def _can_be_filled(field: Field, around: Around, within: Around) -> bool:
    """Return whether a field can be filled in: the echoed values of all its parts have been drawn."""
    if isinstance(field, Group) and not field.shapes:
        return False
    if isinstance(field, Echo):
        return len(_given(field, around)) >= max(1, field.many)
    asked = [echo for echo in _echoes(field) if not echo.optional]
    return all(len(_given(echo, within)) >= max(1, echo.many) for echo in asked)


def _count(group: Group, fields: Iterable[Field], random: Random) -> int:
    """Return how many entries to draw: at least as many as another field echoes."""
    echoes = [echo for field in fields for echo in _echoes(field)]
    asked = [max(1, echo.many) for echo in echoes if echo.of.startswith(f"{group.name}.")]
    least = max(asked, default=1)
    several = group.many and not group.singly
    return random.randint(least, min(group.many, least + 2)) if several else least


def _may_be_left_out(field: Field) -> bool:
    match field:
        case Choices() | TextField() | Group() | Echo() | Path():
            return field.optional
        case Subset() | Payments() | AnyTokens() | Set():
            return True
        case DiceField():
            return not field.count and not field.path
        case Number(many=many) | RuleName(many=many):
            return many > 0
        case _:
            assert_never(field)


def _drawn(field: Field, fields: Mapping[str, Field], around: Around, random: Random) -> Any:
    move = around.move
    match field:
        case Choices(choices=choices, excludes=other):
            values = [_plain(choice.value) for choice in choices]
            return random.choice([value for value in values if value != move.get(other, _MISSING)])
        case TextField():
            return fresh_label(random) if field.new else f"Then {_word(random)}."[: field.limit]
        case Group(shapes=shapes, many=many):
            count = _count(field, fields.values(), random)
            parts = [_part(random.choice(shapes), random, around) for _ in range(count)]
            return _distinct(parts, field.distinct) if many else parts[0]
        case Subset(choices=choices, most=most):
            values = [_plain(choice.value) for choice in choices]
            return random.sample(values, random.randint(0, min(most, len(values), 3)))
        case Number(least=least, most=most, many=many):
            drawn = [least, most, random.randint(least, most)]
            drawn = [_allowed(number, field) for number in drawn]
            return random.sample(drawn, random.randint(0, 2)) if many else random.choice(drawn)
        case RuleName(many=many):
            named = random.sample(around.rules, 2)
            return named if many else named[0]
        case Payments(payments=payments):
            return dict(random.choice(payments))
        case AnyTokens():
            return _any_tokens(field, move, random)
        case Path():
            return walked(field, random)
        case DiceField(faces=faces):
            return [random.randint(1, faces) for _ in range(_dice(field, fields, move))]
        case Set() | Echo():
            return []
        case _:
            assert_never(field)


def _allowed(number: int, field: Number) -> int:
    """Return the nearest number that a field accepts."""
    steps = range(len(field.without) + 1)
    near = (number + sign * step for step in steps for sign in (1, -1))
    return next(one for one in near if _is_number(one, field))


def _echoed(field: Echo, around: Around, random: Random) -> Any:
    given = sorted(_given(field, around))
    return random.sample(given, field.many) if field.many else random.choice(given)


def _given(field: Echo, around: Around) -> set[str]:
    """Return the values of the field that another field echoes."""
    name, _, inner = field.of.partition(".")
    return {part[inner] for part in around.move.get(name, ()) if inner in part}


def _distinct(parts: list[dict[str, Any]], by: str) -> list[dict[str, Any]]:
    """The first part with each value of a field."""
    return list({_name(part.get(by)): part for part in reversed(parts)}.values()) if by else parts


def _name(value: Any) -> Any:
    return tidy(value).casefold() if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def labels(option: Option, name: str) -> dict[Any, str]:
    """The names of a field's values."""
    field = next(one for one in option.fields if one.name == name)
    assert isinstance(field, Choices)
    return {one.value: one.label for one in field.choices}


def listed(options: Iterable[Option], move: Mapping[str, Any], rules: Sequence[str] = ()) -> bool:
    """Return whether one of the options covers a move; new labels are not checked for novelty."""
    around = Around(rules)
    return any(_covers(option, move, around) for option in options)


def _covers(option: Option, sent: Mapping[str, Any], around: Around) -> bool:
    # Null is the same as left out.
    move = {name: value for name, value in sent.items() if value is not None}
    fixed = {name: _plain(value) for name, value in option.fixed.items()}
    fields = {field.name: field for field in option.fields if field.name not in fixed}
    if not set(move) <= {*fixed, *fields}:
        return False
    return all(_same(move.get(name, _MISSING), value) for name, value in fixed.items()) and all(
        _takes_echo(field, move.get(name, _MISSING), around)
        if isinstance(field, Echo)
        else _takes(field, fields, move.get(name, _MISSING), around.within(move))
        for name, field in fields.items()
    )


def _takes_echo(field: Echo, value: Any, around: Around) -> bool:
    given = _given(field, around)
    if value is _MISSING:
        return field.optional
    if not field.many:
        return isinstance(value, str) and value in given
    fits = isinstance(value, list) and len(value) == field.many == len(set(map(str, value)))
    return fits and all(one in given for one in value)


def _takes(field: Field, fields: Mapping[str, Field], value: Any, around: Around) -> bool:
    move = around.move
    if value is _MISSING:
        return _may_be_left_out(field) or not _dice_asked(field, fields, move)
    match field:
        case Choices(choices=choices, excludes=other):
            offered = any(_same(value, _plain(choice.value)) for choice in choices)
            return offered and not (other and value == move.get(other, _MISSING))
        case TextField(limit=limit):
            return _is_text(value, limit)
        case Group():
            return _takes_group(field, value, around)
        case Subset(choices=choices, most=most):
            values = [_plain(choice.value) for choice in choices]
            fits = isinstance(value, list) and all(one in values for one in value)
            return fits and len(set(value)) <= most
        case Number():
            return _each(value, field.many, lambda one: _is_number(one, field))
        case RuleName(many=many):
            return _each(value, many, lambda one: _is_rule(one, around.rules))
        case Payments(payments=payments):
            return _purse(value) in [_purse(way) for way in payments]
        case AnyTokens(most=most):
            paid = _purse(value)
            there = all(0 <= amount <= most.get(token, 0) for token, amount in paid.items())
            return there and sum(paid.values()) == _total(field, move)
        case Path():
            return isinstance(value, list) and _leads(field, value)
        case DiceField(faces=faces):
            fits = isinstance(value, list) and len(value) == _dice(field, fields, move)
            return fits and all(isinstance(one, int) and 1 <= one <= faces for one in value)
        case Set():
            return isinstance(value, list) and len(value) <= _IDS_AT_MOST
        case Echo():
            return False
        case _:
            assert_never(field)


def _takes_group(field: Group, value: Any, around: Around) -> bool:
    if not field.many:
        return _is_part(value, field.shapes, around)
    if value == [] and field.optional:
        return True
    parts = _are_parts(value, field.shapes, field.many, around)
    return parts and _differ(value, field.distinct)


def _each(value: Any, many: int, fits: Callable[[Any], bool]) -> bool:
    """Return whether a value fits, or each value of a list that is not too long."""
    if not many:
        return fits(value)
    return isinstance(value, list) and len(value) <= many and all(map(fits, value))


def _is_number(value: Any, field: Number) -> bool:
    fits = isinstance(value, int) and field.least <= value <= field.most
    return fits and value not in field.without


def _is_rule(value: Any, rules: Sequence[str]) -> bool:
    assert rules, "a field asks for a rule's name, and nobody has said which there are"
    return value in rules


def _same(value: Any, listed: Any) -> bool:
    return type(value) is type(listed) and bool(value == listed)


def _is_text(value: Any, limit: int) -> bool:
    fits = isinstance(value, str) and len(value) <= limit
    is_broken = limit <= LABEL_LIMIT and "\n" in str(value)
    return fits and not is_broken and re.fullmatch(pattern(), value) is not None


def _is_part(value: Any, shapes: Sequence[Option], around: Around) -> bool:
    return isinstance(value, Mapping) and any(_covers(shape, value, around) for shape in shapes)


def _are_parts(values: Any, shapes: Sequence[Option], many: int, around: Around) -> bool:
    if not isinstance(values, list) or not 1 <= len(values) <= many:
        return False
    return all(_is_part(value, shapes, around) for value in values)


def _differ(parts: Sequence[Mapping[str, Any]], by: str) -> bool:
    return not by or len({_name(part.get(by)) for part in parts}) == len(parts)


def _total(field: AnyTokens, move: Mapping[str, Any]) -> int:
    return field.total * int(move.get(field.times, 0)) if field.times else field.total


def _any_tokens(field: AnyTokens, move: Mapping[str, Any], random: Random) -> dict[str, int]:
    """Random tokens from the available ones, with this total."""
    there = [token for token, amount in field.most.items() for _ in range(amount)]
    return dict(Counter(map(str, random.sample(there, _total(field, move)))))


def _purse(payment: Mapping[str, int]) -> dict[str, int]:
    """A payment that leaves out kinds with no tokens."""
    return {token: amount for token, amount in payment.items() if amount}


def walked(field: Path, random: Random) -> list[str]:
    """A path to the target, found by random walks; an empty one if they all fail."""
    tries = 0 if field.optional else _WALKS_AT_MOST
    return next((path for _ in range(tries) if (path := _walk(field, random))), [])


def _walk(field: Path, random: Random) -> list[str]:
    """A path to the target, found by one random walk; an empty one if that fails."""
    at, path = field.start, list[str]()
    while at != field.target and len(path) < _STEPS_AT_MOST:
        on = [way for way in field.ways if at in (way.one, way.other) and way.edge not in path]
        if any(way.edge == field.target for way in on):
            return [*path, field.target]
        ahead = [(way.edge, way.other if way.one == at else way.one) for way in on]
        ahead = [(edge, node) for edge, node in ahead if _is_open(field, node, path)]
        if not ahead:
            return []
        edge, at = random.choice(ahead)
        path += [edge, at]
    return path if at == field.target else []


def _is_open(field: Path, node: str, path: Sequence[str]) -> bool:
    """Return whether a path can continue to a node: no node comes twice, and some nodes only come first."""
    return node != field.start and node not in path and not (path and node in field.closed)


def _leads(field: Path, path: Sequence[Any]) -> bool:
    """Return whether a path goes from the start along the ways to the target, and passes nothing twice."""
    at, ways = field.start, {way.edge: way for way in field.ways}
    if len(set(map(str, path))) != len(path) or field.start in path:
        return False
    for place, id in enumerate(path):
        if place % 2:
            if id != at or (place > 1 and id in field.closed):
                return False
            continue
        way = ways.get(id)
        if way is None or at not in (way.one, way.other):
            return False
        at = way.other if way.one == at else way.one
    return path[-1] == field.target if path else field.optional


def _dice_asked(field: Field, fields: Mapping[str, Field], move: Mapping[str, Any]) -> bool:
    return not isinstance(field, DiceField) or _dice(field, fields, move) > 0


def _dice(field: DiceField, fields: Mapping[str, Field], move: Mapping[str, Any]) -> int:
    """The number of dice that a move has to report."""
    path = fields.get(field.path)
    if not isinstance(path, Path):
        return field.count
    taken: Sequence[str] = move.get(field.path, ())
    if not taken:
        return max(0, path.power if path.start == path.target else path.power - 1)
    powers = {way.edge: way.power for way in path.ways}
    edges = [id for id in taken if id in powers]
    counted = edges[:-1] if taken[-1] in powers else edges
    return max(0, path.power + sum(powers[id] for id in counted) - len(taken))
