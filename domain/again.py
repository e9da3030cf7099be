"""Judging what a log holds again: with its recorded dice and times, perhaps from another state."""

from typing import Any, Literal, get_args

import msgspec

from domain.clock import NOBODY, TimePasses
from domain.decider import Accepted, Event, Facts, Judgement, Ruleset, State
from domain.dice import NewDiceNeededError, RecordedDice
from domain.identifier import SeatId
from domain.judge import judge
from domain.log import RecordedLogMove
from domain.past import NO_PAST, Past
from domain.redaction import Redact
from domain.safety import SafetyMove
from domain.seating import Leave, SeatingMove

_OF_THE_TABLE = (*get_args(RecordedLogMove), *get_args(SeatingMove), *get_args(SafetyMove), Leave)


class Divergence(msgspec.Struct, frozen=True):
    """An event that would not have come out as it did."""

    version: int
    outcome: Literal["refused", "different", "needs_dice"]
    """Refused; accepted with another ruling or other effects; or not known without new dice."""
    was: str
    """The sentence of the ruling on record."""
    now: str
    """The sentence of the ruling or refusal that would be; empty where it needs dice."""
    code: str
    """Why it would be refused; empty where it would not."""


def judged_again(
    ruleset: Ruleset[Any],
    state: State[Any],
    event: Event[Any, Any],
    version: int,
    past: Past = NO_PAST,
) -> Judgement:
    """The judgement on an event's move at a state, with what the outside told then.

    Raises NewDiceNeededError where it asks for dice that were not thrown.
    """
    facts = Facts(asker(state, event), event.at, RecordedDice(event.dice), version, past)
    return judge(ruleset, state, event.move, facts)


def asker(state: State[Any], event: Event[Any, Any]) -> SeatId:
    """Who asked: nobody for time and the operator, anybody for what was asked anonymously."""
    if event.seat is not None:
        return event.seat
    anybody = state.table.sitting
    return NOBODY if isinstance(event.move, TimePasses | Redact) or not anybody else anybody[0]


def mover(event: Event[Any, Any]) -> SeatId | None:
    """Whose doing an event was alone: nobody's where dice decided, or it was anonymous."""
    return None if event.dice else event.seat


def is_of_play(event: Event[Any, Any]) -> bool:
    """Whether a move is made again when an older one is left out: the table's own things stand."""
    return event.seat is not None and not isinstance(event.move, _OF_THE_TABLE)


def compared(
    ruleset: Ruleset[Any],
    state: State[Any],
    event: Event[Any, Any],
    version: int,
    past: Past = NO_PAST,
) -> tuple[State[Any], Divergence | None]:
    """The state after an event judged again, and how that differs from what is on record."""
    was = event.ruling.sentence
    try:
        judgement = judged_again(ruleset, state, event, version, past)
    except NewDiceNeededError:
        return state, Divergence(version, "needs_dice", was, "", "")
    if not isinstance(judgement, Accepted):
        return state, Divergence(version, "refused", was, judgement.sentence, judgement.code)
    if (judgement.ruling, judgement.effects) == (event.ruling, event.effects):
        return judgement.after, None
    return judgement.after, Divergence(version, "different", was, judgement.ruling.sentence, "")
