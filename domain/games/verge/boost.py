"""Boosts from the bank: awards for great ideas, and bribes."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.bribe import (
    Bribe,
    BribeAwarded,
    BribePlaced,
    BribeTakenBack,
    bribe_account,
)
from verger.domain.games.verge.model.network import label_of, named
from verger.domain.games.verge.model.purse import Purse, held
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.games.verge.writing import unfit_element
from verger.domain.judging.chapters import Judges
from verger.domain.table.seating import cannot_give

AWARD, BRIBE = "token.award_boost", "token.bribe"


class AwardBoost(TaggedMove, frozen=True, tag="award_boost"):
    """Give another seat a boost from the bank for something cool (`token.award_boost`)."""

    seat: SeatId
    reason: Prose


class PlaceBribe(TaggedMove, frozen=True, tag="place_bribe"):
    """Place a boost from the bank on an element, with a condition (`token.bribe`)."""

    element: Ref
    condition: Prose


class AwardBribe(TaggedMove, frozen=True, tag="award_bribe"):
    """Give your bribe to another seat that satisfied the condition (`token.bribe`)."""

    seat: SeatId
    reason: Prose


class TakeBackBribe(TaggedMove, frozen=True, tag="take_back_bribe"):
    """Return your bribe to the bank (`token.bribe`)."""


BoostMove = AwardBoost | PlaceBribe | AwardBribe | TakeBackBribe


def award_boost(draft: Draft, move: AwardBoost, facts: Facts) -> Judgement:
    """Judge an award: any seat can give another a boost from the bank (`token.award_boost`)."""
    state, winner = draft.state, move.seat
    if refusal := in_run(state, AWARD) or cannot_give(state.table, facts.seat, winner, AWARD):
        return refusal
    if refusal := no_boosts(state, AWARD):
        return refusal
    draft.cite(AWARD, seat=winner)
    _move_boost(draft, BANK, seat_account(winner), move.reason, AWARD)
    name = draft.table.name
    return draft.accept(f"{name(facts.seat)} awards {name(winner)} a boost{narrated(move.reason)}")


def place_bribe(draft: Draft, move: PlaceBribe, facts: Facts) -> Judgement:
    """Judge placing a bribe on an element: a seat can have one bribe at a time (`token.bribe`)."""
    state, seat = draft.state, facts.seat
    if refusal := cannot_place(state, seat):
        return refusal
    if refusal := unfit_element(state.play.network, move.element, BRIBE):
        return refusal
    draft.cite(BRIBE, element=move.element)
    condition = trimmed(move.condition)
    draft.emit(BribePlaced(seat, move.element, condition))
    _move_boost(draft, BANK, bribe_account(seat), condition, BRIBE)
    label = named(state.play.network, move.element)
    return draft.accept(f"{draft.table.name(seat)} lays a bribe on {label}{narrated(condition)}")


def cannot_place(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot place a bribe: it has one, or the bank has no boost."""
    if refusal := in_run(state, BRIBE):
        return refusal
    active = state.play.bribes.get(seat)
    if active is not None:
        name = state.table.name(seat)
        label = label_of(state.play.network, active.element)
        return refuse(
            Own.BRIBE_ACTIVE, BRIBE, seat_name=name, element=active.element, element_label=label
        )
    return no_boosts(state, BRIBE)


def award_bribe(draft: Draft, move: AwardBribe, facts: Facts) -> Judgement:
    """Judge awarding a bribe: only its placer decides (`token.bribe`)."""
    seat, winner = facts.seat, move.seat
    bribe = _own(draft.state, seat)
    if isinstance(bribe, Refused):
        return bribe
    if refusal := cannot_give(draft.table, seat, winner, BRIBE):
        return refusal
    draft.cite(BRIBE, element=bribe.element, seat=winner)
    draft.emit(BribeAwarded(seat, winner))
    _move_boost(draft, bribe_account(seat), seat_account(winner), move.reason, BRIBE)
    name = draft.table.name
    return draft.accept(f"{name(winner)} gets {name(seat)}'s bribe{narrated(move.reason)}")


def take_back_bribe(draft: Draft, move: TakeBackBribe, facts: Facts) -> Judgement:
    """Judge taking back a bribe to the bank (`token.bribe`)."""
    bribe = _own(draft.state, facts.seat)
    if isinstance(bribe, Refused):
        return bribe
    draft.cite(BRIBE, element=bribe.element)
    return_bribe(draft, facts.seat)
    return draft.accept(f"{draft.table.name(facts.seat)} takes the bribe back.")


def return_bribe(draft: Draft, seat: SeatId) -> None:
    """Return the boost of a seat's bribe to the bank, if it has placed one (`token.bribe`)."""
    if seat in draft.play.bribes:
        draft.emit(BribeTakenBack(seat))
        _move_boost(draft, bribe_account(seat), BANK, "a bribe that was taken back", BRIBE)


def no_boosts(state: State, rule: str) -> Refused | None:
    """Return the refusal if the bank has no boost, or None."""
    if held(state.play.ledger, BANK).boost > 0:
        return None
    return refuse(Own.NO_BOOSTS, rule)


def _own(state: State, seat: SeatId) -> Bribe | Refused:
    bribe = state.play.bribes.get(seat)
    if bribe is None:
        return refuse(Own.NO_BRIBE, BRIBE, seat_name=state.table.name(seat))
    return bribe


def _move_boost(draft: Draft, source: Account, target: Account, reason: str, rule: str) -> None:
    draft.emit(*transfer(Purse(boost=1), source, target, trimmed(reason), rule))


CHAPTER: Judges[Play] = {
    AwardBoost: award_boost,
    PlaceBribe: place_bribe,
    AwardBribe: award_bribe,
    TakeBackBribe: take_back_bribe,
}
