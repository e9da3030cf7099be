"""A seat's moves about conflicts, and the pending actions."""

from collections.abc import Iterator

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    DiceField,
    Field,
    Group,
    Option,
    Path,
    TextField,
    Way,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.ruling import Refused
from verger.domain.core.text import PROSE_LIMIT, listed
from verger.domain.games.verge.acting import (
    BURN,
    DROP,
    REROLL,
    REROLL_PRICE,
    ROUND,
    deciding,
    dropping,
    spotlight,
    unfit_to_burn,
)
from verger.domain.games.verge.calling import (
    CALL,
    asked_to_join,
    cannot_call,
    cannot_fight_notice,
    cannot_stand_aside,
    cannot_take_to_dice,
    unfit_entry,
)
from verger.domain.games.verge.concluding import DEVELOPMENT, trading
from verger.domain.games.verge.goal import CHANGES_LIMIT, GOALS, unfit_goal
from verger.domain.games.verge.interest import may_use
from verger.domain.games.verge.model.conflict import (
    FACES,
    Acting,
    Concluding,
    Conflict,
    Gathering,
    Goal,
    Narrating,
    Rolling,
    Trading,
)
from verger.domain.games.verge.model.network import ElementId, NodeId
from verger.domain.games.verge.model.stake import is_played
from verger.domain.games.verge.narrating import CONCLUSIONS, ORDER, rule_of
from verger.domain.games.verge.options.action import goal_shapes, payment
from verger.domain.games.verge.pool import POOL, power
from verger.domain.games.verge.rolling import (
    ROLL,
    choosing,
    goes_without,
    next_in,
    taking_part,
)
from verger.domain.games.verge.state import State
from verger.domain.games.verge.token import funds
from verger.domain.games.verge.writing import active_elements, active_nodes
from verger.domain.table.throw import rolls_its_own, typed


def conflict_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the moves about conflicts that a seat can make now."""
    if not cannot_call(state):
        yield _call(state, seat)
        return
    conflict = asked_to_join(state, seat)
    if not isinstance(conflict, Refused):
        yield from _join(state, conflict, seat)
    yield from _dice(state, seat)
    yield from _round(state, seat)
    trade_or_refusal = trading(state, seat)
    if not isinstance(trade_or_refusal, Refused):
        _, trade = trade_or_refusal
        yield move_option(
            "trade_dice",
            typed(state.table, trade.dice, FACES),
            DEVELOPMENT,
            label="Roll for development",
        )


def _call(state: State, seat: SeatId) -> Option:
    fields: list[Field] = [TextField("reason", PROSE_LIMIT)]
    contested = [
        (id, open.overview)
        for id, open in in_order(state.play.declarations.items())
        if not cannot_take_to_dice(state, id, seat)
    ]
    if contested:
        fields.append(
            choices("declaration", contested, optional=True, label="About the declaration")
        )
    notice = [False] if cannot_fight_notice(state, seat) else [False, True]
    fields.append(
        choices(
            "notice",
            [(value, "") for value in notice],
            optional=True,
            label="As a first notice of loss",
        )
    )
    return move_option("call_conflict", fields, CALL, label="Call a conflict")


def _join(state: State, conflict: Conflict, seat: SeatId) -> Iterator[Option]:
    nodes = [
        (id, label)
        for id, label in active_nodes(state)
        if not unfit_entry(state, conflict, seat, id)
    ]
    if nodes:
        node = choices("node", nodes, label="With")
        goals = [
            (number, goal.statement)
            for number, goal in enumerate(conflict.goals, 1)
            if not unfit_goal(state, conflict, seat, number)
        ]
        if goals:
            yield move_option(
                "join_conflict", (node, choices("goal", goals)), CALL, label="Join a side"
            )
        new = Group("goal", (_goal(state, conflict, seat),))
        yield move_option("join_conflict", (node, new), CALL, GOALS, label="Join with a goal")
    if not cannot_stand_aside(state, conflict, seat):
        yield move_option("stand_aside", (), CALL)


def _goal(state: State, conflict: Conflict, seat: SeatId) -> Option:
    targets = active_elements(state)
    fields: list[Field] = [
        TextField("statement", PROSE_LIMIT, label="Say what you fight for"),
        choices("target", targets, label="About"),
    ]
    shapes = tuple(goal_shapes(state, conflict, seat))
    if shapes:
        fields.append(
            Group(
                "changes",
                shapes,
                CHANGES_LIMIT,
                optional=True,
                singly=True,
                label="Changes",
            )
        )
    return Option({}, tuple(fields), (GOALS,))


def _dice(state: State, seat: SeatId) -> Iterator[Option]:
    participation = taking_part(state, seat, ROLL, Rolling)
    if not isinstance(participation, Refused) and not participation[1].has_rolled:
        conflict, participant = participation
        target = conflict.goals[participant.goal - 1].target
        path = path_field(state, seat, participant.node, target)
        reported = (
            (DiceField("reported", FACES, path="path", label="Faces of the dice"),)
            if rolls_its_own(state.table)
            else ()
        )
        yield move_option(
            "roll",
            (TextField("explanation", PROSE_LIMIT, label="How you go about it"), path, *reported),
            POOL,
            ROLL,
        )
    chosen = choosing(state, seat)
    if not isinstance(chosen, Refused):
        faces = sorted(set(chosen[1].dice) - {chosen[1].face})
        if faces:
            shown = choices("face", [(face, "") for face in faces])
            yield move_option("choose_signal", (shown,), ROLL, label="Choose the signal")
    telling = next_in(state, seat, ORDER, Narrating, Concluding)
    if not isinstance(telling, Refused):
        yield move_option(
            "narrate",
            (TextField("text", PROSE_LIMIT, label="Describe what happens"),),
            rule_of(telling.stage),
        )
        if isinstance(telling.stage, Concluding):
            yield move_option("pass_conclusion", (), CONCLUSIONS, label="Say nothing more")
    if not isinstance(deciding(state, seat), Refused):
        yield move_option("go_on", (), ROUND, label="Fight on")
        yield move_option("stop_conflict", (), ROUND, label="Stop the conflict")
    if not isinstance(dropping(state, seat), Refused):
        yield move_option("drop_out", (), DROP, label="Drop out")


def path_field(state: State, seat: SeatId, node: NodeId, target: ElementId) -> Path:
    """Return the paths that a participant can use (`conflict.pool`)."""
    network = state.play.network
    ways = tuple(
        Way(id, edge.source, edge.target, edge.marks.power)
        for id, edge in in_order(network.edges.items())
        if not edge.eliminated
    )
    closed = tuple(
        other
        for other, _ in active_nodes(state)
        if is_played(state.table) and other != target and not may_use(state, seat, other)
    )
    return Path(
        name="path",
        start=node,
        target=target,
        power=power(network, node),
        ways=ways,
        closed=closed,
        optional=goes_without(state, seat, node, target),
    )


def _round(state: State, seat: SeatId) -> Iterator[Option]:
    conflict = next_in(state, seat, ROUND, Acting)
    if isinstance(conflict, Refused):
        return
    participant = conflict.participant(seat)
    assert participant is not None
    yield from _burn(state, participant.node)
    paying = payment(funds(state, seat), REROLL_PRICE)
    if participant.noise and paying:
        fields = (paying, *typed(state.table, participant.noise, FACES))
        yield move_option(
            "reroll", fields, REROLL, price=REROLL_PRICE.as_price(), label="Reroll the noise"
        )
    yield move_option("pass_round", (), ROUND, label="Pass this round")


def _burn(state: State, node: NodeId) -> Iterator[Option]:
    network = state.play.network
    edges = [id for id in network.nodes[node].edges if not unfit_to_burn(network, node, id)]
    narration = TextField("narration", PROSE_LIMIT, label="Describe what happens")
    if not edges:
        return
    if not rolls_its_own(state.table):
        shown = choices("edge", [(id, network.edges[id].label) for id in edges])
        yield move_option("burn", (shown, narration), BURN, label="Burn an edge")
        return
    for id in edges:
        edge = network.edges[id]
        other = edge.beyond(node)
        count = max(0, power(network, other))
        shown = choices("edge", [(id, edge.label)])
        yield move_option(
            "burn",
            (shown, narration, *typed(state.table, count, FACES)),
            BURN,
            label=f"Burn “{edge.label}”",
        )


def awaited(state: State) -> Iterator[Awaited]:
    """Yield the pending actions of the open conflict."""
    conflict = state.play.conflict
    if conflict is None:
        return
    for wait in _awaited(state, conflict):
        is_told = isinstance(conflict.stage, Concluding)
        moment = "end" if is_told else conflict.round or ""
        yield replace(wait, about=conflict.id, id=question_id(wait.what, conflict.id, moment))


def _awaited(state: State, conflict: Conflict) -> Iterator[Awaited]:
    match conflict.stage:
        case Gathering(agreement=agreement):
            sentence = _call_in_words(state, conflict)
            yield Awaited("join_conflict", agreement.waiting, CALL, sentence)
        case Rolling():
            seats = tuple(
                participant.seat for participant in conflict.active if not participant.has_rolled
            )
            sentence = f"Choose the way to your target, and roll{_sides(conflict)}"
            yield Awaited("roll", seats, ROLL, sentence)
        case Narrating() | Concluding() if conflict.next:
            told_yet = isinstance(conflict.stage, Concluding)
            sentence = (
                "Describe what comes of the conflict."
                if told_yet
                else "Describe what you do with your dice."
            )
            yield Awaited("narrate", (conflict.next,), rule_of(conflict.stage), sentence)
        case Narrating():
            sentence = "All have narrated: fight on for another round, or stop the conflict."
            yield Awaited("go_on", (spotlight(state.table, conflict),), ROUND, sentence)
        case Acting() if conflict.next:
            sentence = f"It is your turn in round {conflict.round}: {_ways(state, conflict.next)}."
            yield Awaited("act_in_round", (conflict.next,), ROUND, sentence)
        case Trading(trades=trades):
            seats = tuple(trade.seat for trade in trades if trade.values is None)
            sentence = "Roll as many dice as the other side had, for development."
            yield Awaited("trade_dice", seats, DEVELOPMENT, sentence)
        case _:
            raise AssertionError(conflict.stage)


_IN_ROUND = {"burn": "burn an edge", "reroll": "reroll the noise"}


def _call_in_words(state: State, conflict: Conflict) -> str:
    """Describe the call, its goals, and the answers to it."""
    called = state.table.name(conflict.spotlight)
    goals = f" The goals so far{_sides(conflict)}" if conflict.goals else ""
    return f"{called} has called a conflict.{goals} {_answers(state, conflict)}"


def _ways(state: State, seat: SeatId) -> str:
    """Describe what a participant can do in its turn."""
    moves = {option.fixed["move"] for option in _round(state, seat)}
    can = [words for move, words in _IN_ROUND.items() if move in moves]
    return f"{', '.join(can)}, or pass" if can else "pass"


def _answers(state: State, conflict: Conflict) -> str:
    """Describe the answers to the call that all asked seats can give."""
    assert isinstance(conflict.stage, Gathering)
    asked, nodes = conflict.stage.agreement.waiting, state.play.network.nodes
    can_join = all(
        any(not unfit_entry(state, conflict, seat, id) for id in nodes) for seat in asked
    )
    can_refuse = not any(cannot_stand_aside(state, conflict, seat) for seat in asked)
    if can_join and can_refuse:
        return "Join it, or stand aside."
    return "Join it." if can_join else "Answer the call."


def _sides(conflict: Conflict) -> str:
    """Describe the goals as the end of a sentence."""
    goals = listed([_goal_in_words(goal) for goal in conflict.goals])
    return f": {goals}." if goals else "."


def _goal_in_words(goal: Goal) -> str:
    return goal.statement if goal.declaration else f"“{goal.statement.removesuffix('.')}”"
