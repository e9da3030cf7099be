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
    """The severity of a consequence.

    A character can take one of each severity (`action.resist`).
    """

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
    condition = conditions.get(effect.character, WELL)
    return conditions.set(effect.character, _after(condition, effect))


def _after(condition: Condition, effect: ConditionEffect) -> Condition:
    match effect:
        case Placed(_, zone, side):
            return replace(condition, there=True, zone=zone, side=side)
        case TakenOff():
            return _off(condition)
        case Moved(_, zone):
            return replace(condition, zone=zone)
        case StressMarked(_, track, box):
            return replace(
                condition, stress=condition.stress.set(track, (*condition.marked(track), box))
            )
        case BoxCleared(_, track, box):
            boxes = tuple(other for other in condition.marked(track) if other != box)
            return replace(condition, stress=condition.stress.set(track, boxes))
        case ConsequenceTaken(_, severity):
            return replace(condition, consequences=(*condition.consequences, severity))
        case ConsequenceHealed(_, severity):
            remaining = tuple(other for other in condition.consequences if other != severity)
            return replace(condition, consequences=remaining)
        case TakenOut():
            return replace(condition, is_out=True)
        case _:
            assert_never(effect)


def _off(condition: Condition) -> Condition:
    return replace(condition, there=False, zone=None, side=NO_SIDE, is_out=False)


def off_the_map(conditions: Conditions) -> Conditions:
    """Return all conditions on a new map: nobody is placed."""
    return Map({id: _off(condition) for id, condition in conditions.items()})


def after_conflict(conditions: Conditions) -> Conditions:
    """Return all conditions after a conflict.

    Stress is cleared, and everything that was taken out is off the map.
    """
    ended = {id: replace(condition, stress=Map()) for id, condition in conditions.items()}
    return Map(
        {id: _off(condition) if condition.is_out else condition for id, condition in ended.items()}
    )
