"""What came of verifying an archive, as one document: for programs as it stands, for people in words."""

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
    """Dice, by what is known of them."""

    verified: int
    """As the seeds that were revealed give them."""
    unrevealed: int
    """Of a seed that is not revealed yet."""
    reported: int
    """Typed in by players: nothing tells whether they fell so."""
    repeated: int
    """Of moves that were made again, the same as the first time."""


class StateCounts(msgspec.Struct, frozen=True):
    """Digests of states."""

    compared: int
    unread: int
    """Of a form that this program does not have, so that nothing compared them."""


class VerifiedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint that holds: the version that it was signed for, and the id of the key."""

    version: int
    key: str


class Checked(msgspec.Struct, frozen=True):
    """What was checked of an archive in which nothing is wrong."""

    hash: str
    """Of the last event, in hex."""
    judged: int
    """Events judged again by the rules, with the same ruling and the same effects."""
    reworded: tuple[int, ...]
    """Versions of these whose ruling would be told in other words now."""
    redacted: tuple[int, ...]
    """Versions from which texts were taken out."""
    dice: DiceCounts
    states: StateCounts
    checkpoint: VerifiedCheckpoint | None


class Verdict(msgspec.Struct, frozen=True):
    """Whether an archive is what was played."""

    verdict: Literal["verified", "states_unread", "wrong", "unreadable"]
    why: str | None
    """Where it is not verified: what is wrong, or why there is no answer."""
    version: int | None
    """The first version that is wrong, where one is."""
    session: UUID | None
    ruleset: str | None
    ruleset_version: int | None
    events: int | None
    """How many the archive is to have; this and the three before it are there unless it is unreadable."""
    checked: Checked | None
    """There unless something is wrong or unreadable."""


def verdict_of(
    file: Path,
    limits: Limits,
    checkpoint: Checkpoint | None = None,
    seen: Callable[[ArchiveVerifier], None] = lambda _: None,
) -> Verdict:
    """Verify an archive within the limits, and that a checkpoint holds; `seen` is called for every good line."""
    check = _CheckpointCheck(checkpoint, seen)
    try:
        first = header(file)
        with file.open("rb") as opened:
            found = check.judged(verify_archive(opened, check.saw, limits))
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
    if isinstance(found, Finding):
        return _verdict("wrong", found.what, found.version, first, None)
    unread = found.log.counts.unread
    why = (
        f"{unread} digests of states of the form {first.states}"
        " were compared by nothing: this program has another form"
    )
    checked = _checked(found, checkpoint)
    if unread:
        return _verdict("states_unread", why, None, first, checked)
    return _verdict("verified", None, None, first, checked)


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


def _checked(found: ArchiveVerifier, checkpoint: Checkpoint | None) -> Checked:
    counts, dice = found.log.counts, found.log.dice
    return Checked(
        hash=found.log.hash.hex(),
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
        """Compare the checkpoint with the version that it is of."""
        self._seen(verifier)
        told = self._checkpoint
        if told and verifier.log.version == told.version and verifier.log.hash.hex() != told.hash:
            what = "it is not the event that the checkpoint was signed for: the log was rewritten"
            self._finding = Finding(told.version, what)

    def judged(self, found: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
        """The result with the checkpoint included: the first thing that is wrong."""
        told, own = self._checkpoint, self._finding
        if told is None:
            return found
        if isinstance(found, Finding):
            return own if own and own.version <= found.version else found
        if own:
            return own
        if found.log.version < told.version:
            what = f"it is missing: a checkpoint was signed for version {told.version}"
            return Finding(found.log.version + 1, what)
        if found.header.holder(told.version) != told.session:
            raise UnreadableError(f"the checkpoint is of session {told.session}")
        return found
