"""The functions that apply a roll's effects."""

from typing import assert_never

from msgspec.structs import replace

from verger.domain.core.agreement import Vote
from verger.domain.games.venus.model.claim import Claim, answered, with_claim
from verger.domain.games.venus.model.throw import (
    Aid,
    Bought,
    Called,
    Choosing,
    Die,
    Judging,
    Kissing,
    Ready,
    Roll,
    Short,
    Source,
    Spending,
    Staffing,
    Stunt,
    Subverting,
    Work,
)
from verger.domain.games.venus.model.throw_effect import (
    AidAnswered,
    AidOffered,
    AidWithdrawn,
    CallEffect,
    CheckChosen,
    CheckEffect,
    ClaimAnswered,
    ClaimClosed,
    ClaimEffect,
    ClaimMade,
    ConsequenceBought,
    DieKissed,
    DifficultyJudged,
    FellShort,
    JobLacking,
    JobTaken,
    KissEffect,
    KissingEnded,
    PoolRolled,
    RollCalled,
    RollClosed,
    SixesDoubled,
    SpendEffect,
    SpendingEnded,
    StuntAnswered,
    StuntPerformed,
    SurpriseTold,
    TargetSet,
    TaskChosen,
    TaskEffect,
    ThresholdSet,
    WishStated,
)


def evolve_call(roll: Roll | None, effect: CallEffect) -> Roll | None:
    """Return the roll after an effect of its call, its wish, the choice of its kind, or its end."""
    match effect:
        case RollCalled(id, character, seat, is_npc, ability, caliber, score, since):
            return Roll(
                id=id,
                character=character,
                seat=seat,
                ability=ability,
                caliber=caliber,
                score=score,
                since=since,
                is_npc=is_npc,
            )
        case RollClosed():
            return None
        case WishStated(wish, agenda):
            assert roll is not None
            return replace(roll, stage=Called(wish, agenda))
        case CheckChosen(stakes):
            assert roll is not None
            return replace(roll, stage=Judging(stakes))
        case TaskChosen(stakes):
            assert roll is not None
            return replace(roll, stage=Choosing(stakes))
        case _:
            assert_never(effect)


def evolve_check(roll: Roll, effect: CheckEffect) -> Roll:
    """Return the roll after an effect of a check."""
    stage = roll.stage
    match effect:
        case DifficultyJudged(seat, difficulty):
            assert isinstance(stage, Judging)
            others = tuple(judgement for judgement in stage.judged if judgement[0] != seat)
            return replace(roll, stage=replace(stage, judged=(*others, (seat, difficulty))))
        case TargetSet(difficulty, factors):
            assert isinstance(stage, Judging)
            return replace(roll, stage=Ready(stage.stakes, difficulty, factors))
        case FellShort(natural, total):
            assert isinstance(stage, Ready)
            return replace(roll, stage=Short(stage.stakes, stage.target, natural, total))
        case _:
            assert_never(effect)


def evolve_claim(roll: Roll, effect: ClaimEffect) -> Roll:
    """Return the roll after an effect of a claim."""
    claims = roll.claims
    match effect:
        case ClaimMade():
            return replace(roll, claims=(*claims, _claimed(effect)))
        case ClaimAnswered(number, seat, valid):
            after = answered(claims[number - 1], seat, valid=valid)
        case ClaimClosed(number, approved):
            after = replace(claims[number - 1], approved=approved)
        case _:
            assert_never(effect)
    return replace(roll, claims=with_claim(claims, number, after))


def _claimed(made: ClaimMade) -> Claim:
    vote = Vote(made.asked, everyone=False, yes=made.yes)
    return Claim(
        purpose=made.purpose,
        by=made.by,
        text=made.text,
        vote=vote,
        lot=made.lot,
        die=made.die,
        attribute=made.attribute,
        job=made.job,
    )


def evolve_task(roll: Roll, effect: TaskEffect) -> Roll:
    """Return the roll after an effect of a task, up to its dice."""
    stage = roll.stage
    match effect:
        case JobLacking():
            assert isinstance(stage, Choosing)
            return replace(roll, stage=replace(stage, is_lacking=True))
        case JobTaken(job, dice, is_learning):
            assert isinstance(stage, Choosing)
            return replace(roll, stage=Staffing(Work(stage.stakes, job, dice, is_learning)))
        case _:
            assert isinstance(stage, Staffing)
            return _after_staffing(roll, stage.work, effect)


def _after_staffing(
    roll: Roll,
    work: Work,
    effect: ThresholdSet | AidOffered | AidAnswered | AidWithdrawn | PoolRolled,
) -> Roll:
    match effect:
        case ThresholdSet(factors):
            work = replace(work, factors=factors)
        case AidOffered(seat, character, job, caliber):
            work = replace(work, aid=(*work.aid, Aid(seat, character, job, caliber)))
        case AidAnswered(seat, accepted):
            aid = [replace(a, accepted=accepted) if a.seat == seat else a for a in work.aid]
            work = replace(work, aid=tuple(aid))
        case AidWithdrawn(seat):
            work = replace(work, aid=tuple(ally for ally in work.aid if ally.seat != seat))
        case PoolRolled(values):
            owners = (*(roll.seat,) * work.dice, *[ally.seat for ally in work.allies])
            pool = zip(owners, work.pool(roll.caliber), values, strict=True)
            dice = tuple(Die(seat, caliber, value) for seat, caliber, value in pool)
            return replace(roll, stage=Kissing(work, dice))
        case _:
            assert_never(effect)
    return replace(roll, stage=Staffing(work))


def evolve_kiss(roll: Roll, effect: KissEffect) -> Roll:
    """Return the roll after an effect of the round of KISSing."""
    stage = roll.stage
    assert isinstance(stage, Kissing)
    match effect:
        case DieKissed(number, source):
            stage = _with_kiss(stage, number, source)
        case SixesDoubled():
            stage = replace(stage, is_doubled=True)
        case StuntPerformed(seat, number, text):
            stage = replace(stage, stunts=(*stage.stunts, Stunt(seat, number, text)))
        case StuntAnswered(seat, stands):
            stunts = [replace(s, stands=stands) if s.seat == seat else s for s in stage.stunts]
            stage = replace(stage, stunts=tuple(stunts))
        case KissingEnded(values, successes):
            again = iter(values)
            dice = [replace(d, value=next(again)) if d.kissed else d for d in stage.dice]
            return replace(roll, stage=Spending(stage.work, successes, tuple(dice)))
        case _:
            assert_never(effect)
    return replace(roll, stage=stage)


def _with_kiss(stage: Kissing, number: int, source: Source) -> Kissing:
    dice = list(stage.dice)
    dice[number - 1] = replace(dice[number - 1], kissed=source)
    return replace(stage, dice=tuple(dice))


def evolve_spend(roll: Roll, effect: SpendEffect) -> Roll:
    """Return the roll after successes were spent."""
    stage = roll.stage
    assert isinstance(stage, Spending)
    match effect:
        case ConsequenceBought(consequence, price, to, text):
            bought = (*stage.bought, Bought(consequence, to, text))
            return replace(roll, stage=replace(stage, bought=bought, spent=stage.spent + price))
        case SurpriseTold(_, text):
            purchases = [
                replace(purchase, text=text) if purchase.consequence == "surprise" else purchase
                for purchase in stage.bought
            ]
            return replace(roll, stage=replace(stage, bought=tuple(purchases)))
        case SpendingEnded():
            return replace(roll, stage=Subverting(stage.work, stage.bought))
        case _:
            assert_never(effect)
