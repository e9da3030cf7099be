"""Conditions of characters and things: places, sides, stress, consequences."""

from enum import StrEnum
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.target import ZoneId
from verger.domain.table.sheet import CharacterId


class Severity(StrEnum):
    """The severity of a consequence. A character can take one of each (`action.resist`)."""

    MILD = "mild"
    MODERATE = "moderate"
    SEVERE = "severe"


WORTH = {Severity.MILD: 2, Severity.MODERATE: 4, Severity.SEVERE: 6}
"""The number of shifts that a consequence removes in a defense, or adds to a move."""

NO_SIDE = 0
"""The side number for neutral characters and things."""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a character or a thing."""

    there: bool = False
    """Whether it takes part in the current conflict or its preparation."""
    zone: ZoneId | None = None
    side: int = NO_SIDE
    stress: Map[str, tuple[int, ...]] = Map()
    """The marked boxes of its tracks."""
    consequences: tuple[Severity, ...] = ()
    is_out: bool = False

    def marked(self, track: str) -> tuple[int, ...]:
        """Return the marked boxes of a track."""
        return self.stress.get(track, ())


Conditions = Map[CharacterId, Condition]

WELL = Condition()


class _Effect(TaggedEffect, frozen=True):
    character: CharacterId


class Placed(_Effect, frozen=True, tag="placed"):
    """A character or thing was placed on the map, on a side. A faction can have no zone."""

    zone: ZoneId | None
    side: int


class TakenOff(_Effect, frozen=True, tag="taken_off"):
    """A character or thing was taken off the map."""


class Moved(_Effect, frozen=True, tag="moved"):
    """A character or thing moved to another zone."""

    zone: ZoneId


class StressMarked(_Effect, frozen=True, tag="stress_marked"):
    """A box of a track was marked."""

    track: Label
    box: int


class BoxCleared(_Effect, frozen=True, tag="box_cleared"):
    """A box of a track was cleared."""

    track: Label
    box: int


class ConsequenceTaken(_Effect, frozen=True, tag="consequence_taken"):
    """A consequence was taken. Its name is an aspect."""

    severity: Severity


class ConsequenceHealed(_Effect, frozen=True, tag="consequence_healed"):
    """A consequence ended."""

    severity: Severity


class TakenOut(_Effect, frozen=True, tag="taken_out"):
    """A character or thing was taken out of the conflict."""


ConditionEffect = (
    Placed
    | TakenOff
    | Moved
    | StressMarked
    | BoxCleared
    | ConsequenceTaken
    | ConsequenceHealed
    | TakenOut
)


def evolve(conditions: Conditions, effect: ConditionEffect) -> Conditions:
    """Return all conditions after an effect."""
    one = conditions.get(effect.character, WELL)
    return conditions.set(effect.character, _after(one, effect))


def _after(one: Condition, effect: ConditionEffect) -> Condition:
    match effect:
        case Placed(_, zone, side):
            return replace(one, there=True, zone=zone, side=side)
        case TakenOff():
            return _off(one)
        case Moved(_, zone):
            return replace(one, zone=zone)
        case StressMarked(_, track, box):
            return replace(one, stress=one.stress.set(track, (*one.marked(track), box)))
        case BoxCleared(_, track, box):
            boxes = tuple(other for other in one.marked(track) if other != box)
            return replace(one, stress=one.stress.set(track, boxes))
        case ConsequenceTaken(_, severity):
            return replace(one, consequences=(*one.consequences, severity))
        case ConsequenceHealed(_, severity):
            left = tuple(other for other in one.consequences if other != severity)
            return replace(one, consequences=left)
        case TakenOut():
            return replace(one, is_out=True)
        case _:
            assert_never(effect)


def _off(one: Condition) -> Condition:
    return replace(one, there=False, zone=None, side=NO_SIDE, is_out=False)


def off_the_map(conditions: Conditions) -> Conditions:
    """Return all conditions on a new map: nobody is placed."""
    return Map({id: _off(one) for id, one in conditions.items()})


def after_conflict(conditions: Conditions) -> Conditions:
    """Return all conditions after a conflict.

    Stress is cleared, and everything that was taken out is off the map.
    """
    ended = {id: replace(one, stress=Map()) for id, one in conditions.items()}
    return Map({id: _off(one) if one.is_out else one for id, one in ended.items()})
