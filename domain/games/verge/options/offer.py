"""The moves that each seat can make in a session of Verge, and the pending actions."""

from collections.abc import Iterator, Sequence

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    Choices,
    Group,
    Option,
    Set,
    TextField,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT, counted, listed
from verger.domain.games.verge import loss, token
from verger.domain.games.verge.agenda import TABLE, cannot_adopt
from verger.domain.games.verge.calling import cannot_call
from verger.domain.games.verge.character import free_people
from verger.domain.games.verge.doubting import NARRATION
from verger.domain.games.verge.goal import FNOL
from verger.domain.games.verge.model.network import Direction, ElementId, NodeId, NodeKind
from verger.domain.games.verge.model.purse import held
from verger.domain.games.verge.model.subject import (
    AcceptNetwork,
    Aspect,
    FinishCompile,
    ScrapNetwork,
)
from verger.domain.games.verge.options import conflict, contest
from verger.domain.games.verge.options.interest import doubts_awaited, interest_awaited
from verger.domain.games.verge.options.run import present_field, run_options
from verger.domain.games.verge.phase import KINDS_OF_PHASE
from verger.domain.games.verge.scene import DETAIL_LIMIT
from verger.domain.games.verge.state import CASH_OUT, Compile, Load, State
from verger.domain.games.verge.turn import (
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
from verger.domain.games.verge.writing import active_nodes
from verger.domain.judging import table_options
from verger.domain.table.proposal import subject

LABEL = TextField("label", LABEL_LIMIT, new=True)
ACKNOWLEDGES = Set("acknowledges", label="Alike on purpose")
DIRECTION = choices("direction", [(way, "") for way in Direction], optional=True)
MEANING = TextField("explanation", PROSE_LIMIT, optional=True, label="Explanation")
CARING = TextField("explanation", PROSE_LIMIT, optional=True, label="Reason to care")
KIND = choices("kind", [(kind, "") for kind in NodeKind], optional=True)


def options(state: State, id: SeatId) -> list[Option]:
    """Return the moves that a seat can make now."""
    options = table_options.options(state, id, TABLE, _premises(state), _steps_onward(state, id))
    return options + _in_step(state, id) if table_options.may_play(state, id) else options


def _in_step(state: State, seat: SeatId) -> list[Option]:
    match state.play.step:
        case Compile():
            return []
        case Load(turn=turn):
            return _load(state) if turn and turn.seat == seat else []
        case _:
            return run_options(state, seat)


def _premises(state: State) -> Iterator[Option]:
    aspects = choices("aspect", [(aspect, "") for aspect in Aspect])
    text = TextField("text", PROSE_LIMIT, label="In words")
    yield subject("adopt_premise", "compile.premise", aspects, text, label="Adopt a premise")
    premises = [(premise.id, premise.text) for premise in state.play.premises]
    if premises:
        yield subject(
            "drop_premise", "compile.premise", choices("premise", premises), label="Drop a premise"
        )


def _steps_onward(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the subjects that lead play to another step, or bring a seat into the scene."""
    onward = (
        ("finish_compile", "Go on to Load", "compile.finish", FinishCompile()),
        ("accept_network", "Accept the network", "load.accept", AcceptNetwork()),
        ("scrap_network", "Scrap the network", "load.accept", ScrapNetwork()),
    )
    for name, label, rule, wanted in onward:
        if not cannot_adopt(state, wanted, seat):
            yield subject(name, rule, label=label)
    conflict = state.play.conflict
    doubted = (
        [(one.seat, state.table.name(one.seat)) for one in conflict.active if one.doubts]
        if conflict
        else []
    )
    if doubted:
        narrators = choices("seat", doubted, label="Narrator")
        yield subject("accept_narration", NARRATION, narrators, label="Let a narration stand")
    scene = state.play.scene
    if scene and not state.table.paused and len(scene.seen) < DETAIL_LIMIT:
        present = present_field(state)
        yield subject(
            "join_scene",
            "scene.cut_in",
            TextField("text", PROSE_LIMIT, label="In words"),
            present,
            label="Cut in",
        )


def _load(state: State) -> list[Option]:
    load, _ = turn_of(state)
    rule = PHASE_RULES[load.phase]
    options = [option for step in open_steps(state) for option in _step(state, step, rule)]
    if next_step(state) is None:
        options.append(move_option("end_turn", (), rule, label="End the turn"))
    if fresh := _fresh(state):
        fields = (choices("element", fresh), LABEL, ACKNOWLEDGES)
        options.append(move_option("relabel", fields, "load.relabel", label="Reword your text"))
    return options


def _fresh(state: State) -> list[tuple[ElementId, str]]:
    """Return the elements that were written in this turn and can be reworded."""
    written = ((id, state.play.network.element(id)) for id in turn_of(state)[1].fresh)
    return [(id, element.label) for id, element in written if element and not element.eliminated]


def _step(state: State, step: StepName, rule: str) -> list[Option]:
    load, turn = turn_of(state)
    match step:
        case "node":
            kinds = KINDS_OF_PHASE[load.phase]
            kind = choices("kind", [(kind, "") for kind in kinds], optional=True)
            return [
                move_option(
                    "write_node", (LABEL, kind, ACKNOWLEDGES, MEANING), rule, label="Write a node"
                )
            ]
        case "edge":
            others = [(id, label) for id, label in active_nodes(state) if id != turn.node]
            ways = (
                DIRECTION if load.phase == 4 else choices("direction", [("out", "")], optional=True)
            )
            fields = (LABEL, choices("other", others, label="To"), ways, ACKNOWLEDGES, MEANING)
            return [move_option("write_edge", fields, rule, label="Write an edge")]
        case "claim":
            return [_claim(state, rule)]
        case "tie":
            return _ties(state, rule)
        case "mark":
            elements = [(id, element.label) for id, element in markable(state, turn.seat)]
            marks = choices("mark", [("!", "! ratify"), ("X", "X strike")])
            return [
                move_option(
                    "mark",
                    (choices("element", elements), marks),
                    "load.marks",
                    label="Mark an element",
                )
            ]


def _claim(state: State, rule: str) -> Option:
    return move_option(
        "claim",
        (choices("node", free_people(state), label="Who"),),
        rule,
        label="Claim a character",
    )


def _ties(state: State, rule: str) -> list[Option]:
    load, turn = turn_of(state)
    number = THING_OF_PHASE[load.phase]
    options: list[Option] = []
    people = list(people_to_tie(state, turn.seat, number))
    for place, (id, label) in enumerate(people):
        person = choices("person", [(id, label)], optional=place == 0)
        verb = f"Tie “{label}”:" if len(people) > 1 else "Tie"
        options += _ties_of(state, person, (number, rule), verb)
    return options


def _ties_of(state: State, person: Choices, thing: tuple[int, str], verb: str) -> Iterator[Option]:
    (who,), (number, rule) = person.choices, thing
    id = NodeId(ElementId(str(who.value)))
    common = (LABEL, DIRECTION, person, ACKNOWLEDGES, CARING)
    new = Option({}, (LABEL, KIND, ACKNOWLEDGES, MEANING))
    fresh = Group("thing", (new,))
    yield move_option("tie", (fresh, *common), rule, label=f"{verb} something new")
    first = tied_to(state, id, 1) if number == 2 else None
    things = [(node, label) for node, label in active_nodes(state) if node not in (id, first)]
    if things:
        known = choices("thing", things)
        yield move_option("tie", (known, *common), rule, label=f"{verb} an existing thing")


def awaited(state: State) -> list[Awaited]:
    """Return the pending actions. Every state has at least one."""
    pending = table_options.awaited(state, TABLE)
    if state.table.paused or not state.table.started:
        return pending
    return pending + _awaited_in(state)


_CASHED_OUT = "The network is written: propose to accept it and play, or to start it over."

_TURN = {
    "node": "It is your turn: write a node.",
    "edge": "It is your turn: write an edge.",
    "tie": "It is your turn: tie a character to its most important thing, #{number}.",
    "mark": "It is your turn: mark something that others wrote.",
    "end_turn": "End your turn, or reword a text that you wrote in it.",
}


def _awaited_in(state: State) -> list[Awaited]:
    sitting = state.table.sitting
    match state.play.step:
        case Compile():
            return _awaited_in_compile(state)
        case Load(phase=phase, turn=turn):
            # This includes nodes that were written before the network was scrapped.
            written = state.play.network.nodes_ever
            if phase == CASH_OUT or turn is None:
                id = question_id("accept_network", written)
                return [Awaited("accept_network", sitting, "load.accept", _CASHED_OUT, id=id)]
            what = next_step(state) or "end_turn"
            sentence = _TURN[what].format(number=THING_OF_PHASE.get(phase))
            if what == "end_turn" and not _fresh(state):
                sentence = "End your turn."
            moment = phase, turn.seat, written, turn.steps
            seat, rule = (turn.seat,), PHASE_RULES[phase]
            return [Awaited(what, seat, rule, sentence, id=question_id(what, *moment))]
        case _:
            return list(_awaited_in_run(state))


def _awaited_in_compile(state: State) -> list[Awaited]:
    table = state.table
    if len(table.players) < 2:
        return [table_options.unset(table)]
    # The pending actions already ask for seats to be claimed.
    if len(table.sitting) < len(table.players):
        return []
    sentence = "Agree on the theme of the setting, then propose to go on to Load."
    return [Awaited("finish_compile", table.sitting, "compile.finish", sentence)]


def _choices_awaited(state: State, owing: Sequence[SeatId]) -> Iterator[Awaited]:
    """Yield the questions about the choice of a loss.

    A seat that must choose again gets a question with a new id.
    """
    made = state.play.notices.choices
    sentence = "Choose what your character loses in its first notice of loss."
    for number in sorted({made.get(seat, 0) for seat in owing}):
        seats = tuple([seat for seat in owing if made.get(seat, 0) == number])
        id = question_id("choose_loss", number)
        yield Awaited("choose_loss", seats, loss.CHOICE, sentence, id=id)


def _awaited_in_run(state: State) -> Iterator[Awaited]:
    yield from conflict.awaited(state)
    for id, declaration in in_order(state.play.declarations.items()):
        yield from contest.awaited(state, id, declaration)
    yield from doubts_awaited(state)
    yield from interest_awaited(state)
    ready = loss.ready(state)
    notice, gm = state.play.notices.current, state.table.gm
    having = notice.seat if notice else None
    owing = [seat for seat in loss.owing(state) if seat not in ready and seat != having]
    yield from _choices_awaited(state, owing)
    if not owing and ready and not notice and not state.play.conflict and gm in state.table.sitting:
        named = listed([state.table.name(seat) for seat in ready])
        sentence = f"Frame the scene of a first notice of loss for one of these seats: {named}."
        moment = question_id("frame", state.play.scenes_ever)
        yield Awaited("frame", (gm,), loss.ORDER, sentence, id=moment)
    if notice and not notice.was_fought and not cannot_call(state) and gm in state.table.sitting:
        whose = f"{state.table.name(notice.seat)}'s first notice of loss"
        left = held(state.play.ledger, token.budget(notice.seat)).total
        yield Awaited(
            "call_conflict",
            (gm,),
            FNOL,
            f"{whose} is under way, with {counted(left, 'token')} to spend: call its conflict when "
            "the scene comes to it.",
            object=whose,
            id=question_id("call_conflict", state.play.scenes_ever, state.play.conflicts_ever),
        )
    yield Awaited("play", state.table.sitting, "scene.frame", "Anybody may go on with the story.")
