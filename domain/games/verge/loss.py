"""What a character loses in its first notice of loss: who has one to come, and the choice."""

from typing import Literal

import msgspec

from domain.core.decider import Facts, Judgement
from domain.core.identifier import SeatId, in_order
from domain.core.ledger import BANK, transfer
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.games.verge import token
from domain.games.verge.model.declaration import ActionWithdrawn, DeclarationClosed
from domain.games.verge.model.network import EdgeId
from domain.games.verge.model.notice import LossChosen, NoticeBegan, NoticeEnded
from domain.games.verge.model.purse import Purse, held
from domain.games.verge.reason import Code as Own
from domain.games.verge.state import Draft, State, in_run
from domain.games.verge.turn import tie_of

CHOICE, BUDGET, ORDER = "fnol.choice", "fnol.budget", "fnol.order"

BUDGET_TOKENS = Purse(story=12)

Thing = Literal[1, 2]
THINGS: tuple[Thing, ...] = (1, 2)


class ChooseLoss(
    msgspec.Struct, frozen=True, tag_field="move", tag="choose_loss", forbid_unknown_fields=True
):
    """Pick which of one's two most important things is lost; nobody else may (`fnol.choice`)."""

    thing: Thing


def choose(draft: Draft, move: ChooseLoss, facts: Facts) -> Judgement:
    """The player picks what the character loses (`fnol.choice`)."""
    seat = facts.seat
    if refusal := in_run(draft.state, CHOICE) or _under_way(draft.state, seat):
        return refusal
    edge, name = losable(draft.state, seat, move.thing), draft.table.name(seat)
    if edge is None:
        return refuse(Own.NOTHING_TO_LOSE, CHOICE, name=name, thing=move.thing)
    if draft.play.notices.chosen.get(seat) == edge:
        return refuse(Code.ALREADY_ANSWERED, CHOICE, name=name)
    draft.cite(CHOICE, thing=move.thing, edge=edge)
    draft.emit(LossChosen(seat, move.thing, edge))
    return draft.accept(f"{name} chooses to lose #{move.thing}.")


def _under_way(state: State, seat: SeatId) -> Refused | None:
    notice = state.play.notices.current
    if notice is None or notice.seat != seat:
        return None
    return refuse(Code.ALREADY_ANSWERED, CHOICE, name=state.table.name(seat))


def choosable(state: State, seat: SeatId) -> list[Thing]:
    """The things that a seat may choose to lose now (`fnol.choice`)."""
    if _under_way(state, seat):
        return []
    chosen = state.play.notices.chosen.get(seat)
    found = [(thing, losable(state, seat, thing)) for thing in THINGS]
    return [thing for thing, edge in found if edge is not None and edge != chosen]


def losable(state: State, seat: SeatId, thing: int) -> EdgeId | None:
    """The active edge to a player's #1 or #2 thing."""
    own = state.play.network.characters.get(seat)
    return tie_of(state, own, thing) if own is not None else None


def owing(state: State) -> list[SeatId]:
    """The players who have a first notice before ordinary play and something to lose in it."""
    table, notices = state.table, state.play.notices
    players = [seat for seat in notices.owed if seat in table.sitting]
    return [
        seat
        for seat in players
        if seat != table.gm
        and not _has_lost(state, seat)
        and any(losable(state, seat, thing) for thing in THINGS)
    ]


def _has_lost(state: State, seat: SeatId) -> bool:
    """Whether a seat has lost in the scene under way, and is done when that ends."""
    notice = state.play.notices.current
    return notice is not None and notice.seat == seat and notice.was_fought


def ready(state: State) -> list[SeatId]:
    """The players who have chosen what they lose, and still have it."""
    found = state.play.notices.chosen.items()
    edges = state.play.network.edges
    seats = [
        seat for seat, edge in found if not edges[edge].eliminated and not _has_lost(state, seat)
    ]
    return [seat for seat in state.table.sitting if seat in seats and seat != state.table.gm]


def unfit_notice(state: State, seat: SeatId | None) -> Refused | None:
    """Why no scene can be framed for this seat's notice, or for none (`fnol.order`)."""
    if seat is None:
        waiting = tuple(state.table.name(other) for other in owing(state))
        return refuse(Own.NOTICES_FIRST, ORDER, seats=waiting) if waiting else None
    if seat in ready(state):
        return None
    return refuse(Own.LOSS_NOT_CHOSEN, ORDER, name=state.table.name(seat))


def begin(draft: Draft, seat: SeatId) -> None:
    """The scene of a first notice begins; the GM gets a budget for it (`fnol.budget`)."""
    draft.cite(ORDER, seat=seat)
    draft.cite(BUDGET, tokens=BUDGET_TOKENS.story)
    draft.emit(NoticeBegan(seat))
    account, why = token.budget(seat), "the budget of a first notice of loss"
    draft.emit(*transfer(BUDGET_TOKENS, BANK, account, why, BUDGET))


def end(draft: Draft) -> str:
    """With its scene a notice ends, and what is left of the budget goes back (`fnol.budget`)."""
    notice = draft.play.notices.current
    if notice is None:
        return ""
    said = _withdraw_budgeted(draft)
    left = held(draft.play.ledger, token.budget(notice.seat))
    draft.cite(BUDGET, left=left.story)
    account, why = token.budget(notice.seat), "left of the budget"
    draft.emit(*transfer(left, account, BANK, why, BUDGET))
    draft.emit(NoticeEnded(notice.seat))
    name = draft.table.name(notice.seat)
    if notice.was_fought:
        return f"{said} {name} has had the first notice of loss."
    return f"{said} {name}'s first notice of loss was not fought and is still to come."


def _withdraw_budgeted(draft: Draft) -> str:
    """The GM's budget ends with its scene, and with it the actions still to be paid from it."""
    said = ""
    for id, open in in_order(draft.play.declarations.items()):
        if open.is_asking and open.budget:
            token.give_back(draft, open.mover, id)
            draft.emit(ActionWithdrawn(id, open.current), DeclarationClosed(id, "withdrawn"))
            said += f" {id} was to be paid from the budget and is withdrawn."
    return said
