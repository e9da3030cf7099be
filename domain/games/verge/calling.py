"""Calling a conflict, joining it for a goal, and standing aside."""

from typing import Annotated, assert_never

from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import change, concluding, loss, proceeding, token
from verger.domain.games.verge.goal import FNOL, GOALS, NewGoal, state_goal
from verger.domain.games.verge.model.action import (
    Action,
    Claim,
    ConflictId,
    Connect,
    Create,
    DeclarationId,
    Ref,
    Repair,
    Strengthen,
    Strike,
    Weaken,
)
from verger.domain.games.verge.model.conflict import Conflict, Gathering, Goal
from verger.domain.games.verge.model.conflict_effect import (
    ConflictCalled,
    ConflictJoined,
    GoalStated,
    RollingBegan,
    StoodAside,
)
from verger.domain.games.verge.model.declaration import Declaration, TakenToDice
from verger.domain.games.verge.model.network import ElementId, NodeId, NodeKind
from verger.domain.games.verge.pool import power
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.games.verge.writing import unfit_node
from verger.domain.judging.chapters import Judges

CALL, ONE, INTEREST = "conflict.call", "conflict.one", "token.interest"


class CallConflict(TaggedMove, frozen=True, tag="call_conflict"):
    """Call a conflict about a contested action, or about anything (`conflict.call`).

    With `notice`, this is the conflict that the GM wins in a first notice of loss.
    """

    reason: Prose
    declaration: DeclarationId | None = None
    notice: bool = False


class JoinConflict(TaggedMove, frozen=True, tag="join_conflict"):
    """Join the conflict with a node: for one of its goals (the first is 1), or for a new goal."""

    node: Ref
    goal: Annotated[int, Meta(ge=1, le=1_000)] | NewGoal


class StandAside(TaggedMove, frozen=True, tag="stand_aside"):
    """Take no part in the conflict."""


CallingMove = CallConflict | JoinConflict | StandAside


def call(draft: Draft, move: CallConflict, facts: Facts) -> Judgement:
    """Judge the call of a conflict (`conflict.call`). The caller gets the spotlight."""
    state, seat = draft.state, facts.seat
    declaration = move.declaration
    if refusal := cannot_call(state):
        return refusal
    if declaration is not None and (refusal := cannot_take_to_dice(state, declaration, seat)):
        return refusal
    if move.notice and (refusal := cannot_fight_notice(state, seat)):
        return refusal
    notice = state.play.notices.current if move.notice else None
    id = ConflictId(f"c{state.play.conflicts_ever + 1}")
    draft.cite(FNOL if notice else CALL, conflict=id, spotlight=seat)
    reason, loser = trimmed(move.reason), notice.seat if notice else None
    draft.emit(
        ConflictCalled(
            conflict=id, spotlight=seat, asked=state.table.sitting, notice=loser, reason=reason
        )
    )
    sentence = f"{draft.table.name(seat)} calls a conflict{narrated(reason)}"
    if declaration is not None:
        sentence += _take_to_dice(draft, id, declaration)
    return draft.accept(sentence)


def cannot_call(state: State) -> Refused | None:
    """Return why no conflict can be called now, or None. Only one can be open (`conflict.one`)."""
    if refusal := in_run(state, CALL) or loss.first(state):
        return refusal
    under_way = state.play.conflict
    return refuse(Own.CONFLICT_OPEN, ONE, conflict=under_way.id) if under_way else None


def cannot_take_to_dice(state: State, id: DeclarationId, seat: SeatId) -> Refused | None:
    """Return why dice cannot decide about a declaration's open action, or None."""
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, CALL, declaration=id)
    if declaration.is_asking and not declaration.is_contested:
        name = state.table.name(declaration.mover)
        return refuse(Own.NOT_CONTESTED, CALL, declaration=id, seat_name=name)
    if not declaration.is_asking and seat != declaration.mover:
        # override.match: after a raise, only the mover can choose dice.
        name = state.table.name(declaration.mover)
        return refuse(Own.NOT_THE_MOVER, CALL, declaration=id, seat_name=name)
    hindrance = _not_for_dice(declaration)
    if hindrance is None:
        return None
    kind, why = hindrance
    return refuse(Own.NOT_FOR_DICE, CALL, declaration=id, hindrance=kind, hindrance_in_words=why)


def _not_for_dice(declaration: Declaration) -> tuple[str, str] | None:
    """Return why dice cannot decide, as a name and in words, or None."""
    if isinstance(declaration.action, Claim):
        return "claim", "a claim needs everyone's consent"
    if declaration.in_the_fiction:
        return None
    why = "there is no objection within the fiction and no unmatched raise"
    return "no_objection_in_fiction", why


def cannot_fight_notice(state: State, seat: SeatId) -> Refused | None:
    """Return why the conflict of a first notice cannot be fought now, or None (`fnol.conflict`)."""
    if seat != state.table.gm:
        return gm_only(state.table, FNOL)
    notice = state.play.notices.current
    if notice is None or notice.was_fought:
        return refuse(Own.NO_NOTICE, FNOL)
    return None


def _take_to_dice(draft: Draft, conflict: ConflictId, id: DeclarationId) -> str:
    """Let dice decide about the open action: it is the first goal, and its price is spent."""
    declaration = draft.play.declarations[id]
    action = proceeding.open_action(declaration)
    if declaration.is_asking:
        proceeding.contest(draft, id)
    draft.emit(TakenToDice(id, declaration.current, conflict))
    target = target_of(draft.state, declaration.mover, action)
    statement = change.words(draft.state, action)
    goal = Goal(declaration.mover, statement, target, declaration=id)
    draft.cite(GOALS, goal_number=1, declaration=id)
    draft.emit(GoalStated(conflict, goal))
    return f" Dice decide about {proceeding.wish(draft.state, declaration)}."


def target_of(state: State, mover: SeatId, action: Action) -> ElementId:
    """Return the target of an action. The paths of its dice must lead to it."""
    match action:
        case Create():
            return action.other
        case Connect():
            own = state.play.network.characters.get(mover)
            return action.source if action.target == own else action.target
        case Strike() | Strengthen() | Weaken() | Repair() | Claim():
            return action.element
        case _:
            assert_never(action)


def join(draft: Draft, move: JoinConflict, facts: Facts) -> Judgement:
    """Judge joining for a goal, with your character or an antagonist (`conflict.call`)."""
    seat = facts.seat
    conflict = asked_to_join(draft.state, seat)
    if isinstance(conflict, Refused):
        return conflict
    if refusal := unfit_entry(draft.state, conflict, seat, move.node):
        return refusal
    goal = state_goal(draft, conflict, seat, move.goal)
    if isinstance(goal, Refused):
        return goal
    node = NodeId(move.node)
    draft.cite(CALL, node=node, goal_number=goal)
    draft.emit(ConflictJoined(conflict.id, seat, node, goal))
    _interest(draft, seat, node)
    label = draft.play.network.nodes[node].label
    joined = draft.play.conflict
    assert joined is not None
    wanted = proceeding.wanted(joined.goals[goal - 1])
    sentence = f"{draft.table.name(seat)} joins with “{label}” and fights for this{wanted}"
    return draft.accept(sentence + gathered(draft))


def asked_to_join(state: State, seat: SeatId) -> Conflict | Refused:
    """Return the conflict that a seat must join or stand aside from."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Own.NO_CONFLICT, CALL)
    if not isinstance(conflict.stage, Gathering):
        return refuse(
            Own.WRONG_STAGE, CALL, conflict=conflict.id, conflict_stage=conflict.stage_name
        )
    agreement, name = conflict.stage.agreement, state.table.name(seat)
    if seat not in agreement.asked:
        return refuse(Code.NOT_ASKED, CALL, seat_name=name)
    if seat in agreement.agreed:
        return refuse(Code.ALREADY_ANSWERED, CALL, seat_name=name)
    return conflict


def unfit_entry(state: State, conflict: Conflict, seat: SeatId, id: ElementId) -> Refused | None:
    """Return why a seat cannot join with a node, or None (`conflict.call`)."""
    network = state.play.network
    if refusal := unfit_node(network, id, CALL):
        return refusal
    node = network.nodes[NodeId(id)]
    for other in conflict.participants:
        if other.node == id:
            name = state.table.name(other.seat)
            return refuse(
                Own.NODE_TAKEN, CALL, element=id, element_label=node.label, seat_name=name
            )
    if _can_fight_with(state, conflict, seat, NodeId(id)):
        return None
    name = state.table.name(seat)
    return refuse(Own.NOT_THIS_NODE, CALL, element=id, element_label=node.label, seat_name=name)


def _can_fight_with(state: State, conflict: Conflict, seat: SeatId, id: NodeId) -> bool:
    """Return whether a node is a seat's character, or can be its antagonist (`conflict.call`)."""
    node, claimant = state.play.network.nodes[id], state.play.network.claimant(id)
    if claimant is not None:
        # control.gm: the GM plays a character whose player left.
        left = claimant not in state.table.sitting
        return claimant == seat or (left and seat == state.table.gm)
    # fnol.conflict: a bit character can fight in place of the player's own character.
    bit_part = conflict.notice == seat and node.kind is NodeKind.PERSON
    return seat in (state.table.gm, node.creator) or bit_part


def _interest(draft: Draft, seat: SeatId, node: NodeId) -> None:
    """Pay the GM story tokens when a player's own character enters (`token.interest`)."""
    gm = draft.table.gm
    if draft.play.network.characters.get(seat) != node or seat == gm:
        return
    if gm not in draft.table.sitting:
        return
    own = power(draft.play.network, node)
    tokens = max(0, own)
    draft.cite(INTEREST, node=node, element_power=own, tokens_gained=tokens)
    token.earn(draft, gm, tokens, "interest in a character", INTEREST)


def stand_aside(draft: Draft, _move: StandAside, facts: Facts) -> Judgement:
    """Judge standing aside (`conflict.call`)."""
    conflict = asked_to_join(draft.state, facts.seat)
    if isinstance(conflict, Refused):
        return conflict
    if refusal := cannot_stand_aside(draft.state, conflict, facts.seat):
        return refusal
    draft.cite(CALL, conflict=conflict.id, seat_aside=facts.seat)
    draft.emit(StoodAside(conflict.id, facts.seat))
    return draft.accept(f"{draft.table.name(facts.seat)} stands aside.{gathered(draft)}")


def cannot_stand_aside(state: State, conflict: Conflict, seat: SeatId) -> Refused | None:
    """Return why a seat must join, or None. A seat with no node to join with need not join.

    An example is a seat that called the conflict of a notice as GM and then stopped being GM.
    """
    nodes = state.play.network.nodes
    has_one = any(not unfit_entry(state, conflict, seat, id) for id in nodes)
    return bound(state, conflict, seat) if has_one else None


def bound(state: State, conflict: Conflict, seat: SeatId) -> Refused | None:
    """Return why a seat must fight, or None. The GM's seat that takes a loss must fight for it."""
    if conflict.notice is None or seat != conflict.spotlight:
        return None
    name, spotlight = state.table.name(conflict.notice), state.table.name(seat)
    return refuse(Own.LOSS_IS_FIXED, FNOL, seat_name=name, spotlight_name=spotlight)


def gathered(draft: Draft) -> str:
    """If everyone has answered, start the rolls, or end the conflict if only one side is left."""
    conflict = draft.play.conflict
    assert conflict is not None
    stage = conflict.stage
    if not isinstance(stage, Gathering) or not stage.agreement.is_settled:
        return ""
    if len(conflict.sides) < 2 or (conflict.notice and conflict.taking is None):
        return concluding.conclude_unopposed(draft)
    draft.emit(RollingBegan(conflict.id))
    return " Everyone has answered; the participants roll."


CHAPTER: Judges[Play] = {
    CallConflict: call,
    JoinConflict: join,
    StandAside: stand_aside,
}
