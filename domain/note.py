"""Sealed notes: texts for some seats' eyes, of which the log holds a digest until they are revealed."""

import hashlib
from typing import NewType, assert_never

import msgspec
from msgspec.structs import replace

from domain.identifier import SeatId, Sign

NoteId = NewType("NoteId", str)
"""A sealed note: `k1`, `k2` … in the order of sealing."""

PART = "note"
"""What the sealed part of an event is called that holds a note's text."""


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


def sealed_digest(name: str, eyes: tuple[SeatId, ...], salt: bytes, text: str) -> str:
    """What the log holds of a sealed part: SHA-256(salt ‖ JSON [name, eyes, text]) in hex."""
    return hashlib.sha256(salt + msgspec.json.encode((name, eyes, text))).hexdigest()


# The tags and field names of effects are the stored format: a change is a new tag.


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class NoteSealed(_Effect, frozen=True, tag="note_sealed"):
    """A seat sealed a note for some seats' eyes, its own among them."""

    note: NoteId
    by: SeatId
    eyes: tuple[SeatId, ...]
    version: int
    digest: Sign


class NoteRevealed(_Effect, frozen=True, tag="note_revealed"):
    """A note was opened to everybody: with the salt its text has the digest that was sealed."""

    note: NoteId
    salt: str
    text: str


NoteEffect = NoteSealed | NoteRevealed


def evolve(notes: tuple[Note, ...], effect: NoteEffect) -> tuple[Note, ...]:
    """The notes after an effect."""
    match effect:
        case NoteSealed():
            sealed = Note(effect.note, effect.by, effect.eyes, effect.version, effect.digest)
            return (*notes, sealed)
        case NoteRevealed(id, _, text):
            return tuple(replace(note, text=text) if note.id == id else note for note in notes)
        case _:
            assert_never(effect)


def left_behind(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """The notes in a fork, whose seats are taken by whoever claims them: what is sealed stays so."""
    return tuple(note if note.text is not None else replace(note, elsewhere=True) for note in notes)


def note_of(notes: tuple[Note, ...], id: NoteId) -> Note | None:
    """The note of this id, if there is one."""
    return next((note for note in notes if note.id == id), None)
