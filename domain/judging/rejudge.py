"""Judging a log's moves again: with recorded dice and times, perhaps from another state."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from domain.core.clock import NOBODY, TimePasses
from domain.core.decider import Accepted, Event, Facts, Judgement, Ruleset, State
from domain.core.dice import NewDiceNeededError, RecordedDice
from domain.core.dispute import DisputeEffect
from domain.core.identifier import SeatId
from domain.core.past import NO_PAST, Past
from domain.core.timeline import Rewound
from domain.history.redaction import Redact
from domain.history.renaming import Renaming
from domain.judging.judge import judge
from domain.judging.log import MOVES
from domain.table.safety import SafetyMove
from domain.table.seating import Leave, SeatingMove

_OF_THE_TABLE = (*MOVES, *get_args(SeatingMove), *get_args(SafetyMove), Leave)


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


def rejudge(
    ruleset: Ruleset[Any],
    state: State[Any],
    event: Event[Any, Any],
    version: int,
    past: Past = NO_PAST,
) -> Judgement:
    """The judgement on an event's move at a state, with what the outside told then.

    Raises NewDiceNeededError where it asks for dice that were not thrown.
    """
    dice = RecordedDice(event.dice, event.revealed)
    facts = Facts(asker(state, event), event.at, dice, version, past)
    return judge(ruleset, state, event.move, facts)


def asker(state: State[Any], event: Event[Any, Any]) -> SeatId:
    """Who asked: nobody for time and the operator, anybody for what was asked anonymously."""
    if event.seat is not None:
        return event.seat
    anybody = state.table.sitting
    return NOBODY if isinstance(event.move, TimePasses | Redact) or not anybody else anybody[0]


def mover(event: Event[Any, Any]) -> SeatId | None:
    """The only seat behind an event: nobody's where dice decided, or it was anonymous."""
    return None if event.dice else event.seat


def is_of_play(event: Event[Any, Any]) -> bool:
    """Whether a move is made again when an older one is left out: the table's own things stand."""
    if event.seat is None or isinstance(event.move, _OF_THE_TABLE):
        return False
    is_about_dispute = [isinstance(effect, DisputeEffect) for effect in event.effects]
    return not (is_about_dispute and all(is_about_dispute))


class Remade(NamedTuple):
    """A move that was made again, and the state after it."""

    event: Event[Any, Any]
    after: State[Any]


class Rejudging:
    """Judges a log again from a state on, in order, though something in it is different."""

    def __init__(self, ruleset: Ruleset[Any], state: State[Any], past: Past = NO_PAST) -> None:
        self.state = state
        self._ruleset = ruleset
        self._past = past
        self._renaming = Renaming(state)

    def leave_out(self, event: Event[Any, Any]) -> None:
        """Leave an event out."""
        self._renaming.learn(event.effects, ())

    def compare(self, event: Event[Any, Any], version: int) -> Divergence | None:
        """Judge an event, go on from what comes of it, and tell how it differs from the record.

        Ids that differ only because an earlier one was not given out make no difference.
        """
        was = event.ruling.sentence
        moved = replace(event, move=self._renaming.of(event.move))
        try:
            now = rejudge(self._ruleset, self.state, moved, version, self._past)
        except NewDiceNeededError:
            return Divergence(version, "needs_dice", was, "", "")
        if not isinstance(now, Accepted):
            self.leave_out(event)
            return Divergence(version, "refused", was, now.sentence, now.code)
        self._renaming.learn(event.effects, now.effects)
        self.state = now.after
        recorded = (event.ruling, event.effects)
        if self._renaming.are_same(recorded, (now.ruling, now.effects)):
            return None
        return Divergence(version, "different", was, now.ruling.sentence, "")

    def make(
        self, original: int, event: Event[Any, Any], at: datetime, version: int
    ) -> Remade | None:
        """Make an event's move once more, with the dice that it had; nothing where it is refused.

        Raises NewDiceNeededError where it needs dice that were not thrown.
        """
        move = self._renaming.of(event.move)
        facts = Facts(asker(self.state, event), at, RecordedDice(event.dice), version)
        now = judge(self._ruleset, self.state, move, facts)
        if not isinstance(now, Accepted):
            self.leave_out(event)
            return None
        self._renaming.learn(event.effects, now.effects)
        self.state = now.after
        rolls = tuple(facts.dice.rolls)
        remade = Event(at, event.seat, move, now.ruling, now.effects, rolls, (), original)
        return Remade(remade, now.after)


def remake(
    ruleset: Ruleset[Any],
    state: State[Any],
    line: Iterable[tuple[int, Event[Any, Any]]],
    rewound: Rewound,
    at: datetime,
) -> Iterator[Remade]:
    """The moves of a line made once more after a rewind, but for the one that is left out.

    What is refused now is left out too; where new dice would be needed the table plays on by
    itself. `state` is the one after the rewind, `line` begins behind what it went back to.
    """
    rejudging, version = Rejudging(ruleset, state), rewound.version + 1
    for original, event in line:
        if original == rewound.without or not is_of_play(event):
            rejudging.leave_out(event)
            continue
        try:
            made = rejudging.make(original, event, at, version)
        except NewDiceNeededError:
            return
        if made:
            yield made
            version += 1
