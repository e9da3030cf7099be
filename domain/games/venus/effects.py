"""The effects of the Venus Engine, and those that all games share."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import TokensMoved
from verger.domain.core.table import TableEffect
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.venus.model.bank import Token
from verger.domain.games.venus.model.scenes import ScenesEffect
from verger.domain.games.venus.model.sheet import Job, Sheet
from verger.domain.games.venus.model.subject import Ground, Subject
from verger.domain.games.venus.model.throw_effect import RollEffect
from verger.domain.table.proposal import ProposalEffect, Proposed
from verger.domain.table.sheet import CharacterId, SheetWritten


class ChapterBegun(TaggedEffect, frozen=True, tag="chapter_begun"):
    """A chapter began."""

    number: int


class ChapterEnded(TaggedEffect, frozen=True, tag="chapter_ended"):
    """A chapter ended, and its debrief began."""


class Awarded(TaggedEffect, frozen=True, tag="awarded"):
    """A seat was rewarded in the debrief, once for each ground."""

    seat: SeatId
    ground: Ground


class GameEnded(TaggedEffect, frozen=True, tag="game_ended"):
    """The story ended."""


ChapterEffect = ChapterBegun | ChapterEnded | Awarded | GameEnded


class LotsEndowed(TaggedEffect, frozen=True, tag="lots_endowed"):
    """A seat has received its first Lots."""

    seat: SeatId


class ExcessOwed(TaggedEffect, frozen=True, tag="excess_owed"):
    """Lots above the cap become exp. The seat chooses the jobs that get this exp."""

    seat: SeatId
    amount: int


class ExcessMarked(TaggedEffect, frozen=True, tag="excess_marked"):
    """The seat chose the job that gets exp for one of its Lots above the cap."""

    seat: SeatId


LotsEffect = LotsEndowed | ExcessOwed | ExcessMarked


class PeerNamed(TaggedEffect, frozen=True, tag="peer_named"):
    """An observer became a peer."""

    seat: SeatId


class PeerDismissed(TaggedEffect, frozen=True, tag="peer_dismissed"):
    """An observer is no longer a peer."""

    seat: SeatId


PeerEffect = PeerNamed | PeerDismissed


class ExpMarked(TaggedEffect, frozen=True, tag="exp_marked"):
    """The job at this place of the sheet has this exp now."""

    character: CharacterId
    job: int
    exp: int


class JobLevelled(TaggedEffect, frozen=True, tag="job_levelled"):
    """The job at this place of the sheet reached this level, and its bar is empty again."""

    character: CharacterId
    job: int
    level: int


class JobLearned(TaggedEffect, frozen=True, tag="job_learned"):
    """A character has begun to learn a job."""

    character: CharacterId
    job: Job


class AssetGained(TaggedEffect, frozen=True, tag="asset_gained"):
    """A character has won a material asset."""

    character: CharacterId
    text: str


JobEffect = ExpMarked | JobLevelled | JobLearned | AssetGained
ProposalEffects = Proposed[Subject] | ProposalEffect

Effect = (
    TokensMoved[Token]
    | SheetWritten[Sheet]
    | ChapterEffect
    | LotsEffect
    | PeerEffect
    | JobEffect
    | ScenesEffect
    | RollEffect
    | ProposalEffects
    | TableEffect
)
