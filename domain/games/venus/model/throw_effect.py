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
    """The FC named the ability that is used."""

    roll: RollId
    character: CharacterId
    seat: SeatId
    is_npc: bool
    ability: str
    caliber: Caliber
    score: int
    version: int


class WishStated(TaggedEffect, frozen=True, tag="wish_stated"):
    """The player said what it is about, and which kind of roll it should be."""

    wish: Way
    agenda: str


class CheckChosen(TaggedEffect, frozen=True, tag="check_chosen"):
    """It is a check, with this at stake."""

    stakes: str


class TaskChosen(TaggedEffect, frozen=True, tag="task_chosen"):
    """It is a task, with this at stake."""

    stakes: str


class RollClosed(TaggedEffect, frozen=True, tag="roll_closed"):
    """The roll is over; `dropped` where whose roll it was has left."""

    roll: RollId
    outcome: Outcome


CallEffect = RollCalled | WishStated | CheckChosen | TaskChosen | RollClosed


class DifficultyJudged(TaggedEffect, frozen=True, tag="difficulty_judged"):
    """A peer said how hard it is, or thought better of it."""

    seat: SeatId
    difficulty: int


class TargetSet(TaggedEffect, frozen=True, tag="target_set"):
    """The check has its difficulty and what makes it harder."""

    difficulty: int
    factors: tuple[str, ...]


class FellShort(TaggedEffect, frozen=True, tag="fell_short"):
    """The d20 and the score came close enough for a bonus to help."""

    natural: int
    total: int


CheckEffect = DifficultyJudged | TargetSet | FellShort


class ClaimMade(TaggedEffect, frozen=True, tag="claim_made", omit_defaults=True):
    """The peers were asked whether something is valid; who makes a claim as a peer says yes."""

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
    """A peer answered; `valid` is nothing where it is no longer counted."""

    number: int
    seat: SeatId
    valid: bool | None


class ClaimClosed(TaggedEffect, frozen=True, tag="claim_closed"):
    """The peers have decided."""

    number: int
    approved: bool


ClaimEffect = ClaimMade | ClaimAnswered | ClaimClosed


class JobLacking(TaggedEffect, frozen=True, tag="job_lacking"):
    """No job fits: the peers name one."""


class JobTaken(TaggedEffect, frozen=True, tag="job_taken"):
    """The task is done with this job, for so many dice."""

    job: str
    dice: int
    is_learning: bool


class ThresholdSet(TaggedEffect, frozen=True, tag="threshold_set"):
    """The FC counted what makes the task harder."""

    factors: tuple[str, ...]


class AidOffered(TaggedEffect, frozen=True, tag="aid_offered"):
    """An ally holds out a die."""

    seat: SeatId
    character: CharacterId
    job: str
    caliber: Caliber


class AidAnswered(TaggedEffect, frozen=True, tag="aid_answered"):
    """The actor takes an ally's die, or does without."""

    seat: SeatId
    accepted: bool


class AidWithdrawn(TaggedEffect, frozen=True, tag="aid_withdrawn"):
    """An ally is gone before the dice were rolled."""

    seat: SeatId


class PoolRolled(TaggedEffect, frozen=True, tag="pool_rolled"):
    """The dice of a task lie on the table: the actor's, then each ally's."""

    values: tuple[int, ...]


TaskEffect = (
    JobLacking | JobTaken | ThresholdSet | AidOffered | AidAnswered | AidWithdrawn | PoolRolled
)


class DieKissed(TaggedEffect, frozen=True, tag="die_kissed"):
    """A die is to be rolled again."""

    die: int
    source: Source


class SixesDoubled(TaggedEffect, frozen=True, tag="sixes_doubled"):
    """Every 6 of the task counts twice."""


class StuntPerformed(TaggedEffect, frozen=True, tag="stunt_performed"):
    """Somebody described a stunt for a die."""

    seat: SeatId
    die: int
    text: str


class StuntAnswered(TaggedEffect, frozen=True, tag="stunt_answered"):
    """The FC let a stunt stand, or vetoed it."""

    seat: SeatId
    stands: bool


class KissingEnded(TaggedEffect, frozen=True, tag="kissing_ended"):
    """What was chosen is rolled again, in order of the dice, and the successes are counted."""

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
    """The peers said what happens unexpectedly."""

    seat: SeatId
    text: str


class SpendingEnded(TaggedEffect, frozen=True, tag="spending_ended"):
    """The player buys nothing more."""


SpendEffect = ConsequenceBought | SurpriseTold | SpendingEnded

RollEffect = CallEffect | CheckEffect | ClaimEffect | TaskEffect | KissEffect | SpendEffect
