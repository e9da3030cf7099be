"""Aspects that hold in play, and what happens to them."""

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
"""Where an aspect comes from; only what a maneuver placed can be attacked or let go of."""


class Aspect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is so, of somebody or something."""

    name: str
    on: TargetId
    source: Source
    by: CharacterId | None = None
    """Who placed it, and has its free invokes."""
    boxes: int = 0
    severity: Severity | None = None
    """How bad the consequence is that it names, if it is one."""
    marked: tuple[int, ...] = ()


class Aspects(msgspec.Struct, frozen=True, omit_defaults=True):
    """The aspects that hold, and how many there ever were."""

    held: Map[AspectId, Aspect] = Map()
    ever: int = 0

    @property
    def next(self) -> AspectId:
        """The id of the next one."""
        return AspectId(f"a{self.ever + 1}")

    def has_lost(self, id: str) -> bool:
        """Whether an aspect of this id was there and is no longer."""
        is_number = id.isascii() and id[1:].isdecimal()
        is_one = id[:1] == "a" and is_number and 0 < number(id) <= self.ever
        return is_one and AspectId(id) not in self.held


class AspectPlaced(TaggedEffect, frozen=True, tag="aspect_placed", omit_defaults=True):
    """An aspect holds."""

    aspect: AspectId
    name: Label
    on: TargetId
    source: Source
    by: CharacterId | None = None
    boxes: int = 0
    severity: Severity | None = None


class AspectRemoved(TaggedEffect, frozen=True, tag="aspect_removed"):
    """An aspect holds no longer."""

    aspect: AspectId


class AspectStressed(TaggedEffect, frozen=True, tag="aspect_stressed"):
    """A box of an aspect was marked."""

    aspect: AspectId
    box: int


AspectEffect = AspectPlaced | AspectRemoved | AspectStressed


def evolve(aspects: Aspects, effect: AspectEffect) -> Aspects:
    """The aspects after an effect."""
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
