"""Strokes on the map: their conditions and effects (`map.zones`, `map.borders`)."""

from typing import assert_never

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Field, Group, Number, Option, TextField, choices
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import LABEL_LIMIT, tidy
from verger.domain.games.edgerunner.model.chart import (
    BorderAdded,
    BorderRedefined,
    Direction,
    Door,
    Way,
    ZoneAdded,
    ZoneRedefined,
)
from verger.domain.games.edgerunner.model.stroke import (
    WAY_LIMIT,
    AddBorder,
    AddZone,
    RedefineBorder,
    RedefineZone,
    Stroke,
    Ways,
)
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    NAMED_AT_MOST,
    Draft,
    State,
    name_of,
    names_of,
    titled,
)

ZONES, BORDERS = "map.zones", "map.borders"

ZONE_LIMIT = 40
BORDER_LIMIT = 80
VALUE_LIMIT = 20

DEFAULT_WAYS = (Way(1),)


def unfit(state: State, stroke: Stroke) -> Refused | None:
    """Return why something cannot be drawn, or None."""
    chart = state.play.chart
    match stroke:
        case AddZone():
            return _full("zones", len(chart.zones), ZONE_LIMIT, ZONES)
        case RedefineZone(zone):
            return unknown_zone(state, zone, ZONES)
        case AddBorder():
            return _unfit_border(state, stroke)
        case RedefineBorder(border, ways):
            return unknown_border(state, border, BORDERS) or unfit_ways(ways)
        case _:
            assert_never(stroke)


def _unfit_border(state: State, stroke: AddBorder) -> Refused | None:
    chart = state.play.chart
    for zone in (stroke.one, stroke.other):
        if refusal := unknown_zone(state, zone, BORDERS):
            return refusal
    if stroke.one == stroke.other:
        return refuse(Own.SAME_ZONE, BORDERS, zone_name=chart.zones[stroke.one].name)
    full = _full("borders", len(chart.borders), BORDER_LIMIT, BORDERS)
    return unfit_ways(stroke.ways) or full


def _full(what: str, drawn: int, limit: int, rule: str) -> Refused | None:
    if drawn < limit:
        return None
    return refuse(Own.MAP_FULL, rule, map_part=what, map_parts_drawn=drawn, map_parts_allowed=limit)


def unknown_zone(state: State, zone: ZoneId, rule: str) -> Refused | None:
    """Return the refusal of an unknown zone, or None."""
    known = state.play.chart.zones
    if zone in known:
        return None
    names = names_of(state, [id for id, _ in in_order(known.items())])
    return refuse(Own.UNKNOWN_ZONE, rule, zone=zone, zone_names=names)


def unknown_border(state: State, border: BorderId, rule: str) -> Refused | None:
    """Return the refusal of an unknown border, or None."""
    if border in state.play.chart.borders:
        return None
    borders = in_order(state.play.chart.borders.items())
    names = tuple(titled(state, id) for id, _ in borders[:NAMED_AT_MOST])
    return refuse(Own.UNKNOWN_BORDER, rule, border=border, border_names=names)


def unfit_ways(ways: Ways) -> Refused | None:
    """Return why a border cannot have these ways, or None (`map.borders`)."""
    most = VALUE_LIMIT
    for number, way in enumerate(ways, 1):
        if not 0 <= way.value <= most:
            label = way.condition or f"way {number}"
            return refuse(
                Own.UNFIT_VALUE,
                BORDERS,
                entry_name=label,
                pass_value_given=way.value,
                pass_value_minimum=0,
                pass_value_maximum=most,
            )
    return None


def draw(draft: Draft, stroke: Stroke, seat: SeatId) -> str:
    """Draw a valid stroke, and return a sentence."""
    chart, who = draft.play.chart, draft.table.name(seat)
    match stroke:
        case AddZone(name):
            zone = ZoneId(f"z{chart.zones_ever + 1}")
            draft.cite(ZONES, zone=zone)
            draft.emit(ZoneAdded(zone, tidy(name)))
            return f"On the map, {who} draws “{tidy(name)}”."
        case RedefineZone(zone, name):
            draft.cite(ZONES, zone=zone)
            draft.emit(ZoneRedefined(zone, tidy(name)))
            return f"{who} redefines “{chart.zones[zone].name}”: it is “{tidy(name)}” now."
        case AddBorder(start, other, ways):
            border = BorderId(f"b{chart.borders_ever + 1}")
            draft.cite(BORDERS, border=border, pass_values=_values(ways))
            draft.emit(BorderAdded(border, start, other, written(ways)))
            names = name_of(draft.state, start), name_of(draft.state, other)
            return (
                f"{who} joins “{names[0]}” and “{names[1]}”; crossing takes {_ways_in_words(ways)}."
            )
        case RedefineBorder(border, ways):
            draft.cite(BORDERS, border=border, pass_values=_values(ways))
            draft.emit(BorderRedefined(border, written(ways)))
            where = titled(draft.state, border)
            return f"{who} redefines {where}; crossing takes {_ways_in_words(ways)} now."
        case _:
            assert_never(stroke)


def described(state: State, stroke: Stroke) -> str:
    """Describe a stroke as a part of a sentence."""
    match stroke:
        case AddZone(name):
            return f"a zone “{tidy(name)}” be drawn"
        case RedefineZone(zone, name):
            return f"“{name_of(state, zone)}” be “{tidy(name)}” now"
        case AddBorder(start, other, ways):
            names = name_of(state, start), name_of(state, other)
            return f"“{names[0]}” and “{names[1]}” be joined, and that crossing take {_ways_in_words(ways)}"
        case RedefineBorder(border, ways):
            return f"crossing {titled(state, border)} take {_ways_in_words(ways)} now"
        case _:
            assert_never(stroke)


def written(ways: Ways) -> Ways:
    """Return the ways in their recorded form.

    By default, there is a single way with pass value 1.
    """
    return tuple(
        Way(way.value, tidy(way.condition) if way.condition else None, way.direction, way.door)
        for way in ways or DEFAULT_WAYS
    )


def _values(ways: Ways) -> tuple[str, ...]:
    """Return the pass values, for a ruling's facts."""
    return tuple(str(way.value) for way in written(ways))


def _ways_in_words(ways: Ways) -> str:
    """Describe the prices of a border's ways for a sentence."""
    return ", ".join(_way(way) for way in written(ways))


def _way(way: Way) -> str:
    about = f" for “{way.condition}”" if way.condition else ""
    shut = " (shut)" if way.door is Door.SHUT else ""
    return f"{way.value}{about}{shut}"


def ways_field() -> Group:
    """Return the field for the ways of a border.

    By default, there is a single way with pass value 1.
    """
    condition = TextField("condition", LABEL_LIMIT, optional=True, label="Condition")
    direction = choices("direction", [(way, "") for way in Direction], optional=True)
    door = choices("door", [(stands, "") for stands in Door], optional=True)
    shape = Option(
        {}, (Number("value", 0, VALUE_LIMIT, label="Shifts to cross"), condition, direction, door)
    )
    return Group("ways", (shape,), many=WAY_LIMIT, optional=True, label="Ways across")


def strokes(state: State) -> list[tuple[str, str, tuple[Field, ...], str]]:
    """Return the possible strokes: the move, its label, its fields and its rule."""
    chart, name = state.play.chart, TextField("name", LABEL_LIMIT)
    possible: list[tuple[str, str, tuple[Field, ...], str]] = []
    if len(chart.zones) < ZONE_LIMIT:
        possible.append(("add_zone", "Add a zone", (name,), ZONES))
    zones = [(id, zone.name) for id, zone in in_order(chart.zones.items())]
    if zones:
        possible.append(("redefine_zone", "Redefine a zone", (choices("zone", zones), name), ZONES))
    if len(zones) > 1 and len(chart.borders) < BORDER_LIMIT:
        ends = (
            choices("one", zones, label="From"),
            choices("other", zones, excludes="one", label="To"),
        )
        possible.append(("add_border", "Add a border", (*ends, ways_field()), BORDERS))
    borders = [(id, titled(state, id)) for id, _ in in_order(chart.borders.items())]
    if borders:
        possible.append(
            (
                "redefine_border",
                "Redefine a border",
                (choices("border", borders), ways_field()),
                BORDERS,
            )
        )
    return possible
