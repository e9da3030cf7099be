"""A turn of Load: its seat, its steps, and the steps that are possible."""

from typing import Literal

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.character import free_people
from verger.domain.games.verge.model.network import EdgeId, Element, ElementId, NodeId
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Load, State, Turn, step_name
from verger.domain.games.verge.writing import active_nodes

StepName = Literal["node", "edge", "claim", "tie", "mark"]

PHASE_RULES = {
    1: "load.ideas",
    2: "load.organizations",
    3: "load.people",
    4: "load.characters",
    5: "load.first_thing",
    6: "load.second_thing",
    7: "load.cash_out",
}

MARKS_A_TURN = 2

THING_OF_PHASE = {5: 1, 6: 2}
"""The number of the thing that a character is tied to in a phase. #1 is its most important thing."""

THING_MARKS = {1: "!!!!", 2: "!!"}
"""The marks that a new edge to a thing gets (`load.first_thing`, `load.second_thing`)."""


def turn_of(state: State) -> tuple[Load, Turn]:
    """Return the Load step and its current turn, which must exist."""
    step = state.play.step
    assert isinstance(step, Load)
    assert step.turn is not None
    return step, step.turn


def due(state: State) -> tuple[StepName, ...]:
    """Return the remaining steps of the current turn in order, including waived ones."""
    load, turn = turn_of(state)
    mark: tuple[StepName, ...] = ("mark",)
    marks = mark * (MARKS_A_TURN - len(turn.marked))
    if load.phase == 1:
        return () if turn.node else ("node",)
    if load.phase in THING_OF_PHASE:
        return marks if turn.tied else ("tie", *marks)
    if turn.claimed:
        return marks
    edge: tuple[StepName, ...] = () if turn.edge else ("edge",)
    return (*edge, *marks) if turn.node else ("node", *edge, *marks)


def next_step(state: State) -> StepName | None:
    """Return the first remaining step that has a candidate.

    Steps without a candidate are waived.
    """
    return next((step for step in due(state) if is_eligible(state, step)), None)


def open_steps(state: State) -> tuple[StepName, ...]:
    """Return the open steps: the next one, and the alternative if the phase allows a choice."""
    load, turn = turn_of(state)
    step = next_step(state)
    steps: list[StepName] = [step] if step else []
    is_gm = turn.seat == state.table.gm
    if load.phase == 4 and step == "node" and not is_gm and is_eligible(state, "claim"):
        steps.append("claim")
    # The GM ties at least one person, and can tie more.
    if load.phase in THING_OF_PHASE and is_gm and step != "tie" and is_eligible(state, "tie"):
        steps.append("tie")
    return tuple(steps)


def is_eligible(state: State, step: StepName) -> bool:
    """Return whether the network has a candidate for this step of the current turn."""
    load, turn = turn_of(state)
    match step:
        case "node":
            return True
        case "edge":
            return any(id != turn.node for id, _ in active_nodes(state))
        case "claim":
            unclaimed = bool(free_people(state))
            return unclaimed and turn.seat not in state.play.network.characters
        case "tie":
            return bool(people_to_tie(state, turn.seat, THING_OF_PHASE[load.phase]))
        case "mark":
            return bool(markable(state, turn.seat))


def people_to_tie(state: State, seat: SeatId, thing: int) -> list[tuple[NodeId, str]]:
    """Return the persons that a seat can tie to this thing.

    These are its own character or, for the GM, all persons that nobody plays.
    """
    network = state.play.network
    if seat == state.table.gm:
        people = free_people(state)
    else:
        own = network.characters.get(seat)
        people = [(own, network.nodes[own].label)] if own else []
    return [(id, label) for id, label in people if tied_to(state, id, thing) is None]


def tied_to(state: State, person: NodeId, thing: int) -> NodeId | None:
    """Return the node that is this person's #1 or #2 thing by an active edge, or None."""
    id = tie_of(state, person, thing)
    return None if id is None else state.play.network.edges[id].beyond(person)


def tie_of(state: State, person: NodeId, thing: int) -> EdgeId | None:
    """Return the active edge that ties a person to its #1 or #2 thing, or None."""
    network = state.play.network
    for id in network.nodes[person].edges:
        edge = network.edges[id]
        if (edge.thing, edge.person) == (thing, person) and not edge.eliminated:
            return id
    return None


def markable(state: State, seat: SeatId) -> list[tuple[ElementId, Element]]:
    """Return the elements that a seat can mark in its turn (`load.marks`)."""
    elements = state.play.network.elements
    return [(id, element) for id, element in elements if not unfit_to_mark(state, seat, id)]


def unfit_to_mark(state: State, seat: SeatId, id: ElementId) -> Refused | None:
    """Return why a seat cannot mark an element in its turn, or None (`load.marks`)."""
    rule = "load.marks"
    network, table = state.play.network, state.table
    element = network.element(id)
    if element is None:
        return refuse(Own.UNKNOWN_ELEMENT, rule, element=id)
    label = element.label
    if element.eliminated:
        return refuse(Own.ELIMINATED, "mark.elimination", element=id, element_label=label)
    if network.characters.get(seat) == id:
        return refuse(
            Own.OWN_CHARACTER, rule, element=id, element_label=label, seat_name=table.name(seat)
        )
    if element.creator == seat:
        return refuse(
            Own.OWN_ELEMENT, rule, element=id, element_label=label, seat_name=table.name(seat)
        )
    if id in turn_of(state)[1].marked:
        return refuse(Own.MARKED_THIS_TURN, rule, element=id, element_label=label)
    return None


def not_now(state: State, seat: SeatId, step: StepName) -> Refused | None:
    """Return why a seat cannot do this step now, or None."""
    if refusal := not_my_turn(state, seat):
        return refusal
    load, _ = turn_of(state)
    rule = PHASE_RULES[load.phase]
    steps = open_steps(state)
    if step in steps:
        return None
    if step == "claim" and load.phase == 4 and seat == state.table.gm:
        return refuse(Own.GM_CLAIMS_NONE, rule)
    if not steps or step not in _asked_in(load.phase):
        return refuse(Own.WRONG_PHASE, rule, load_phase=load.phase)
    return refuse(Own.OUT_OF_ORDER, rule, turn_step_needed=steps[0], turn_step_given=step)


def not_my_turn(state: State, seat: SeatId) -> Refused | None:
    """Return why a seat has no turn now, or None."""
    step = state.play.step
    if not isinstance(step, Load):
        return refuse(Code.WRONG_STEP, "load.ideas", step_needed="load", step=step_name(state))
    rule = PHASE_RULES[step.phase]
    if step.turn is None:
        return refuse(Own.WRONG_PHASE, rule, load_phase=step.phase)
    if step.turn.seat != seat:
        name = state.table.name(step.turn.seat)
        return refuse(Code.OUT_OF_TURN, rule, turn_seat=step.turn.seat, turn_seat_name=name)
    return None


def _asked_in(phase: int) -> tuple[StepName, ...]:
    if phase == 1:
        return ("node",)
    if phase in THING_OF_PHASE:
        return ("tie", "mark")
    return ("node", "edge", "claim", "mark") if phase == 4 else ("node", "edge", "mark")
