"""The meaning of a problem's code to a client."""

from typing import Self

import msgspec


class ProblemKind(msgspec.Struct, frozen=True):
    """The meaning of a problem's code, and its status."""

    status: int
    title: str
    meaning: str
    """What has happened; names in braces are facts of the problem."""
    remedy: str
    """How to go on."""
    retry_after: int | None = None
    """Seconds after which trying again makes sense."""


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
        """Return what a copy is made from: the framework copies the options of its routes."""
        return str(self), *msgspec.structs.astuple(self.kind)
