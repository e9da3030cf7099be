"""Turn moves of clients into the form that the rules judge: texts to seal are replaced by digests."""

from functools import cache
from hashlib import sha256
from typing import Any, get_args

import msgspec

from tests.support.sealed import SEALED, keep
from verger.domain.core.decider import Ruleset, State, nothing_sealed
from verger.domain.core.identifier import SeatId
from verger.domain.core.note import PART, SealedPart, note_of
from verger.domain.core.ruling import Refused
from verger.domain.core.text import unusable_text
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge import RULESET
from verger.domain.secrets import sealing
from verger.domain.secrets.sealing import NoteMove, NoteOpened, SealNote

SALT = b"a salt that repeats itself".ljust(32)[:16]


@cache
def _moves(game: str) -> msgspec.json.Decoder[Any]:
    """A decoder of the moves that a game's events contain."""
    return msgspec.json.Decoder(get_args(RULESETS[game].event_type)[0])


def wire(
    move: dict[str, Any],
    state: State[Any] | None = None,
    seat: str = "",
    ruleset: Ruleset[Any] = RULESET,
) -> Any:
    """Return the move in a client's JSON, as the rules judge it for this seat at a state."""
    if move["move"] not in ("seal_note", "reveal_note") or {"digest", "salt"} & set(move):
        seals = ruleset.sealed is not nothing_sealed
        sealed = _sealed(move, state, seat, ruleset) if seals else None
        return sealed or _moves(ruleset.name).decode(msgspec.json.encode(move))
    asked = msgspec.convert(move, NoteMove)
    if unusable_text(asked):
        return asked  # the server refuses it before it seals the text
    if isinstance(asked, SealNote):
        committed = sealing.committed(asked, SeatId(seat), SALT)
        keep([SealedPart(PART, committed.eyes, SALT.hex(), asked.text)])
        return committed
    note = note_of(state.table.notes, asked.note) if state else None
    part = SEALED.get(note.digest) if note and note.by == seat else None
    return NoteOpened(asked.note, part.salt, part.text) if part else NoteOpened(asked.note, "", "")


def _sealed(
    move: dict[str, Any], state: State[Any] | None, seat: str, ruleset: Ruleset[Any]
) -> Any:
    """Return a game's own move with its parts sealed. None if it has no such parts."""
    try:
        asked = _asked(ruleset.name).decode(msgspec.json.encode(move))
    except msgspec.ValidationError:
        return None
    # Each salt of a session is different, as on a server.
    salt = sha256(SALT + bytes([len(state.table.notes) % 256 if state else 0])).digest()[:16]
    parts: list[SealedPart] = []

    def seal(text: str) -> str:
        parts.append(SealedPart(PART, (SeatId(seat),), salt.hex(), text))
        return parts[-1].digest

    sealed = ruleset.sealed(asked, seal)
    keep(parts)
    if isinstance(sealed, Refused):
        return asked  # refused before it is sealed, as above
    return sealed if parts else None


@cache
def _asked(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(RULESETS[game].move_type)
