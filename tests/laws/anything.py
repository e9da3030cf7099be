"""Anything that decodes as a move: made from the types alone, with names out of the game."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from domain.verge import RULESET
from domain.verge.moves import ConflictMove, LoadMove, Move, OverrideMove, RunMove
from domain.verge.state import State, step_name
from tests.support.options import fresh_label

MOVE = inspect.type_info(Move)
_OF_STEP = {
    "compile": MOVE,
    "load": inspect.type_info(LoadMove),
    "run": inspect.type_info(RunMove | OverrideMove | ConflictMove),
}
_TEXTS = (" ", "", "two\nlines", "\x00", "y" * 101, "y" * 2_001, "魔法", "wife of Janet")


_RULES = sorted(RULESET.rules)
_SORTS = {
    "dispute": "q",
    "proposal": "p",
    "declaration": "d",
    "premise": "g",
    "seat": "s",
    "element": "ne",
}


class Names:
    """Everything that a move could name in a state, and some names of nothing."""

    def __init__(self, state: State, random: Random) -> None:
        play = state.play
        self.random = random
        elements = list(play.network.elements())
        self.ids: list[str] = [
            *("n999", "e1", "a1.node", "a1.edge", "", "undo", "seat_limit"),
            *(id for id, _ in elements),
            *sorted(play.proposals.open),
            *sorted(play.declarations),
            *sorted(state.table.disputes.open),
            *sorted(state.table.disputes.closed),
            *("bank", "seat:s1", "seat:s2"),
            *(premise.id for premise in play.premises),
            *(seat.id for seat in state.table.seats),
        ]
        self.labels = [element.label for _, element in elements] or ["Magic"]

    def text(self) -> str:
        """A new label, one that is there, or something that may not be written."""
        kind = self.random.random()
        if kind < 0.8:
            return fresh_label(self.random)
        return self.random.choice(self.labels if kind < 0.95 else _TEXTS)

    def name(self, field: str = "") -> str:
        """An id: mostly of the sort that a field of this name asks for."""
        if field in ("rule", "rules") and self.random.random() < 0.9:
            return self.random.choice(_RULES)
        sort = _SORTS.get(field, "n")
        fitting = [id for id in self.ids if id[:1] and id[0] in sort]
        return self.random.choice(fitting if fitting and self.random.random() < 0.8 else self.ids)


def anything(kind: inspect.Type, names: Names, field: str = "", limit: int | None = None) -> Any:
    """JSON that decodes as this type, or nearly."""
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
            return names.text() if limit else names.name(field)
        case inspect.IntType():
            return random.choice((0, 1, 1, 2, 7, 9_999))
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
            raise NotImplementedError(kind)


def _struct(kind: inspect.StructType, names: Names) -> dict[str, Any]:
    made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    for field in kind.fields:
        if field.required or names.random.random() < 0.25:
            made[field.encode_name] = anything(field.type, names, field.encode_name)
    return made


def stray(state: State, random: Random) -> dict[str, Any]:
    """A move of any kind, mostly one that belongs to the step of play."""
    of_step = _OF_STEP[step_name(state)]
    kind = of_step if random.random() < 0.8 else MOVE
    made: dict[str, Any] = anything(kind, Names(state, random))
    return made


_MARKING = ("strike", "strengthen", "weaken", "repair")


def varied(move: Any, names: Names) -> Any:
    """A move with one thing in it changed: another id, another value, a field left out."""
    keys = [key for key in move if key not in ("move", "subject", "narration", "overview")]
    if not keys:
        return move
    key = names.random.choice(keys)
    return {**{k: v for k, v in move.items() if k != key}, **_varied(key, move[key], names)}


def _varied(key: str, value: Any, names: Names) -> dict[str, Any]:
    match value:
        case dict():
            return {key: varied(value, names)}
        case [dict() as first, *rest]:
            return {key: [varied(first, names), *rest]}
        case list():
            return {key: [*value, names.name()]}
        case str() if value in _MARKING:
            return {key: names.random.choice(_MARKING)}
        case str() if value in names.ids:
            return {key: names.name()}
        case str() if key == "label":
            return {key: names.random.choice([*names.labels, *names.labels, f"{value}s", ""])}
        case bool():
            return {key: not value}
        case int():
            return {key: value + names.random.choice((-1, 1))}
        case _:
            return {}


def decodes(move: dict[str, Any], type_: Any = Move) -> bool:
    """Whether a client's JSON is a move at all."""
    try:
        msgspec.convert(move, type_)
    except msgspec.ValidationError:
        return False
    return True


def with_references(actions: Sequence[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """Actions of which later ones may name what earlier ones write."""
    linked = [dict(action) for action in actions]
    for place, action in enumerate(linked):
        for field in ("element", "other", "source", "target"):
            if place and field in action and random.random() < 0.4:
                part = "node" if field != "element" else random.choice(("node", "edge"))
                action[field] = f"a{random.randint(1, place)}.{part}"
    return linked


def fork_at(version: int, dice_commitment: str) -> dict[str, Any]:
    """Another session goes on from a version, and with it the walk: all seats but one are empty."""
    known = {"parent": "walk", "version": version, "hash": "00" * 32}
    return {"move": "fork_session", "title": "A fork", "dice_commitment": dice_commitment, **known}
