"""Judging what a log holds again: with its recorded dice and times, perhaps from another state."""

from typing import Any, Literal

import msgspec

from domain.clock import NOBODY, TimePasses
from domain.decider import Accepted, Event, Facts, Judgement, Ruleset, State
from domain.dice import NewDiceNeededError, RecordedDice
from domain.identifier import SeatId
from domain.judge import judge


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


def judged_again(ruleset: Ruleset[Any], state: State[Any], event: Event[Any, Any]) -> Judgement:
    """The judgement on an event's move at a state, with what the outside told then.

    Raises NewDiceNeededError where it asks for dice that were not thrown.
    """
    facts = Facts(_asker(state, event), event.at, RecordedDice(event.dice, event.revealed))
    return judge(ruleset, state, event.move, facts)


def _asker(state: State[Any], event: Event[Any, Any]) -> SeatId:
    """Who asked: nobody for what time made happen, anybody for what was asked anonymously."""
    if event.seat is not None:
        return event.seat
    anybody = state.table.sitting
    return NOBODY if isinstance(event.move, TimePasses) or not anybody else anybody[0]


def compared(
    ruleset: Ruleset[Any], state: State[Any], event: Event[Any, Any], version: int
) -> tuple[State[Any], Divergence | None]:
    """The state after an event judged again, and how that differs from what is on record."""
    was = event.ruling.sentence
    try:
        judgement = judged_again(ruleset, state, event)
    except NewDiceNeededError:
        return state, Divergence(version, "needs_dice", was, "", "")
    if not isinstance(judgement, Accepted):
        return state, Divergence(version, "refused", was, judgement.sentence, judgement.code)
    if (judgement.ruling, judgement.effects) == (event.ruling, event.effects):
        return judgement.after, None
    return judgement.after, Divergence(version, "different", was, judgement.ruling.sentence, "")
