"""Load: the table writes its setting in seven phases, seat by seat, and cashes out."""

from collections.abc import Sequence

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.effects import (
    CashedOut,
    LoadStarted,
    RunStarted,
    TurnsOrdered,
    TurnStarted,
)
from verger.domain.games.verge.model.network import NetworkScrapped
from verger.domain.games.verge.model.notice import NoticesOwed
from verger.domain.games.verge.model.purse import Purse, held
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import CASH_OUT, Draft, Load, State, step_name
from verger.domain.games.verge.turn import PHASE_RULES, due, next_step, turn_of
from verger.domain.games.verge.writing import eliminate

ACCEPT = "load.accept"


def begin(draft: Draft) -> str:
    """Start Load with an empty network. The GM has the first turn, then the players in seat order."""
    order = draft.table.sitting
    draft.emit(LoadStarted(order), TurnStarted(1, order[0]))
    return f"Load begins; {draft.table.name(order[0])} writes first."


def go_on(draft: Draft) -> str:
    """End the turn if its steps are done. Return the end of the sentence."""
    return "" if due(draft.state) else end(draft)


def end(draft: Draft) -> str:
    """Start the next seat's turn, the next phase, or the cash-out."""
    load, turn = turn_of(draft.state)
    later = load.order[load.order.index(turn.seat) + 1 :]
    phase = load.phase if later else load.phase + 1
    if phase == CASH_OUT:
        return cash_out(draft)
    # table.fork: a seat that a fork emptied keeps its turns. They wait until it is claimed.
    seat = (*later, *load.order)[0]
    draft.emit(TurnStarted(phase, seat))
    return f" It is {draft.table.name(seat)}'s turn in phase {phase}."


def go_on_without(draft: Draft, seat: SeatId) -> str:
    """Continue the turns without a seat that was left."""
    load = draft.play.step
    if not isinstance(load, Load) or seat not in load.order:
        return ""
    sentence = end(draft) if load.turn is not None and load.turn.seat == seat else ""
    after = draft.play.step
    if isinstance(after, Load):
        draft.emit(TurnsOrdered(tuple(other for other in after.order if other != seat)))
    return sentence


def join(draft: Draft) -> None:
    """Give a new player turns (`table.claim`)."""
    load = draft.play.step
    if isinstance(load, Load):
        places = [seat.id for seat in draft.table.players]
        order = _in_turn(list(load.order), draft.table.sitting, places)
        if order != load.order:
            draft.emit(TurnsOrdered(order))


def _in_turn(
    order: list[SeatId], sitting: Sequence[SeatId], places: Sequence[SeatId]
) -> tuple[SeatId, ...]:
    """Return the order of turns with new seats at their places.

    The other seats keep their places, even while they are away.
    """
    for place, seat in enumerate(places):
        if seat in sitting and seat not in order:
            later = [at for at, other in enumerate(order) if other in places[place:]]
            order.insert(min(later, default=len(order)), seat)
    return tuple(order)


def cash_out(draft: Draft) -> str:
    """Compute phase 7 (`load.cash_out`): tokens for each seat's elements, then `mark.standing`."""
    elements = draft.play.network.elements
    for seat in [seat.id for seat in draft.table.players]:
        own = {id: element for id, element in elements if element.creator == seat}
        total = max(0, sum(element.marks.standing for element in own.values()))
        draft.cite(
            "load.cash_out",
            seat=seat,
            elements_written=len(own),
            element_standings=tuple(f"{id}: {own[id].marks.standing}" for id in own),
            tokens_gained=total,
        )
        # The first tokens of an empty seat wait there for its next holder.
        purse, account = Purse(story=total), seat_account(seat)
        draft.emit(*transfer(purse, BANK, account, "cash-out", "load.cash_out"))
    for id, element in elements:
        standing = element.marks.standing
        # The edge may just have been eliminated with its node.
        now = draft.play.network.element(id)
        if standing < 0 and now is not None and not now.eliminated:
            draft.cite("mark.standing", element=id, standing_marks=standing)
            eliminate(draft, id, "standing")
    draft.emit(CashedOut())
    return " Everyone cashes out; now the table says whether the network is good."


def cannot_accept(state: State) -> Refused | None:
    """Return why the network cannot be accepted now, or None (`load.accept`)."""
    if refusal := not_loading(state):
        return refusal
    step = state.play.step
    assert isinstance(step, Load)
    if step.phase != CASH_OUT:
        return refuse(Own.WRONG_PHASE, ACCEPT, load_phase=step.phase)
    return None


def not_loading(state: State) -> Refused | None:
    """Return the refusal if play is not in Load, or None."""
    if isinstance(state.play.step, Load):
        return None
    return refuse(Code.WRONG_STEP, ACCEPT, step_needed="load", step=step_name(state))


def accept(draft: Draft) -> str:
    """Accept the network and start Run (`load.accept`)."""
    draft.cite(
        ACCEPT,
        nodes_written=len(draft.play.network.nodes),
        edges_written=len(draft.play.network.edges),
    )
    draft.emit(RunStarted())
    players = [seat for seat in draft.table.sitting if seat != draft.table.gm]
    draft.cite("fnol.order", seats=tuple(players))
    draft.emit(NoticesOwed(tuple(players)))
    return "The network is good. Run begins."


def scrap(draft: Draft) -> str:
    """Start Load again with an empty network (`load.accept`). Cashed-out tokens go back."""
    draft.cite(ACCEPT, nodes_scrapped=len(draft.play.network.nodes))
    for seat in [seat.id for seat in draft.table.players]:
        account = seat_account(seat)
        cashed = Purse(story=held(draft.play.ledger, account).story)
        draft.emit(*transfer(cashed, account, BANK, "the network was scrapped", ACCEPT))
    draft.emit(NetworkScrapped())
    return begin(draft)


def end_turn(draft: Draft, facts: Facts) -> Judgement:
    """Judge ending a turn, if none of its remaining steps is possible. The ruling names these steps."""
    load, _ = turn_of(draft.state)
    step = next_step(draft.state)
    if step:
        return refuse(Own.STEPS_LEFT, PHASE_RULES[load.phase], turn_step_needed=step)
    draft.cite(PHASE_RULES[load.phase], waived_steps=due(draft.state))
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} ends the turn and waives the rest of it.{end(draft)}")
