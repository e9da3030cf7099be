"""The map: zones, borders with their ways of crossing, and what happens to them."""

from enum import StrEnum
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId


class Direction(StrEnum):
    """Which way a border is crossed, seen from the zone that it was drawn from."""

    BOTH = "both"
    THERE = "there"
    BACK = "back"


class Door(StrEnum):
    """How a way stands that can be opened and shut (`map.doors`)."""

    OPEN = "open"
    SHUT = "shut"


DOOR_COST = 2
"""The shifts that opening or shutting a way costs, besides its pass value (`map.doors`)."""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of crossing a border: what has to be so for it, and what it costs (`map.borders`)."""

    value: int
    condition: Label | None = None
    direction: Direction = Direction.BOTH
    door: Door | None = None

    @property
    def cost(self) -> int:
        """What crossing takes just now: a way that is shut is opened first."""
        return self.value + (DOOR_COST if self.door is Door.SHUT else 0)


class Zone(msgspec.Struct, frozen=True):
    """A place that it makes a difference to be in (`map.zones`)."""

    name: str


class Border(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is between two zones."""

    one: ZoneId
    other: ZoneId
    ways: tuple[Way, ...]
    threshold: int | None = None
    """What its track takes, once somebody has said that it can be attacked."""
    marked: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[ZoneId, ZoneId]:
        """The two zones that it joins."""
        return self.one, self.other

    def beyond(self, zone: ZoneId) -> ZoneId:
        """The zone on the other side."""
        return self.other if zone == self.one else self.one

    def ways_from(self, zone: ZoneId) -> list[tuple[int, Way]]:
        """The ways of crossing it from a zone, with their numbers, counted from 1."""
        against = Direction.BACK if zone == self.one else Direction.THERE
        return [(n, way) for n, way in enumerate(self.ways, 1) if way.direction is not against]


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map of somewhere, or of something that is no place at all."""

    name: str = ""
    metaphorical: bool = False
    zones: Map[ZoneId, Zone] = Map()
    borders: Map[BorderId, Border] = Map()
    zones_ever: int = 0
    borders_ever: int = 0


class MapDrawn(TaggedEffect, frozen=True, tag="map_drawn"):
    """A new map lies on the table, with nothing on it and nobody."""

    name: Label
    metaphorical: bool


class ZoneAdded(TaggedEffect, frozen=True, tag="zone_added"):
    """There is one more zone."""

    zone: ZoneId
    name: Label


class BorderAdded(TaggedEffect, frozen=True, tag="border_added"):
    """Two zones are joined."""

    border: BorderId
    one: ZoneId
    other: ZoneId
    ways: tuple[Way, ...]


class ZoneRedefined(TaggedEffect, frozen=True, tag="zone_redefined"):
    """A zone is described otherwise."""

    zone: ZoneId
    name: Label


class DoorTurned(TaggedEffect, frozen=True, tag="door_turned"):
    """A border's way, counted from 1, is open or shut now."""

    border: BorderId
    way: int
    door: Door


class BorderRedefined(TaggedEffect, frozen=True, tag="border_redefined"):
    """A border is crossed in other ways now; it has no track any more."""

    border: BorderId
    ways: tuple[Way, ...]


class ThresholdAssigned(TaggedEffect, frozen=True, tag="threshold_assigned"):
    """A border can be attacked, and takes so much."""

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
    """The map after an effect."""
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
        case BorderAdded(border, one, other, ways):
            borders = chart.borders.set(border, Border(one, other, ways))
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
