"""Judging the moves of a log again: with recorded dice and times, perhaps from another state."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from msgspec.structs import replace

from verger.domain.core.clock import RULE, AnswersDue, TimePasses
from verger.domain.core.decider import Accepted, Event, Facts, Judgement, Ruleset, State
from verger.domain.core.dice import NewDiceNeededError, RecordedDice
from verger.domain.core.dispute import DisputeSettled
from verger.domain.core.divergence import NEEDS_DICE, UNREACHED, Divergence
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.remedy import Amendment, Override
from verger.domain.core.ruling import Refused, filled
from verger.domain.core.timeline import Rewound
from verger.domain.dispute.settling import CorrectAgain, settlements
from verger.domain.history.redaction import Redact
from verger.domain.history.renaming import Renaming
from verger.domain.judging.deed import is_of_play
from verger.domain.judging.judge import judge
from verger.domain.table.seating import OperatorReissue, StartSession

_MOMENT = timedelta(microseconds=1)


def rejudge(
    ruleset: Ruleset[Any],
    state: State[Any],
    event: Event[Any, Any],
    version: int,
    past: Past = NO_PAST,
) -> Judgement:
    """Judge the move of an event at a state, with the event's recorded facts.

    Raises NewDiceNeededError if it needs dice that were not thrown.
    """
    dice = RecordedDice(event.dice, event.revealed)
    facts = Facts(
        mover=asker(state, event),
        at=event.at,
        dice=dice,
        version=version,
        past=past,
        repeats=event.repeats,
    )
    return judge(ruleset, state, event.move, facts)


def asker(state: State[Any], event: Event[Any, Any]) -> Mover:
    """Return the mover of an event. For an anonymous move this is any seat, because its event names none."""
    if event.seat is not None:
        return event.seat
    match event.move:
        case TimePasses() | CorrectAgain():
            return Unseated.SERVER
        case Redact() | OperatorReissue():
            return Unseated.OPERATOR
        case StartSession():
            return Unseated.APP
        case _:
            return state.table.sitting[0] if state.table.sitting else NO_SEAT


class Remade(NamedTuple):
    """A repeated move, and the state after it."""

    event: Event[Any, Any]
    after: State[Any]


class Rejudging:
    """Judges the events of a log again in order, from a state that is not the recorded one."""

    def __init__(self, ruleset: Ruleset[Any], state: State[Any], past: Past = NO_PAST) -> None:
        self.state = state
        self._ruleset = ruleset
        self._past = past
        self._renaming = Renaming(state)

    def leave_out(self, event: Event[Any, Any]) -> None:
        """Leave out an event."""
        self._renaming.learn(event.effects, ())

    def compare(self, event: Event[Any, Any], version: int) -> Divergence | None:
        """Judge an event and continue from the result.

        Return the difference from the recorded event, or None.

        Differences in texts do not count. Differences in ids do not count either, if they exist
        only because an earlier id was not assigned.
        """
        was = event.ruling.sentence
        moved = replace(event, move=self._renaming.of(event.move))
        try:
            now = rejudge(self._ruleset, self.state, moved, version, self._past)
        except NewDiceNeededError:
            return Divergence(version, "needs_dice", was, NEEDS_DICE)
        if not isinstance(now, Accepted):
            return self._refused(version, event, now)
        self._renaming.learn(event.effects, now.effects)
        self.state = now.after
        recorded = (event.ruling, event.effects)
        if self._renaming.are_same(recorded, (now.ruling.worded_as(event.ruling), now.effects)):
            return None
        said = now.ruling.sentence
        if said == was:
            said = f"The sentence is the same, but {_unlike(event, now)}."
        return Divergence(version, "different", was, said)

    def _refused(self, version: int, event: Event[Any, Any], refused: Refused) -> Divergence:
        """Leave out an event whose move is refused now."""
        self.leave_out(event)
        return Divergence(
            version=version,
            outcome="refused",
            was=event.ruling.sentence,
            now=refused.sentence,
            code=refused.code,
            rule=refused.rule,
        )

    def make(
        self, original: int, event: Event[Any, Any], at: datetime, version: int
    ) -> Remade | Divergence:
        """Repeat the move of an event with its dice, or return why this is not possible.

        Raises NewDiceNeededError if it needs dice that were not thrown.
        """
        asks = asker(self.state, event)
        facts = Facts(asks, at, RecordedDice(event.dice), version, repeats=original)
        move, now, facts = self._judged(event, facts)
        was = event.ruling.sentence
        if not isinstance(now, Accepted):
            return self._refused(original, event, now)
        if isinstance(move, TimePasses) and not self._is_same_answer(event, now):
            # The seat was silent about the recorded question, not about this one.
            self.leave_out(event)
            return Divergence(original, "different", was, now.ruling.sentence)
        self._renaming.learn(event.effects, now.effects)
        self.state = now.after
        rolls = tuple(facts.dice.rolls)
        seat = None if isinstance(asks, Unseated) else asks
        remade = Event(
            at=at,
            seat=seat,
            move=move,
            ruling=now.ruling,
            effects=now.effects,
            dice=rolls,
            sealed=(),
            repeats=original,
        )
        return Remade(remade, now.after)

    def _judged(self, event: Event[Any, Any], facts: Facts) -> tuple[Any, Judgement, Facts]:
        """Return the move of an event with the new ids, its judgement, and the facts with its dice.

        If a time limit passed, the move names its question. If the seat has several questions of
        this kind, the right one is the question whose default answer has the recorded effects.
        """
        silences = self._expired_questions(event) if isinstance(event.move, TimePasses) else []
        first, *others = silences or [self._renaming.of(event.move)]
        judged = self._judge(first, event, facts)
        for move in others:
            if isinstance(judged[1], Accepted) and self._is_same_answer(event, judged[1]):
                break
            judged = self._judge(move, event, facts)
        return judged

    def _judge(
        self, move: Any, event: Event[Any, Any], facts: Facts
    ) -> tuple[Any, Judgement, Facts]:
        own = replace(facts, dice=RecordedDice(event.dice))
        return move, judge(self._ruleset, self.state, move, own), own

    def _expired_questions(self, event: Event[Any, Any]) -> list[TimePasses]:
        """Return a move for each open question that can be the one whose time limit passed."""
        facts = next(rule.facts for rule in event.ruling.rules if rule.rule == RULE)
        asked = facts["seat"], facts["question"]
        return [
            TimePasses(answer.seat, answer.question, answer.about)
            for answer in self.state.table.due
            if (answer.seat, answer.question) == asked
        ]

    def _is_same_answer(self, event: Event[Any, Any], now: Accepted) -> bool:
        recorded, made = _of_answer(event.effects), _of_answer(now.effects)
        return self._renaming.bring_the_same(recorded, made)


def _unlike(event: Event[Any, Any], now: Accepted) -> str:
    """Describe the first difference between a recorded event and a new judgement with the same sentence."""
    was_ruled, is_ruled = event.ruling.rules, now.ruling.rules
    for was, applied in zip(was_ruled, is_ruled, strict=False):
        if was.rule != applied.rule:
            return f"the rule {applied.rule} applies in place of {was.rule}"
        for name, fact in applied.facts.items():
            if was.facts.get(name) != fact:
                facts = {"was": was.facts.get(name), "now": fact}
                told = f"the fact {name} of {applied.rule} was {{was}} and is {{now}} now"
                return filled(told, facts)
    if len(was_ruled) != len(is_ruled):
        return "other rules apply"
    return "its effects are different"


def _of_answer(effects: Iterable[Any]) -> tuple[Any, ...]:
    """Return the effects of a default answer without the time limits after it."""
    return tuple([effect for effect in effects if not isinstance(effect, AnswersDue)])


def remake(
    ruleset: Ruleset[Any],
    state: State[Any],
    line: Iterable[tuple[int, Event[Any, Any]]],
    rewound: Rewound,
    at: datetime,
) -> Iterator[Remade | Divergence]:
    """Repeat the moves of a line after a rewind, except the one to leave out.

    Yields the reason for each move that cannot be repeated. If a move needs new dice, the table
    must make it and all later moves itself. `state` is the state after the rewind, and `line`
    begins after its target. Each event is a moment later than the one before, so that deadlines set
    by the table pass in their order.
    """
    rejudging, version = Rejudging(ruleset, state), rewound.version + 1
    left_out = {rewound.without, *rewound.also}
    has_ended = False
    for original, event in line:
        made_again = [] if original in left_out else _again(rejudging.state, event)
        if not made_again:
            rejudging.leave_out(event)
        for part in made_again:
            if has_ended:
                yield Divergence(original, "unreached", part.ruling.sentence, UNREACHED)
                continue
            moment = at + _MOMENT * (version - rewound.version)
            try:
                made = rejudging.make(original, part, moment, version)
            except NewDiceNeededError:
                made = Divergence(original, "needs_dice", part.ruling.sentence, NEEDS_DICE)
                has_ended = True
            yield made
            version += isinstance(made, Remade)


def _again(state: State[Any], event: Event[Any, Any]) -> list[Event[Any, Any]]:
    """Return the events to repeat: the event, or corrections of a dispute that it settled."""
    if is_of_play(event) or isinstance(event.move, TimePasses | CorrectAgain):
        return [event]
    return [
        replace(event, seat=None, move=CorrectAgain(effect.dispute, agreed.remedy), dice=())
        for effect in event.effects
        if isinstance(effect, DisputeSettled)
        for version, agreed in settlements(state.table.disputes, effect.dispute)
        if version == effect.version and isinstance(agreed.remedy, Amendment | Override)
        if agreed.remedy.corrections
    ]
