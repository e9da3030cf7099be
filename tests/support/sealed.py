"""What was sealed in tests, as a server keeps it beside its events: found again by its digest."""

from collections.abc import Iterable

from domain.core.note import SealedPart

SEALED: dict[str, SealedPart] = {}


def keep(parts: Iterable[SealedPart]) -> None:
    """Keep what was sealed, for whoever reveals it."""
    SEALED.update({part.digest: part for part in parts})
