"""Initiative: the next turn, by claim or by bid (`initiative.social`, `initiative.auction`)."""

from collections.abc import Sequence

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.edgerunner.model.conflict import Asking, Bidding, Conflict, shifts_in_words
from verger.domain.games.edgerunner.model.conflict_effect import (
    AuctionBegun,
    BidMade,
    ClaimYielded,
    ExchangeBegun,
    TurnClaimed,
    TurnEnded,
    TurnGiven,
)
from verger.domain.games.edgerunner.moment import at_stage, not_caller, not_own, waiting
from verger.domain.games.edgerunner.odds import DICE
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    name_of,
    names_of,
    player_of,
    sheet_of,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

ONCE, SOCIAL, AUCTION = "exchange.once", "initiative.social", "initiative.auction"


class ClaimTurn(TaggedMove, frozen=True, tag="claim_turn"):
    """Claim the next turn for a character."""

    character: CharacterId


class YieldTurn(TaggedMove, frozen=True, tag="yield_turn"):
    """Withdraw your character's claim to the next turn."""

    character: CharacterId


class GiveTurn(TaggedMove, frozen=True, tag="give_turn"):
    """As the caller, give the turn to a claimant.

    If there is no claimant, give it to any character that has not acted.
    """

    character: CharacterId


class CallAuction(TaggedMove, frozen=True, tag="call_auction"):
    """As the caller, let several claimants bid for the turn."""


class Bid(TaggedMove, frozen=True, tag="bid"):
    """Bid shifts for the turn. They are subtracted from the coming roll."""

    character: CharacterId
    shifts: int


Wanting = tuple[Conflict, Asking | Bidding]
"""A conflict, and its stage if it asks who acts next."""

InitiativeMove = ClaimTurn | YieldTurn | GiveTurn | CallAuction | Bid


def claim(draft: Draft, move: ClaimTurn, facts: Facts) -> Judgement:
    """Judge claiming the turn (`initiative.social`)."""
    current = at_stage(draft.state, SOCIAL, Asking)
    if isinstance(current, Refused):
        return current
    own = [id for id in waiting(draft.state) if player_of(draft.state, id) == facts.seat]
    open = [id for id in own if id not in current[1].claims]
    if refusal := cannot_act(draft.state, move.character, SOCIAL, open):
        return refusal
    if refusal := not_own(draft.state, facts.seat, move.character):
        return refusal
    name = name_of(draft.state, move.character)
    if move.character in current[1].claims:
        return refuse(Own.ANSWERED_ALREADY, SOCIAL, character_name=name)
    draft.cite(SOCIAL, character=move.character, earlier_claimants=current[1].claims)
    draft.emit(TurnClaimed(move.character))
    return draft.accept(f"{name} wants to act next.")


def cannot_act(state: State, id: CharacterId, rule: str, open: list[CharacterId]) -> Refused | None:
    """Return why a character cannot act again in this exchange, or None (`exchange.once`)."""
    conflict = state.play.conflict
    assert conflict is not None
    if id in waiting(state):
        return None
    name = name_of(state, id)
    if id in conflict.acted:
        return refuse(
            Own.ACTED_ALREADY, ONCE, character_name=name, exchange_number=conflict.exchange
        )
    if state.play.condition(id).is_out:
        return refuse(Own.TAKEN_OUT, "stress.taken_out", character_name=name)
    return refuse(Own.NO_ACTOR, rule, character_name=name, character_names=names_of(state, open))


def give_way(draft: Draft, move: YieldTurn, facts: Facts) -> Judgement:
    """Judge the withdrawal of a claim to the turn (`initiative.social`)."""
    current: Wanting | Refused = at_stage(draft.state, SOCIAL, Asking, Bidding)
    if isinstance(current, Refused):
        return current
    name = name_of(draft.state, move.character)
    if move.character not in claimants(current[1]):
        names = _own_names(draft.state, facts.seat, claimants(current[1]))
        return refuse(Own.NOT_ANSWERED, SOCIAL, character_name=name, character_names=names)
    if refusal := not_own(draft.state, facts.seat, move.character):
        return refusal
    draft.cite(SOCIAL, character=move.character)
    draft.emit(ClaimYielded(move.character))
    return draft.accept(f"{name} lets others go first.{_decided(draft)}")


def _own_names(state: State, seat: SeatId, ids: Sequence[CharacterId]) -> tuple[str, ...]:
    """Return the names of the given characters that a seat plays."""
    return names_of(state, [id for id in ids if player_of(state, id) == seat])


def claimants(stage: Asking | Bidding) -> tuple[CharacterId, ...]:
    """Return the characters that want to act next."""
    return stage.claims if isinstance(stage, Asking) else stage.bidders


def give(draft: Draft, move: GiveTurn, facts: Facts) -> Judgement:
    """Judge giving the turn, which the caller does (`initiative.social`)."""
    current = at_stage(draft.state, SOCIAL, Asking)
    if isinstance(current, Refused):
        return current
    if refusal := not_caller(draft.state, facts.seat, SOCIAL):
        return refusal
    claims = current[1].claims
    if len(claims) > 1:
        return refuse(Own.SEVERAL_ANSWERED, AUCTION, character_names=names_of(draft.state, claims))
    open = list(claims) or waiting(draft.state)
    if refusal := cannot_act(draft.state, move.character, SOCIAL, open):
        return refusal
    name = name_of(draft.state, move.character)
    if claims and move.character not in claims:
        names = names_of(draft.state, claims)
        return refuse(Own.NOT_ANSWERED, SOCIAL, character_name=name, character_names=names)
    draft.cite(SOCIAL, character=move.character)
    draft.emit(TurnGiven(move.character, 0))
    return draft.accept(f"It is {name}'s turn.")


def call_auction(draft: Draft, _move: CallAuction, facts: Facts) -> Judgement:
    """Judge starting an auction between the claimants (`initiative.auction`)."""
    current = at_stage(draft.state, AUCTION, Asking)
    if isinstance(current, Refused):
        return current
    if refusal := not_caller(draft.state, facts.seat, AUCTION):
        return refusal
    claims = current[1].claims
    if len(claims) < 2:
        return refuse(Own.NOBODY_TO_OUTBID, AUCTION, character_names=names_of(draft.state, claims))
    draft.cite(AUCTION, bidders=claims)
    draft.emit(AuctionBegun(claims))
    return draft.accept(f"{' and '.join(names_of(draft.state, claims))} bid for the next turn.")


def most(state: State, id: CharacterId) -> int:
    """Return the maximum number of shifts that a character can reach (`initiative.auction`)."""
    return sheet_of(state, id).best + DICE


def bid(draft: Draft, move: Bid, facts: Facts) -> Judgement:
    """Judge a bid (`initiative.auction`)."""
    current = at_stage(draft.state, AUCTION, Bidding)
    if isinstance(current, Refused):
        return current
    stage, name = current[1], name_of(draft.state, move.character)
    if move.character not in stage.bidders:
        owing = tuple(id for id in stage.bidders if id not in stage.bids)
        names = _own_names(draft.state, facts.seat, owing)
        return refuse(Own.NOT_ANSWERED, AUCTION, character_name=name, character_names=names)
    if refusal := not_own(draft.state, facts.seat, move.character):
        return refusal
    if move.character in stage.bids:
        return refuse(
            Own.BID_ALREADY, AUCTION, character_name=name, shifts_bid=stage.bids[move.character]
        )
    limit = most(draft.state, move.character)
    if not 0 <= move.shifts <= limit:
        return refuse(
            Own.UNFIT_BID,
            AUCTION,
            character_name=name,
            shifts_bid=move.shifts,
            shifts_maximum=limit,
        )
    draft.cite(AUCTION, character=move.character, shifts_bid=move.shifts, shifts_maximum=limit)
    draft.emit(BidMade(move.character, move.shifts))
    return draft.accept(f"{name} bids {shifts_in_words(move.shifts)}.{_decided(draft)}")


def _decided(draft: Draft) -> str:
    """Decide an auction after all bids, or if one claimant is left.

    Return a sentence. The highest bid gets the turn. If the highest bids are equal, these
    characters bid again.
    """
    conflict = draft.play.conflict
    assert conflict is not None
    stage = conflict.stage
    if not isinstance(stage, Bidding):
        return ""
    if len(stage.bidders) > 1 and len(stage.bids) < len(stage.bidders):
        return ""
    highest = max(stage.bids.values(), default=0)
    winners = tuple(id for id in stage.bidders if stage.bids.get(id, 0) == highest)
    if len(winners) > 1:
        draft.emit(AuctionBegun(winners))
        return " The highest bids are equal, so these characters bid again."
    draft.emit(TurnGiven(winners[0], stage.bids.get(winners[0], 0)))
    return f" It is {name_of(draft.state, winners[0])}'s turn."


def end_turn(draft: Draft, character: CharacterId) -> str:
    """End a character's turn. After the last turn, the next exchange begins (`exchange.once`)."""
    draft.emit(TurnEnded(character))
    if waiting(draft.state):
        return ""
    conflict = draft.play.conflict
    assert conflict is not None
    draft.cite(ONCE, exchange_number=conflict.exchange, acted_characters=conflict.acted)
    draft.emit(ExchangeBegun(conflict.exchange + 1))
    return f" Exchange {conflict.exchange + 1} begins."


CHAPTER: Judges[Play] = {
    ClaimTurn: claim,
    YieldTurn: give_way,
    GiveTurn: give,
    CallAuction: call_auction,
    Bid: bid,
}
