"""The dice of a session, with all values that you need to check them."""

from collections.abc import Callable

import msgspec

from verger.domain.core.identifier import SeatId, SessionId, in_order
from verger.domain.core.members import made_of
from verger.domain.core.note import NoteId
from verger.domain.core.table import Table
from verger.domain.secrets.epoch import lying_face_down


class EpochView(msgspec.Struct, frozen=True):
    """Dice with a revealed seed, so that anybody can check them."""

    session: SessionId
    """The session id to use when you compute these dice. The epoch began in this session."""
    since: int
    """The version of the event that committed to the seed."""
    until: int
    """The version of the event that revealed the seed."""
    commitment: str
    """SHA-256 of the seed, in hex."""
    seed: str
    """The seed, in hex."""
    first: int
    """The number of the first of these dice."""
    last: int
    """The number of the last of these dice."""


class DiceView(msgspec.Struct, frozen=True):
    """The source of a session's dice, at a version."""

    version: int
    """The version that was read."""
    session: SessionId
    """The session id to use when you compute dice from the current seed."""
    commitment: str
    """SHA-256, in hex, of the current seed."""
    since: int
    """The version of the event with the commitment to this seed."""
    first: int
    """The number of the first die from this seed."""
    rolled: int
    """The number of dice that the server has rolled. This is also the number of the newest die."""
    nonces: dict[SeatId, str]
    """The nonces for the next roll, by seat. The order of the seats matters."""
    face_down: tuple[NoteId, ...]
    """The ids of sealed notes with face-down dice of the current seed. Until these notes are
    revealed, only their authors can use `reveal_dice`."""
    epochs: tuple[EpochView, ...]
    """The epochs whose seed is revealed, the oldest first."""


def dice(table: Table, version: int, session_of: Callable[[int], SessionId]) -> DiceView:
    """Return the dice of a session. `session_of` returns the session that recorded a version."""
    return DiceView(
        version=version,
        session=session_of(table.dice_epoch),
        commitment=table.dice_commitment,
        since=table.dice_epoch,
        first=table.dice_before + 1,
        rolled=table.dice_rolled,
        nonces=dict(in_order(table.nonces.items())),
        face_down=tuple(note.id for note in lying_face_down(table)),
        epochs=tuple(
            made_of(EpochView, epoch, session=session_of(epoch.since)) for epoch in table.epochs
        ),
    )
