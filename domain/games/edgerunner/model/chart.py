"""The map: zones, borders with their ways, and the effects that change them."""

from enum import StrEnum
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId


class Direction(StrEnum):
    """The direction of a way, as seen from the zone that its border was drawn from."""

    BOTH = "both"
    THERE = "there"
    BACK = "back"


class Door(StrEnum):
    """The state of a way that can be opened and shut (`map.doors`)."""

    OPEN = "open"
    SHUT = "shut"


DOOR_COST = 2
"""The price of opening or shutting a way, in shifts, added to its pass value (`map.doors`)."""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way over a border: its condition and its price (`map.borders`)."""

    value: int
    condition: Label | None = None
    direction: Direction = Direction.BOTH
    door: Door | None = None

    @property
    def cost(self) -> int:
        """The current price in shifts. To cross a shut way, you open it first."""
        return self.value + (DOOR_COST if self.door is Door.SHUT else 0)


class Zone(msgspec.Struct, frozen=True):
    """A part of the map (`map.zones`)."""

    name: str


class Border(msgspec.Struct, frozen=True, omit_defaults=True):
    """The connection between two zones."""

    one: ZoneId
    other: ZoneId
    ways: tuple[Way, ...]
    threshold: int | None = None
    """The threshold of its track, if the border can be attacked."""
    marked: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[ZoneId, ZoneId]:
        """The two zones that it joins."""
        return self.one, self.other

    def beyond(self, zone: ZoneId) -> ZoneId:
        """Return the zone on the other side."""
        return self.other if zone == self.one else self.one

    def ways_from(self, zone: ZoneId) -> list[tuple[int, Way]]:
        """Return the ways over it from a zone, with their numbers, counted from 1."""
        against = Direction.BACK if zone == self.one else Direction.THERE
        return [(n, way) for n, way in enumerate(self.ways, 1) if way.direction is not against]


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map of a place, or a metaphor for something else."""

    name: str = ""
    metaphorical: bool = False
    zones: Map[ZoneId, Zone] = Map()
    borders: Map[BorderId, Border] = Map()
    zones_ever: int = 0
    borders_ever: int = 0


class MapDrawn(TaggedEffect, frozen=True, tag="map_drawn"):
    """A new, empty map was started."""

    name: Label
    metaphorical: bool


class ZoneAdded(TaggedEffect, frozen=True, tag="zone_added"):
    """A zone was added."""

    zone: ZoneId
    name: Label


class BorderAdded(TaggedEffect, frozen=True, tag="border_added"):
    """Two zones are joined."""

    border: BorderId
    one: ZoneId
    other: ZoneId
    ways: tuple[Way, ...]


class ZoneRedefined(TaggedEffect, frozen=True, tag="zone_redefined"):
    """The description of a zone changed."""

    zone: ZoneId
    name: Label


class DoorTurned(TaggedEffect, frozen=True, tag="door_turned"):
    """A border's way, counted from 1, was opened or shut."""

    border: BorderId
    way: int
    door: Door


class BorderRedefined(TaggedEffect, frozen=True, tag="border_redefined"):
    """The ways of a border were replaced, and its track was removed."""

    border: BorderId
    ways: tuple[Way, ...]


class ThresholdAssigned(TaggedEffect, frozen=True, tag="threshold_assigned"):
    """A border got a threshold, so that it can be attacked."""

    border: BorderId
    threshold: int


class BorderStressed(TaggedEffect, frozen=True, tag="border_stressed"):
    """A box of a border's track was marked."""

    border: BorderId
    box: int


ChartEffect = (
    MapDrawn
    | ZoneAdded
    | ZoneRedefined
    | BorderAdded
    | BorderRedefined
    | DoorTurned
    | ThresholdAssigned
    | BorderStressed
)


def evolve(chart: Chart, effect: ChartEffect) -> Chart:
    """Return the map after an effect."""
    match effect:
        case MapDrawn(name, metaphorical):
            return Chart(
                name,
                metaphorical,
                zones_ever=chart.zones_ever,
                borders_ever=chart.borders_ever,
            )
        case ZoneAdded(zone, name):
            zones = chart.zones.set(zone, Zone(name))
            return replace(chart, zones=zones, zones_ever=chart.zones_ever + 1)
        case ZoneRedefined(zone, name):
            return replace(chart, zones=chart.zones.set(zone, Zone(name)))
        case BorderAdded(border, start, other, ways):
            borders = chart.borders.set(border, Border(start, other, ways))
            return replace(chart, borders=borders, borders_ever=chart.borders_ever + 1)
        case BorderRedefined(border, ways):
            return _with(chart, border, ways=ways, threshold=None, marked=())
        case DoorTurned(border, number, door):
            return _with(chart, border, ways=_turned(chart.borders[border].ways, number, door))
        case ThresholdAssigned(border, threshold):
            return _with(chart, border, threshold=threshold)
        case BorderStressed(border, box):
            return _with(chart, border, marked=(*chart.borders[border].marked, box))
        case _:
            assert_never(effect)


def _turned(ways: tuple[Way, ...], number: int, door: Door) -> tuple[Way, ...]:
    return tuple(replace(way, door=door) if n == number else way for n, way in enumerate(ways, 1))


def _with(chart: Chart, border: BorderId, **changes: object) -> Chart:
    changed = replace(chart.borders[border], **changes)
    return replace(chart, borders=chart.borders.set(border, changed))
