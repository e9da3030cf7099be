"""Checks: difficulty and factors, a d20, and bonuses for a narrow failure."""

from statistics import median_high, median_low

import msgspec

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose, listed, tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.claiming import cannot_ask, put, unanswered
from verger.domain.games.venus.lots import give_back
from verger.domain.games.venus.model.caliber import D6, D20, fails_alone, passes_alone
from verger.domain.games.venus.model.claim import Purpose, approved, open_claims
from verger.domain.games.venus.model.throw import FACTOR_LIMIT, Judging, Ready, Roll, Short
from verger.domain.games.venus.model.throw_effect import DifficultyJudged, FellShort, TargetSet
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.roll import finish
from verger.domain.games.venus.state import (
    Draft,
    Play,
    State,
    at_stage,
    fc_only,
    held,
    of_roll,
    other_peers,
    own_roll,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.throw import Reported, throw

DIFFICULTY, FACTORS, ROLL, AUTO, BONUS = (
    "check.difficulty",
    "check.factors",
    "check.roll",
    "check.auto",
    "check.bonus",
)

STEP = 5
DIFFICULTIES = (5, 10, 15, 20, 25)
TARGET_LIMIT = 29


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A circumstance that makes a roll harder."""

    text: Label


class JudgeDifficulty(TaggedMove, frozen=True, tag="judge_difficulty"):
    """Judge how hard a check is, as a peer (`check.difficulty`)."""

    difficulty: int


class SetTarget(TaggedMove, frozen=True, tag="set_target"):
    """Name the factors as the FC (`check.factors`).

    With `difficulty`, the FC also chooses one of the difficulties that peers gave
    (`check.difficulty`).
    """

    factors: tuple[Factor, ...] = ()
    difficulty: int | None = None


class RollCheck(TaggedMove, frozen=True, tag="roll_check"):
    """Roll the d20 (`check.roll`), or type in the value of a real die."""

    reported: Reported | None = None


class ClaimBonus(TaggedMove, frozen=True, tag="claim_bonus"):
    """Name a factor that helps the roll. It can be a Lot.

    The peers decide whether it is valid (`check.bonus`).
    """

    text: Prose
    lot: bool = False


class RollBonus(TaggedMove, frozen=True, tag="roll_bonus"):
    """Roll a d6 for each valid factor (`check.bonus`), or type in the values of real dice."""

    reported: Reported | None = None


class AcceptFailure(TaggedMove, frozen=True, tag="accept_failure"):
    """Accept that a check has failed, and claim no further bonus (`check.bonus`)."""


CheckMove = JudgeDifficulty | SetTarget | RollCheck | ClaimBonus | RollBonus | AcceptFailure


def judge(draft: Draft, move: JudgeDifficulty, facts: Facts) -> Judgement:
    """Judge a peer's difficulty, which can be changed later (`check.difficulty`)."""
    current = at_stage(draft.state, Judging, DIFFICULTY)
    if isinstance(current, Refused):
        return current
    roll, _ = current
    name = draft.table.name(facts.seat)
    if facts.seat == roll.seat:
        return refuse(Code.NOT_ASKED, DIFFICULTY, seat_name=name)
    if move.difficulty not in DIFFICULTIES:
        return refuse(Own.UNFIT_DIFFICULTY, DIFFICULTY, difficulty=move.difficulty)
    draft.cite(DIFFICULTY, roll=roll.id, difficulty=move.difficulty)
    draft.emit(DifficultyJudged(facts.seat, move.difficulty))
    return draft.accept(f"{name} judges the difficulty to be {move.difficulty}.")


def judged(stage: Judging) -> int | None:
    """Return the median of the peers' difficulties, rounded up to a step (`check.difficulty`)."""
    difficulties = [difficulty for _, difficulty in stage.judged]
    if not difficulties:
        return None
    middle = median_low(difficulties) + median_high(difficulties)
    return -(-middle // (2 * STEP)) * STEP


def settleable(state: State, roll: Roll, stage: Judging) -> tuple[int, ...]:
    """Return the difficulties that the FC can settle now (`check.difficulty`).

    These are the values that other peers gave. If no other peer answered in time, or no other peer
    is at the table, the FC can settle on any difficulty.
    """
    if given := stage.given(state.table.gm):
        return given
    silent = state.table.silent
    is_alone = all(seat in silent for seat in other_peers(state, roll))
    return DIFFICULTIES if is_alone else ()


def set_target(draft: Draft, move: SetTarget, facts: Facts) -> Judgement:
    """Judge the target: the difficulty and up to four factors (`check.factors`)."""
    current = at_stage(draft.state, Judging, FACTORS)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if refusal := fc_only(draft.state, facts.seat, FACTORS):
        return refusal
    difficulty = _difficulty(draft.state, roll, stage, move)
    if isinstance(difficulty, Refused):
        return difficulty
    median = judged(stage)
    settled = move.difficulty is not None
    draft.cite(DIFFICULTY, difficulty=difficulty, median_difficulty=median, is_set_by_fc=settled)
    factors = tuple(tidy(factor.text) for factor in move.factors)
    target = difficulty + len(factors)
    draft.cite(FACTORS, factors_counted=len(factors), target_number=target)
    draft.emit(TargetSet(difficulty, factors))
    named = f", with {listed(tuple(map(quoted, factors)))}" if factors else ""
    how = (
        _overruling(difficulty, median)
        if stage.given(draft.table.gm)
        else "decides without a peer and "
    )
    what = f"sets the target at {target}: the difficulty is {difficulty}{named}."
    return draft.accept(f"{draft.table.name(facts.seat)} {how}{what}")


def _overruling(difficulty: int, median: int | None) -> str:
    """Return the start of a sentence if the FC overrules the peers, or ""."""
    if difficulty == median:
        return ""
    return f"overrules the peers, whose median is {median}, and "


def _difficulty(state: State, roll: Roll, stage: Judging, move: SetTarget) -> int | Refused:
    """Return the difficulty of a target: the peers' median, or the value that the FC chooses."""
    wanted, factors, what = move.difficulty, len(move.factors), of_roll(state, roll)
    if wanted is not None and (refusal := _unfit_target(wanted, factors)):
        return refusal
    open = settleable(state, roll, stage)
    if not open:
        return refuse(Own.NOBODY_JUDGED, DIFFICULTY, roll=roll.id, roll_in_words=what)
    if wanted is not None:
        if wanted in open:
            return wanted
        return refuse(
            Own.NO_PEERS_DIFFICULTY,
            DIFFICULTY,
            difficulty=wanted,
            difficulties=tuple(map(str, open)),
            difficulties_in_words=listed([str(given) for given in open]),
        )
    median = judged(stage)
    if median is None:
        return refuse(Own.DIFFICULTY_MISSING, DIFFICULTY, roll=roll.id, roll_in_words=what)
    return _unfit_target(median, factors) or median


def _unfit_target(difficulty: int, factors: int) -> Refused | None:
    if factors > FACTOR_LIMIT:
        return refuse(
            Own.TOO_MANY_FACTORS, FACTORS, factors_given=factors, factors_allowed=FACTOR_LIMIT
        )
    if difficulty + factors > TARGET_LIMIT:
        target = difficulty + factors
        return refuse(
            Own.TARGET_TOO_HIGH, FACTORS, target_number=target, target_number_maximum=TARGET_LIMIT
        )
    if difficulty not in DIFFICULTIES:
        return refuse(Own.UNFIT_DIFFICULTY, DIFFICULTY, difficulty=difficulty)
    return None


def roll_check(draft: Draft, move: RollCheck, facts: Facts) -> Judgement:
    """Judge the roll: a d20 and the score against the target (`check.roll`, `check.auto`)."""
    current = own_roll(draft.state, facts.seat, Ready, ROLL)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = draft.table.name(facts.seat)
    values = throw(draft, 1, D20, move.reported, ROLL)
    if isinstance(values, Refused):
        return values
    natural = values[0]
    total = natural + roll.score
    draft.cite(
        ROLL, natural_roll=natural, score=roll.score, roll_total=total, target_number=stage.target
    )
    sentence = (
        f"{name} {_throws(move.reported)} {natural}: with {roll.ability} {roll.score} that is"
    )
    sentence += f" {total} against {stage.target}."
    if passes_alone(roll.caliber, natural) or fails_alone(roll.caliber, natural):
        passed = passes_alone(roll.caliber, natural)
        draft.cite(AUTO, natural_roll=natural, caliber=roll.caliber, is_passed=passed)
        sentence += f" A natural {natural} {'passes' if passed else 'fails'} with {roll.caliber}."
        return _over(draft, roll, passed=passed, sentence=sentence)
    if total >= stage.target:
        return _over(draft, roll, passed=True, sentence=sentence)
    if total + D6 < stage.target:
        draft.cite(BONUS, points_missing=stage.target - total, bonus_maximum=D6)
        return _over(draft, roll, passed=False, sentence=sentence)
    draft.emit(FellShort(natural, total))
    return draft.accept(f"{sentence} A bonus of {stage.target - total} would be enough.")


def _throws(reported: Reported | None) -> str:
    """Return the verb for a roll. The log shows whether dice were typed in."""
    return "rolls" if reported is None else "types in"


def _over(draft: Draft, roll: Roll, *, passed: bool, sentence: str) -> Judgement:
    """End a check that passed or failed.

    After a failure, the check can still become a task (`check.cancel`).
    """
    if not passed:
        draft.cite("check.cancel", roll=roll.id, rewind_version=roll.since)
    stage = roll.stage
    stakes = f": {quoted(stage.stakes)}" if isinstance(stage, Ready | Short) else ""
    finish(draft, "passed" if passed else "failed")
    return draft.accept(f"{sentence} The check {'passes' if passed else f'fails{stakes}'}.")


def claim_bonus(draft: Draft, move: ClaimBonus, facts: Facts) -> Judgement:
    """Judge a helpful factor (`check.bonus`), perhaps a Lot (`check.lots`)."""
    current = own_roll(draft.state, facts.seat, Short, BONUS)
    if isinstance(current, Refused):
        return current
    roll, _ = current
    name = draft.table.name(facts.seat)
    if refusal := cannot_claim(draft.state, roll, lot=move.lot):
        return refusal
    sentence = put(draft, Purpose.BONUS, facts.seat, trimmed(move.text), lot=move.lot)
    what = "a Lot" if move.lot else "a factor"
    return draft.accept(f"{name} claims {what} as a bonus: {quoted(move.text)}.{sentence}")


def cannot_claim(state: State, roll: Roll, *, lot: bool) -> Refused | None:
    """Return why nothing more can help a check, or None."""
    counting = [claim for claim in roll.claims if claim.counts]
    if len(counting) >= FACTOR_LIMIT:
        return refuse(
            Own.TOO_MANY_FACTORS,
            BONUS,
            factors_given=len(counting) + 1,
            factors_allowed=FACTOR_LIMIT,
        )
    lots = held(state, roll.seat).lots
    if lot and lots <= sum(claim.lot and claim.is_open for claim in counting):
        name = state.table.name(roll.seat)
        return refuse(Own.NO_LOTS, "check.lots", seat_name=name)
    return cannot_ask(state, roll, roll.seat, BONUS)


def roll_bonus(draft: Draft, move: RollBonus, facts: Facts) -> Judgement:
    """Judge the bonus: the highest d6 of the valid factors is added (`check.bonus`)."""
    current = own_roll(draft.state, facts.seat, Short, BONUS)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = draft.table.name(facts.seat)
    if waiting := open_claims(roll.claims):
        return unanswered(draft.state, *waiting[0], BONUS)
    factors = len(approved(roll.claims, Purpose.BONUS))
    if not factors:
        return refuse(Own.NO_BONUS, BONUS)
    values = throw(draft, factors, D6, move.reported, BONUS)
    if isinstance(values, Refused):
        return values
    best = max(values)
    total = stage.total + best
    draft.cite(
        BONUS,
        factors_counted=factors,
        best_bonus=best,
        roll_total=total,
        target_number=stage.target,
    )
    shown = ", ".join(map(str, values))
    sentence = f"{name} {_throws(move.reported)} {shown}, adds {best} and has {total} against"
    sentence += f" {stage.target}."
    return _over(draft, roll, passed=total >= stage.target, sentence=sentence)


def accept_failure(draft: Draft, _move: AcceptFailure, facts: Facts) -> Judgement:
    """Judge accepting a failure without more help (`check.bonus`)."""
    current = own_roll(draft.state, facts.seat, Short, BONUS)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = draft.table.name(facts.seat)
    draft.cite(BONUS, roll_total=stage.total, target_number=stage.target)
    sentence = give_back(draft)
    return _over(draft, roll, passed=False, sentence=f"{name} accepts the failure.{sentence}")


CHAPTER: Judges[Play] = {
    JudgeDifficulty: judge,
    SetTarget: set_target,
    RollCheck: roll_check,
    ClaimBonus: claim_bonus,
    RollBonus: roll_bonus,
    AcceptFailure: accept_failure,
}
