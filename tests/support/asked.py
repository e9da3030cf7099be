"""What a client sends, as it reaches a judgement: the texts of sealed notes are taken out before."""

from typing import Any

import msgspec

from domain import sealing
from domain.identifier import SeatId
from domain.note import PART, SealedPart, note_of
from domain.sealing import NoteMove, NoteOpened, SealNote
from domain.text import unusable_text
from domain.verge.moves import RecordedMove
from domain.verge.state import State
from tests.support.sealed import SEALED, keep

MOVES = msgspec.json.Decoder[RecordedMove](RecordedMove)
SALT = b"a salt that repeats itself".ljust(32)[:16]


def wire(move: dict[str, Any], state: State | None = None, seat: str = "") -> Any:
    """The move that a client's JSON says, as it reaches a judgement of this seat at a state."""
    if move["move"] not in ("seal_note", "reveal_note") or {"digest", "salt"} & set(move):
        return MOVES.decode(msgspec.json.encode(move))
    asked = msgspec.convert(move, NoteMove)
    if unusable_text(asked):
        return asked  # the edge does not take it further than this
    if isinstance(asked, SealNote):
        committed = sealing.committed(asked, SeatId(seat), SALT)
        keep([SealedPart(PART, committed.eyes, SALT.hex(), asked.text)])
        return committed
    note = note_of(state.table.notes, asked.note) if state else None
    part = SEALED.get(note.digest) if note and note.by == seat else None
    return NoteOpened(asked.note, part.salt, part.text) if part else NoteOpened(asked.note, "", "")
