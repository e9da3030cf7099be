"""Sealed notes: texts and rolls for some seats' eyes; until revealed, the log holds only a digest.

A roll that lies face down is kept like a text: its values as JSON, such as `[1,4]`.
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
"""The name of one that holds face-down dice: no text that somebody wrote passes for a roll."""


class SealedPart(msgspec.Struct, frozen=True):
    """What an event keeps for some seats' eyes only; its digest stands in the event."""

    name: str
    eyes: tuple[SeatId, ...]
    salt: str
    text: str

    @property
    def digest(self) -> str:
        """The commitment to its name, its eyes and its text."""
        return sealed_digest(self.name, self.eyes, bytes.fromhex(self.salt), self.text)


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note: who sealed it when, for whose eyes, and its text once it is revealed."""

    id: NoteId
    by: SeatId
    eyes: tuple[SeatId, ...]
    version: int
    digest: str
    text: str | None = None
    elsewhere: bool = False
    """Whether it was sealed in the session that this one was forked from, and stays sealed here."""
    roll: int | None = None
    """The number of the first of its dice, where it is a roll that lies face down."""

    @property
    def is_sealed(self) -> bool:
        """Whether it can still be revealed, by its author."""
        return self.text is None and not self.elsewhere

    @property
    def part(self) -> str:
        """The name of its sealed part."""
        return PART if self.roll is None else ROLL


def sealed_digest(name: str, eyes: tuple[SeatId, ...], salt: bytes, text: str) -> str:
    """A sealed part's digest in the log: SHA-256(salt ‖ JSON [name, eyes, text]) in hex."""
    return hashlib.sha256(salt + msgspec.json.encode((name, eyes, text))).hexdigest()


class NoteSealed(TaggedEffect, frozen=True, tag="note_sealed", omit_defaults=True):
    """A seat sealed a note for some seats' eyes, its own among them, or has a roll face down."""

    note: NoteId
    by: SeatId
    eyes: tuple[SeatId, ...]
    version: int
    digest: Sign
    roll: int | None = None
    """The number of the first of the dice that lie face down."""


class NoteRevealed(TaggedEffect, frozen=True, tag="note_revealed"):
    """A note was opened to everybody: with the salt its text has the digest that was sealed."""

    note: NoteId
    salt: str
    text: str


NoteEffect = NoteSealed | NoteRevealed


def evolve(notes: tuple[Note, ...], effect: NoteEffect) -> tuple[Note, ...]:
    """The notes after an effect."""
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
    """A fork's notes: others may claim its seats, so what is sealed stays sealed."""
    return tuple(note if note.text is not None else replace(note, elsewhere=True) for note in notes)


def note_of(notes: tuple[Note, ...], id: NoteId) -> Note | None:
    """The note of this id, if there is one."""
    return next((note for note in notes if note.id == id), None)


def opened_values(note: Note) -> tuple[int, ...] | None:
    """The values of face-down dice, once they are revealed."""
    if note.roll is None or note.text is None:
        return None
    try:
        return msgspec.json.decode(note.text, type=tuple[int, ...])
    except msgspec.MsgspecError:
        return None  # it was redacted
