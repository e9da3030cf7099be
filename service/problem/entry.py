"""The meaning of a problem's code to a client."""

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
