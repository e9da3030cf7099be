"""Random values that decode as a move. They are made only from the types, with names from the state."""

import re
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from tests.laws.habit import Said
from tests.laws.played import Played
from tests.support.options import fresh_label
from verger.domain.core.decider import Ruleset, State
from verger.domain.games.rulesets import RULESETS

_TEXTS = (" ", "", "two\nlines", "\x00", "y" * 101, "y" * 2_001, "魔法", "wife of Janet")
_NOTHING = ("n999", "", "undo", "seat_limit", "bank", "seat:s1", "seat:s2")
_IN_QUOTES = re.compile(r'"([^"\\]{1,100})"')
_ID = re.compile(r"([a-z]+:)?[a-z]+[0-9]+")


def said(state: State[Any]) -> Said:
    """All strings in a state that look like an id or like a player's text."""
    table = state.table
    text = msgspec.json.encode(state.play, enc_hook=dict).decode()
    found = sorted(set(_IN_QUOTES.findall(text)))
    ids = [
        *_NOTHING,
        *(one for one in found if _ID.fullmatch(one)),
        *(seat.id for seat in table.seats),
        *(note.id for note in table.notes),
        *sorted(table.disputes.open),
        *sorted(table.disputes.closed),
    ]
    return Said(ids, [one for one in found if " " in one or one[:1].isupper()] or ["Magic"])


def is_written(text: str) -> bool:
    """Return whether a text may be a text of a player.

    The law of wording uses this to tell ids apart from texts.
    """
    return not _ID.fullmatch(text)


class Names:
    """Everything that a move can name in a state, and some names of missing things."""

    def __init__(self, played: Played, state: State[Any], random: Random) -> None:
        self.played, self.habits, self.rules = played, played.habits, played.rules
        self.state, self.random = state, random
        self.choices = played.choices
        found = (self.habits.said or said)(state)
        self.ids, self.labels = found.ids, found.texts

    def text(self) -> str:
        """Return a new label, an existing one, or an unusable text."""
        kind = self.random.random()
        if kind < 0.8:
            return fresh_label(self.random)
        return self.random.choice(self.labels if kind < 0.95 else _TEXTS)

    def listed(self, field: str, kind: type) -> list[Any]:
        """List the values that options have had for a field of this name, for any seat. Often return none."""
        known = [value for value in self.choices.get(field, ()) if type(value) is kind]
        return known if known and self.random.random() < 0.6 else []

    def name(self, field: str = "") -> str:
        """An id, mostly of the kind that a field of this name needs."""
        if field in ("rule", "rules") and self.random.random() < 0.9:
            return self.random.choice(self.rules)
        sort = self.habits.sorts.get(field, self.habits.sort)
        fitting = [id for id in self.ids if id[:1] and id[0] in sort]
        return self.random.choice(fitting if fitting and self.random.random() < 0.8 else self.ids)


def anything(kind: inspect.Type, names: Names, field: str = "", limit: int | None = None) -> Any:
    """JSON that decodes as this type, or differs from it in a number or a text."""
    random = names.random
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            return anything(inner, names, field, (extra or {}).get("limit"))
        case inspect.UnionType(types=types):
            return anything(random.choice(types), names, field, limit)
        case inspect.StructType():
            return _struct(kind, names)
        case inspect.VarTupleType(item_type=item):
            return [anything(item, names, field) for _ in range(random.choice((0, 1, 1, 1, 2)))]
        case inspect.StrType():
            known = names.listed(field, str)
            if limit:
                known = [text for text in known if is_written(text)]
            some = names.text if limit else partial(names.name, field)
            return random.choice(known) if known else some()
        case inspect.IntType(ge=least, le=most):
            ends = [bound for bound in (least, most) if bound is not None]
            some_numbers = (*ends, *(0, 1, 1, 2, 2, 3, 7), -1, 9_999)
            return random.choice(names.listed(field, int) or some_numbers)
        case _:
            return _plain(kind, random)


def _plain(kind: inspect.Type, random: Random) -> Any:
    match kind:
        case inspect.EnumType(cls=cls):
            return random.choice([member.value for member in cls])
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case _:
            raise AssertionError(kind)


def _struct(kind: inspect.StructType, names: Names) -> dict[str, Any]:
    made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    for field in kind.fields:
        if field.required or names.random.random() < 0.25:
            made[field.encode_name] = anything(field.type, names, field.encode_name)
    return made


def stray(names: Names) -> dict[str, Any]:
    """Return a move of any kind, mostly one that belongs to the current step."""
    of_step, played = names.habits.of_step, names.played
    belonging = _type_of(of_step(names.state)) if of_step else played.own_moves
    kind = belonging if names.random.random() < 0.8 else played.all_moves
    made: dict[str, Any] = anything(kind, names)
    return made


_type_of = cache(inspect.type_info)


def varied(move: Any, names: Names) -> Any:
    """The move with one random change: another id, another value, or a missing field."""
    keys = [key for key in move if key not in ("move", "subject", "narration", "overview")]
    if not keys:
        return move
    key = names.random.choice(keys)
    return {**{k: v for k, v in move.items() if k != key}, **_varied(key, move[key], names)}


def _varied(key: str, value: Any, names: Names) -> dict[str, Any]:
    random = names.random
    known = names.listed(key, type(value))
    if isinstance(value, str) and is_written(value):
        known = [text for text in known if is_written(text)]
    if known:
        return {key: random.choice(known)}
    match value:
        case dict():
            return {key: varied(value, names)}
        case [dict(), *_] if random.random() < 0.7:
            place = random.randrange(len(value))
            return {key: [*value[:place], varied(value[place], names), *value[place + 1 :]]}
        case [first, *_] if random.random() < 0.4:
            return {key: [*value, first]}
        case list():
            return {key: [*value, names.name()]}
        case str() if value in names.habits.alike:
            return {key: random.choice(names.habits.alike)}
        case str() if value in names.ids:
            return {key: names.name()}
        case str() if key in ("label", "name"):
            return {key: random.choice([*names.labels, *names.labels, f"{value}s", ""])}
        case bool():
            return {key: not value}
        case int():
            return {key: value + random.choice((-1, 1))}
        case _:
            return {}


def decodes(move: dict[str, Any], ruleset: Ruleset[Any]) -> bool:
    """Return whether a client's JSON has the form of a move."""
    try:
        _moves(ruleset.name).decode(msgspec.json.encode(move))
    except msgspec.ValidationError:
        return False
    return True


@cache
def _moves(game: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a game's moves.

    The decoder is cached, because it takes long to make.
    """
    return msgspec.json.Decoder(RULESETS[game].move_type)


def fork_at(version: int, dice_commitment: str) -> dict[str, Any]:
    """Return a move that forks the session at a version. The walk continues in the fork: all seats except one are empty."""
    known = {"parent": "walk", "version": version, "hash": "00" * 32}
    return {"move": "fork_session", "title": "A fork", "dice_commitment": dice_commitment, **known}
