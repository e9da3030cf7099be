"""The goals of the sides in a conflict, the changes that a goal would record, and their price."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table, house_rule
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import change, proceeding, token
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.action import GoalChange, Ref
from verger.domain.games.verge.model.conflict import Conflict, Goal
from verger.domain.games.verge.model.conflict_effect import GoalStated
from verger.domain.games.verge.model.network import ElementId, label_of
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, State
from verger.domain.games.verge.writing import unfit_element

GOALS, FNOL = "conflict.goals", "fnol.conflict"

CHANGES_LIMIT = 10


class NewGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A goal in a conflict: its text, its target, and the changes that it would record."""

    statement: Prose
    target: Ref
    changes: Annotated[tuple[GoalChange, ...], Meta(max_length=CHANGES_LIMIT)] = ()


def cost(table: Table) -> str:
    """Return when the changes of goals are paid (house rule `goal_cost`)."""
    return str(house_rule(table, HOUSE_RULES, "goal_cost"))


def state_goal(
    draft: Draft, conflict: Conflict, seat: SeatId, goal: int | NewGoal
) -> int | Refused:
    """Return the number of a goal.

    If the goal is new, state it. Its changes are paid now, unless a house rule says something else
    (`conflict.goals`).
    """
    if isinstance(goal, int):
        return unfit_goal(draft.state, conflict, seat, goal) or goal
    if refusal := unfit_element(draft.play.network, goal.target, GOALS):
        return refusal
    if refusal := change.off_camera(draft.state, goal.changes):
        return refusal
    if refusal := _beyond_the_loss(draft.state, conflict, goal.changes):
        return refusal
    is_free = cost(draft.table) != "stated"
    payments = proceeding.rehearse(draft.scratch(), seat, goal.changes, is_free=is_free)
    if isinstance(payments, Refused):
        return payments
    for paying in payments:
        token.pay(draft, seat, paying, "a goal's change")
    change.advise(draft, goal.changes)
    number = len(conflict.goals) + 1
    draft.cite(
        GOALS,
        goal_number=number,
        changes_named=len(goal.changes),
        tokens_paid=sum(p.total for p in payments),
    )
    stated = Goal(seat, trimmed(goal.statement), goal.target, goal.changes)
    draft.emit(GoalStated(conflict.id, stated))
    return number


def unfit_goal(state: State, conflict: Conflict, seat: SeatId, goal: int) -> Refused | None:
    """Return why a seat cannot join for a goal, or None (`conflict.goals`)."""
    if goal > len(conflict.goals):
        return refuse(Own.UNKNOWN_GOAL, GOALS, conflict=conflict.id, goal_number=goal)
    loser, taker = conflict.notice, conflict.spotlight
    if loser is None or seat not in (loser, taker):
        return None
    # fnol.conflict: the seat that has the notice and the GM's seat that takes the loss cannot be on
    # one side.
    other = conflict.participant(taker if seat == loser else loser)
    if other is None or other.goal != goal:
        return None
    name, spotlight = state.table.name(loser), state.table.name(taker)
    return refuse(Own.SAME_SIDE, FNOL, seat_name=name, spotlight_name=spotlight)


def _beyond_the_loss(
    state: State, conflict: Conflict, changes: Sequence[GoalChange]
) -> Refused | None:
    """Return why a goal in a first notice cannot have these changes, or None (`fnol.conflict`).

    Nobody can object to the GM's goal, and it always wins. So other changes must be declared.
    """
    for id in [id for action in changes for id in change.elements_of(action)]:
        if not may_change(state, conflict, id):
            loser = conflict.notice or ""
            return refuse(
                Own.BEYOND_THE_LOSS,
                FNOL,
                element=id,
                element_label=label_of(state.play.network, id),
                seat_name=state.table.name(SeatId(loser)),
            )
    return None


def may_change(state: State, conflict: Conflict, id: ElementId) -> bool:
    """Return whether a goal can change an element, or join something to it.

    In a first notice these are the lost edge, its two ends, and the elements that the GM
    controls. An element that the GM wrote can also be changed while no third seat controls it.
    """
    notice, network, gm = state.play.notices.current, state.play.network, state.table.gm
    element = network.element(id)
    if conflict.notice is None or notice is None or element is None or element.eliminated:
        return True
    lost = network.edges[notice.edge]
    if id in (notice.edge, lost.source, lost.target):
        return True
    seats = controllers(state, id)
    return gm in seats or (element.creator == gm and set(seats) <= {conflict.notice})
