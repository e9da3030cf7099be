"""The moves open to each seat in a session of Verge, and whom play waits for."""

from collections.abc import Iterator

from domain.core.identifier import SeatId, in_order
from domain.core.option import Awaited, Choices, Group, Option, Set, Text, choices, move_option
from domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from domain.games.verge import loss
from domain.games.verge.agenda import unfit
from domain.games.verge.character import free_people
from domain.games.verge.model.network import Direction, NodeId, NodeKind
from domain.games.verge.model.subject import AcceptNetwork, Aspect, FinishCompile, ScrapNetwork
from domain.games.verge.options import conflict, contest
from domain.games.verge.options.interest import interest_awaited
from domain.games.verge.options.run import present_field, run_options
from domain.games.verge.phase import KINDS_OF_PHASE
from domain.games.verge.rules import HOUSE_RULES, TABLE_RULES
from domain.games.verge.scene import DETAIL_LIMIT
from domain.games.verge.state import CASH_OUT, Compile, Load, State
from domain.games.verge.turn import (
    PHASE_RULES,
    THING_OF_PHASE,
    StepName,
    markable,
    next_step,
    open_steps,
    people_to_tie,
    tied_to,
    turn_of,
)
from domain.games.verge.writing import active_nodes
from domain.judging import tabletop
from domain.table import proposal

LABEL = Text("label", LABEL_LIMIT, new=True)
ACKNOWLEDGES = Set("acknowledges")
DIRECTION = choices("direction", [(way, "") for way in Direction], optional=True)
KIND = choices("kind", [(kind, "") for kind in NodeKind], optional=True)


def options(state: State, id: SeatId) -> list[Option]:
    """The moves open to a seat now."""
    seat = state.table.seat(id)
    if seat is None or not seat.taken:
        return []
    found = tabletop.always(state, id, TABLE_RULES)
    if not seat.plays:
        return found
    found += _proposals(state, id)
    if not state.table.paused:
        found += _in_step(state, id)
    return found


def _in_step(state: State, seat: SeatId) -> list[Option]:
    match state.play.step:
        case Compile():
            return []
        case Load(turn=turn):
            return _load(state) if turn and turn.seat == seat else []
        case _:
            return run_options(state, seat)


def _proposals(state: State, seat: SeatId) -> list[Option]:
    answers = proposal.options(state, seat)
    if len(state.play.proposals.open) >= proposal.OPEN_LIMIT:
        return answers
    subjects = Group("subject", tuple(_subjects(state, seat)))
    return [*answers, move_option("propose", (subjects,), proposal.RULE)]


def _subjects(state: State, seat: SeatId) -> Iterator[Option]:
    aspects = choices("aspect", [(aspect, "") for aspect in Aspect])
    text = Text("text", PROSE_LIMIT)
    yield tabletop.subject("adopt_premise", "compile.premise", aspects, text)
    premises = [(premise.id, premise.text) for premise in state.play.premises]
    if premises:
        yield tabletop.subject("drop_premise", "compile.premise", choices("premise", premises))
    notice = state.play.notices.current
    busy = (notice.seat,) if notice else ()
    yield from tabletop.subjects(state, seat, HOUSE_RULES, TABLE_RULES, busy)
    yield from _steps_onward(state, seat)


def _steps_onward(state: State, seat: SeatId) -> Iterator[Option]:
    onward = (
        ("finish_compile", "compile.finish", FinishCompile()),
        ("accept_network", "load.accept", AcceptNetwork()),
        ("scrap_network", "load.accept", ScrapNetwork()),
    )
    for name, rule, subject in onward:
        if not unfit(state, subject, seat):
            yield tabletop.subject(name, rule)
    scene = state.play.scene
    if scene and not state.table.paused and len(scene.seen) < DETAIL_LIMIT:
        present = present_field(state)
        yield tabletop.subject("join_scene", "scene.cut_in", Text("text", PROSE_LIMIT), present)


def _load(state: State) -> list[Option]:
    load, turn = turn_of(state)
    rule = PHASE_RULES[load.phase]
    found = [option for step in open_steps(state) for option in _step(state, step, rule)]
    if next_step(state) is None:
        found.append(move_option("end_turn", (), rule))
    written = ((id, state.play.network.element(id)) for id in turn.fresh)
    fresh = [(id, element.label) for id, element in written if element and not element.eliminated]
    if fresh:
        fields = (choices("element", fresh), LABEL, ACKNOWLEDGES)
        found.append(move_option("relabel", fields, "load.relabel"))
    return found


def _step(state: State, step: StepName, rule: str) -> list[Option]:
    load, turn = turn_of(state)
    match step:
        case "node":
            kinds = KINDS_OF_PHASE[load.phase]
            kind = choices("kind", [(kind, "") for kind in kinds], optional=True)
            return [move_option("write_node", (LABEL, kind, ACKNOWLEDGES), rule)]
        case "edge":
            others = [(id, label) for id, label in active_nodes(state) if id != turn.node]
            ways = (
                DIRECTION if load.phase == 4 else choices("direction", [("out", "")], optional=True)
            )
            fields = (LABEL, choices("other", others), ways, ACKNOWLEDGES)
            return [move_option("write_edge", fields, rule)]
        case "claim":
            return [_claim(state, rule)]
        case "tie":
            return _ties(state, rule)
        case "mark":
            elements = [(id, element.label) for id, element in markable(state, turn.seat)]
            marks = choices("mark", [("!", "ratify"), ("X", "strike")])
            return [move_option("mark", (choices("element", elements), marks), "load.marks")]


def _claim(state: State, rule: str) -> Option:
    return move_option("claim", (choices("node", free_people(state)),), rule)


def _ties(state: State, rule: str) -> list[Option]:
    load, turn = turn_of(state)
    number = THING_OF_PHASE[load.phase]
    found: list[Option] = []
    for place, (id, label) in enumerate(people_to_tie(state, turn.seat, number)):
        person = choices("person", [(id, label)], optional=place == 0)
        found += _ties_of(state, person, id, number, rule)
    return found


def _ties_of(state: State, person: Choices, id: NodeId, number: int, rule: str) -> Iterator[Option]:
    common = (LABEL, DIRECTION, person, ACKNOWLEDGES)
    new = Option({}, (LABEL, KIND, ACKNOWLEDGES))
    yield move_option("tie", (Group("thing", (new,)), *common), rule)
    first = tied_to(state, id, 1) if number == 2 else None
    things = [(node, label) for node, label in active_nodes(state) if node not in (id, first)]
    if things:
        yield move_option("tie", (choices("thing", things), *common), rule)


def awaited(state: State) -> list[Awaited]:
    """Whom play waits for; in every state there is somebody."""
    found = tabletop.awaited(state, TABLE_RULES)
    if state.table.paused or not state.table.started:
        return found
    return found + _awaited_in(state)


def _awaited_in(state: State) -> list[Awaited]:
    sitting = state.table.sitting
    match state.play.step:
        case Compile():
            return _awaited_in_compile(state)
        case Load(phase=phase, turn=turn):
            if phase == CASH_OUT or turn is None:
                return [Awaited("accept_network", sitting, "load.accept")]
            return [Awaited(next_step(state) or "end_turn", (turn.seat,), PHASE_RULES[phase])]
        case _:
            return list(_awaited_in_run(state))


def _awaited_in_compile(state: State) -> list[Awaited]:
    table = state.table
    if len(table.players) < 2:
        return [Awaited("add_seat", (table.gm,), "table.seats")]
    # Whoever has to claim a seat first is awaited already.
    if len(table.sitting) < len(table.players):
        return []
    return [Awaited("finish_compile", table.sitting, "compile.finish")]


def _awaited_in_run(state: State) -> Iterator[Awaited]:
    for id, declaration in in_order(state.play.declarations.items()):
        yield from contest.awaited(id, declaration)
    yield from conflict.awaited(state)
    yield from interest_awaited(state)
    ready = loss.ready(state)
    notice, gm = state.play.notices.current, state.table.gm
    having = notice.seat if notice else None
    owing = tuple(seat for seat in loss.owing(state) if seat not in ready and seat != having)
    if owing:
        yield Awaited("choose_loss", owing, loss.CHOICE)
    elif ready and not notice and not state.play.conflict and gm in state.table.sitting:
        yield Awaited("frame", (gm,), loss.ORDER)
    yield Awaited("play", state.table.sitting, "scene.frame")
