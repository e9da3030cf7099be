"""The meaning of a problem's code to a client."""

from typing import Self

import msgspec


class ProblemKind(msgspec.Struct, frozen=True):
    """The meaning of a problem's code, and its status."""

    status: int
    title: str
    meaning: str
    """A sentence about the problem. Names in braces are facts of the problem."""
    remedy: str
    """The next step for the client."""
    retry_after: int | None = None
    """The seconds to wait before the next try."""


class ServerCode(str):
    """The stable name of a problem, with its meaning."""

    __slots__ = ("kind",)

    kind: ProblemKind

    def __new__(
        cls,
        name: str,
        status: int,
        title: str,
        meaning: str,
        remedy: str,
        retry_after: int | None = None,
    ) -> Self:
        """Declare a code."""
        code = super().__new__(cls, name)
        code.kind = ProblemKind(status, title, meaning, remedy, retry_after=retry_after)
        return code

    def __getnewargs__(self) -> tuple[str | int | None, ...]:  # type: ignore[override]
        """Return the arguments for a copy: the framework copies the options of its routes."""
        return str(self), *msgspec.structs.astuple(self.kind)
