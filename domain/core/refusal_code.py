"""Refusal codes, each declared together with its meaning."""

from typing import Self, TypeVar

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """The meaning of a code: title, sentence and remedy. Facts replace the names in braces."""

    title: str
    sentence: str
    remedy: str


class ReasonCode(str):
    """The stable name of a refusal, with its meaning. Programs must match it and not the sentences."""

    __slots__ = ("reason",)

    reason: Reason

    def __new__(cls, name: str, title: str, sentence: str, remedy: str) -> Self:
        """Declare a code."""
        code = super().__new__(cls, name)
        code.reason = Reason(title, sentence, remedy)
        return code

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]
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
