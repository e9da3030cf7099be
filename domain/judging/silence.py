"""Time limits for answers: the questions with a time limit, and the answer of a seat that stays silent.

A table chooses a limit by the house rule `answer_seconds`. Each question of a seat then has a time
limit. The seat can answer until then. After it, the server makes the move `time_passes`, which
makes the default answer for the seat. When a seat makes a move, the time for its other questions
begins again.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from verger.domain.core.clock import RULE, AnswerDue, AnswersDue, TimePasses
from verger.domain.core.decider import Accepted, Draft, Facts, Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import (
    AnyTokens,
    Choices,
    Echo,
    Field,
    Group,
    Number,
    Option,
    Path,
    Payments,
    Set,
    Subset,
    TextField,
)
from verger.domain.core.table import Table
from verger.domain.judging.offer import awaited_of, options_of, silence_about
from verger.domain.table.seating import answer_seconds


class Passed(NamedTuple):
    """A time limit that is over, and whether the default answer was made."""

    answer: AnswerDue
    is_answered: bool = False


class _Question(NamedTuple):
    seat: SeatId
    name: str
    about: str


def first_due(table: Table) -> AnswerDue | None:
    """Return the question whose time limit is over first, or None."""
    return min(table.due, key=lambda answer: answer.until, default=None)


def passing(table: Table, move: TimePasses) -> AnswerDue | None:
    """Return the question whose time limit is over according to a move, or None."""
    if move.seat is None:
        return first_due(table)
    named = move.seat, move.question, move.about
    limits = (answer for answer in table.due if _question(answer) == named)
    return next(limits, None)


def due(table: Table) -> datetime | None:
    """Return the next end of a time limit, or None. From then on, `TimePasses` is accepted."""
    first = first_due(table)
    return first.until if first else None


def begun(
    ruleset: Ruleset[Any], state: State[Any], answer: AnswerDue, facts: Facts
) -> tuple[Accepted, Any]:
    """Return the beginning of the ruling on a passed limit, and the default answer, if there is one."""
    draft: Draft[Any] = Draft(state, ruleset.evolve, facts)
    move = default_answer(ruleset, state, answer, facts.version)
    made = "" if move is None else str(type(move).__struct_config__.tag)
    draft.cite(RULE, seat=answer.seat, question=answer.question, default_answer=made)
    sentence = f"{state.table.name(answer.seat)} has not answered in time."
    return draft.accept(sentence if move is None else f"{sentence} "), move


def timed(
    ruleset: Ruleset[Any],
    before: State[Any],
    judgement: Accepted,
    facts: Facts,
    passed: Passed | None,
) -> Accepted:
    """Return a judgement with the time limits that apply after it."""
    table = judgement.after.table
    if not answer_seconds(table) and not table.due and not table.silent:
        return judgement
    silent = _silent(before.table, table, facts.seat, passed)
    # A silent seat can bring up another question. For example, the FC sets a target if peers are
    # silent.
    heard = ruleset.evolve(judgement.after, AnswersDue(table.due, silent))
    due = _due(ruleset, before, heard, facts, passed)
    if (due, silent) == (table.due, table.silent):
        return judgement
    effect = AnswersDue(due, silent)
    after = ruleset.evolve(judgement.after, effect)
    return replace(judgement, effects=(*judgement.effects, effect), after=after)


def _silent(
    before: Table, after: Table, mover: SeatId, passed: Passed | None
) -> tuple[SeatId, ...]:
    if not answer_seconds(after):
        return ()
    silent = {*before.silent, *([passed.answer.seat] if passed else [])} - {mover}
    return tuple([seat for seat in after.sitting if seat in silent])


def _due(
    ruleset: Ruleset[Any],
    before: State[Any],
    after: State[Any],
    facts: Facts,
    passed: Passed | None,
) -> tuple[AnswerDue, ...]:
    """Return the questions with a time limit.

    A question that was open before keeps its time, unless its seat has just made a move. If the
    time passed and no move could answer the question, the question has no limit any more.
    """
    seconds = answer_seconds(after.table)
    if not seconds or _is_abandoned(after.table):
        return ()
    is_running = seconds == answer_seconds(before.table) and not _is_abandoned(before.table)
    asked = _questions(ruleset, before) if is_running else {}
    until = {_question(answer): answer.until for answer in before.table.due}
    if passed:
        del until[_question(passed.answer)]
        if passed.is_answered:
            # The question can be asked again, for example about the next action of a declaration.
            asked.pop(_question(passed.answer), None)
    whole, due, silent = facts.at + timedelta(seconds=seconds), [], after.table.silent
    for question, sentence in _questions(ruleset, after).items():
        is_old = asked.get(question) == sentence and question.seat != facts.seat
        # Only a silent seat has questions without a time.
        at = until.get(question, None if question.seat in silent else whole) if is_old else whole
        if at:
            due.append(AnswerDue(question.seat, question.name, at, question.about))
    return tuple(due)


def _is_abandoned(table: Table) -> bool:
    """Return whether every seat is silent, so that nobody waits for an answer."""
    return set(table.sitting) <= {*table.silent}


def _question(answer: AnswerDue) -> _Question:
    return _Question(answer.seat, answer.question, answer.about)


def _questions(ruleset: Ruleset[Any], state: State[Any]) -> dict[_Question, str]:
    """Return the questions that have a default answer, one for each seat, and their sentences."""
    return {
        _Question(seat, wait.what, wait.about): wait.sentence
        for wait in awaited_of(ruleset, state)
        if silence_about(ruleset, state, wait.what, wait.about)
        for seat in wait.seats
    }


def default_answer(
    ruleset: Ruleset[Any], state: State[Any], answer: AnswerDue, version: int
) -> Any | None:
    """Return the move that answers a question for a silent seat, or None if no move does."""
    means = silence_about(ruleset, state, answer.question, answer.about)
    if means is None:
        return None
    values = {**means.values, **means.choose(state, answer.seat)}
    options = options_of(ruleset, state, version, answer.seat)
    for move in means.moves:
        found = [option for option in options if option.fixed["move"] == move]
        about = [option for option in found if answer.about in map(str, option.fixed.values())]
        for option in about or found:
            filled = _filled(option, values, answer.about)
            if filled is not None:
                return msgspec.convert(filled, ruleset.move_type)
    return None


def _filled(option: Option, values: Mapping[str, Any], about: str) -> dict[str, Any] | None:
    """Return an option as a move or a part of a move, with the first choice for each required field."""
    filled: dict[str, Any] = {**option.fixed}
    for field in option.fields:
        value = values.get(field.name, _first(field, values, about))
        if value is not None:
            filled[field.name] = value
        elif not _may_be_left_out(field):
            return None
    return filled


def _first(field: Field, values: Mapping[str, Any], about: str) -> Any | None:
    if _may_be_left_out(field):
        return None
    match field:
        case Choices():
            choices = [choice.value for choice in field.choices]
            return about if about in choices else next(iter(choices), None)
        case Number():
            return field.least
        case Group(shapes=(shape, *_)):
            filled = _filled(shape, values, about)
            return [filled] if field.many and filled is not None else filled
        case _:
            return None


def _may_be_left_out(field: Field) -> bool:
    match field:
        case Choices() | TextField() | Group() | Echo() | Path():
            return field.optional
        case Number():
            return field.many > 0
        case _:
            return isinstance(field, Subset | Payments | AnyTokens | Set)
