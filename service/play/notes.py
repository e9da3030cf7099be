"""Sealed notes: remove the text from a move before it is judged, and read it again when the note is revealed."""

from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Ruleset
from verger.domain.core.identifier import SeatId
from verger.domain.core.note import PART, Note, NoteId, SealedPart, note_of
from verger.domain.core.ruling import Refused
from verger.domain.core.text import unusable_text
from verger.domain.secrets.sealing import NoteCommitted, NoteOpened, RevealNote, SealNote, eyes_of
from verger.service.log.sealed import encoded, new_part, parts_of
from verger.service.log.store import Store
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions


class Notes:
    """The sealed notes of every session."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    async def prepared(self, session: Session, asked: MoveRequest) -> MoveRequest | Refused:
        """Return the move that is judged and recorded: without the texts that it seals, or with the revealed text."""
        match asked.move:
            case SealNote():
                return _committed(asked, asked.move)
            case RevealNote(note):
                opened = await self._opened(session, asked.seat, note)
                return replace(asked, move=opened, kept=asked.move)
            case _:
                return sealed_for_asker(session.codec.ruleset, asked)

    async def _opened(self, session: Session, seat: SeatId, id: NoteId) -> NoteOpened:
        """Return a move that reveals a note. It has the sealed text only if `seat` is the author."""
        note = note_of(session.state.table.notes, id)
        if note is None:
            # Another process may have recorded the note. Read its events.
            async with session.lock:
                await self._sessions.catch_up(session)
            note = note_of(session.state.table.notes, id)
        if note is None or note.by != seat:
            return NoteOpened(id, "", "")
        part = (await self.sealed(session.id, [note])).get(id)
        return NoteOpened(id, part.salt, part.text) if part else NoteOpened(id, "", "")

    async def sealed(self, session: UUID, notes: list[Note]) -> dict[NoteId, SealedPart]:
        """Return the sealed texts of these notes, except those that were removed.

        A text that was sealed before a fork stays sealed in the fork, also in reads of an earlier
        version.
        """
        rows = await self._store.at(session, [note.version for note in notes])
        here = [row.sealed for row in rows if row.session == session]
        parts = {part.digest: part for sealed in here for part in parts_of(sealed)}
        return {note.id: parts[note.digest] for note in notes if note.digest in parts}


def _committed(asked: MoveRequest, move: SealNote) -> MoveRequest | Refused:
    fault: Any = unusable_text(move)
    if isinstance(fault, Refused):
        # Refuse it here, because a move that is refused later is recorded, with its secret text.
        return fault
    eyes = eyes_of(asked.seat, move.eyes)
    part = new_part(PART, eyes, move.text)
    recorded = NoteCommitted(eyes, part.digest)
    return msgspec.structs.replace(
        asked, move=recorded, sealed=encoded((part,)), sealed_digests=(part.digest,)
    )


def sealed_for_asker(ruleset: Ruleset[Any], asked: MoveRequest) -> MoveRequest | Refused:
    """Seal the parts of a game's own move that only its sender may see. If there are none, return it unchanged."""
    parts: list[SealedPart] = []

    def seal(text: str) -> str:
        parts.append(new_part(PART, (asked.seat,), text))
        return parts[-1].digest

    move = ruleset.sealed(asked.move, seal)
    # Refuse it here, because a move that is refused later is recorded, with its secret text.
    if isinstance(move, Refused):
        return move
    if not parts:
        return asked
    digests = tuple(part.digest for part in parts)
    return replace(asked, move=move, sealed=encoded(tuple(parts)), sealed_digests=digests)
