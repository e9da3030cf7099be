"""Aspects in play, and the effects that change them."""

from typing import Literal, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import number
from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.condition import Severity
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.table.sheet import CharacterId

Source = Literal["sheet", "maneuver", "consequence", "problem"]
"""The origin of an aspect. Only an aspect from a maneuver can be attacked or dropped."""


class Aspect(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact about a character, a thing or a place."""

    name: str
    on: TargetId
    source: Source
    by: CharacterId | None = None
    """The character that placed the aspect and has its free invokes."""
    boxes: int = 0
    severity: Severity | None = None
    """The severity of the consequence that the aspect names, if it names one."""
    marked: tuple[int, ...] = ()


class Aspects(msgspec.Struct, frozen=True, omit_defaults=True):
    """The aspects in play, and the number of all aspects so far."""

    held: Map[AspectId, Aspect] = Map()
    ever: int = 0

    @property
    def next(self) -> AspectId:
        """The id of the next aspect."""
        return AspectId(f"a{self.ever + 1}")

    def has_lost(self, id: str) -> bool:
        """Return whether an aspect with this id existed and was removed."""
        is_number = id.isascii() and id[1:].isdecimal()
        is_one = id[:1] == "a" and is_number and 0 < number(id) <= self.ever
        return is_one and AspectId(id) not in self.held


class AspectPlaced(TaggedEffect, frozen=True, tag="aspect_placed", omit_defaults=True):
    """An aspect was placed."""

    aspect: AspectId
    name: Label
    on: TargetId
    source: Source
    by: CharacterId | None = None
    boxes: int = 0
    severity: Severity | None = None


class AspectRemoved(TaggedEffect, frozen=True, tag="aspect_removed"):
    """An aspect was removed."""

    aspect: AspectId


class AspectStressed(TaggedEffect, frozen=True, tag="aspect_stressed"):
    """A box of an aspect was marked."""

    aspect: AspectId
    box: int


AspectEffect = AspectPlaced | AspectRemoved | AspectStressed


def evolve(aspects: Aspects, effect: AspectEffect) -> Aspects:
    """Return the aspects after an effect."""
    match effect:
        case AspectPlaced(id, name, on, source, by, boxes, severity):
            placed = Aspect(name=name, on=on, source=source, by=by, boxes=boxes, severity=severity)
            return Aspects(aspects.held.set(id, placed), aspects.ever + 1)
        case AspectRemoved(id):
            return replace(aspects, held=aspects.held.delete(id))
        case AspectStressed(id, box):
            aspect = aspects.held[id]
            stressed = replace(aspect, marked=(*aspect.marked, box))
            return replace(aspects, held=aspects.held.set(id, stressed))
        case _:
            assert_never(effect)
