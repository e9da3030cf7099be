"""The options of a seat and the pending actions: the table's and the ruleset's together."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Answer, Question, Ruleset, Silence, State
from verger.domain.core.identifier import ProposalId, SeatId
from verger.domain.core.option import Awaited, Option, question_id
from verger.domain.judging import log
from verger.domain.table import closing
from verger.domain.table.proposal import VacateSeat

_OF_EVERY_TABLE = {
    "agreement": Question(
        (
            Answer("agree", "The proposal holds when all seats that are asked agree.", says="yes"),
            Answer("decline", "The question is closed, and nothing changes.", says="no"),
        ),
        Silence(("decline",)),
    ),
    "vote": Question(
        (
            Answer(
                "vote",
                "The settlement holds if enough seats vote for it.",
                values={"yes": True},
                says="yes",
            ),
            Answer(
                "vote",
                "The settlement fails if enough seats vote against it.",
                values={"yes": False},
                says="no",
            ),
        ),
        Silence(("vote",), values={"yes": False}),
    ),
    "settle_dispute": Question(
        (
            Answer(
                "propose_settlement",
                "You propose to uphold the ruling. The dispute ends if enough seats vote for it.",
                values={"outcome": "upheld"},
                verb="The ruling stands",
            ),
            Answer(
                "propose_settlement",
                "You propose to overturn the ruling, and how to repair play. The dispute ends if "
                "enough seats vote for it.",
                values={"outcome": "overturned"},
                verb="The ruling was wrong",
            ),
            Answer("state_view", "Everybody can read it, and the dispute stays open."),
            Answer("withdraw_dispute", "It ends, and the ruling stays as it was.", destroys=True),
        )
    ),
    "add_seat": Question(()),
    "claim_seat": Question(()),
    "resume_play": Question((Answer("resume_play", "Play goes on when everybody agrees."),)),
    "write_sheet": Question(
        (Answer("write_sheet", "The sheet holds when the GM and its player agree."),)
    ),
}
"""The questions that are the same in every game. Two of them have no answer here, because other
requests add and claim seats."""
_EMPTYING = Silence(("agree",))
"""A silent seat agrees that another seat is emptied."""


def options_of(
    ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId
) -> list[Option]:
    """Return the moves that a seat can make at a version."""
    own = state.table.seat(seat)
    if closing.is_closed(state.table):
        return closing.options(state, seat) if own and own.taken and own.plays else []
    options = list(ruleset.options(state, seat))
    if own is None or not own.taken:
        return options
    return options + log.options(ruleset, state, version, seat)


def awaited_of(ruleset: Ruleset[Any], state: State[Any]) -> list[Awaited]:
    """Return the pending actions, with their time limits.

    Only a closed session can be without pending actions.

    Questions to seats that a fork or a reissue emptied wait until these are claimed.
    """
    seated = {seat.id for seat in state.table.seats if seat.taken}
    pending: list[Awaited] = []
    for wait in _waits(ruleset, state):
        seats = tuple([seat for seat in wait.seats if seat in seated])
        if wait.what == "claim_seat" or (seats and seats == wait.seats):
            pending.append(wait)
        elif seats:
            pending.append(replace(wait, seats=seats))
    return [_in_time(ruleset, state, wait) for wait in pending] if state.table.due else pending


def _in_time(ruleset: Ruleset[Any], state: State[Any], wait: Awaited) -> Awaited:
    question = wait.what, wait.about
    due = [
        answer.until
        for answer in state.table.due
        if (answer.question, answer.about) == question and answer.seat in wait.seats
    ]
    if not due:
        return wait
    silence = silence_about(ruleset, state, *question)
    return replace(wait, until=min(due), by_default=silence.moves if silence else ())


def silence_about(
    ruleset: Ruleset[Any], state: State[Any], question: str, about: str
) -> Silence | None:
    """Return the meaning of silence about a question, or None if it has no time limit."""
    proposal = state.play.proposals.open.get(ProposalId(about))
    if proposal and isinstance(proposal.subject, VacateSeat):
        return _EMPTYING
    return question_of(ruleset, question).silence


def question_of(ruleset: Ruleset[Any], name: str) -> Question:
    """Return a kind of question by its name in `awaited`.

    A question that no table lists has one answer, with the same name and without a consequence.
    """
    known = ruleset.questions.get(name) or _OF_EVERY_TABLE.get(name)
    return known or Question((Answer(name, ""),))


def _waits(ruleset: Ruleset[Any], state: State[Any]) -> Iterator[Awaited]:
    if closing.is_closed(state.table):
        pending = _of_play(ruleset, state)
        yield from (wait for wait in pending if closing.may_be_answered(state, wait.about))
    else:
        yield from log.awaited(ruleset, state)
        yield from _of_play(ruleset, state)
        yield from log.unhurried(state)


def _of_play(ruleset: Ruleset[Any], state: State[Any]) -> Iterator[Awaited]:
    """Yield the pending actions of play. After an undo, play asks the questions of an earlier moment."""
    undone = len(state.table.timeline.rewinds)
    for wait in ruleset.awaited(state):
        yield replace(wait, id=question_id(wait.id, f"u{undone}")) if undone else wait
