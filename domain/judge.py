"""What every move passes before its ruleset judges it, and the dice's counter after it."""

from typing import Any

from msgspec.structs import replace

from domain.clock import RULE as TIME
from domain.clock import TimePasses
from domain.decider import Facts, Judgement, Ruleset, State
from domain.proposal import Agree, Decline, Propose, Retract
from domain.reason import Code
from domain.ruling import Refused, refuse
from domain.safety import AddLimit, Signal
from domain.seating import AddSeat, Leave, RemoveSeat, StartSession, TakeSeat
from domain.table import DiceRolled
from domain.text import unusable_text

_SEATING = (StartSession, AddSeat, RemoveSeat, TakeSeat)
_WHILE_PAUSED = (*_SEATING, Leave, AddLimit, Signal, Propose, Agree, Decline, Retract)
_FOR_OBSERVERS = (TakeSeat, Leave, AddLimit, Signal)


def judge(ruleset: Ruleset[Any], state: State[Any], move: Any, facts: Facts) -> Judgement:
    """Judge a move at a state; total: anything that decodes as a move gets a ruling."""
    if isinstance(move, TimePasses):
        refusal = _not_due(ruleset, state, facts)
    else:
        refusal = unusable_text(move) or _out_of_place(state, move, facts)
    if refusal:
        return refusal
    judgement: Judgement = ruleset.decide(state, move, facts)
    return _with_dice_counted(ruleset, judgement, facts)


def _out_of_place(state: State[Any], move: Any, facts: Facts) -> Refused | None:
    table = state.table
    if isinstance(move, StartSession):
        return None
    if not table.started:
        return refuse(Code.NOT_STARTED, "table.start")
    seat = table.seat(facts.seat)
    if seat is None:
        return refuse(Code.UNKNOWN_SEAT, "table.seats", seat=facts.seat)
    if not seat.taken and not isinstance(move, TakeSeat):
        return refuse(Code.SEAT_NOT_TAKEN, "table.claim", seat=facts.seat)
    if not seat.plays and not isinstance(move, _FOR_OBSERVERS):
        return refuse(Code.OBSERVERS_WATCH, "table.observers", name=seat.name)
    if table.paused and not isinstance(move, _WHILE_PAUSED):
        return refuse(Code.PAUSED, "table.pause")
    return None


def _not_due(ruleset: Ruleset[Any], state: State[Any], facts: Facts) -> Refused | None:
    """Time makes nothing happen before it is due (`table.time`), nor while play is paused."""
    due = ruleset.due(state)
    if due is not None and due <= facts.at:
        return None
    return refuse(Code.NOTHING_DUE, TIME, due=due.isoformat() if due else None)


def _with_dice_counted(ruleset: Ruleset[Any], judgement: Judgement, facts: Facts) -> Judgement:
    """Dice that a move drew advance the session's counter, whatever the ruleset did with them."""
    if not facts.dice.rolls or isinstance(judgement, Refused):
        return judgement
    counted = DiceRolled(sum(len(roll.values) for roll in facts.dice.rolls))
    after = ruleset.evolve(judgement.after, counted)
    return replace(judgement, effects=(*judgement.effects, counted), after=after)
