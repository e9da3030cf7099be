"""The moves that every game's table makes about its own log, whatever the ruleset."""

from typing import Any, assert_never

from domain import redaction, rewind, sealing
from domain.decider import Draft, Facts, Judgement, Ruleset, State
from domain.identifier import SeatId
from domain.option import Awaited, Option
from domain.proposal import Agree, AnswerMove, Decline, Retract
from domain.redaction import Redact
from domain.rewind import LeaveOut, Rewind, RewindMove
from domain.sealing import NoteCommitted, NoteMove, NoteOpened, RecordedNoteMove

LogMove = RewindMove | NoteMove
"""What a seat may ask for."""

RecordedLogMove = RewindMove | RecordedNoteMove | Redact
"""What is judged, and what an event can hold."""

RULES = rewind.RULES | sealing.RULES | redaction.RULES


def is_about_log(state: State[Any], move: object) -> bool:
    """Whether a move is judged here, and not by the ruleset."""
    return isinstance(move, RecordedLogMove) or rewind.is_answer(state, move)


def decide(
    draft: Draft[Any], move: RecordedLogMove | AnswerMove, facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    """The ruling on a move about the log."""
    match move:
        case Rewind():
            return rewind.rewind(draft, move, facts, ruleset)
        case LeaveOut():
            return rewind.leave_out(draft, move, facts, ruleset)
        case NoteCommitted():
            return sealing.seal(draft, move, facts)
        case NoteOpened():
            return sealing.reveal(draft, move, facts)
        case Redact():
            return redaction.redact(draft, move, facts)
        case Agree() | Decline() | Retract():
            return rewind.answer(draft, move, facts, ruleset)
        case _:
            assert_never(move)


def options(state: State[Any], version: int, seat: SeatId) -> list[Option]:
    """The moves about the log that are open to a seat that plays, at a version."""
    return rewind.options(state, version, seat) + sealing.options(state, seat)


def awaited(state: State[Any]) -> list[Awaited]:
    """Who is asked about the log."""
    return rewind.awaited(state)
