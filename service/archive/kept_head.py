"""A head that somebody kept elsewhere, and its comparison with an archive."""

from collections.abc import Callable, Sequence
from typing import Self
from uuid import UUID

import msgspec

from verger.service.archive.checkpoint import Checkpoint, Hex32
from verger.service.archive.format import Header, UnreadableError
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier

CHECKPOINT = "the checkpoint"


class KeptHead(msgspec.Struct, frozen=True):
    """The hash of a version of a session, and the id of the key if somebody signed it."""

    session: UUID
    version: int
    hash: Hex32
    of: str = "the kept head"
    key: str | None = None
    """The id of the key that signed it, if it was signed."""

    @classmethod
    def signed(cls, checkpoint: Checkpoint) -> Self:
        """Return the head of a checkpoint."""
        return cls(
            session=checkpoint.session,
            version=checkpoint.version,
            hash=checkpoint.hash,
            of=CHECKPOINT,
            key=checkpoint.key,
        )


class HeadsCheck:
    """Compares kept heads with an archive."""

    def __init__(self, heads: Sequence[KeptHead], seen: Callable[[ArchiveVerifier], None]) -> None:
        """Start before the first line. `seen` is called for every valid line."""
        self._heads, self._seen = heads, seen
        self._finding: Finding | None = None

    def saw(self, verifier: ArchiveVerifier) -> None:
        """Compare the heads of the version that was just verified."""
        self._seen(verifier)
        version, found = verifier.log.version, verifier.log.hash.hex()
        for head in self._heads:
            if head.version != version or verifier.header.holder(version) != head.session:
                continue
            if head.hash != found and self._finding is None:
                was = "was signed for" if head.key else "names"
                what = f"it is not the event that {head.of} {was}: the log was rewritten"
                self._finding = Finding(version, what)

    def judged(self, result: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
        """Return the first fault of the archive or of a kept head, or the given result if there is none.

        Raises UnreadableError if a head cannot be compared with the archive.
        """
        own = self._finding
        if isinstance(result, Finding):
            return own if own and own.version <= result.version else result
        if own:
            return own
        if self._heads:
            self._require_comparable(result.header)
        return result

    def _require_comparable(self, header: Header) -> None:
        own = held_by(header, self._heads)
        if not own:
            raise UnreadableError(_elsewhere(header, self._heads[0]))
        newest = max(own, key=lambda head: head.version)
        if header.head < newest.version:
            raise UnreadableError(
                f"the archive ends with version {header.head}, and {newest.of} is of version"
                f" {newest.version}: it is an earlier copy, or its end was cut off; ask for a newer one"
            )


def held_by(header: Header, heads: Sequence[KeptHead]) -> list[KeptHead]:
    """Return the heads of versions that the archive has, if it goes far enough."""
    return [head for head in heads if header.holder(head.version) == head.session]


def _elsewhere(header: Header, head: KeptHead) -> str:
    """Return the sentence about a head of another session, or of a version after the fork."""
    said = f"{head.of} is of session {head.session}, and the archive of {header.session}"
    part = next((part for part in header.lineage if part.session == head.session), None)
    if part:
        return f"{said}, which was forked from it at version {part.until}, before version {head.version}"
    return said
