"""The effects on a roll."""

from typing import Literal

from verger.domain.core.identifier import SeatId, Sign
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.venus.model.caliber import Caliber
from verger.domain.games.venus.model.claim import Purpose
from verger.domain.games.venus.model.sheet import Job
from verger.domain.games.venus.model.throw import RollId, Source, Way
from verger.domain.table.sheet import CharacterId

Outcome = Literal["passed", "failed", "cancelled", "dropped"]


class RollCalled(TaggedEffect, frozen=True, tag="roll_called"):
    """The FC called a roll for an ability."""

    roll: RollId
    character: CharacterId
    seat: SeatId
    is_npc: bool
    ability: str
    caliber: Caliber
    score: int
    version: int


class WishStated(TaggedEffect, frozen=True, tag="wish_stated"):
    """The player stated a wish: the purpose, and the kind of roll."""

    wish: Way
    agenda: str


class CheckChosen(TaggedEffect, frozen=True, tag="check_chosen"):
    """The FC chose a check, with these stakes."""

    stakes: str


class TaskChosen(TaggedEffect, frozen=True, tag="task_chosen"):
    """The FC chose a task, with these stakes."""

    stakes: str


class RollClosed(TaggedEffect, frozen=True, tag="roll_closed"):
    """The roll ended. It was `dropped` if the roller left."""

    roll: RollId
    outcome: Outcome


CallEffect = RollCalled | WishStated | CheckChosen | TaskChosen | RollClosed


class DifficultyJudged(TaggedEffect, frozen=True, tag="difficulty_judged"):
    """A peer judged the difficulty, or changed its judgement."""

    seat: SeatId
    difficulty: int


class TargetSet(TaggedEffect, frozen=True, tag="target_set"):
    """The check has its difficulty and its factors."""

    difficulty: int
    factors: tuple[str, ...]


class FellShort(TaggedEffect, frozen=True, tag="fell_short"):
    """The check failed, but a bonus can still make it pass."""

    natural: int
    total: int


CheckEffect = DifficultyJudged | TargetSet | FellShort


class ClaimMade(TaggedEffect, frozen=True, tag="claim_made", omit_defaults=True):
    """A claim was made to the peers. If a peer made it, this peer's answer is yes."""

    purpose: Purpose
    by: SeatId
    asked: tuple[SeatId, ...]
    yes: tuple[SeatId, ...]
    text: str
    lot: bool = False
    die: int = 0
    attribute: int = 0
    job: Job | None = None


class ClaimAnswered(TaggedEffect, frozen=True, tag="claim_answered"):
    """A peer answered. `valid` is null if the answer is no longer counted."""

    number: int
    seat: SeatId
    valid: bool | None


class ClaimClosed(TaggedEffect, frozen=True, tag="claim_closed"):
    """The peers decided a claim."""

    number: int
    approved: bool


ClaimEffect = ClaimMade | ClaimAnswered | ClaimClosed


class JobLacking(TaggedEffect, frozen=True, tag="job_lacking"):
    """No job fits, and the peers name one."""


class JobTaken(TaggedEffect, frozen=True, tag="job_taken"):
    """The task is done with this job, for this number of dice."""

    job: str
    dice: int
    is_learning: bool


class ThresholdSet(TaggedEffect, frozen=True, tag="threshold_set"):
    """The FC named the factors that make the task harder."""

    factors: tuple[str, ...]


class AidOffered(TaggedEffect, frozen=True, tag="aid_offered"):
    """An ally offered a die."""

    seat: SeatId
    character: CharacterId
    job: str
    caliber: Caliber


class AidAnswered(TaggedEffect, frozen=True, tag="aid_answered"):
    """The actor accepted an ally's die, or declined it."""

    seat: SeatId
    accepted: bool


class AidWithdrawn(TaggedEffect, frozen=True, tag="aid_withdrawn"):
    """An ally left before the dice were rolled."""

    seat: SeatId


class PoolRolled(TaggedEffect, frozen=True, tag="pool_rolled"):
    """The dice of a task were rolled: the actor's, then each ally's."""

    values: tuple[int, ...]


TaskEffect = (
    JobLacking | JobTaken | ThresholdSet | AidOffered | AidAnswered | AidWithdrawn | PoolRolled
)


class DieKissed(TaggedEffect, frozen=True, tag="die_kissed"):
    """A die will be rolled again."""

    die: int
    source: Source


class SixesDoubled(TaggedEffect, frozen=True, tag="sixes_doubled"):
    """Every 6 of the task counts twice."""


class StuntPerformed(TaggedEffect, frozen=True, tag="stunt_performed"):
    """A seat described a stunt for a die."""

    seat: SeatId
    die: int
    text: str


class StuntAnswered(TaggedEffect, frozen=True, tag="stunt_answered"):
    """The FC accepted a stunt, or vetoed it."""

    seat: SeatId
    stands: bool


class KissingEnded(TaggedEffect, frozen=True, tag="kissing_ended"):
    """The chosen dice were rolled again, in their order, and the successes were counted."""

    values: tuple[int, ...]
    successes: int


KissEffect = DieKissed | SixesDoubled | StuntPerformed | StuntAnswered | KissingEnded


class ConsequenceBought(TaggedEffect, frozen=True, tag="consequence_bought"):
    """Successes bought a consequence."""

    consequence: Sign
    price: int
    to: Sign
    text: str


class SurpriseTold(TaggedEffect, frozen=True, tag="surprise_told"):
    """A peer described a surprise."""

    seat: SeatId
    text: str


class SpendingEnded(TaggedEffect, frozen=True, tag="spending_ended"):
    """The player stopped buying."""


SpendEffect = ConsequenceBought | SurpriseTold | SpendingEnded

RollEffect = CallEffect | CheckEffect | ClaimEffect | TaskEffect | KissEffect | SpendEffect
