"""Spending shifts, the free move, actions without a roll, and the end of a turn."""

from collections.abc import Iterable

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.declaring import end_wards
from verger.domain.games.edgerunner.drawing import DEPLOY, stands_in_zones
from verger.domain.games.edgerunner.initiative import end_turn
from verger.domain.games.edgerunner.model.action import Move as MoveAction
from verger.domain.games.edgerunner.model.action import MoveAnother, Recovery
from verger.domain.games.edgerunner.model.chart import DOOR_COST, Door, DoorTurned
from verger.domain.games.edgerunner.model.condition import BoxCleared, Moved, Placed
from verger.domain.games.edgerunner.model.conflict import (
    Choosing,
    Closing,
    Spending,
    shifts_in_words,
)
from verger.domain.games.edgerunner.model.conflict_effect import (
    FreelyMoved,
    ShiftsSpent,
    SimplyDone,
)
from verger.domain.games.edgerunner.model.sheet import Kind
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId
from verger.domain.games.edgerunner.moment import Turn, own_turn
from verger.domain.games.edgerunner.outcome import (
    FREE_MOVE,
    clearable,
    close,
    end_wards_on,
    leads_on,
    over,
)
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.route import (
    Route,
    RouteId,
    cost_of,
    doors,
    next_door,
    routes,
    shut_on,
)
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    name_of,
    names_of,
    sheet_of,
    titled,
)
from verger.domain.games.edgerunner.stroking import unknown_zone
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

MOVE, FREE, RECOVERY = "action.move", "action.free_move", "action.recovery"
DOORS = "map.doors"
ONE, ONCE = "action.one", "exchange.once"


class Go(TaggedMove, frozen=True, tag="go"):
    """Take a route that the shifts of a move pay for, or make another character take it."""

    route: RouteId


class TurnDoor(TaggedMove, frozen=True, tag="turn_door"):
    """Open or shut a way at your zone, for shifts of a move."""

    door: RouteId


class ClearBox(TaggedMove, frozen=True, tag="clear_box"):
    """Clear a box. This costs as many shifts as the number of the box."""

    box: int


class FinishAction(TaggedMove, frozen=True, tag="finish_action"):
    """Leave the remaining shifts unused."""


class FreeMove(TaggedMove, frozen=True, tag="free_move"):
    """Cross one border with a pass value of at most 1, in addition to your action."""

    route: RouteId


class ActSimply(TaggedMove, frozen=True, tag="act_simply"):
    """Do something simple that needs no roll."""

    narration: Prose


class Deploy(TaggedMove, frozen=True, tag="deploy"):
    """Put one of a faction's things on the map, on the side of the faction, as its action."""

    thing: CharacterId
    zone: ZoneId
    narration: Prose


class EndTurn(TaggedMove, frozen=True, tag="end_turn"):
    """End your turn: do nothing more in this exchange."""


SpendingMove = Go | TurnDoor | ClearBox | FinishAction | FreeMove | ActSimply | Deploy | EndTurn


def go(draft: Draft, move: Go, facts: Facts) -> Judgement:
    """Judge crossing borders for shifts (`action.move`, `action.move_another`)."""
    current = own_turn(draft.state, facts.seat, MOVE, Spending)
    if isinstance(current, Refused):
        return current
    turn, part = current
    mover = mover_of(turn, part)
    if mover is None:
        return refuse(Own.NOTHING_TO_GO, MOVE)
    rule = "action.move_another" if isinstance(part.deed.action, MoveAnother) else MOVE
    route = _affordable(draft.state, mover, move.route, part.left, rule)
    if isinstance(route, Refused):
        return route
    draft.cite(rule, route=route.id, shifts_spent=route.cost, shifts_left=part.left - route.cost)
    _walk(draft, mover, route)
    draft.emit(ShiftsSpent(route.cost))
    shifts, where = part.left - route.cost, name_of(draft.state, route.to)
    how = "goes" if mover == turn.actor else "is moved"
    sentence = f"{name_of(draft.state, mover)} {how} to “{where}” for {shifts_in_words(route.cost)}, {shifts} left."
    goes_on = leads_on(draft.state, mover, shifts, is_own=mover == turn.actor)
    return draft.accept(sentence if goes_on else sentence + over(draft))


def turn_door(draft: Draft, move: TurnDoor, facts: Facts) -> Judgement:
    """Judge opening or shutting a way for shifts of a move (`map.doors`)."""
    current = own_turn(draft.state, facts.seat, DOORS, Spending)
    if isinstance(current, Refused):
        return current
    turn, part = current
    open = turning(draft.state, turn, part)
    if move.door not in open:
        names = tuple(titled(draft.state, border) for border, _, _ in open.values())
        return refuse(
            Own.NO_SUCH_DOOR, DOORS, door=move.door, shifts_left=part.left, border_names=names
        )
    border, number, was = open[move.door]
    door = Door.OPEN if was is Door.SHUT else Door.SHUT
    draft.cite(DOORS, border=border, door=door, shifts_left=part.left - DOOR_COST)
    draft.emit(DoorTurned(border, number, door), ShiftsSpent(DOOR_COST))
    does = "opens" if door is Door.OPEN else "shuts"
    shifts, name = part.left - DOOR_COST, name_of(draft.state, turn.actor)
    sentence = f"{name} {does} {way_told(draft.state, border, number)}, {shifts} left."
    goes_on = leads_on(draft.state, turn.actor, shifts, is_own=True)
    return draft.accept(sentence if goes_on else sentence + over(draft))


def turning(state: State, turn: Turn, part: Spending) -> dict[RouteId, tuple[BorderId, int, Door]]:
    """Return the doors that shifts of a move can turn from the actor's zone."""
    zone = state.play.condition(turn.actor).zone
    if zone is None or not isinstance(part.deed.action, MoveAction):
        return {}
    open_doors = doors(state.play.chart, zone, part.left)
    return {id: (border, number, door) for id, border, number, door in open_doors}


def way_told(state: State, border: BorderId, number: int) -> str:
    """Describe a way for a sentence: its condition if it has one, and its border."""
    condition = state.play.chart.borders[border].ways[number - 1].condition
    where = titled(state, border)
    return f"“{condition}” of {where}" if condition else where


def mover_of(turn: Turn, part: Spending) -> CharacterId | None:
    """Return the character that moves by the shifts, or None if boxes are cleared."""
    match part.deed.action:
        case MoveAnother(target=target):
            return target
        case Recovery():
            return None
        case _:
            return turn.actor


def _affordable(
    state: State, mover: CharacterId, id: RouteId, shifts: int, rule: str
) -> Route | Refused:
    """Return the route with this id, if the shifts pay for it."""
    zone, chart = state.play.condition(mover).zone, state.play.chart
    assert zone is not None
    open = {route.id: route for route in routes(chart, zone, shifts)}
    if id in open:
        return open[id]
    cost = cost_of(chart, zone, id)
    if cost is not None and cost > shifts:
        return refuse(
            Own.TOO_FEW_SHIFTS,
            rule,
            purchase="way",
            purchase_in_words="That way",
            shifts_needed=cost,
            shifts_left=shifts,
        )
    return refuse(Own.NO_SUCH_ROUTE, rule, route=id, zone_names=_leading_to(state, open.values()))


def _leading_to(state: State, open: Iterable[Route]) -> tuple[str, ...]:
    """Return the names of the destinations of routes, without repetitions."""
    return names_of(state, dict.fromkeys(route.to for route in open))


def _walk(draft: Draft, mover: CharacterId, route: Route) -> None:
    for border, number in shut_on(draft.play.chart, route.id):
        draft.cite(DOORS, border=border, door=Door.OPEN)
        draft.emit(DoorTurned(border, number, Door.OPEN))
    draft.emit(Moved(mover, route.to))
    end_wards_on(draft, mover)


def clear_box(draft: Draft, move: ClearBox, facts: Facts) -> Judgement:
    """Judge clearing a box, which needs as many shifts as its number (`action.recovery`)."""
    current = own_turn(draft.state, facts.seat, RECOVERY, Spending)
    if isinstance(current, Refused):
        return current
    part = current[1]
    action = part.deed.action
    if not isinstance(action, Recovery):
        return refuse(Own.NOTHING_TO_CLEAR, RECOVERY)
    marked = draft.play.condition(action.target).marked(action.track)
    if move.box not in marked:
        boxes = tuple(str(box) for box in clearable(draft.state, part.deed, part.left))
        label = action.track
        return refuse(
            Own.BOX_NOT_MARKED,
            RECOVERY,
            track_name=label,
            box_number=move.box,
            boxes_clearable=boxes,
        )
    if move.box > part.left:
        return refuse(
            Own.TOO_FEW_SHIFTS,
            RECOVERY,
            purchase="box",
            purchase_in_words=f"Box {move.box}",
            shifts_needed=move.box,
            shifts_left=part.left,
        )
    shifts = part.left - move.box
    draft.cite(RECOVERY, track_name=action.track, box_number=move.box, shifts_left=shifts)
    draft.emit(BoxCleared(action.target, action.track, move.box), ShiftsSpent(move.box))
    sentence = (
        f"Box {move.box} of {name_of(draft.state, action.target)}'s “{action.track}” is clear."
    )
    return draft.accept(
        sentence if clearable(draft.state, part.deed, shifts) else sentence + over(draft)
    )


def finish(draft: Draft, _move: FinishAction, facts: Facts) -> Judgement:
    """Judge leaving the remaining shifts unused (`action.one`)."""
    current = own_turn(draft.state, facts.seat, ONE, Spending)
    if isinstance(current, Refused):
        return current
    draft.cite(ONE, shifts_left=current[1].left)
    name = name_of(draft.state, current[0].actor)
    return draft.accept(f"{name} leaves {shifts_in_words(current[1].left)} unused.{over(draft)}")


def free_move(draft: Draft, move: FreeMove, facts: Facts) -> Judgement:
    """Judge the free move over one border (`action.free_move`)."""
    current = own_turn(draft.state, facts.seat, FREE, Choosing, Closing)
    if isinstance(current, Refused):
        return current
    turn, part = current
    actor, name = turn.actor, name_of(draft.state, turn.actor)
    if turn.acting.has_moved:
        return refuse(Own.MOVED_ALREADY, FREE, character_name=name)
    open = {route.id: route for route in free_routes(draft.state, actor)}
    if move.route not in open:
        names = _leading_to(draft.state, open.values())
        return refuse(
            Own.NOT_A_FREE_MOVE,
            FREE,
            route=move.route,
            pass_value_maximum=FREE_MOVE,
            zone_names=names,
        )
    route = open[move.route]
    draft.cite(FREE, route=route.id, shifts_spent=route.cost)
    _walk(draft, actor, route)
    draft.emit(FreelyMoved())
    sentence = f"{name} goes to “{name_of(draft.state, route.to)}”."
    return draft.accept(sentence + close(draft) if isinstance(part, Closing) else sentence)


def free_routes(state: State, actor: CharacterId) -> list[Route]:
    """Return the routes for the free move."""
    zone = state.play.condition(actor).zone
    return [] if zone is None else next_door(state.play.chart, zone, FREE_MOVE)


def act_simply(draft: Draft, move: ActSimply, facts: Facts) -> Judgement:
    """Judge a simple action, which needs no roll and is free (`action.one`)."""
    current = own_turn(draft.state, facts.seat, ONE, Choosing, Closing)
    if isinstance(current, Refused):
        return current
    turn, name = current[0], name_of(draft.state, current[0].actor)
    draft.cite(ONE, character=turn.actor, is_roll_needed=False)
    draft.emit(SimplyDone(trimmed(move.narration)))
    return draft.accept(f"{name} does something simple: {trimmed(move.narration)}")


def deploy(draft: Draft, move: Deploy, facts: Facts) -> Judgement:
    """Judge deploying a faction's thing on the map (`faction.deploy`)."""
    current = own_turn(draft.state, facts.seat, DEPLOY, Choosing)
    if isinstance(current, Refused):
        return current
    faction, name = current[0].actor, name_of(draft.state, current[0].actor)
    if stands_in_zones(draft.state, faction):
        return refuse(Own.NOT_A_FACTION, DEPLOY, character_name=name)
    able = resources(draft.state, faction)
    if move.thing not in able:
        named, names = name_of(draft.state, move.thing), names_of(draft.state, able)
        return refuse(
            Own.NOT_A_RESOURCE,
            DEPLOY,
            character_name=name,
            resource_name=named,
            resource_names=names,
        )
    if refusal := unknown_zone(draft.state, move.zone, DEPLOY):
        return refusal
    side = draft.play.condition(faction).side
    draft.cite(DEPLOY, faction=faction, resource=move.thing, zone=move.zone)
    draft.emit(SimplyDone(trimmed(move.narration)), Placed(move.thing, move.zone, side))
    where = name_of(draft.state, move.zone)
    sentence = f"{name} deploys {name_of(draft.state, move.thing)} at “{where}”: "
    sentence += trimmed(move.narration)
    return draft.accept(sentence + over(draft))


def resources(state: State, faction: CharacterId) -> list[CharacterId]:
    """Return the things of a faction's player that are not in the conflict yet."""
    owner = character_of(state, faction)
    seat = owner.seat if owner else None
    return [
        id
        for id, character in in_order(state.play.characters.known.items())
        if character.seat == seat
        and sheet_of(state, id).kind is Kind.THING
        and not state.play.condition(id).there
    ]


def finish_turn(draft: Draft, _move: EndTurn, facts: Facts) -> Judgement:
    """Judge doing nothing more in this exchange (`exchange.once`)."""
    current = own_turn(draft.state, facts.seat, ONCE, Choosing, Closing)
    if isinstance(current, Refused):
        return current
    actor = current[0].actor
    draft.cite(ONCE, character=actor)
    if isinstance(current[1], Choosing):
        end_wards(draft, actor)
    name = name_of(draft.state, actor)
    return draft.accept(f"{name}'s turn is over.{end_turn(draft, actor)}")


CHAPTER: Judges[Play] = {
    Go: go,
    TurnDoor: turn_door,
    ClearBox: clear_box,
    FinishAction: finish,
    FreeMove: free_move,
    ActSimply: act_simply,
    Deploy: deploy,
    EndTurn: finish_turn,
}
