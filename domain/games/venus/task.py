"""Tasks before their dice: the job, the threshold, allies' aid, the odds, the roll."""

from msgspec.structs import replace

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose, listed, tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.check import Factor
from verger.domain.games.venus.claiming import cannot_ask, put, stop_asking
from verger.domain.games.venus.job import mark_exp
from verger.domain.games.venus.model.caliber import D6, Caliber
from verger.domain.games.venus.model.claim import Purpose
from verger.domain.games.venus.model.sheet import Job
from verger.domain.games.venus.model.throw import Choosing, Roll, Staffing, Work
from verger.domain.games.venus.model.throw_effect import (
    AidAnswered,
    AidOffered,
    JobLacking,
    JobTaken,
    PoolRolled,
    ThresholdSet,
)
from verger.domain.games.venus.model.words import counted, quoted
from verger.domain.games.venus.odds import successes
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.roll import may_learn
from verger.domain.games.venus.state import Draft, Play, State, at_stage, fc_only, own_roll
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import Reported, throw

JOB, LEARN, THRESHOLD, AID, ODDS = (
    "task.job",
    "job.learn",
    "task.threshold",
    "task.aid",
    "task.odds",
)

AID_LIMIT = 2


class TakeJob(TaggedMove, frozen=True, tag="take_job"):
    """Do a task with one of your jobs (`task.job`)."""

    job: Label


class LackJob(TaggedMove, frozen=True, tag="lack_job"):
    """State that none of your jobs fits (`job.learn`)."""


class PutJob(TaggedMove, frozen=True, tag="put_job"):
    """Name the job that fits, and its second ability, as a peer (`job.learn`)."""

    name: Label
    ability: Label
    qualifications: Prose | None = None


class SetThreshold(TaggedMove, frozen=True, tag="set_threshold"):
    """Name the factors that make a task harder, as the FC (`task.threshold`)."""

    factors: tuple[Factor, ...] = ()


class OfferAid(TaggedMove, frozen=True, tag="offer_aid"):
    """Offer a die as an ally, with a job that fits (`task.aid`)."""

    character: CharacterId
    job: Label


class AnswerAid(TaggedMove, frozen=True, tag="answer_aid"):
    """Accept or decline an ally's die (`task.aid`)."""

    seat: SeatId
    accept: bool


class RollTask(TaggedMove, frozen=True, tag="roll_task"):
    """Roll the dice of a task, the allies' dice last, or type in real dice (`task.successes`)."""

    reported: Reported | None = None


TaskMove = TakeJob | LackJob | PutJob | SetThreshold | OfferAid | AnswerAid | RollTask


def take_job(draft: Draft, move: TakeJob, facts: Facts) -> Judgement:
    """Judge the choice of a job (`task.job`). A job at level 0 is being learned (`job.learn`)."""
    current = own_roll(draft.state, facts.seat, Choosing, JOB)
    if isinstance(current, Refused):
        return current
    roll, _ = current
    name = draft.table.name(facts.seat)
    job = draft.play.characters.known[roll.character].sheet.job(move.job)
    if job is None:
        return refuse(Own.NO_SUCH_JOB, JOB, job_name=move.job)
    if not job.inherits(roll.ability):
        return refuse(Own.DOES_NOT_INHERIT, JOB, job_name=job.name, ability_name=roll.ability)
    learning = job.level == 0
    dice = roll.score if learning else job.level
    draft.cite(JOB, job_name=job.name, job_level=job.level, dice=dice)
    if learning:
        draft.cite(LEARN, job_name=job.name, exp_marked=job.exp)
    stop_asking(draft)
    draft.emit(JobTaken(job.name, dice, learning))
    how = ", which is still being learned" if learning else ""
    sentence = f"{name} does the task as “{job.name}”{how}, for {counted(dice, 'die', 'dice')}."
    return draft.accept(sentence)


def lack_job(draft: Draft, _move: LackJob, facts: Facts) -> Judgement:
    """Judge the statement that no job fits (`job.learn`)."""
    current = own_roll(draft.state, facts.seat, Choosing, LEARN)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = draft.table.name(facts.seat)
    if stage.is_lacking:
        return refuse(Code.ALREADY_ANSWERED, LEARN, seat_name=name)
    if not may_learn(draft.state, roll):
        return refuse(Own.NO_JOB_POSSIBLE, LEARN, ability_name=roll.ability)
    draft.cite(LEARN, roll=roll.id)
    draft.emit(JobLacking())
    return draft.accept(f"{name} has no job for the task, so the peers name a job.")


def put_job(draft: Draft, move: PutJob, facts: Facts) -> Judgement:
    """Judge the job that a peer names. It is learned if most peers approve (`job.learn`)."""
    state = draft.state
    current = at_stage(state, Choosing, LEARN)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = state.table.name(facts.seat)
    if facts.seat == roll.seat:
        return refuse(Code.NOT_ASKED, LEARN, seat_name=name)
    if not stage.is_lacking:
        return refuse(Own.HAS_JOB, LEARN, seat_name=state.table.name(roll.seat))
    own = state.play.characters.known[roll.character].sheet
    if own.job(move.name):
        return refuse(Own.JOB_KNOWN, LEARN, job_name=tidy(move.name))
    other = own.ability(move.ability)
    if other is None:
        return refuse(Own.UNKNOWN_ABILITY, LEARN, job_name=move.name, ability_name=move.ability)
    if other.name == roll.ability:
        return refuse(Own.WRONG_INHERITANCE, LEARN, job_name=move.name, abilities_named=1)
    if refusal := cannot_ask(state, roll, roll.seat, LEARN, facts.seat):
        return refusal
    wanted = trimmed(move.qualifications) if move.qualifications else None
    job = Job(
        name=tidy(move.name),
        abilities=(roll.ability, other.name),
        level=0,
        exp=0,
        qualifications=wanted,
    )
    sentence = put(draft, Purpose.JOB, facts.seat, job.name, job=job)
    abilities = f"of {roll.ability} and {other.name}"
    return draft.accept(f"{name} names “{job.name}”, {abilities}, as the job that fits.{sentence}")


def set_threshold(draft: Draft, move: SetThreshold, facts: Facts) -> Judgement:
    """Judge the FC's factors (`task.threshold`)."""
    current = at_stage(draft.state, Staffing, THRESHOLD)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    work = stage.work
    if refusal := fc_only(draft.state, facts.seat, THRESHOLD):
        return refusal
    if work.factors is not None:
        return refuse(Own.THRESHOLD_SET, THRESHOLD, successes_threshold=work.threshold)
    if len(move.factors) > work.most_factors:
        return refuse(
            Own.TOO_MANY_FACTORS,
            THRESHOLD,
            factors_given=len(move.factors),
            factors_allowed=work.most_factors,
        )
    factors = tuple(tidy(factor.text) for factor in move.factors)
    draft.emit(ThresholdSet(factors))
    threshold = replace(work, factors=factors).threshold
    draft.cite(
        THRESHOLD,
        factors_counted=len(factors),
        is_learning=work.is_learning,
        successes_threshold=threshold,
    )
    if work.is_learning:
        draft.cite(LEARN, roll=roll.id)
    learned = [f"learning “{work.job}”"] if work.is_learning else []
    named = listed([*map(quoted, factors), *learned])
    name, why = draft.table.name(facts.seat), f", for {named}" if named else ""
    return draft.accept(f"{name} sets the threshold at {threshold}{why}.")


def offer_aid(draft: Draft, move: OfferAid, facts: Facts) -> Judgement:
    """Judge the offer of a die by an ally in the scene (`task.aid`)."""
    state = draft.state
    current = at_stage(state, Staffing, AID)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if refusal := cannot_aid(state, roll, stage.work, facts.seat):
        return refusal
    own = state.play.characters.get(move.character)
    if own is None or own.seat != facts.seat:
        return refuse(Code.UNKNOWN_CHARACTER, AID, character=move.character)
    job, ability = own.sheet.job(move.job), own.sheet.ability(roll.ability)
    if job is None:
        return refuse(Own.NO_SUCH_JOB, AID, job_name=move.job)
    if ability is None or not job.inherits(roll.ability):
        return refuse(Own.DOES_NOT_INHERIT, AID, job_name=job.name, ability_name=roll.ability)
    if job.level == 0:
        return refuse(Own.STILL_LEARNING, AID, job_name=job.name)
    caliber = Caliber(ability.caliber)
    draft.cite(AID, seat=facts.seat, job_name=job.name, job_level=job.level, caliber=caliber)
    draft.emit(AidOffered(facts.seat, move.character, job.name, caliber))
    return draft.accept(f"{own.name} offers aid as “{job.name}”: a {caliber} die.")


def cannot_aid(state: State, roll: Roll, work: Work, seat: SeatId) -> Refused | None:
    """Return why a seat cannot give aid to a task, or None (`task.aid`)."""
    name, scenes = state.table.name(seat), state.play.scenes
    if seat == roll.seat or scenes.of(seat) is None or scenes.of(seat) != scenes.of(roll.seat):
        return refuse(Own.NOT_AN_ALLY, AID, seat_name=name)
    if any(ally.seat == seat for ally in work.aid):
        return refuse(Own.AID_OFFERED, AID, seat_name=name)
    return _full(work)


def _full(work: Work) -> Refused | None:
    if len(work.allies) < AID_LIMIT:
        return None
    return refuse(Own.AID_FULL, AID, allies_aiding=len(work.allies), allies_allowed=AID_LIMIT)


def answer_aid(draft: Draft, move: AnswerAid, facts: Facts) -> Judgement:
    """Judge accepting a die. Its ally then shares the consequences (`task.aid`)."""
    current = own_roll(draft.state, facts.seat, Staffing, AID)
    if isinstance(current, Refused):
        return current
    _, stage = current
    name, ally = draft.table.name(facts.seat), draft.table.name(move.seat)
    if not any(ally.seat == move.seat and ally.accepted is None for ally in stage.work.aid):
        return refuse(Own.NO_AID, AID, seat_name=ally)
    if move.accept and (refusal := _full(stage.work)):
        return refusal
    draft.cite(AID, seat=move.seat, is_accepted=move.accept)
    draft.emit(AidAnswered(move.seat, move.accept))
    return draft.accept(f"{name} {'takes' if move.accept else 'declines'} the aid of {ally}.")


def roll_task(draft: Draft, move: RollTask, facts: Facts) -> Judgement:
    """Judge the roll. Allies get exp for any result (`task.successes`, `task.aid`)."""
    current = own_roll(draft.state, facts.seat, Staffing, "task.successes")
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name, work = draft.table.name(facts.seat), stage.work
    if work.factors is None:
        return refuse(Own.NO_THRESHOLD, THRESHOLD)
    pool = work.pool(roll.caliber)
    enough = sum(successes(pool)[work.threshold :])
    draft.cite(
        ODDS,
        dice=len(pool),
        calibers=tuple(str(caliber) for caliber in pool),
        successes_threshold=work.threshold,
        chance=str(enough),
    )
    values = throw(draft, len(pool), D6, move.reported, "task.successes")
    if isinstance(values, Refused):
        return values
    draft.emit(PoolRolled(values))
    throws = "rolls" if move.reported is None else "types in"
    sentence = f"{name} {throws} {', '.join(map(str, values)) or 'no dice'}."
    for ally, value in zip(work.allies, values[work.dice :], strict=True):
        sentence += f" The {value} is {draft.table.name(ally.seat)}'s."
    for ally in work.allies:
        draft.cite(AID, seat=ally.seat, job_name=ally.job)
        sentence += mark_exp(draft, ally.character, ally.job)
    draft.cite("task.successes", dice=len(pool), successes_threshold=work.threshold)
    return draft.accept(sentence)


CHAPTER: Judges[Play] = {
    TakeJob: take_job,
    LackJob: lack_job,
    PutJob: put_job,
    SetThreshold: set_threshold,
    OfferAid: offer_aid,
    AnswerAid: answer_aid,
    RollTask: roll_task,
}
