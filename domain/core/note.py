"""Sealed notes: texts and rolls that only some seats can read until the author reveals them.

Until then, the log contains only a digest. The values of a face-down roll are kept in the same way,
as a text in JSON such as `[1,4]`.
"""

import hashlib
from typing import NewType, assert_never

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, Sign
from verger.domain.core.tagged import TaggedEffect

NoteId = NewType("NoteId", str)
"""A sealed note: `k1`, `k2` … in the order of sealing."""

PART = "note"
"""The name of a sealed part that holds a note's text."""

ROLL = "roll"
"""The name of a sealed part that holds face-down dice. Because it differs from the name of a note's
text, nobody can present a text as a roll."""


class SealedPart(msgspec.Struct, frozen=True):
    """A part of an event that only some seats can read. The event itself contains its digest."""

    name: str
    eyes: tuple[SeatId, ...]
    salt: str
    text: str

    @property
    def digest(self) -> str:
        """Return the commitment to its name, its eyes and its text."""
        return sealed_digest(self.name, self.eyes, bytes.fromhex(self.salt), self.text)


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note: its author, its version, its readers, and its text after it was revealed."""

    id: NoteId
    by: SeatId
    eyes: tuple[SeatId, ...]
    version: int
    digest: str
    text: str | None = None
    elsewhere: bool = False
    """Whether it was sealed before this session was forked. It stays sealed here."""
    roll: int | None = None
    """The number of the first die, if the note holds a face-down roll."""

    @property
    def is_sealed(self) -> bool:
        """Whether its author can still reveal it."""
        return self.text is None and not self.elsewhere

    @property
    def part(self) -> str:
        """The name of its sealed part."""
        return PART if self.roll is None else ROLL


def sealed_digest(name: str, eyes: tuple[SeatId, ...], salt: bytes, text: str) -> str:
    """Return the digest of a sealed part: SHA-256(salt ‖ JSON [name, eyes, text]) in hex."""
    return hashlib.sha256(salt + msgspec.json.encode((name, eyes, text))).hexdigest()


class NoteSealed(TaggedEffect, frozen=True, tag="note_sealed", omit_defaults=True):
    """A seat sealed a note for itself and perhaps other seats, or its face-down roll was sealed."""

    note: NoteId
    by: SeatId
    eyes: tuple[SeatId, ...]
    version: int
    digest: Sign
    roll: int | None = None
    """The number of the first face-down die."""


class NoteRevealed(TaggedEffect, frozen=True, tag="note_revealed"):
    """A note was revealed. The text and the salt match the digest of the sealed note."""

    note: NoteId
    salt: str
    text: str


NoteEffect = NoteSealed | NoteRevealed


def evolve(notes: tuple[Note, ...], effect: NoteEffect) -> tuple[Note, ...]:
    """Return the notes after an effect."""
    match effect:
        case NoteSealed():
            return (*notes, _sealed(effect))
        case NoteRevealed(id, _, text):
            return tuple(replace(note, text=text) if note.id == id else note for note in notes)
        case _:
            assert_never(effect)


def _sealed(effect: NoteSealed) -> Note:
    id, by, eyes = effect.note, effect.by, effect.eyes
    return Note(
        id=id, by=by, eyes=eyes, version=effect.version, digest=effect.digest, roll=effect.roll
    )


def left_behind(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Return the notes of a fork. They stay sealed, because other people can claim the seats."""
    return tuple(note if note.text is not None else replace(note, elsewhere=True) for note in notes)


def note_of(notes: tuple[Note, ...], id: NoteId) -> Note | None:
    """Return the note with this id, or None."""
    return next((note for note in notes if note.id == id), None)


def opened_values(note: Note) -> tuple[int, ...] | None:
    """Return the revealed values of face-down dice, or None."""
    if note.roll is None or note.text is None:
        return None
    try:
        return msgspec.json.decode(note.text, type=tuple[int, ...])
    except msgspec.MsgspecError:
        return None  # The text was redacted.
