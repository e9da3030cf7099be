"""Drawing the map: zones, borders with their ways, and who stands where (`map.zones`, `map.borders`)."""

from typing import Annotated, assert_never

import msgspec
from msgspec import Meta

from domain.core.decider import Facts, Judgement
from domain.core.identifier import SeatId, in_order
from domain.core.option import Group, Number, Option, Text, choices
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.core.text import LABEL_LIMIT, Label, tidy
from domain.games.edgerunner.model.chart import (
    BorderAdded,
    BorderRedefined,
    Direction,
    MapDrawn,
    ThresholdAssigned,
    Way,
    ZoneAdded,
)
from domain.games.edgerunner.model.condition import NO_SIDE, Placed, TakenOff
from domain.games.edgerunner.model.conflict import Asking, Deciding
from domain.games.edgerunner.model.sheet import THRESHOLD_LIMIT, Kind
from domain.games.edgerunner.model.target import BorderId, TargetId, ZoneId
from domain.games.edgerunner.moment import not_now, own_turn, preparing, referees
from domain.games.edgerunner.outcome import over
from domain.games.edgerunner.reason import Code as Own
from domain.games.edgerunner.state import (
    NAMED_AT_MOST,
    Draft,
    State,
    character_of,
    leader,
    name_of,
    names_of,
    titled,
)
from domain.table.sheet import CharacterId

ZONES, BORDERS, SETUP = "map.zones", "map.borders", "conflict.setup"
DEPLOY = "faction.deploy"

ZONE_LIMIT = 40
BORDER_LIMIT = 80
WAY_LIMIT = 6
VALUE_LIMIT = 20
SIDE_LIMIT = 4

Ways = Annotated[tuple[Way, ...], Meta(max_length=WAY_LIMIT)]

DEFAULT_WAYS = (Way(1),)


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    pass


class DrawMap(_Move, frozen=True, tag="draw_map"):
    """Take a new sheet of paper: a map without zones, and nobody on it."""

    name: Label
    metaphorical: bool


class AddZone(_Move, frozen=True, tag="add_zone"):
    """Draw a zone."""

    name: Label


class AddBorder(_Move, frozen=True, tag="add_border"):
    """Join two zones; without ways it is crossed both ways for 1."""

    one: ZoneId
    other: ZoneId
    ways: Ways = ()


class RedefineBorder(_Move, frozen=True, tag="redefine_border"):
    """Give a border other ways: the referee before a conflict, in it who took the border out."""

    border: BorderId
    ways: Ways = ()


class AssignThreshold(_Move, frozen=True, tag="assign_threshold"):
    """Say what a border takes: the referee, or anybody before the referee has."""

    border: BorderId
    threshold: int


class Place(_Move, frozen=True, tag="place"):
    """Put somebody or something on the map, on a side; side 0 is nobody's."""

    character: CharacterId
    side: int
    zone: ZoneId | None = None


class TakeOff(_Move, frozen=True, tag="take_off"):
    """Take somebody or something off the map."""

    character: CharacterId


DrawingMove = DrawMap | AddZone | AddBorder | RedefineBorder | AssignThreshold | Place | TakeOff


def decide(draft: Draft, move: DrawingMove, facts: Facts) -> Judgement:
    match move:
        case DrawMap():
            return draw_map(draft, move, facts)
        case AddZone():
            return add_zone(draft, move, facts)
        case AddBorder():
            return add_border(draft, move, facts)
        case RedefineBorder():
            return redefine(draft, move, facts)
        case AssignThreshold():
            return assign_threshold(draft, move, facts)
        case Place():
            return place(draft, move, facts)
        case TakeOff():
            return take_off(draft, move, facts)
        case _:
            assert_never(move)


def may_draw(state: State, seat: SeatId, rule: str) -> Refused | None:
    """The referee draws, before the conflict."""
    return referees(state, seat, rule) or preparing(state, rule)


def draw_map(draft: Draft, move: DrawMap, facts: Facts) -> Judgement:
    """A new map (`map.zones`)."""
    if refusal := may_draw(draft.state, facts.seat, ZONES):
        return refusal
    draft.cite(ZONES, metaphorical=move.metaphorical)
    draft.emit(MapDrawn(tidy(move.name), move.metaphorical))
    return draft.accept(f"{draft.table.name(facts.seat)} draws a map of “{tidy(move.name)}”.")


def add_zone(draft: Draft, move: AddZone, facts: Facts) -> Judgement:
    """One more zone (`map.zones`)."""
    if refusal := may_draw(draft.state, facts.seat, ZONES):
        return refusal
    chart = draft.play.chart
    if len(chart.zones) >= ZONE_LIMIT:
        return refuse(Own.MAP_FULL, ZONES, what="zones", there=len(chart.zones), limit=ZONE_LIMIT)
    zone = ZoneId(f"z{chart.zones_ever + 1}")
    draft.cite(ZONES, zone=zone)
    draft.emit(ZoneAdded(zone, tidy(move.name)))
    return draft.accept(f"{draft.table.name(facts.seat)} draws zone “{tidy(move.name)}”.")


def add_border(draft: Draft, move: AddBorder, facts: Facts) -> Judgement:
    """A border between two zones (`map.borders`)."""
    if refusal := may_draw(draft.state, facts.seat, BORDERS):
        return refusal
    chart = draft.play.chart
    for zone in (move.one, move.other):
        if refusal := unknown_zone(draft.state, zone, BORDERS):
            return refusal
    if move.one == move.other:
        return refuse(Own.SAME_ZONE, BORDERS, name=chart.zones[move.one].name)
    if refusal := unfit_ways(move.ways):
        return refusal
    if len(chart.borders) >= BORDER_LIMIT:
        return refuse(
            Own.MAP_FULL, BORDERS, what="borders", there=len(chart.borders), limit=BORDER_LIMIT
        )
    border, ways = BorderId(f"b{chart.borders_ever + 1}"), written(move.ways)
    draft.cite(BORDERS, border=border, values=values_of(ways))
    draft.emit(BorderAdded(border, move.one, move.other, ways))
    one, other = chart.zones[move.one].name, chart.zones[move.other].name
    return draft.accept(
        f"{draft.table.name(facts.seat)} joins “{one}” and “{other}”: {_told(ways)}."
    )


def unknown_zone(state: State, zone: ZoneId, rule: str) -> Refused | None:
    """Why there is no such zone, if there is none."""
    known = state.play.chart.zones
    if zone in known:
        return None
    there = names_of(state, [id for id, _ in in_order(known.items())])
    return refuse(Own.UNKNOWN_ZONE, rule, zone=zone, there=there)


def unknown_border(state: State, border: BorderId, rule: str) -> Refused | None:
    """Why there is no such border, if there is none."""
    if border in state.play.chart.borders:
        return None
    borders = in_order(state.play.chart.borders.items())
    there = tuple(titled(state, id) for id, _ in borders[:NAMED_AT_MOST])
    return refuse(Own.UNKNOWN_BORDER, rule, border=border, there=there)


def unfit_ways(ways: Ways) -> Refused | None:
    """Why a border cannot be crossed like this, if it cannot (`map.borders`)."""
    most = VALUE_LIMIT
    for number, way in enumerate(ways, 1):
        if not 0 <= way.value <= most:
            label = way.condition or f"way {number}"
            return refuse(
                Own.UNFIT_VALUE, BORDERS, label=label, number=way.value, least=0, most=most
            )
    return None


def written(ways: Ways) -> Ways:
    """The ways as they are recorded; one for 1 where none is named."""
    return tuple(
        Way(way.value, tidy(way.condition) if way.condition else None, way.direction)
        for way in ways or DEFAULT_WAYS
    )


def values_of(ways: Ways) -> tuple[str, ...]:
    """The pass values, for a ruling's facts."""
    return tuple(str(way.value) for way in ways)


def ways_field() -> Group:
    """The ways of crossing a border, of which there is one for 1 if none is named."""
    condition = Text("condition", LABEL_LIMIT, optional=True)
    direction = choices("direction", [(way, "") for way in Direction], optional=True)
    shape = Option({}, (Number("value", 0, VALUE_LIMIT), condition, direction))
    return Group("ways", (shape,), many=WAY_LIMIT, optional=True)


def redefine(draft: Draft, move: RedefineBorder, facts: Facts) -> Judgement:
    """Who took a border out redefines it (`action.attack_thing`); before that the referee does."""
    conflict = draft.play.conflict
    if conflict is None:
        return _redefine_before(draft, move, facts)
    rule = "action.attack_thing"
    found = own_turn(draft.state, facts.seat, rule, Deciding)
    if isinstance(found, Refused):
        return found
    if refusal := unknown_border(draft.state, move.border, rule):
        return refusal
    if TargetId(move.border) != found[1].target:
        name, named = (titled(draft.state, id) for id in (found[1].target, move.border))
        return refuse(Own.NOT_THAT_BORDER, rule, name=name, named=named)
    if refusal := unfit_ways(move.ways):
        return refusal
    draft.cite(rule, border=move.border)
    return draft.accept(_redefined(draft, move, facts.seat) + over(draft))


def _redefine_before(draft: Draft, move: RedefineBorder, facts: Facts) -> Judgement:
    """The referee redefines a border before a conflict (`map.borders`)."""
    if refusal := may_draw(draft.state, facts.seat, BORDERS):
        return refusal
    if refusal := unknown_border(draft.state, move.border, BORDERS) or unfit_ways(move.ways):
        return refusal
    return draft.accept(_redefined(draft, move, facts.seat))


def _redefined(draft: Draft, move: RedefineBorder, seat: SeatId) -> str:
    """Redefine a border's ways; gives what to say of it."""
    ways = written(move.ways)
    draft.cite(BORDERS, border=move.border, values=values_of(ways))
    draft.emit(BorderRedefined(move.border, ways))
    name = titled(draft.state, move.border)
    return f"{draft.table.name(seat)} redefines {name}: {_told(ways)}."


def _told(ways: Ways) -> str:
    """A border's ways in a sentence."""
    return ", ".join(
        f"{way.value} for {way.condition}" if way.condition else str(way.value) for way in ways
    )


def assign_threshold(draft: Draft, move: AssignThreshold, facts: Facts) -> Judgement:
    """What a border takes (`action.attack_thing`)."""
    rule = "action.attack_thing"
    if refusal := unknown_border(draft.state, move.border, rule):
        return refusal
    border = draft.play.chart.borders[move.border]
    if border.threshold is not None and facts.seat != leader(draft.state):
        name = titled(draft.state, move.border)
        return refuse(Own.THRESHOLD_ASSIGNED, rule, name=name, threshold=border.threshold)
    number, most = move.threshold, THRESHOLD_LIMIT
    if not 0 <= number <= most:
        label = titled(draft.state, move.border)
        return refuse(Own.UNFIT_THRESHOLD, rule, label=label, number=number, least=0, most=most)
    draft.cite(rule, border=move.border, threshold=move.threshold)
    draft.emit(ThresholdAssigned(move.border, move.threshold))
    name, border_ = draft.table.name(facts.seat), titled(draft.state, move.border)
    return draft.accept(f"{name} says that {border_} takes {move.threshold} stress.")


def place(draft: Draft, move: Place, facts: Facts) -> Judgement:
    """Somebody or something comes onto the map (`map.zones`)."""
    if refusal := referees(draft.state, facts.seat, ZONES) or cannot_place(draft.state, move):
        return refusal
    draft.cite(ZONES, character=move.character, zone=move.zone, side=move.side)
    draft.emit(Placed(move.character, move.zone, move.side))
    where = f"at “{name_of(draft.state, move.zone)}”" if move.zone else "without a zone"
    side = f"on side {move.side}" if move.side != NO_SIDE else "on no side"
    return draft.accept(
        f"{name_of(draft.state, move.character)} comes onto the map {where}, {side}."
    )


def cannot_place(state: State, move: Place) -> Refused | None:
    """Why somebody cannot stand there, if not."""
    if refusal := not_placeable(state, move.character):
        return refusal
    if not NO_SIDE <= move.side <= SIDE_LIMIT:
        return refuse(Own.UNFIT_SIDE, SETUP, side=move.side, most=SIDE_LIMIT)
    stands = stands_in_zones(state, move.character)
    if stands and move.zone is None:
        return unknown_zone(state, ZoneId("nowhere"), ZONES)
    if not stands and move.zone is not None:
        return refuse(Own.FACTION_OFF_MAP, DEPLOY, name=name_of(state, move.character))
    return unknown_zone(state, move.zone, ZONES) if move.zone is not None else None


def not_placeable(state: State, id: CharacterId) -> Refused | None:
    """Why somebody does not come onto the map now: in a conflict only who is not in it yet."""
    if character_of(state, id) is None:
        return refuse(Code.UNKNOWN_CHARACTER, ZONES, character=id)
    conflict = state.play.conflict
    if conflict is None:
        return None
    if not isinstance(conflict.stage, Asking):
        return not_now(state, conflict, ZONES)
    if state.play.condition(id).there:
        return refuse(Own.THERE_ALREADY, ZONES, name=name_of(state, id))
    return None


def stands_in_zones(state: State, id: CharacterId) -> bool:
    """Whether it stands in a zone: a faction only if the map is a metaphor (`faction.deploy`)."""
    character = character_of(state, id)
    is_faction = character is not None and character.sheet.kind is Kind.FACTION
    return state.play.chart.metaphorical or not is_faction


def take_off(draft: Draft, move: TakeOff, facts: Facts) -> Judgement:
    """Somebody or something goes off the map (`map.zones`)."""
    if refusal := may_draw(draft.state, facts.seat, ZONES):
        return refusal
    if not draft.play.condition(move.character).there:
        return refuse(Own.NOT_THERE, ZONES, name=name_of(draft.state, move.character))
    draft.cite(ZONES, character=move.character)
    draft.emit(TakenOff(move.character))
    return draft.accept(f"{name_of(draft.state, move.character)} goes off the map.")
