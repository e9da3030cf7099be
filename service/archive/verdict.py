"""The result of verifying an archive as a document.

Programs read it directly, and the report explains it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from uuid import UUID

import msgspec

from verger.service.archive.checkpoint import Checkpoint
from verger.service.archive.format import Header, UnreadableError
from verger.service.archive.limits import Limits
from verger.service.archive.read import header
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive


class DiceCounts(msgspec.Struct, frozen=True):
    """The numbers of dice, by their check."""

    verified: int
    """The dice that match a revealed seed."""
    unrevealed: int
    """The dice whose seed is not revealed yet."""
    reported: int
    """The dice that players typed in. They cannot be checked."""
    repeated: int
    """The dice of repeated moves that match the first time."""


class StateCounts(msgspec.Struct, frozen=True):
    """The numbers of state digests."""

    compared: int
    unread: int
    """The digests of a format that this program does not have. They were not compared."""


class VerifiedCheckpoint(msgspec.Struct, frozen=True):
    """A valid checkpoint: its version, and the id of its key."""

    version: int
    key: str


class Checked(msgspec.Struct, frozen=True):
    """The checks of a valid archive."""

    hash: str
    """The hash of the last event, in hex."""
    judged: int
    """The number of events that were judged again with the same ruling and the same effects."""
    reworded: tuple[int, ...]
    """Those versions whose ruling would have other texts now."""
    redacted: tuple[int, ...]
    """The versions that lost texts."""
    dice: DiceCounts
    states: StateCounts
    checkpoint: VerifiedCheckpoint | None


class Verdict(msgspec.Struct, frozen=True):
    """Whether an archive contains the session as it was played."""

    verdict: Literal["verified", "states_unread", "wrong", "unreadable"]
    why: str | None
    """The fault, or the reason why there is no result; null if the archive is valid."""
    version: int | None
    """The first wrong version, if there is one."""
    session: UUID | None
    ruleset: str | None
    ruleset_version: int | None
    events: int | None
    """The number of events in the header. This member and the three before it are null only for an
    unreadable archive."""
    checked: Checked | None
    """Null if the archive is wrong or unreadable."""


def verdict_of(
    file: Path,
    limits: Limits,
    checkpoint: Checkpoint | None = None,
    seen: Callable[[ArchiveVerifier], None] = lambda _: None,
) -> Verdict:
    """Verify an archive within the limits, and a checkpoint.

    `seen` is called for every valid line.
    """
    check = _CheckpointCheck(checkpoint, seen)
    try:
        first = header(file)
        with file.open("rb") as opened:
            result = _readable(check.judged(verify_archive(opened, check.saw, limits)))
    except UnreadableError as error:
        return Verdict(
            verdict="unreadable",
            why=str(error),
            version=None,
            session=None,
            ruleset=None,
            ruleset_version=None,
            events=None,
            checked=None,
        )
    if isinstance(result, Finding):
        return _verdict("wrong", result.what, result.version, first, None)
    unread = result.log.counts.unread
    why = (
        f"{unread} digests of states of the form {first.states}"
        " were compared by nothing: this program has another form"
    )
    checked = _checked(result, checkpoint)
    if unread:
        return _verdict("states_unread", why, None, first, checked)
    return _verdict("verified", None, None, first, checked)


def _readable(result: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
    """Return a result. Raises UnreadableError if the file was changed on its way."""
    if isinstance(result, Finding) and result.is_damage:
        raise UnreadableError(result.what)
    return result


def _verdict(
    verdict: Literal["verified", "states_unread", "wrong"],
    why: str | None,
    version: int | None,
    first: Header,
    checked: Checked | None,
) -> Verdict:
    return Verdict(
        verdict=verdict,
        why=why,
        version=version,
        session=first.session,
        ruleset=first.ruleset,
        ruleset_version=first.ruleset_version,
        events=first.head,
        checked=checked,
    )


def _checked(verifier: ArchiveVerifier, checkpoint: Checkpoint | None) -> Checked:
    counts, dice = verifier.log.counts, verifier.log.dice
    return Checked(
        hash=verifier.log.hash.hex(),
        judged=counts.judged,
        reworded=tuple(counts.reworded),
        redacted=tuple(counts.rewritten),
        dice=DiceCounts(dice.verified, dice.unrevealed, dice.reported, dice.repeated),
        states=StateCounts(counts.states, counts.unread),
        checkpoint=VerifiedCheckpoint(checkpoint.version, checkpoint.key) if checkpoint else None,
    )


class _CheckpointCheck:
    """Checks a checkpoint against an archive."""

    def __init__(
        self, checkpoint: Checkpoint | None, seen: Callable[[ArchiveVerifier], None]
    ) -> None:
        self._checkpoint, self._seen = checkpoint, seen
        self._finding: Finding | None = None

    def saw(self, verifier: ArchiveVerifier) -> None:
        """Compare the checkpoint with its version."""
        self._seen(verifier)
        checkpoint = self._checkpoint
        if (
            checkpoint
            and verifier.log.version == checkpoint.version
            and verifier.header.holder(checkpoint.version) == checkpoint.session
            and verifier.log.hash.hex() != checkpoint.hash
        ):
            what = "it is not the event that the checkpoint was signed for: the log was rewritten"
            self._finding = Finding(checkpoint.version, what)

    def judged(self, result: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
        """Return the result including the checkpoint: the first fault, if there is one."""
        checkpoint, own = self._checkpoint, self._finding
        if checkpoint is None:
            return result
        if isinstance(result, Finding):
            return own if own and own.version <= result.version else result
        if own:
            return own
        session = result.header.holder(checkpoint.version)
        if session != checkpoint.session:
            raise UnreadableError(
                f"the checkpoint is of session {checkpoint.session}, and the archive of {session}"
            )
        if result.log.version < checkpoint.version:
            raise UnreadableError(
                f"the archive ends with version {result.log.version}, and the checkpoint is of version"
                f" {checkpoint.version}: it is an earlier copy, or its end was cut off; ask for a newer one"
            )
        return result
