"""The moves about the log, which all games share."""

from typing import Any, assert_never, get_args

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Option
from verger.domain.dispute import arguing, rules, settling
from verger.domain.dispute import options as disputing
from verger.domain.dispute.arguing import (
    AppealDispute,
    DisputeRuling,
    RecordedDispute,
    StateOpinion,
    WithdrawDispute,
)
from verger.domain.dispute.settling import CastVote, CorrectAgain, ProposeSettlement
from verger.domain.history import fork, redaction, rewind
from verger.domain.history.fork import ForkSession
from verger.domain.history.redaction import Redact
from verger.domain.history.rewind import LeaveOut, Rewind, RewindMove
from verger.domain.secrets import epoch, sealing
from verger.domain.secrets.epoch import EpochMove, GiveNonce, RevealDice
from verger.domain.secrets.sealing import NoteCommitted, NoteMove, NoteOpened, RecordedNoteMove
from verger.domain.table.proposal import Agree, AnswerMove, Decline, Retract

_Alike = RewindMove | EpochMove | StateOpinion | WithdrawDispute | AppealDispute | CastVote

LogMove = _Alike | DisputeRuling | NoteMove
"""The moves of a seat, except proposing a settlement, because the corrections in it depend on the
ruleset."""

RecordedLogMove = _Alike | RecordedDispute | RecordedNoteMove | Redact | CorrectAgain
"""The recorded forms of these moves: a dispute with its ruling, a note without its text. Also the
moves of the server and the operator."""

_Judged = RecordedLogMove | ProposeSettlement[Any] | ForkSession | AnswerMove

MOVES: tuple[type, ...] = (
    *get_args(RecordedLogMove),
    DisputeRuling,
    ProposeSettlement,
    ForkSession,
)

RULES = rewind.RULES | fork.RULES | epoch.RULES | sealing.RULES | redaction.RULES | rules.RULES


REWRITING = redaction.REDACT
"""The tag of the events that rewrite other events of their log."""


def is_about_log(state: State[Any], move: object) -> bool:
    """Return whether this module judges a move, and not the ruleset."""
    return isinstance(move, MOVES) or rewind.is_answer(state, move)


def decide(draft: Draft[Any], move: _Judged, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Return the ruling on a move about the log."""
    match move:
        case RecordedDispute():
            return arguing.dispute(draft, move, facts, ruleset)
        case StateOpinion():
            return arguing.state_view(draft, move, facts, ruleset)
        case WithdrawDispute():
            return arguing.withdraw(draft, move, facts)
        case AppealDispute():
            return arguing.appeal(draft, move, facts)
        case ProposeSettlement():
            return settling.propose(draft, move, facts, ruleset)
        case CastVote():
            return settling.vote(draft, move, facts, ruleset)
        case CorrectAgain():
            return settling.correct_again(draft, move, facts, ruleset)
        case Rewind():
            return rewind.rewind(draft, move, facts, ruleset)
        case LeaveOut():
            return rewind.leave_out(draft, move, facts, ruleset)
        case NoteCommitted():
            return sealing.seal(draft, move, facts)
        case NoteOpened():
            return sealing.reveal(draft, move, facts, ruleset)
        case Redact():
            return redaction.redact(draft, move, facts)
        case ForkSession():
            return fork.fork(draft, move, facts, ruleset)
        case GiveNonce():
            return epoch.give_nonce(draft, move, facts)
        case RevealDice():
            return epoch.reveal_dice(draft, facts)
        case Agree() | Decline() | Retract():
            return rewind.answer(draft, move, facts, ruleset)
        case _:
            assert_never(move)


def options(ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId) -> list[Option]:
    """Return the moves about the log that a taken seat can make at a version."""
    disputes = disputing.options(ruleset, state, version, seat)
    own = state.table.seat(seat)
    if own is None or not own.plays:
        return disputes
    rewinds, notes = rewind.options(state, version, seat), sealing.options(state, seat)
    return [*rewinds, *epoch.options(state, seat), *notes, *disputes]


def awaited(ruleset: Ruleset[Any], state: State[Any]) -> list[Awaited]:
    """Return the pending answers about the log."""
    return [*rewind.awaited(state), *disputing.awaited(ruleset, state)]


def unhurried(state: State[Any]) -> list[Awaited]:
    """Return the questions about the log that come after all questions of play."""
    return disputing.unsettled(state)
