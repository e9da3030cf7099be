"""The moves that a remedy names, and the seats that must be able to make them.

A remedy writes each move, subject, action and value in backticks. Each part of a remedy is about the seat that was refused, unless it names
other seats.
"""

import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec

from tests.laws.remedies.way import TAGS, Moment, kinds
from tests.support.game import NOON
from verger.domain.core.decider import Accepted, Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.core.identifier import SeatId
from verger.domain.core.seat import SeatKind
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.judge import judge
from verger.domain.table.seating import AddSeat, RemoveSeat

CODE = re.compile(r"`([^`]*)`")
QUOTED = re.compile(r"“[^”]*”")
PARTS = re.compile(r"(?<=[.;])\s+|, or |, and ")
_ANYBODY = re.compile(r"\b(?:somebody|another seat|a player|a peer)\b", re.IGNORECASE)
_GM = re.compile(r"\bthe (?:GM|FC)\b")


def _tags(type_: Any) -> Iterator[str]:
    """Yield the tags of all moves, subjects, actions and corrections in a type."""
    seen, waiting = set[Any](), [type_]
    while waiting:
        own = waiting.pop()
        if own in seen:
            continue
        seen.add(own)
        waiting += get_args(own)
        plain = get_origin(own) or own
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            if plain.__struct_config__.tag_field in TAGS:
                yield str(plain.__struct_config__.tag)
            waiting += [field.type for field in msgspec.structs.fields(plain)]


_SEATING = ("add_seat", "remove_seat")
"""Moves with their own addresses, which no option lists."""

MOVES = {*_SEATING, *(tag for game in RULESETS.values() for tag in _tags(game.move_type))}


def missing(moment: Moment, remedy: str) -> Iterator[str]:
    """Yield each part of a remedy that names a move or a value that its seats cannot use."""
    for part in parts(moment, remedy):
        names = CODE.findall(part)
        if not names:
            continue
        seats, by_all = spoken_to(moment, part)
        can = [has(moment, seat, names) for seat in seats]
        if not (can and (all(can) if by_all else any(can))):
            yield f"{part} ({', '.join(seats)})"


def parts(moment: Moment, remedy: str) -> list[str]:
    """Return the parts of a remedy. Names of seats are replaced by ids, because a name can contain a full stop."""
    plain = QUOTED.sub("“”", remedy)
    for seat in sorted(moment.state.table.seats, key=lambda seat: -len(seat.name)):
        plain = re.sub(rf"\b{re.escape(seat.name)}", seat.id, plain)
    return PARTS.split(plain)


def spoken_to(moment: Moment, part: str) -> tuple[list[SeatId], bool]:
    """Return the seats that a part is about, and whether all of them must be able to follow it."""
    table = moment.state.table
    named = [seat.id for seat in table.seats if re.search(rf"\b{seat.id}\b", part)]
    if _GM.search(part):
        named.append(table.gm)
    if named:
        return named, True
    if _ANYBODY.search(part):
        return [seat.id for seat in table.seats if seat.taken], False
    return [moment.seat], True


def has(moment: Moment, seat: SeatId, names: list[str]) -> bool:
    """Return whether a seat's options have all the moves and all the values among these names."""
    moves = [name for name in names if name in MOVES and name not in _SEATING]
    options = moment.options_of(seat)
    fitting = [option for option in options if kinds([option]) & {*moves}]
    listed = msgspec.json.encode(fitting if moves else options).decode()
    values = [name for name in names if name not in MOVES]
    seated = all(_can_set(moment, seat, name) for name in names if name in _SEATING)
    return seated and {*moves} <= kinds(fitting) and all(f'"{name}"' in listed for name in values)


def _can_set(moment: Moment, seat: SeatId, move: str) -> bool:
    """Return whether a seat can make this move: add a seat, or remove an empty seat."""
    empty = [own.id for own in moment.state.table.seats if not own.taken]
    adding = [AddSeat(SeatKind.PLAYER, "Sol")]
    asked: list[Any] = adding if move == "add_seat" else [RemoveSeat(id) for id in empty]
    facts = Facts(seat, NOON, RecordedDice(()), moment.version + 1, moment.past)
    rulings = [judge(moment.ruleset, moment.state, one, facts) for one in asked]
    return any(isinstance(ruling, Accepted) for ruling in rulings)
