"""The effects of a conflict, in the order in which they can happen.

The tags and field names of effects are the stored format: a change is a new tag.
"""

from typing import Literal

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import Label, Prose
from verger.domain.games.edgerunner.model.action import Action
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.sheet import CharacterId


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class ConflictBegun(_Effect, frozen=True, tag="conflict_begun"):
    """Push came to shove."""

    reason: Prose
    length: Span


class ConflictEnded(_Effect, frozen=True, tag="conflict_ended"):
    """It is over: stress, free moves and defenses with it; who was taken out is off the map."""

    outcome: Literal["taken_out", "concession"]
    side: int
    """Who was taken out, or conceded."""
    story: Prose | None


class CallHandedOver(_Effect, frozen=True, tag="call_handed_over"):
    """Another seat calls from now on; nobody's is the referee's."""

    seat: SeatId | None


class TurnClaimed(_Effect, frozen=True, tag="turn_claimed"):
    """Somebody wants to act next."""

    character: CharacterId


class ClaimYielded(_Effect, frozen=True, tag="claim_yielded"):
    """Somebody wants to no longer."""

    character: CharacterId


class AuctionBegun(_Effect, frozen=True, tag="auction_begun"):
    """Several want to act, and bid for it; so do those whose bids were equal."""

    bidders: tuple[CharacterId, ...]


class BidMade(_Effect, frozen=True, tag="bid_made"):
    """Somebody bids so many shifts."""

    character: CharacterId
    shifts: int


class TurnGiven(_Effect, frozen=True, tag="turn_given"):
    """It is somebody's turn, for so many shifts."""

    character: CharacterId
    bid: int


class ActionDeclared(_Effect, frozen=True, tag="action_declared"):
    """It is said what is done."""

    action: Action
    narration: Prose
    rating: int
    range: int


class ActionContinued(_Effect, frozen=True, tag="action_continued"):
    """What was done in the exchange before goes on, with what was rolled then."""

    action: Action
    narration: Prose


class DeclarationDropped(_Effect, frozen=True, tag="declaration_dropped"):
    """It comes to nothing, and something else may be done."""


class OppositionNamed(_Effect, frozen=True, tag="opposition_named"):
    """The target has said with what it opposes, if with anything."""

    skill: Label | None
    rating: int


class HelpAccepted(_Effect, frozen=True, tag="help_accepted"):
    """Who is to recover gives its action for it, or who is to be defended lets it happen."""


class CompelCalled(_Effect, frozen=True, tag="compel_called"):
    """Somebody says that an aspect keeps who acts from it."""

    aspect: AspectId
    by: CharacterId | None
    why: Prose


class CompelRefused(_Effect, frozen=True, tag="compel_refused"):
    """It does not."""


class CompelsClosed(_Effect, frozen=True, tag="compels_closed"):
    """Nobody compels any more."""


class FudgeRolled(_Effect, frozen=True, tag="fudge_rolled"):
    """The dice show -1, 0 or 1 each, in place of earlier ones; `reported` ones were typed in."""

    dice: tuple[int, ...]
    reported: bool = False


class AspectInvoked(_Effect, frozen=True, tag="aspect_invoked"):
    """An aspect changes the shifts by so much; by nothing where the dice are rolled again."""

    aspect: AspectId
    by: CharacterId
    change: int
    why: Prose


class SpinUsed(_Effect, frozen=True, tag="spin_used"):
    """What an earlier failure left behind is used against who failed."""


class StrainTaken(_Effect, frozen=True, tag="strain_taken"):
    """Stress or a consequence makes up for shifts, or takes them off."""

    shifts: int
    why: Prose


class RollStood(_Effect, frozen=True, tag="roll_stood"):
    """Who acts leaves it at that; the target may resist."""


class ActionSettled(_Effect, frozen=True, tag="action_settled"):
    """The shifts are what they are, and may be continued in the next exchange."""


class SpendingBegun(_Effect, frozen=True, tag="spending_begun"):
    """There are shifts to be used."""


class ShiftsSpent(_Effect, frozen=True, tag="shifts_spent"):
    """Some shifts are used."""

    shifts: int


class FateOpened(_Effect, frozen=True, tag="fate_opened"):
    """Who took something out is asked what becomes of it."""

    target: TargetId


class FateDecided(_Effect, frozen=True, tag="fate_decided"):
    """What becomes of what was taken out."""

    target: TargetId
    story: Prose


class WardSet(_Effect, frozen=True, tag="ward_set"):
    """A track has another threshold while somebody keeps it up."""

    by: CharacterId
    target: CharacterId
    track: Label
    threshold: int


class WardsEnded(_Effect, frozen=True, tag="wards_ended"):
    """Somebody keeps nothing up any more, or nothing is kept up for somebody."""

    character: CharacterId
    role: Literal["by", "target"]


class ActionGiven(_Effect, frozen=True, tag="action_given"):
    """Somebody has used the action of this exchange for another's recovery."""

    character: CharacterId


class FreelyMoved(_Effect, frozen=True, tag="freely_moved"):
    """The free move of the turn is used up."""


class SimplyDone(_Effect, frozen=True, tag="simply_done"):
    """Something was done that needs no roll."""

    narration: Prose


class ActionOver(_Effect, frozen=True, tag="action_over"):
    """The action of the turn is over."""


class TurnEnded(_Effect, frozen=True, tag="turn_ended"):
    """Somebody has acted in this exchange."""

    character: CharacterId


class ExchangeBegun(_Effect, frozen=True, tag="exchange_begun"):
    """Everyone has acted; all may act again."""

    exchange: int


InitiativeEffect = (
    CallHandedOver
    | TurnClaimed
    | ClaimYielded
    | AuctionBegun
    | BidMade
    | TurnGiven
    | TurnEnded
    | ExchangeBegun
)
DeclaringEffect = (
    ActionDeclared
    | ActionContinued
    | DeclarationDropped
    | OppositionNamed
    | HelpAccepted
    | CompelCalled
    | CompelRefused
    | CompelsClosed
)
RollingEffect = FudgeRolled | AspectInvoked | SpinUsed | StrainTaken | RollStood | ActionSettled
UsingEffect = (
    SpendingBegun
    | ShiftsSpent
    | FateOpened
    | FateDecided
    | WardSet
    | WardsEnded
    | ActionGiven
    | FreelyMoved
    | SimplyDone
    | ActionOver
)
ConflictEffect = InitiativeEffect | DeclaringEffect | RollingEffect | UsingEffect
