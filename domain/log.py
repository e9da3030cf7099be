"""The moves that every game's table makes about its own log, whatever the ruleset."""

from typing import Any, assert_never

from domain import epoch, fork, rewind
from domain.decider import Draft, Facts, Judgement, Ruleset, State
from domain.epoch import EpochMove, GiveNonce, RevealDice
from domain.fork import ForkSession
from domain.identifier import SeatId
from domain.option import Awaited, Option
from domain.proposal import Agree, AnswerMove, Decline, Retract
from domain.rewind import LeaveOut, Rewind, RewindMove

LogMove = RewindMove | EpochMove
"""What a seat may ask for."""

RULES = rewind.RULES | fork.RULES | epoch.RULES


def is_about_log(state: State[Any], move: object) -> bool:
    """Whether a move is judged here, and not by the ruleset."""
    return isinstance(move, LogMove | ForkSession) or rewind.is_answer(state, move)


def decide(
    draft: Draft[Any],
    move: LogMove | ForkSession | AnswerMove,
    facts: Facts,
    ruleset: Ruleset[Any],
) -> Judgement:
    """The ruling on a move about the log."""
    match move:
        case Rewind():
            return rewind.rewind(draft, move, facts, ruleset)
        case LeaveOut():
            return rewind.leave_out(draft, move, facts, ruleset)
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


def options(state: State[Any], version: int, seat: SeatId) -> list[Option]:
    """The moves about the log that are open to a seat that plays, at a version."""
    return rewind.options(state, version, seat) + epoch.options(state)


def awaited(state: State[Any]) -> list[Awaited]:
    """Who is asked about the log."""
    return rewind.awaited(state)
