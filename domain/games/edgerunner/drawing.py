"""Drawing the map and placing characters on it (`map.zones`, `map.redraw`)."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, tidy
from verger.domain.games.edgerunner.model.chart import MapDrawn, ThresholdAssigned
from verger.domain.games.edgerunner.model.condition import NO_SIDE, Placed, TakenOff
from verger.domain.games.edgerunner.model.conflict import Asking, Deciding
from verger.domain.games.edgerunner.model.sheet import THRESHOLD_LIMIT, Kind
from verger.domain.games.edgerunner.model.stroke import (
    AddBorder,
    AddZone,
    RedefineBorder,
    RedefineZone,
    Stroke,
)
from verger.domain.games.edgerunner.model.subject import RedrawMap
from verger.domain.games.edgerunner.model.target import BorderId, TargetId, ZoneId
from verger.domain.games.edgerunner.moment import not_now, own_turn, preparing, referees, under_way
from verger.domain.games.edgerunner.outcome import over
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    leader,
    name_of,
    titled,
)
from verger.domain.games.edgerunner.stroking import (
    BORDERS,
    ZONES,
    draw,
    unfit,
    unfit_ways,
    unknown_border,
    unknown_zone,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

SETUP, DEPLOY, REDRAW = "conflict.setup", "faction.deploy", "map.redraw"

SIDE_LIMIT = 4


class DrawMap(TaggedMove, frozen=True, tag="draw_map"):
    """Start a new map without zones and characters."""

    name: Label
    metaphorical: bool


class AssignThreshold(TaggedMove, frozen=True, tag="assign_threshold"):
    """Set the threshold of a border.

    If it has a threshold already, only the referee can change it.
    """

    border: BorderId
    threshold: int


class Place(TaggedMove, frozen=True, tag="place"):
    """Place a character or thing on the map, on a side. Side 0 is neutral."""

    character: CharacterId
    side: int
    zone: ZoneId | None = None


class TakeOff(TaggedMove, frozen=True, tag="take_off"):
    """Take a character or thing off the map."""

    character: CharacterId


DrawingMove = DrawMap | Stroke | AssignThreshold | Place | TakeOff


def may_draw(state: State, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal unless the referee draws before a conflict, or None."""
    return referees(state, seat, rule) or preparing(state, rule)


def draw_map(draft: Draft, move: DrawMap, facts: Facts) -> Judgement:
    """Judge a new map (`map.zones`)."""
    if refusal := may_draw(draft.state, facts.seat, ZONES):
        return refusal
    draft.cite(ZONES, is_metaphorical=move.metaphorical)
    draft.emit(MapDrawn(tidy(move.name), move.metaphorical))
    return draft.accept(f"{draft.table.name(facts.seat)} draws a map of “{tidy(move.name)}”.")


def add(draft: Draft, move: Stroke, facts: Facts) -> Judgement:
    """Judge drawing by the referee before a conflict (`map.zones`, `map.borders`)."""
    rule = ZONES if isinstance(move, AddZone | RedefineZone) else BORDERS
    if refusal := referees(draft.state, facts.seat, rule) or _in_use(draft.state, rule):
        return refusal
    if refusal := unfit(draft.state, move):
        return refusal
    return draft.accept(draw(draft, move, facts.seat))


def _in_use(state: State, rule: str) -> Refused | None:
    """Return the refusal of a change to the map of a conflict, or None (`map.redraw`)."""
    return refuse(Own.MAP_IN_USE, rule) if state.play.conflict else None


def redefine(draft: Draft, move: RedefineBorder, facts: Facts) -> Judgement:
    """Judge redefining a border, which the seat that took it out can do (`action.attack_thing`).

    Before a conflict, only the referee can do it.
    """
    conflict = draft.play.conflict
    if conflict is None:
        return add(draft, move, facts)
    rule = "action.attack_thing"
    current = own_turn(draft.state, facts.seat, rule, Deciding)
    if isinstance(current, Refused):
        is_referee = facts.seat == leader(draft.state)
        return (_in_use(draft.state, rule) if is_referee else None) or current
    if refusal := unknown_border(draft.state, move.border, rule):
        return refusal
    if TargetId(move.border) != current[1].target:
        name, named = (titled(draft.state, id) for id in (current[1].target, move.border))
        return refuse(Own.NOT_THAT_BORDER, rule, target_name=name, border_name=named)
    if refusal := unfit_ways(move.ways):
        return refusal
    draft.cite(rule, border=move.border)
    return draft.accept(draw(draft, move, facts.seat) + over(draft))


def cannot_redraw(state: State, subject: RedrawMap, seat: SeatId) -> Refused | None:
    """Return why a conflict's map cannot be changed in this way, or None (`map.redraw`)."""
    conflict = under_way(state, REDRAW)
    if isinstance(conflict, Refused):
        return conflict
    return referees(state, seat, REDRAW) or unfit(state, subject.change)


def redraw(draft: Draft, subject: RedrawMap, seat: SeatId) -> str:
    """Change the map after the table agreed (`map.redraw`)."""
    draft.cite(REDRAW)
    return draw(draft, subject.change, seat)


def assign_threshold(draft: Draft, move: AssignThreshold, facts: Facts) -> Judgement:
    """Judge setting the threshold of a border (`action.attack_thing`)."""
    rule = "action.attack_thing"
    if refusal := unknown_border(draft.state, move.border, rule):
        return refusal
    border = draft.play.chart.borders[move.border]
    if border.threshold is not None and facts.seat != leader(draft.state):
        name = titled(draft.state, move.border)
        return refuse(
            Own.THRESHOLD_ASSIGNED, rule, border_name=name, stress_threshold=border.threshold
        )
    number, most = move.threshold, THRESHOLD_LIMIT
    if not 0 <= number <= most:
        label = " and ".join(name_of(draft.state, end) for end in border.ends)
        return refuse(
            Own.UNFIT_THRESHOLD,
            rule,
            entry_name=label,
            threshold_given=number,
            threshold_minimum=0,
            threshold_maximum=most,
        )
    draft.cite(rule, border=move.border, stress_threshold=move.threshold)
    draft.emit(ThresholdAssigned(move.border, move.threshold))
    name, border_ = draft.table.name(facts.seat), titled(draft.state, move.border)
    return draft.accept(f"{name} sets the threshold of {border_} to {move.threshold} stress.")


def place(draft: Draft, move: Place, facts: Facts) -> Judgement:
    """Judge placing a character or thing on the map (`map.zones`)."""
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
    """Return why a character cannot be placed there, or None."""
    if refusal := not_placeable(state, move.character):
        return refusal
    if not NO_SIDE <= move.side <= SIDE_LIMIT:
        return refuse(Own.UNFIT_SIDE, SETUP, side=move.side, side_maximum=SIDE_LIMIT)
    stands = stands_in_zones(state, move.character)
    if stands and move.zone is None:
        return unknown_zone(state, ZoneId("nowhere"), ZONES)
    if not stands and move.zone is not None:
        return refuse(Own.FACTION_OFF_MAP, DEPLOY, character_name=name_of(state, move.character))
    return unknown_zone(state, move.zone, ZONES) if move.zone is not None else None


def not_placeable(state: State, id: CharacterId) -> Refused | None:
    """Return the refusal if a character cannot be placed, because it is already in the conflict."""
    if character_of(state, id) is None:
        return refuse(Code.UNKNOWN_CHARACTER, ZONES, character=id)
    conflict = state.play.conflict
    if conflict is None:
        return None
    if not isinstance(conflict.stage, Asking):
        return not_now(state, conflict, ZONES)
    if state.play.condition(id).there:
        return refuse(Own.THERE_ALREADY, ZONES, character_name=name_of(state, id))
    return None


def stands_in_zones(state: State, id: CharacterId) -> bool:
    """Return whether a character or thing is placed in zones.

    A faction is placed in zones only if the map is a metaphor (`faction.deploy`).
    """
    character = character_of(state, id)
    is_faction = character is not None and character.sheet.kind is Kind.FACTION
    return state.play.chart.metaphorical or not is_faction


def take_off(draft: Draft, move: TakeOff, facts: Facts) -> Judgement:
    """Judge taking a character or thing off the map (`map.zones`)."""
    if refusal := may_draw(draft.state, facts.seat, ZONES):
        return refusal
    if character_of(draft.state, move.character) is None:
        return refuse(Code.UNKNOWN_CHARACTER, ZONES, character=move.character)
    if not draft.play.condition(move.character).there:
        return refuse(Own.NOT_THERE, ZONES, character_name=name_of(draft.state, move.character))
    draft.cite(ZONES, character=move.character)
    draft.emit(TakenOff(move.character))
    return draft.accept(f"{name_of(draft.state, move.character)} goes off the map.")


CHAPTER: Judges[Play] = {
    DrawMap: draw_map,
    RedefineBorder: redefine,
    AddZone | RedefineZone | AddBorder: add,
    AssignThreshold: assign_threshold,
    Place: place,
    TakeOff: take_off,
}
