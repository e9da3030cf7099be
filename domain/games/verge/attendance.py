"""Joining and leaving: nothing waits for a seat that was left, and a new player gets a turn."""

from verger.domain.core.house_rule import HouseRules
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.seat import Seat
from verger.domain.games.verge import (
    acting,
    boost,
    calling,
    concluding,
    contest,
    load,
    loss,
    proceeding,
    seat_tokens,
    token,
)
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.conflict import Concluding, Conflict, Gathering, Trading
from verger.domain.games.verge.model.conflict_effect import ConclusionPassed, DiceTraded, StoodAside
from verger.domain.games.verge.model.declaration import (
    ActionLost,
    ActionWithdrawn,
    DeclarationClosed,
    Excused,
)
from verger.domain.games.verge.model.network import CharacterReleased
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, State
from verger.domain.judging.tabletop import Rules
from verger.domain.table import subject as table_subject
from verger.domain.table.proposal import (
    HandOverGm,
    TableSubject,
)
from verger.domain.table.seating import remove_seat


def without(draft: Draft, seat: SeatId) -> str:
    """Continue play after a seat was left: nothing waits for it (`table.leave`)."""
    sentence = ""
    for id, _ in in_order(draft.play.declarations.items()):
        sentence += _declaration_without(draft, id, seat)
    conflict = draft.play.conflict
    if conflict is not None:
        sentence += _conflict_without(draft, conflict, seat)
    sentence += _notice_without(draft, seat)
    boost.return_bribe(draft, seat)
    return sentence + load.go_on_without(draft, seat)


def _declaration_without(draft: Draft, id: DeclarationId, seat: SeatId) -> str:
    declaration = draft.play.declarations.get(id)
    if declaration is None:
        return ""
    if declaration.mover == seat:
        # conflict.conclude: if dice decide about an action, it is recorded or lost when its goal
        # wins or loses.
        return "" if declaration.conflict else _abandon(draft, id)
    override = declaration.override
    # The list of consents counts too: it can still have a seat that was empty when the override
    # began.
    asked = (*declaration.agreement.asked, *(override.agreement.asked if override else ()))
    if seat not in (*asked, *declaration.blanket):
        return ""
    draft.emit(Excused(id, seat))
    if override:
        return contest.settle(draft, id)
    return proceeding.settle(draft, id) if declaration.is_asking else ""


def _abandon(draft: Draft, id: DeclarationId) -> str:
    """Close a declaration whose mover has left. Unspent tokens go back."""
    declaration = draft.play.declarations[id]
    number, whose = declaration.current, proceeding.wish(draft.state, declaration)
    token.give_back(draft, declaration.mover, id)
    gone = ActionWithdrawn(id, number) if declaration.is_asking else ActionLost(id, number)
    draft.emit(gone, DeclarationClosed(id, "withdrawn"))
    return f" {whose} is withdrawn."


def _conflict_without(draft: Draft, conflict: Conflict, seat: SeatId) -> str:
    participant, stage = conflict.participant(seat), conflict.stage
    if isinstance(stage, Gathering) and seat in stage.agreement.waiting:
        draft.emit(StoodAside(conflict.id, seat))
        return calling.gathered(draft)
    if isinstance(stage, Concluding):
        if participant is None or participant.has_dropped or seat in stage.done:
            return ""
        draft.emit(ConclusionPassed(conflict.id, seat))
        return concluding.concluded(draft)
    if isinstance(stage, Trading):
        if not any(trade.seat == seat and trade.values is None for trade in stage.trades):
            return ""
        draft.emit(DiceTraded(conflict.id, seat, (), reported=False))
        return concluding.traded(draft)
    if participant is None or participant.has_dropped:
        return ""
    return acting.drop(draft, seat)


def _notice_without(draft: Draft, seat: SeatId) -> str:
    """End the first notice of a player who left.

    If its conflict is open, the notice ends after the conflict.
    """
    notice, conflict = draft.play.notices.current, draft.play.conflict
    is_fought = conflict is not None and conflict.notice == seat
    if notice is None or notice.seat != seat or is_fought:
        return ""
    return loss.end(draft)


def end_notice_of_gm(draft: Draft) -> str:
    """End a new GM's own first notice, because its opponent would be the GM (`fnol.conflict`)."""
    conflict, gm = draft.play.conflict, draft.table.gm
    sentence = ""
    if conflict is not None and conflict.notice == gm:
        sentence += _conflict_without(draft, conflict, gm)
    return sentence + _notice_without(draft, gm)


def joined(draft: Draft, seat: SeatId) -> str:
    """Give a new player a turn in Load."""
    load.join(draft)
    return ""


def remove(draft: Draft, seat: Seat) -> Refused | None:
    """Remove a seat with its tokens, and release its character (`table.seats`)."""
    own = draft.play.network.characters.get(seat.id)
    if own is not None:
        draft.emit(CharacterReleased(seat.id, own))
    if refusal := seat_tokens.give_back(draft, seat):
        return refusal
    remove_seat(draft, seat.id)
    seat_tokens.removed(draft, seat)
    return None


def cannot_adopt(state: State, subject: TableSubject) -> Refused | None:
    """Return why a seat cannot become GM, or None.

    It cannot while its own notice is open (`fnol.conflict`).
    """
    notice = state.play.notices.current
    if notice is None or not isinstance(subject, HandOverGm) or notice.seat != subject.seat:
        return None
    return refuse(Own.NOTICE_UNDER_WAY, "fnol.conflict", seat_name=state.table.name(subject.seat))


def adopt(draft: Draft, subject: TableSubject, rules: Rules, known: HouseRules) -> str:
    """Put a table's own subject into effect.

    A new GM's character is released (`load.characters`).
    """
    if isinstance(subject, HandOverGm):
        own = draft.play.network.characters.get(subject.seat)
        if own:
            draft.emit(CharacterReleased(subject.seat, own))
    return table_subject.adopt(draft, subject, rules, known)
