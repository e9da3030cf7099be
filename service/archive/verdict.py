"""The result of verifying an archive, as a JSON document for programs. The report explains it to people."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal
from uuid import UUID

import msgspec

from verger.service.archive.format import Header, UnreadableError
from verger.service.archive.kept_head import CHECKPOINT, HeadsCheck, KeptHead, held_by
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


class VerifiedHead(msgspec.Struct, frozen=True):
    """A kept head that matches the archive: its version, its source, and the id of the key that signed it."""

    version: int
    of: str
    key: str | None


class Checked(msgspec.Struct, frozen=True):
    """The checks of a valid archive."""

    hash: str
    """The hash of the last event, in hex."""
    judged: int
    """The number of events that were judged again with the same ruling and the same effects."""
    reworded: tuple[int, ...]
    """The versions whose ruling would have other texts now."""
    redacted: tuple[int, ...]
    """The versions that lost texts."""
    dice: DiceCounts
    states: StateCounts
    checkpoint: VerifiedCheckpoint | None
    kept: tuple[VerifiedHead, ...] = ()
    """The kept heads that match the archive, in the order of their versions."""

    @property
    def newest(self) -> VerifiedHead | None:
        """The newest kept head."""
        return self.kept[-1] if self.kept else None


class Verdict(msgspec.Struct, frozen=True):
    """The result of a verification: whether an archive contains the session as it was played."""

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
    heads: Sequence[KeptHead] = (),
    seen: Callable[[ArchiveVerifier], None] = lambda _: None,
) -> Verdict:
    """Verify an archive within the limits, and compare it with the heads that somebody kept.

    `seen` is called for every valid line.
    """
    check = HeadsCheck(heads, seen)
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
        " were not compared: this program has another form"
    )
    checked = _checked(result, held_by(first, heads))
    if unread:
        return _verdict("states_unread", why, None, first, checked)
    return _verdict("verified", None, None, first, checked)


def _readable(result: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
    """Return the result. Raises UnreadableError if another program changed the file on its way."""
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


def _checked(verifier: ArchiveVerifier, heads: Sequence[KeptHead]) -> Checked:
    counts, dice = verifier.log.counts, verifier.log.dice
    held = sorted(heads, key=lambda head: head.version)
    signed = next((head for head in reversed(held) if head.of == CHECKPOINT), None)
    return Checked(
        hash=verifier.log.hash.hex(),
        judged=counts.judged,
        reworded=tuple(counts.reworded),
        redacted=tuple(counts.rewritten),
        dice=DiceCounts(dice.verified, dice.unrevealed, dice.reported, dice.repeated),
        states=StateCounts(counts.states, counts.unread),
        checkpoint=VerifiedCheckpoint(signed.version, signed.key or "") if signed else None,
        kept=tuple(VerifiedHead(head.version, head.of, head.key) for head in held),
    )
