"""Sealed notes: a note is a text that only some seats can read until its author reveals it.

A judgement never sees the text before it is revealed. The service replaces the text in the move
with its digest, and records only the digest. The same is true for the values of face-down dice.
"""

from typing import Annotated, Any

import msgspec

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset, State
from verger.domain.core.dice import Roll
from verger.domain.core.identifier import SeatId, Sign, number
from verger.domain.core.note import (
    PART,
    Note,
    NoteId,
    NoteRevealed,
    NoteSealed,
    note_of,
    sealed_digest,
)
from verger.domain.core.option import Option, Subset, TextField, choices, move_option
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import PROSE_LIMIT, Prose

RULE = "table.notes"

RULES = house_rulebook(
    {
        RULE: (
            "A seat may seal a note that only some seats can read. The author can always read it. "
            "The other seats see that there is a note. They can read its text when the author "
            "reveals it. The digest in the log proves that this text is the text that was sealed. "
            "Dice that lie face down are such a note. The seat that may reveal the dice sees them "
            "first."
        ),
    }
)

NOTE_LIMIT = 100
"""The maximum number of notes that a seat can seal in a session. Face-down dice do not count."""

Eyes = Annotated[tuple[SeatId, ...], msgspec.Meta(max_length=200)]


class SealNote(TaggedMove, frozen=True, tag="seal_note"):
    """Seal a text for some seats. Your own seat can always read it."""

    text: Prose
    eyes: Eyes = ()


class RevealNote(TaggedMove, frozen=True, tag="reveal_note"):
    """Reveal your own sealed note to everybody."""

    note: NoteId


NoteMove = SealNote | RevealNote
"""The moves of a seat."""


class NoteCommitted(TaggedMove, frozen=True, tag="seal_note"):
    """The form of `SealNote` that is judged and recorded: without the text."""

    eyes: Eyes
    digest: Sign


class NoteOpened(TaggedMove, frozen=True, tag="reveal_note"):
    """The form of `RevealNote` that is judged and recorded: with the sealed text, if the mover is its author."""

    note: NoteId
    salt: str
    text: str


RecordedNoteMove = NoteCommitted | NoteOpened
"""The recorded forms of these moves."""


def opens_roll(move: Any, notes: tuple[Note, ...]) -> bool:
    """Return whether a recorded move reveals dice.

    The values of dice are not a text that somebody wrote.
    """
    note = note_of(notes, move.note) if isinstance(move, NoteOpened) else None
    return note is not None and note.roll is not None


def eyes_of(seat: SeatId, others: tuple[SeatId, ...]) -> tuple[SeatId, ...]:
    """Return the seats that see a note: its author's first, each seat once."""
    return tuple(dict.fromkeys((seat, *others)))


def committed(move: SealNote, seat: SeatId, salt: bytes) -> NoteCommitted:
    """Return a move with the digest in place of the text."""
    eyes = eyes_of(seat, move.eyes)
    return NoteCommitted(eyes, sealed_digest(PART, eyes, salt, move.text))


def seal(draft: Draft[Any], move: NoteCommitted, facts: Facts) -> Judgement:
    """Record a sealed note (`table.notes`)."""
    table = draft.table
    for seat in move.eyes:
        if table.seat(seat) is None:
            return refuse(Code.UNKNOWN_SEAT, RULE, seat=seat)
    if refusal := too_many(table.notes, facts.seat):
        return refusal
    id = _next_id(table.notes)
    eyes = eyes_of(facts.seat, move.eyes)
    draft.cite(RULE, note=id, reading_seats=eyes)
    draft.emit(
        NoteSealed(note=id, by=facts.seat, eyes=eyes, version=facts.version, digest=move.digest)
    )
    names = ", ".join(table.name(seat) for seat in eyes)
    return draft.accept(
        f"{table.name(facts.seat)} seals note {number(id)} for the eyes of {names}."
    )


def seal_text(draft: Draft[Any], facts: Facts, digest: str) -> NoteId:
    """Record a text, which a game's own move has sealed, as a note (`table.notes`)."""
    return _on_record(draft, facts, (facts.seat,), digest)


def seal_roll(draft: Draft[Any], facts: Facts, roll: Roll) -> NoteId:
    """Record face-down dice as a note (`table.notes`)."""
    assert roll.is_face_down, "dice that everybody sees are nothing to seal"
    return _on_record(draft, facts, roll.eyes, roll.sealed, roll)


def _on_record(
    draft: Draft[Any], facts: Facts, eyes: Eyes, digest: str, roll: Roll | None = None
) -> NoteId:
    """Return a new note, or the existing one if a move is repeated.

    A repeated move seals the same note as the first time, because notes belong to the table and are
    not rewound.
    """
    notes = draft.table.notes
    known = next((note.id for note in notes if note.digest == digest), None)
    id = known or _next_id(notes)
    thrown = {"first_roll": roll.first, "dice": len(roll.values)} if roll else {}
    draft.cite(RULE, note=id, reading_seats=eyes, **thrown)
    if known is None:
        first = roll.first if roll else None
        draft.emit(
            NoteSealed(
                note=id, by=eyes[0], eyes=eyes, version=facts.version, digest=digest, roll=first
            )
        )
    return id


def too_many(notes: tuple[Note, ...], seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot seal another text, or None."""
    own = _written(notes, seat)
    return (
        refuse(Code.TOO_MANY_NOTES, RULE, notes_sealed=own, notes_allowed=NOTE_LIMIT)
        if own >= NOTE_LIMIT
        else None
    )


def _written(notes: tuple[Note, ...], seat: SeatId) -> int:
    return sum(note.by == seat and note.roll is None for note in notes)


def _next_id(notes: tuple[Note, ...]) -> NoteId:
    return NoteId(f"k{len(notes) + 1}")


def reveal(draft: Draft[Any], move: NoteOpened, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Judge revealing a note. The text must match the digest (`table.notes`)."""
    note = note_of(draft.table.notes, move.note)
    if note is None:
        return refuse(Code.UNKNOWN_NOTE, RULE, note=move.note)
    if note.by != facts.seat:
        return refuse(
            Code.NOT_THE_AUTHOR, RULE, note=note.id, author_name=draft.table.name(note.by)
        )
    if note.text is not None:
        return refuse(Code.NOTE_REVEALED, RULE, note=note.id, note_number=number(note.id))
    if note.elsewhere:
        return refuse(Code.SEALED_ELSEWHERE, RULE, note=note.id, note_number=number(note.id))
    if _opened_digest(note, move) != note.digest:
        return refuse(Code.NOT_WHAT_WAS_SEALED, RULE, note=note.id, note_number=number(note.id))
    draft.cite(RULE, note=note.id, sealed_version=note.version)
    before = draft.state
    draft.emit(NoteRevealed(note.id, move.salt, move.text))
    sentence = f"{draft.table.name(facts.seat)} reveals note {number(note.id)}."
    return draft.accept(sentence + ruleset.disproved(draft, before))


def _opened_digest(note: Note, move: NoteOpened) -> str:
    try:
        salt = bytes.fromhex(move.salt)
    except ValueError:
        return ""
    return sealed_digest(note.part, note.eyes, salt, move.text)


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """Return a seat's moves about notes: sealing, and revealing its own."""
    table = state.table
    options: list[Option] = []
    if not too_many(table.notes, seat):
        offered = choices(
            "eyes", [(other.id, other.name) for other in table.seats], label="Readers"
        )
        eyes = Subset("eyes", offered.choices, len(offered.choices), label="Readers")
        options.append(
            move_option(
                "seal_note", (TextField("text", PROSE_LIMIT), eyes), RULE, label="Seal a note"
            )
        )
    own = [note.id for note in table.notes if note.by == seat and note.is_sealed]
    if own:
        notes = choices("note", [(id, f"Note {number(id)}") for id in own])
        options.append(move_option("reveal_note", (notes,), RULE, label="Reveal a note"))
    return options
