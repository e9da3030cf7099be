"""The effects of a conflict, in their usual order."""

from typing import Literal

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.text import Label, Prose
from verger.domain.games.edgerunner.model.action import Action
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.sheet import CharacterId


class ConflictBegun(TaggedEffect, frozen=True, tag="conflict_begun"):
    """A conflict began."""

    reason: Prose
    length: Span


class ConflictEnded(TaggedEffect, frozen=True, tag="conflict_ended"):
    """The conflict ended. All stress, free moves and defenses ended with it.

    All characters and things that were taken out left the map.
    """

    outcome: Literal["taken_out", "concession"]
    side: int
    """The side that was taken out or conceded."""
    story: Prose | None


class CallHandedOver(TaggedEffect, frozen=True, tag="call_handed_over"):
    """Another seat is the caller now. If `seat` is null, the referee is the caller."""

    seat: SeatId | None


class TurnClaimed(TaggedEffect, frozen=True, tag="turn_claimed"):
    """A character wants to act next."""

    character: CharacterId


class ClaimYielded(TaggedEffect, frozen=True, tag="claim_yielded"):
    """A character withdrew its claim."""

    character: CharacterId


class AuctionBegun(TaggedEffect, frozen=True, tag="auction_begun"):
    """These characters bid for the turn, for the first time or again after equal bids."""

    bidders: tuple[CharacterId, ...]


class BidMade(TaggedEffect, frozen=True, tag="bid_made"):
    """A character bid these shifts."""

    character: CharacterId
    shifts: int


class TurnGiven(TaggedEffect, frozen=True, tag="turn_given"):
    """A character got the turn. Its bid is this number of shifts."""

    character: CharacterId
    bid: int


class ActionDeclared(TaggedEffect, frozen=True, tag="action_declared"):
    """An action was declared."""

    action: Action
    narration: Prose
    rating: int
    range: int


class ActionContinued(TaggedEffect, frozen=True, tag="action_continued"):
    """The action of the previous exchange continues, and its roll counts again."""

    action: Action
    narration: Prose


class DeclarationDropped(TaggedEffect, frozen=True, tag="declaration_dropped"):
    """The declaration was dropped. The actor can declare another action."""


class OppositionNamed(TaggedEffect, frozen=True, tag="opposition_named"):
    """The target named the skill that opposes the action, or named no skill."""

    skill: Label | None
    rating: int


class HelpAccepted(TaggedEffect, frozen=True, tag="help_accepted"):
    """The target accepted a defense, or a recovery that also uses its action."""


class CompelCalled(TaggedEffect, frozen=True, tag="compel_called"):
    """A seat claimed that an aspect prevents the action."""

    aspect: AspectId
    by: CharacterId | None
    why: Prose


class CompelRefused(TaggedEffect, frozen=True, tag="compel_refused"):
    """The actor refused the compel."""


class CompelsClosed(TaggedEffect, frozen=True, tag="compels_closed"):
    """There are no more compels."""


class FudgeRolled(TaggedEffect, frozen=True, tag="fudge_rolled"):
    """Fudge dice (-1, 0 or 1 each) were rolled.

    They replace earlier dice of the roll. `reported` dice were typed in.
    """

    dice: tuple[int, ...]
    reported: bool = False


class AspectInvoked(TaggedEffect, frozen=True, tag="aspect_invoked"):
    """An aspect was invoked.

    It changed the shifts by `change`, which is 0 if the dice are rolled again.
    """

    aspect: AspectId
    by: CharacterId
    change: int
    why: Prose


class SpinUsed(TaggedEffect, frozen=True, tag="spin_used"):
    """Spin from an earlier failure was used against the character that failed."""


class StrainTaken(TaggedEffect, frozen=True, tag="strain_taken"):
    """Stress or a consequence adds shifts, or removes them."""

    shifts: int
    why: Prose


class RollStood(TaggedEffect, frozen=True, tag="roll_stood"):
    """The actor accepted the roll. The target can resist."""


class ActionSettled(TaggedEffect, frozen=True, tag="action_settled"):
    """The shifts of the action are final. The action can continue in the next exchange."""


class SpendingBegun(TaggedEffect, frozen=True, tag="spending_begun"):
    """There are shifts to spend."""


class ShiftsSpent(TaggedEffect, frozen=True, tag="shifts_spent"):
    """Shifts were spent."""

    shifts: int


class FateOpened(TaggedEffect, frozen=True, tag="fate_opened"):
    """The character that took something out must now describe the target's fate."""

    target: TargetId


class FateDecided(TaggedEffect, frozen=True, tag="fate_decided"):
    """The fate of something that was taken out was described."""

    target: TargetId
    story: Prose


class WardSet(TaggedEffect, frozen=True, tag="ward_set"):
    """A track has another threshold while a character keeps it up."""

    by: CharacterId
    target: CharacterId
    track: Label
    threshold: int


class WardsEnded(TaggedEffect, frozen=True, tag="wards_ended"):
    """The defenses that a character keeps up, or the defenses that protect it, ended."""

    character: CharacterId
    role: Literal["by", "target"]


class ActionGiven(TaggedEffect, frozen=True, tag="action_given"):
    """A character used its action of this exchange to recover together with another character."""

    character: CharacterId


class FreelyMoved(TaggedEffect, frozen=True, tag="freely_moved"):
    """The free move of the turn was used."""


class SimplyDone(TaggedEffect, frozen=True, tag="simply_done"):
    """An action that needs no roll was done."""

    narration: Prose


class ActionOver(TaggedEffect, frozen=True, tag="action_over"):
    """The action of the turn is over."""


class TurnEnded(TaggedEffect, frozen=True, tag="turn_ended"):
    """A character has acted in this exchange."""

    character: CharacterId


class ExchangeBegun(TaggedEffect, frozen=True, tag="exchange_begun"):
    """Everyone has acted. A new exchange began."""

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
