"""No table that chose a time limit waits for ever for a seat that stays silent (`table.time`)."""

from typing import Any

from tests.laws.law import each_walk, version_after
from tests.laws.played import SEED, SESSION, Played, Step, told
from tests.support.dice import dice_of
from verger.domain.core.clock import AnswerDue
from verger.domain.core.decider import Accepted, Facts, Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.moment import LATEST
from verger.domain.judging import silence
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of, silence_about
from verger.domain.table.proposal import Propose, VacateSeat
from verger.domain.table.seating import answer_seconds

INVITATIONS = {
    *("claim_seat", "add_seat", "resume_play", "finish_compile", "accept_network", "play"),
    *("begin_chapter", "end_chapter", "end_scene", "end_game", "begin_session", "end_session"),
    *("begin_conflict", "add_zone", "place", "call_test", "write_sheet"),
    *("reword_narration", "settle_dispute"),
}
"""Kinds of waits that are invitations: next steps that can be taken at any time, without a time limit."""


def asked(ruleset: Ruleset[Any], state: State[Any]) -> list[AnswerDue]:
    """Return the questions to each seat that have a time limit if the table chose time limits."""
    return [
        AnswerDue(seat, wait.what, wait.until or LATEST, wait.about)
        for wait in awaited_of(ruleset, state)
        if silence_about(ruleset, state, wait.what, wait.about)
        for seat in wait.seats
    ]


@each_walk
def test_every_question_has_a_time_limit_or_its_seat_can_be_emptied(played: Played) -> None:
    for step, _ in played.accepted():
        table = step.after.table
        if not answer_seconds(table) or set(table.sitting) <= {*table.silent}:
            continue
        limits = {(one.seat, one.question, one.about) for one in table.due}
        for one in asked(played.ruleset, step.after):
            is_limited = (one.seat, one.question, one.about) in limits
            assert is_limited or can_be_emptied(played, step, one.seat), told(played, step)


def can_be_emptied(played: Played, step: Step, seat: SeatId) -> bool:
    """Return whether a seat is silent and another seat can propose to empty it."""
    table = step.after.table
    others = [other for other in table.sitting if other not in table.silent]
    move: Any = Propose(VacateSeat(seat))
    return seat in table.silent and any(
        isinstance(judged(played, step, other, move), Accepted) for other in others
    )


def judged(played: Played, step: Step, seat: SeatId, move: Any) -> Any:
    """Judge a move in the state after a step."""
    version = version_after(step) + 1
    dice = dice_of(SEED, SESSION, step.after.table, version)
    facts = Facts(seat, step.facts.at, dice, version, played.past)
    return judge(played.ruleset, step.after, move, facts)


@each_walk
def test_every_default_answer_is_accepted(played: Played) -> None:
    for step, _ in played.accepted():
        for one in asked(played.ruleset, step.after):
            version = version_after(step)
            move = silence.default_answer(played.ruleset, step.after, one, version)
            if move is not None:
                found = judged(played, step, one.seat, move)
                assert isinstance(found, Accepted), (move, told(played, step))


@each_walk
def test_each_question_is_an_invitation_or_has_a_time_limit(played: Played) -> None:
    for step, _ in played.accepted():
        for wait in awaited_of(played.ruleset, step.after):
            is_limited = silence_about(played.ruleset, step.after, wait.what, wait.about)
            assert is_limited or wait.what in INVITATIONS, told(played, step)
