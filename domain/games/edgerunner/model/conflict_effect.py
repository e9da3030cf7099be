"""The effects of a conflict, in the order of a conflict."""

from typing import Literal

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label, Prose
from verger.domain.games.edgerunner.model.action import Action
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.sheet import CharacterId


class ConflictBegun(TaggedEffect, frozen=True, tag="conflict_begun"):
    """Push came to shove."""

    reason: Prose
    length: Span


class ConflictEnded(TaggedEffect, frozen=True, tag="conflict_ended"):
    """It is over: stress, free moves and defenses with it; who was taken out is off the map."""

    outcome: Literal["taken_out", "concession"]
    side: int
    """Who was taken out, or conceded."""
    story: Prose | None


class CallHandedOver(TaggedEffect, frozen=True, tag="call_handed_over"):
    """Another seat calls from now on; nobody's is the referee's."""

    seat: SeatId | None


class TurnClaimed(TaggedEffect, frozen=True, tag="turn_claimed"):
    """Somebody wants to act next."""

    character: CharacterId


class ClaimYielded(TaggedEffect, frozen=True, tag="claim_yielded"):
    """Somebody wants to no longer."""

    character: CharacterId


class AuctionBegun(TaggedEffect, frozen=True, tag="auction_begun"):
    """Several want to act, and bid for it; so do those whose bids were equal."""

    bidders: tuple[CharacterId, ...]


class BidMade(TaggedEffect, frozen=True, tag="bid_made"):
    """Somebody bids so many shifts."""

    character: CharacterId
    shifts: int


class TurnGiven(TaggedEffect, frozen=True, tag="turn_given"):
    """It is somebody's turn, for so many shifts."""

    character: CharacterId
    bid: int


class ActionDeclared(TaggedEffect, frozen=True, tag="action_declared"):
    """It is said what is done."""

    action: Action
    narration: Prose
    rating: int
    range: int


class ActionContinued(TaggedEffect, frozen=True, tag="action_continued"):
    """What was done in the exchange before goes on, with what was rolled then."""

    action: Action
    narration: Prose


class DeclarationDropped(TaggedEffect, frozen=True, tag="declaration_dropped"):
    """It comes to nothing, and something else may be done."""


class OppositionNamed(TaggedEffect, frozen=True, tag="opposition_named"):
    """The target has said with what it opposes, if with anything."""

    skill: Label | None
    rating: int


class HelpAccepted(TaggedEffect, frozen=True, tag="help_accepted"):
    """Who is to recover gives its action for it, or who is to be defended lets it happen."""


class CompelCalled(TaggedEffect, frozen=True, tag="compel_called"):
    """Somebody says that an aspect keeps who acts from it."""

    aspect: AspectId
    by: CharacterId | None
    why: Prose


class CompelRefused(TaggedEffect, frozen=True, tag="compel_refused"):
    """It does not."""


class CompelsClosed(TaggedEffect, frozen=True, tag="compels_closed"):
    """Nobody compels any more."""


class FudgeRolled(TaggedEffect, frozen=True, tag="fudge_rolled"):
    """The dice show -1, 0 or 1 each, in place of earlier ones; `reported` ones were typed in."""

    dice: tuple[int, ...]
    reported: bool = False


class AspectInvoked(TaggedEffect, frozen=True, tag="aspect_invoked"):
    """An aspect changes the shifts by so much; by nothing where the dice are rolled again."""

    aspect: AspectId
    by: CharacterId
    change: int
    why: Prose


class SpinUsed(TaggedEffect, frozen=True, tag="spin_used"):
    """What an earlier failure left behind is used against who failed."""


class StrainTaken(TaggedEffect, frozen=True, tag="strain_taken"):
    """Stress or a consequence makes up for shifts, or takes them off."""

    shifts: int
    why: Prose


class RollStood(TaggedEffect, frozen=True, tag="roll_stood"):
    """Who acts leaves it at that; the target may resist."""


class ActionSettled(TaggedEffect, frozen=True, tag="action_settled"):
    """The shifts are what they are, and may be continued in the next exchange."""


class SpendingBegun(TaggedEffect, frozen=True, tag="spending_begun"):
    """There are shifts to be used."""


class ShiftsSpent(TaggedEffect, frozen=True, tag="shifts_spent"):
    """Some shifts are used."""

    shifts: int


class FateOpened(TaggedEffect, frozen=True, tag="fate_opened"):
    """Who took something out is asked what becomes of it."""

    target: TargetId


class FateDecided(TaggedEffect, frozen=True, tag="fate_decided"):
    """What becomes of what was taken out."""

    target: TargetId
    story: Prose


class WardSet(TaggedEffect, frozen=True, tag="ward_set"):
    """A track has another threshold while somebody keeps it up."""

    by: CharacterId
    target: CharacterId
    track: Label
    threshold: int


class WardsEnded(TaggedEffect, frozen=True, tag="wards_ended"):
    """Somebody keeps nothing up any more, or nothing is kept up for somebody."""

    character: CharacterId
    role: Literal["by", "target"]


class ActionGiven(TaggedEffect, frozen=True, tag="action_given"):
    """Somebody has used the action of this exchange for another's recovery."""

    character: CharacterId


class FreelyMoved(TaggedEffect, frozen=True, tag="freely_moved"):
    """The free move of the turn is used up."""


class SimplyDone(TaggedEffect, frozen=True, tag="simply_done"):
    """Something was done that needs no roll."""

    narration: Prose


class ActionOver(TaggedEffect, frozen=True, tag="action_over"):
    """The action of the turn is over."""


class TurnEnded(TaggedEffect, frozen=True, tag="turn_ended"):
    """Somebody has acted in this exchange."""

    character: CharacterId


class ExchangeBegun(TaggedEffect, frozen=True, tag="exchange_begun"):
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
