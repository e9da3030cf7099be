"""A ruling of generated play, with the states and the move to recompute its numbers from."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Any

from msgspec import ValidationError
from msgspec.structs import replace

from tests.laws.habit import Move
from tests.laws.played import SEED, SESSION, Played, Step
from tests.support.asked import wire
from tests.support.dice import dice_of
from verger.domain.core.decider import Judgement, State, fold
from verger.domain.core.identifier import RuleId, SeatId
from verger.domain.core.ruling import Applied, Refused
from verger.domain.judging.judge import judge
from verger.domain.judging.silence import first_due

NUMBER = re.compile(r"-?\d+(?:/\d+)?(?: .*)?|[a-z]+\d+: -?\d+")
_IN_TEXT = re.compile(r"(?<![\w-])-?\d+")
_OF_PEOPLE = ("label", "labels", "name", "names", "subject", "subjects", "text", "words", "seats")


class Ruled:
    """A step of a walk with its ruling."""

    def __init__(self, played: Played, step: Step) -> None:
        self.played, self.step = played, step
        self.before, self.seat = step.before, _answering(step)
        self.move: Move = step.judged
        self.version = step.facts.version

    @cached_property
    def applied(self) -> tuple[Applied, ...]:
        """The rules of the ruling, with their facts. A refusal has its code in place of a rule."""
        judgement = self.step.judgement
        if isinstance(judgement, Refused):
            return (Applied(RuleId(judgement.code), judgement.facts),)
        return self.step.accepted.ruling.rules if self.step.accepted else ()

    @cached_property
    def states(self) -> list[State[Any]]:
        """The state before the move, and after each of its effects."""
        ruleset, states = self.played.ruleset, [self.before]
        for effect in self.effects:
            states.append(fold(ruleset, states[-1], (effect,), self.played.past))
        return states

    @property
    def after(self) -> State[Any]:
        """The state after the move."""
        return self.step.after

    def having(self, place: int, facts: dict[str, Any]) -> "Ruled":
        """Return a copy of this ruling that has other facts for the rule at this place."""
        other = copy(self)
        rules = [*self.applied]
        rules[place] = Applied(rules[place].rule, facts)
        other.applied = tuple(rules)
        return other

    @property
    def lengths(self) -> set[int]:
        """The lengths of the lists in the move."""
        return {len(part) for part in parts(self.move) if isinstance(part, list)}

    @property
    def effects(self) -> tuple[Any, ...]:
        """The effects of an accepted move."""
        return self.step.accepted.effects if self.step.accepted else ()

    def any(self, holds: Callable[[Any], bool]) -> bool:
        """Return whether a condition holds before the move or after any of its effects."""
        return any(_is_so(holds, state) for state in self.states)

    def was(self, holds: Callable[[Any], bool]) -> bool:
        """Return whether a condition held before the move, or directly after a rewind that the move caused."""
        return any(_is_so(holds, state) for state in (self.before, *self.then("rewound")))

    def says(self, value: object) -> bool:
        """Return whether the move contains a value."""
        return any(part == value for part in parts(self.move))

    def cites(self, fact: str, *rules: str, **others: object) -> Iterator[Any]:
        """Yield a fact from each cited rule that has this fact, and these other facts too."""
        for applied in self.applied:
            if (
                fact in applied.facts
                and (not rules or applied.rule in rules)
                and others.items() <= applied.facts.items()
            ):
                yield applied.facts[fact]

    def done(self, *tags: str, **members: object) -> list[Any]:
        """Return the effects of these kinds with these members, in order."""
        return [effect for effect in self.effects if _is_such(effect, tags, members)]

    def then(self, *tags: str, **members: object) -> list[State[Any]]:
        """Return the state after each effect of these kinds with these members, in order."""
        led_to = zip(self.effects, self.states[1:], strict=True)
        return [state for effect, state in led_to if _is_such(effect, tags, members)]

    def exceeds(self, given: int, most: int) -> bool:
        """Return whether the move is refused because a value is above `most`. The value can occur several times."""
        places = zip(
            swapped(self.move, given, most), swapped(self.move, given, most + 1), strict=True
        )
        return any(
            self._is_fault_of(most + 1, given, above) and not self._is_fault_of(most, given, within)
            for within, above in places
        )

    def bounds(self, given: object, least: int, most: int) -> bool:
        """Return whether the move is refused because a value is not between `least` and `most`.

        The move is tried with values at the bounds and beyond them.
        """
        others = (least, most, least - 1, most + 1)
        swaps = [
            [
                self._is_fault_of(other, given, move)
                for move in (
                    *swapped(self.move, given, other),
                    replaced(self.move, given, other),
                )
            ]
            for other in others
        ]
        return any(
            first is False and last is False and False not in beyond
            for first, last, *beyond in zip(*swaps, strict=True)
        )

    def _is_fault_of(self, other: object, given: object, move: Move) -> bool | None:
        """Return whether another move is refused with the same code and facts, with the other value in them."""
        judged, (applied,) = self.judged(move), self.applied
        if judged is None:
            return None
        facts = {name: other if fact == given else fact for name, fact in applied.facts.items()}
        return isinstance(judged, Refused) and (judged.code, judged.facts) == (applied.rule, facts)

    def is_same_fault(self, move: Move, before: State[Any] | None = None) -> bool | None:
        """Return whether a move is refused with the same code, in the state before this move or in another state.

        None if the move has no valid form.
        """
        judged = self.judged(move, before)
        if judged is None:
            return None
        return isinstance(judged, Refused) and judged.code == self.applied[0].rule

    def judged(self, move: Move, before: State[Any] | None = None) -> Judgement | None:
        """Judge another move in the state before this move, or in another state. None if the move has no valid form."""
        before, ruleset = before or self.before, self.played.ruleset
        dice = dice_of(SEED, SESSION, before.table, self.version)
        facts = replace(self.step.facts, dice=dice, past=self.played.past)
        with suppress(ValidationError):
            return judge(ruleset, before, wire(move, before, self.seat, ruleset), facts)
        return None


def _answering(step: Step) -> SeatId:
    """Return the seat of a move. If the server answers because time is over, return the late seat."""
    due = first_due(step.before.table)
    return due.seat if step.judged["move"] == "time_passes" and due else step.seat


def _is_such(effect: Any, tags: tuple[str, ...], members: Mapping[str, object]) -> bool:
    return effect.__struct_config__.tag in tags and all(
        getattr(effect, name) == value for name, value in members.items()
    )


def swapped(part: Any, given: object, other: object) -> Iterator[Any]:
    """Yield a copy of the move for each occurrence of a value, with another value there."""
    if type(part) is type(given) and part == given:
        yield other
    elif isinstance(part, dict | list):
        places = part.items() if isinstance(part, dict) else enumerate(part)
        for place, inner in [*places]:
            for changed in swapped(inner, given, other):
                copy = part.copy()
                copy[place] = changed
                yield copy


def replaced(part: Any, given: object, other: object) -> Any:
    """Return the move with all occurrences of a value replaced."""
    if type(part) is type(given) and part == given:
        return other
    if isinstance(part, dict):
        return {name: replaced(inner, given, other) for name, inner in part.items()}
    if isinstance(part, list):
        return [replaced(inner, given, other) for inner in part]
    return part


def _is_so(holds: Callable[[Any], bool], state: State[Any]) -> bool:
    with suppress(AttributeError, KeyError, IndexError, TypeError, AssertionError):
        return bool(holds(state))
    return False


def parts(value: Any) -> Iterator[Any]:
    """Yield every part of a move."""
    yield value
    if isinstance(value, dict):
        for part in value.values():
            yield from parts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from parts(part)


def at_path(move: Any, path: str, *value: object) -> Any:
    """Return the value at a path such as `actions[0].label`. If a value is given, return the move with this value there."""
    place, _, rest = path.replace("[", ".").replace("]", "").partition(".")
    key = int(place) if isinstance(move, list) else place
    if not value:
        return at_path(move[key], rest) if rest else move[key]
    copy = move.copy()
    copy[key] = at_path(move[key], rest, *value) if rest else value[0]
    return copy


def numbers(facts: dict[str, Any]) -> set[str]:
    """Return the names of the facts that contain numbers, except texts that people wrote."""
    return {
        name
        for name, fact in facts.items()
        if name.rpartition("_")[2] not in _OF_PEOPLE and any(map(is_number, _values(fact)))
    }


def _values(fact: Any) -> tuple[Any, ...]:
    return fact if isinstance(fact, tuple) else (fact,)


def is_number(value: Any) -> bool:
    """Return whether a value of a fact is a number, or a text that contains a number."""
    if isinstance(value, str):
        return NUMBER.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def changed(fact: Any) -> Iterator[Any]:
    """Yield copies of a fact. In each, one number is changed by 1, by -1 or by 7."""
    for by in (1, -1, 7):
        if isinstance(fact, int):
            yield fact + by
        elif isinstance(fact, str):
            for found in _IN_TEXT.finditer(fact):
                yield f"{fact[: found.start()]}{int(found[0]) + by}{fact[found.end() :]}"
        else:
            for place, part in enumerate(fact):
                for other in changed(part) if is_number(part) else ():
                    yield (*fact[:place], other, *fact[place + 1 :])


def powers(values: tuple[str, ...]) -> list[int]:
    """Return the numbers of a list such as `n1: 3`."""
    return [int(value.rpartition(": ")[2]) for value in values]
