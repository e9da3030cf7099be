"""What a problem's code means to a client."""

import msgspec


class ProblemKind(msgspec.Struct, frozen=True):
    """What a code means to a client."""

    status: int
    title: str
    meaning: str
    """What has happened; what stands in braces is one of the facts."""
    remedy: str
    """How to go on."""
    retry_after: int | None = None
    """Seconds after which trying again makes sense."""
