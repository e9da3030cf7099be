"""Controlling interest: buying and losing points in elements, and their effects."""

from collections.abc import Iterator

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.verge import token
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.model.action import Payment, Ref
from verger.domain.games.verge.model.network import ElementId, Network, NodeId, label_of, named
from verger.domain.games.verge.model.stake import (
    InterestBought,
    InterestLost,
    InterestUncovered,
    Stake,
    excess,
    is_played,
)
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.games.verge.writing import unfit_element
from verger.domain.judging.chapters import Judges

BUY, LOSE = "interest.buy", "interest.lose"


class BuyInterest(TaggedMove, frozen=True, tag="buy_interest"):
    """Buy a point of controlling interest for one token of any kind (`interest.buy`)."""

    element: Ref
    payment: Payment | None = None


class LoseInterest(TaggedMove, frozen=True, tag="lose_interest"):
    """Choose the seat that loses a point, if power does not cover the points (`interest.lose`)."""

    element: Ref
    seat: SeatId


InterestMove = BuyInterest | LoseInterest


def buy_interest(draft: Draft, move: BuyInterest, facts: Facts) -> Judgement:
    """Judge buying a point for one token, up to the power of the element (`interest.buy`)."""
    state, seat, id = draft.state, facts.seat, move.element
    if refusal := not_played(state, BUY) or unfit_element(state.play.network, id, BUY):
        return refusal
    if refusal := _is_full(state, id):
        return refusal
    paying = token.any_payment(state, seat, 1, move.payment, by=BUY)
    if isinstance(paying, Refused):
        return paying
    draft.cite(BUY, element=id)
    token.pay(draft, seat, paying, "controlling interest")
    draft.emit(InterestBought(id, seat))
    return draft.accept(
        f"{draft.table.name(seat)} buys interest in {named(state.play.network, id)}."
    )


def _is_full(state: State, id: ElementId) -> Refused | None:
    element = state.play.network.element(id)
    assert element is not None
    if excess(state.play.interest, state.play.network, id) < 0:
        return None
    points = sum(stake.points for stake in stakes(state, id))
    label, power = element.label, element.marks.power
    return refuse(
        Own.INTEREST_FULL,
        BUY,
        element=id,
        element_label=label,
        element_power=power,
        interest_points=points,
    )


def lose_interest(draft: Draft, move: LoseInterest, facts: Facts) -> Judgement:
    """Judge the choice of a seat that loses a point (`interest.lose`)."""
    state, id, name = draft.state, move.element, draft.table.name
    if refusal := not_played(state, LOSE) or unfit_element(state.play.network, id, LOSE):
        return refusal
    if excess(state.play.interest, state.play.network, id) <= 0:
        label = label_of(state.play.network, id)
        return refuse(Own.INTEREST_COVERED, LOSE, element=id, element_label=label)
    if facts.seat != says_who_loses(state, id):
        return refuse(Own.NOT_YOURS_TO_SAY, LOSE, seat_name=name(says_who_loses(state, id)))
    if all(stake.seat != move.seat for stake in stakes(state, id)):
        label = label_of(state.play.network, id)
        return refuse(
            Own.NO_INTEREST, LOSE, seat_name=name(move.seat), element=id, element_label=label
        )
    draft.cite(LOSE, element=id, seat=move.seat)
    draft.emit(InterestLost(id, move.seat))
    return draft.accept(f"{name(move.seat)} loses interest in {named(state.play.network, id)}.")


def not_played(state: State, rule: str) -> Refused | None:
    """Return the refusal of moves about interest before Run, or at a table without interest."""
    if not is_played(state.table):
        return refuse(Own.INTEREST_OFF, rule)
    return in_run(state, rule)


def stakes(state: State, id: ElementId) -> tuple[Stake, ...]:
    """Return the points that seats hold in an element."""
    return state.play.interest.stakes.get(id, ())


def says_who_loses(state: State, id: ElementId) -> SeatId:
    """Return the seat that chooses who loses a point (`interest.lose`).

    This is the winner of the conflict, or the GM if the winner's seat is empty.
    """
    winner, sitting = state.play.interest.winners.get(id), state.table.sitting
    # `sitting` has the GM first. If no seat is taken, somebody must claim the GM's seat.
    return winner if winner in sitting else [*sitting, state.table.gm][0]


def uncovered(state: State) -> Iterator[ElementId]:
    """Yield the elements with more points than power, in order of creation (`interest.lose`)."""
    interest, network = state.play.interest, state.play.network
    if interest.stakes and is_played(state.table):
        for id, _ in network.elements:
            if id in interest.stakes and excess(interest, network, id) > 0:
                yield id


def at_stake(draft: Draft, before: Network, winner: SeatId) -> None:
    """Let a conflict's winner choose who loses points because of its changes (`interest.lose`).

    Call this after the changes were recorded. `before` is the network before the changes.
    """
    for id in uncovered(draft.state):
        was, now = before.element(id), draft.play.network.element(id)
        if was and now and now.marks.power < was.marks.power:
            draft.cite(LOSE, element=id, element_power=now.marks.power, winning_seat=winner)
            draft.emit(InterestUncovered(id, winner))


def may_use(state: State, seat: SeatId, node: NodeId) -> bool:
    """Return whether a seat's dice can use a node that is not next to its own.

    The rule `interest.dice` demands that the seat controls the node, by right or by grant.
    """
    return not is_played(state.table) or seat in controllers(state, node)


CHAPTER: Judges[Play] = {
    BuyInterest: buy_interest,
    LoseInterest: lose_interest,
}
