"""Refusal codes, each declared together with its meaning."""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Self, TypeVar

import msgspec

MOVES_OPEN = "moves_open"
"""The name of the fact that lists those `ways` of a reason that are possible moves of the refused
seat."""

NOTHING_TO_NAME = "Make another move: there is nothing of this kind to choose now."
"""The remedy if the list of choices is empty."""

NO_WAYS: Mapping[str, str] = {}


class Reason(msgspec.Struct, frozen=True):
    """The meaning of a code: title, sentence and remedy. Facts replace the names in braces."""

    title: str
    sentence: str
    remedy: str
    """The remedy if none of the moves in `ways` is possible."""
    ways: Mapping[str, str] = NO_WAYS
    """Sentences about moves that help, each by the name of its move."""

    def remedy_for(self, facts: Mapping[str, Any]) -> str:
        """Return the remedy for these facts, with names in braces."""
        ways = [self.ways[move] for move in facts.get(MOVES_OPEN, ())]
        others = [f"Or {way[0].lower()}{way[1:]}" for way in ways[1:]]
        return " ".join([*ways[:1], *others]) or self._choice_among(facts)

    def _choice_among(self, facts: Mapping[str, Any]) -> str:
        named = [name for _, name, _, _ in Formatter().parse(self.remedy) if name]
        return NOTHING_TO_NAME if any(facts.get(name) == () for name in named) else self.remedy

    @property
    def text(self) -> str:
        """All texts of the code, with names in braces."""
        return " ".join((self.sentence, self.remedy, *self.ways.values()))


class ReasonCode(str):
    """The stable name of a refusal, with its meaning.

    Programs must compare this name, not the sentences.
    """

    __slots__ = ("reason",)

    reason: Reason

    def __new__(
        cls,
        name: str,
        title: str,
        sentence: str,
        remedy: str,
        ways: Mapping[str, str] = NO_WAYS,
    ) -> Self:
        """Declare a code."""
        code = super().__new__(cls, name)
        code.reason = Reason(title, sentence, remedy, ways)
        return code

    def __getnewargs__(self) -> tuple[str | Mapping[str, str], ...]:  # type: ignore[override]
        """Return the arguments for a copy. The framework copies the options of its routes."""
        return str(self), *msgspec.structs.astuple(self.reason)


Declared = TypeVar("Declared")


def declared(collection: type, kind: type[Declared]) -> list[Declared]:
    """Return the values of a kind that a class and its base classes declare."""
    parts = [part for one in collection.__mro__ for part in vars(one).values()]
    return [part for part in parts if isinstance(part, kind)]


class Codes:
    """Codes by their names in the source. A class can join the codes of several other classes."""

    @classmethod
    def reasons(cls) -> dict[ReasonCode, Reason]:
        """Return the meaning of each code."""
        return {code: code.reason for code in declared(cls, ReasonCode)}
