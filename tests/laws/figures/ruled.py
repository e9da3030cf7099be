"""A ruling of generated play, with the states, moves and other facts that its numbers are about."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

from tests.laws.habit import Move
from tests.laws.played import Played, Step
from verger.domain.core.decider import State
from verger.domain.core.ruling import Applied, Refused

NUMBER = re.compile(r"-?\d+(?:/\d+)?(?: .*)?|[a-z]+\d+: -?\d+")
_OF_PEOPLE = ("label", "labels", "name", "names", "subject", "subjects", "text", "words", "seats")


class Ruled:
    """A step of a walk with its ruling."""

    def __init__(self, played: Played, step: Step) -> None:
        self.played, self.step = played, step
        self.before, self.seat = step.before, step.seat
        self.move: Move = step.judged
        self.version = step.facts.version

    @cached_property
    def applied(self) -> tuple[Applied, ...]:
        """The rules of the ruling, with their facts."""
        judgement = self.step.judgement
        if isinstance(judgement, Refused):
            return (Applied(judgement.rule, judgement.facts),)
        return self.step.accepted.ruling.rules if self.step.accepted else ()

    @cached_property
    def states(self) -> list[State[Any]]:
        """The state before the move, and after each of its effects."""
        states, evolve = [self.before], self.played.ruleset.evolve
        for effect in self.effects:
            with suppress(TypeError, AssertionError, KeyError):  # rewinds need the past
                states.append(evolve(states[-1], effect))
        return [*states, self.step.after]

    @property
    def lengths(self) -> set[int]:
        """The lengths of the lists in the move."""
        return {len(part) for part in parts(self.move) if isinstance(part, list)}

    @property
    def effects(self) -> tuple[Any, ...]:
        """The effects of an accepted move."""
        return self.step.accepted.effects if self.step.accepted else ()

    def any(self, holds: Callable[[Any], bool]) -> bool:
        """Whether something is so at a moment of the move."""
        return any(_is_so(holds, state) for state in self.states)

    def was(self, holds: Callable[[Any], bool]) -> bool:
        """Whether something was so before the move."""
        return _is_so(holds, self.before)

    def says(self, value: object) -> bool:
        """Whether the move names a value."""
        return any(part == value for part in parts(self.move))

    def cites(self, fact: str, *rules: str) -> Iterator[Any]:
        """Yield a fact of other rules of the ruling."""
        for applied in self.applied:
            if fact in applied.facts and (not rules or applied.rule.startswith(rules)):
                yield applied.facts[fact]

    def does(self, tag: str, **members: object) -> bool:
        """Whether the move has an effect with these members."""
        return any(
            effect.__struct_config__.tag == tag
            and all(getattr(effect, name) == value for name, value in members.items())
            for effect in self.effects
        )


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


def numbers(facts: dict[str, Any]) -> set[str]:
    """Return the names of the facts that hold numbers. Words of people do not count."""
    return {
        name
        for name, fact in facts.items()
        if name.rpartition("_")[2] not in _OF_PEOPLE and any(map(is_number, _values(fact)))
    }


def _values(fact: Any) -> tuple[Any, ...]:
    return fact if isinstance(fact, tuple) else (fact,)


def is_number(value: Any) -> bool:
    """Return whether a value of a fact is a number, or says one."""
    if isinstance(value, str):
        return NUMBER.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def dice(values: tuple[str, ...]) -> list[int]:
    """Return dice from a fact."""
    return [int(value) for value in values]


def powers(values: tuple[str, ...]) -> list[int]:
    """Return the numbers of a list such as `n1: 3`."""
    return [int(value.rpartition(": ")[2]) for value in values]
