"""Sealed notes: their authors, their readers, and the texts that the client's seats can see."""

from typing import Any

import msgspec
from litestar import Response, get

from verger.domain.core.identifier import SeatId
from verger.domain.core.note import Note, NoteId
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.edge.reading import AsOf, At, LogPoint, Seat, SessionAt, not_modified, read_at
from verger.service.edge.whole import SEALED


class NoteView(msgspec.Struct, frozen=True):
    """A sealed note."""

    note: NoteId
    """The id of the note."""
    by: SeatId
    """The seat that wrote it."""
    eyes: tuple[SeatId, ...]
    """The seats that can read it. A new holder of one of these seats can also read it."""
    version: int
    """The version of the event that sealed it."""
    digest: str
    """SHA-256(salt ‖ JSON ["note", eyes, text]) in hex. For face-down dice, `roll` stands in place of `note`."""
    revealed: bool
    """Whether the author has revealed it."""
    text: str | None
    """The text of the note, or the values of dice as JSON. Null if you cannot see it, or if it was
    redacted."""
    roll: int | None
    """The number of the first die, if it is a face-down roll."""


class NotesView(msgspec.Struct, frozen=True):
    """The sealed notes of a session at a version, in the order of sealing."""

    version: int
    """The version that was read."""
    notes: tuple[NoteView, ...]
    """The notes, in the order of sealing."""


@get("/sessions/{session:str}/notes", operation_id="listNotes", opt=Operation(gives=NotesView))
async def list_notes(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """List sealed notes.

    Everybody can see the author and the readers of a note. Only its readers see the text, until the
    author reveals it with the move `reveal_note`. The list also contains face-down dice.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        seats = point.asking.seats if seat is None else (point.asking.viewer,)
        notes = point.state.table.notes
        seen = [note for note in notes if note.text is None and {note.by, *note.eyes} & {*seats}]
        parts = await parts_of(request).notes.sealed(point.session.id, seen) if seen else {}
        shown = tuple(
            _view(note, parts[note.id].text if note.id in parts else None) for note in notes
        )
        return _answer(request, point, NotesView(point.version, shown), seats)


def _view(note: Note, text: str | None) -> NoteView:
    is_revealed = note.text is not None
    return NoteView(
        note=note.id,
        by=note.by,
        eyes=note.eyes,
        version=note.version,
        digest=note.digest,
        revealed=is_revealed,
        text=note.text if is_revealed else text,
        roll=note.roll,
    )


def _answer(
    request: AnyRequest, point: SessionAt, shown: NotesView, seats: tuple[SeatId, ...]
) -> Response[Any]:
    """Return an answer whose tag names the version and the seats.

    Its content depends on both.
    """
    headers = {
        "ETag": f'"{point.tag}.{".".join(seats)}"',
        "Cache-Control": SEALED,
        "Vary": "Authorization",
    }
    return not_modified(request, headers) or Response(shown, headers=headers)
