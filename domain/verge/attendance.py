"""Coming and going: who leaves is waited for no longer, who sits down has a turn."""

from typing import Any

from domain import proposal
from domain.decider import Facts, Judgement
from domain.identifier import SeatId, in_order
from domain.proposal import Agenda
from domain.ruling import Refused
from domain.seating import (
    Leave,
    RemoveSeat,
    TakeSeat,
    cannot_leave,
    cannot_remove,
    remove_seat,
    take_seat,
)
from domain.table import SeatLeft
from domain.verge import (
    boost,
    calling,
    concluding,
    consent,
    contest,
    load,
    loss,
    rolling,
    seat_tokens,
    token,
    window,
)
from domain.verge.action import DeclarationId
from domain.verge.conflict import Conflict, Gathering, Trading
from domain.verge.conflict_effect import DiceTraded, StoodAside
from domain.verge.declaration import ActionLost, ActionWithdrawn, DeclarationClosed, Excused
from domain.verge.network import CharacterReleased
from domain.verge.state import Draft

RULE = "table.leave"


def leave(draft: Draft, move: Leave, facts: Facts, agenda: Agenda[Any]) -> Judgement:
    """Get up from the table (`table.leave`)."""
    del move
    if refusal := cannot_leave(draft.table, facts.seat):
        return refusal
    draft.cite(RULE, seat=facts.seat)
    draft.emit(SeatLeft(facts.seat))
    said = f"{draft.table.name(facts.seat)} leaves the table."
    return draft.accept(said + go_on_without(draft, facts.seat, agenda))


def go_on_without(draft: Draft, seat: SeatId, agenda: Agenda[Any]) -> str:
    """Play after a seat has left: its own questions close, no other waits for it."""
    said = proposal.excuse(draft, seat, agenda)
    for id, _ in in_order(draft.play.declarations.items()):
        said += _declaration_without(draft, id, seat)
    conflict = draft.play.conflict
    if conflict is not None:
        said += _conflict_without(draft, conflict, seat)
    said += _notice_without(draft, seat)
    boost.return_bribe(draft, seat)
    return said + load.go_on_without(draft, seat)


def _declaration_without(draft: Draft, id: DeclarationId, seat: SeatId) -> str:
    declaration = draft.play.declarations.get(id)
    if declaration is None:
        return ""
    if declaration.mover == seat:
        return _abandon(draft, id)
    override = declaration.override
    asked = override.agreement.asked if override else declaration.agreement.asked
    if seat not in (*asked, *declaration.blanket):
        return ""
    draft.emit(Excused(id, seat))
    if override:
        return contest.settle(draft, id)
    return consent.settle(draft, id) if declaration.is_asking else ""


def _abandon(draft: Draft, id: DeclarationId) -> str:
    """The mover has left: what is not spent yet goes back, and the declaration is over."""
    declaration = draft.play.declarations[id]
    number = declaration.current
    token.give_back(draft, declaration.mover, id)
    gone = ActionWithdrawn(id, number) if declaration.is_asking else ActionLost(id, number)
    draft.emit(gone, DeclarationClosed(id, "withdrawn"))
    return f" Declaration {id} is withdrawn."


def _conflict_without(draft: Draft, conflict: Conflict, seat: SeatId) -> str:
    one, stage = conflict.participant(seat), conflict.stage
    if isinstance(stage, Gathering) and seat in stage.agreement.waiting:
        draft.emit(StoodAside(conflict.id, seat))
        return calling.gathered(draft)
    if isinstance(stage, Trading):
        if not any(trade.seat == seat and trade.values is None for trade in stage.trades):
            return ""
        draft.emit(DiceTraded(conflict.id, seat, (), reported=False))
        return concluding.traded(draft)
    if one is None or one.has_dropped:
        return ""
    return rolling.drop(draft, seat)


def _notice_without(draft: Draft, seat: SeatId) -> str:
    """A first notice ends without its player; one that is being fought, once that is over."""
    notice, conflict = draft.play.notices.current, draft.play.conflict
    is_fought = conflict is not None and conflict.notice == seat
    if notice is None or notice.seat != seat or is_fought:
        return ""
    return loss.end(draft)


def end_notice_of_gm(draft: Draft) -> str:
    """Who became GM since cannot have a first notice against the GM (`fnol.conflict`)."""
    conflict, gm = draft.play.conflict, draft.table.gm
    said = ""
    if conflict is not None and conflict.notice == gm:
        said += _conflict_without(draft, conflict, gm)
    return said + _notice_without(draft, gm)


def take(draft: Draft, move: TakeSeat, facts: Facts) -> Judgement:
    """Somebody sits down (`table.claim`), in Load with a turn like everybody."""
    judgement = take_seat(draft, move, facts)
    if isinstance(judgement, Refused):
        return judgement
    load.join(draft)
    window.open_for(draft, facts.seat)
    return draft.accept(judgement.ruling.sentence)


def remove(draft: Draft, move: RemoveSeat, facts: Facts, agenda: Agenda[Any]) -> Judgement:
    """An empty seat is taken away, and nobody plays its character any more."""
    table = draft.table
    if refusal := cannot_remove(table, facts.seat, move.seat):
        return refusal
    seat = table.seat(move.seat)
    assert seat is not None
    # table.fork: what it was asked has waited for who would claim it.
    said = go_on_without(draft, seat.id, agenda)
    own = draft.play.network.characters.get(seat.id)
    if own is not None:
        draft.emit(CharacterReleased(seat.id, own))
    if refusal := seat_tokens.give_back(draft, seat.id):
        return refusal
    remove_seat(draft, seat.id)
    seat_tokens.removed(draft, seat.kind)
    return draft.accept(f"{table.name(facts.seat)} takes {seat.name}'s place away.{said}")
