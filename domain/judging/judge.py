"""The checks on every move before its ruleset judges it, and the dice counter after it."""

from typing import Any

from msgspec.structs import replace

from verger.domain.core.clock import RULE as TIME
from verger.domain.core.clock import TimePasses
from verger.domain.core.decider import Accepted, Draft, Facts, Judgement, Ruleset, State, fold
from verger.domain.core.mastery import play_paused
from verger.domain.core.mover import NO_SEAT, Unseated
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import DiceRolled
from verger.domain.core.text import unusable_text
from verger.domain.dispute import precedent, settling
from verger.domain.dispute.arguing import RecordedDispute, WithdrawDispute
from verger.domain.dispute.settling import CorrectAgain
from verger.domain.history import rewind
from verger.domain.history.fork import ForkSession
from verger.domain.history.redaction import Redact
from verger.domain.judging import circumstance, log, silence
from verger.domain.table import closing
from verger.domain.table.proposal import Agree, Decline, Propose, Retract
from verger.domain.table.rename import Rename
from verger.domain.table.safety import AddLimit, Signal, is_anonymous
from verger.domain.table.seating import (
    AddSeat,
    Leave,
    OperatorReissue,
    RemoveSeat,
    StartSession,
    TakeSeat,
    as_in_play,
)

_SEATING = (StartSession, AddSeat, RemoveSeat, TakeSeat, OperatorReissue)
_WHILE_PAUSED = (
    *_SEATING,
    *log.MOVES,
    Leave,
    Rename,
    AddLimit,
    Signal,
    Propose,
    Agree,
    Decline,
    Retract,
)
_UNSEATED = {
    Unseated.SERVER: TimePasses | CorrectAgain | Redact,
    Unseated.OPERATOR: Redact | OperatorReissue,
    Unseated.APP: StartSession,
}
"""The moves that each mover without a seat can make. All other moves need a seat."""
_FOR_OBSERVERS = (
    TakeSeat,
    Leave,
    Rename,
    AddLimit,
    Signal,
    Redact,
    RecordedDispute,
    WithdrawDispute,
)


def judge(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    """Judge a move at a state. Every value that decodes as a move gets a ruling."""
    judgement = judge_briefly(ruleset, state, move, facts)
    if isinstance(judgement, Refused):
        return circumstance.completed(ruleset, state, facts, judgement)
    return judgement


def judge_briefly(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    """Judge a move for a caller that does not show refusals.

    The refusals lack the facts about the whole table. These facts need the options of the seat,
    which take much longer than the ruling.
    """
    judging = _judged if facts.repeats is None else _judged_again
    judgement = judging(ruleset, state, move, facts)
    precedents = state.table.disputes.precedents
    return precedent.cited(judgement, precedents) if precedents else judgement


def _judged_again(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    """Judge a repeated move as if the table were as it was the first time (`table.leave_out`).

    Seats that a fork emptied count as taken, play is not paused, and all time limits have passed.
    """
    then = replace(state, table=as_in_play(state.table))
    if isinstance(move, TimePasses) and (next_due := silence.passing(then.table, move)):
        facts = replace(facts, at=max(facts.at, next_due.until))
    judgement = _judged(ruleset, then, move, facts)
    if isinstance(judgement, Refused) or then.table is state.table:
        return judgement
    return replace(judgement, after=fold(ruleset, state, judgement.effects, facts.past))


def _judged(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    if isinstance(move, TimePasses):
        is_ours = facts.mover is Unseated.SERVER
        return _time_passed(ruleset, state, move, facts) if is_ours else _no_seat(facts)
    judgement = _decided(ruleset, state, move, facts)
    if isinstance(judgement, Refused):
        return judgement
    # The new time limits must not show which seat made an anonymous move.
    shown = replace(facts, mover=NO_SEAT) if is_anonymous(move) else facts
    return silence.timed(ruleset, state, judgement, shown, None)


def _time_passed(
    ruleset: Ruleset[Any], state: State[Any], move: TimePasses, facts: Facts
) -> Judgement:
    """Judge the end of a time limit: the default answer is made for the seat (`table.time`)."""
    answer = silence.passing(state.table, move)
    # The time limit had passed when this move was made first.
    is_over = facts.repeats is not None or (answer is not None and answer.until <= facts.at)
    if answer is None or not is_over:
        due_at = answer.until.isoformat() if answer else None
        return refuse(Code.NOTHING_DUE, TIME, due_at=due_at)
    judgement, default = silence.begun(ruleset, state, answer, facts)
    is_answered = False
    if default is not None:
        answered = _decided(ruleset, state, default, replace(facts, mover=answer.seat))
        if isinstance(answered, Accepted):
            judgement, is_answered = judgement.followed_by(answered), True
    passed = silence.Passed(answer, is_answered)
    return silence.timed(ruleset, state, judgement, facts, passed)


def _decided(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    if isinstance(facts.mover, Unseated) and not isinstance(move, _UNSEATED[facts.mover]):
        refusal: Refused | None = _no_seat(facts)
    else:
        refusal = unusable_text(move) or _out_of_place(ruleset, state, move, facts)
    if refusal:
        return refusal
    if log.is_about_log(state, move):
        judgement = log.decide(Draft(state, ruleset.evolve, facts), move, facts, ruleset)
    else:
        judgement = ruleset.decide(state, move, facts)
    if isinstance(judgement, Refused):
        return judgement
    counted = _with_dice_counted(ruleset, judgement, facts)
    voted = _with_votes_counted(ruleset, state, counted, facts)
    return _with_question_expired(ruleset, state, voted)


def _out_of_place(
    ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts
) -> Refused | None:
    table = state.table
    if isinstance(move, StartSession):
        return None
    if not table.started:
        return refuse(Code.NOT_STARTED, "table.start")
    if isinstance(facts.mover, Unseated) or isinstance(move, ForkSession):
        return None
    seat = table.seat(facts.seat)
    if seat is None:
        return _no_seat(facts)
    if not seat.taken and not isinstance(move, TakeSeat):
        return refuse(Code.SEAT_NOT_TAKEN, "table.claim", seat=facts.seat, seat_name=seat.name)
    if closing.is_closed(table) and not (
        isinstance(move, Redact) or closing.may_be_made(state, facts.seat, move)
    ):
        return refuse(Code.CLOSED, closing.RULE)
    own = () if seat.plays else (*_FOR_OBSERVERS, *ruleset.sitting_in(state, facts.seat))
    if not seat.plays and not isinstance(move, own):
        return refuse(Code.OBSERVERS_WATCH, "table.observers", seat_name=seat.name)
    return None if isinstance(move, _WHILE_PAUSED) else play_paused(table)


def _no_seat(facts: Facts) -> Refused:
    return refuse(Code.UNKNOWN_SEAT, "table.seats", seat=facts.seat)


def _with_dice_counted(ruleset: Ruleset[Any], judgement: Accepted, facts: Facts) -> Accepted:
    """Add new dice to the counter of the session.

    A repeated move uses its recorded dice, which are already counted.
    """
    rolls = facts.dice.rolls
    if not rolls or rolls[0].first <= judgement.after.table.dice_rolled:
        return judgement
    return _with(ruleset, judgement, DiceRolled(sum(len(roll.values) for roll in rolls)))


def _with_votes_counted(
    ruleset: Ruleset[Any], before: State[Any], judgement: Accepted, facts: Facts
) -> Accepted:
    """Return a judgement that also settles the votes that a leaving seat decides (`dispute.settle`)."""
    after = judgement.after
    if after.table.disputes.open is before.table.disputes.open:
        return judgement
    draft: Draft[Any] = Draft(after, ruleset.evolve, facts)
    sentence = settling.count(draft, ruleset)
    return judgement.followed_by(draft.accept(sentence)) if sentence else judgement


def _with_question_expired(
    ruleset: Ruleset[Any], before: State[Any], judgement: Accepted
) -> Accepted:
    """Return a judgement that also closes a question about a rewind (`table.rewind`).

    The question is closed if play continued.
    """
    expired = rewind.expired(before, judgement.after)
    return _with(ruleset, judgement, expired) if expired else judgement


def _with(ruleset: Ruleset[Any], judgement: Accepted, effect: Any) -> Accepted:
    after = ruleset.evolve(judgement.after, effect)
    return replace(judgement, effects=(*judgement.effects, effect), after=after)
