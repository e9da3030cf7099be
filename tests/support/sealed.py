"""Sealed parts in tests, kept by digest as a server keeps them with its events."""

from collections.abc import Iterable

from verger.domain.core.note import SealedPart

SEALED: dict[str, SealedPart] = {}


def keep(parts: Iterable[SealedPart]) -> None:
    """Keep a sealed part for its revelation."""
    SEALED.update({part.digest: part for part in parts})
