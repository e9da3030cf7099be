"""The dice of a session, with all that it takes to check them."""

from collections.abc import Callable

import msgspec

from verger.domain.core.identifier import SeatId, SessionId, in_order
from verger.domain.core.members import made_of
from verger.domain.core.note import NoteId
from verger.domain.core.table import Table
from verger.domain.secrets.epoch import lying_face_down


class EpochView(msgspec.Struct, frozen=True):
    """Dice whose seed is revealed, so that anybody can check them."""

    session: SessionId
    """The id that goes into these dice: that of the session in which the epoch began."""
    since: int
    """The version whose event committed to the seed."""
    until: int
    """The version whose event revealed it."""
    commitment: str
    """SHA-256 of the seed, in hex."""
    seed: str
    """The seed, in hex."""
    first: int
    """The number of the first of these dice."""
    last: int
    """The number of the last of these dice."""


class DiceView(msgspec.Struct, frozen=True):
    """Where a session's dice come from, at a version."""

    version: int
    session: SessionId
    """The id that goes into the dice of the open epoch."""
    commitment: str
    """SHA-256, in hex, of the seed that dice come from now."""
    since: int
    """The version whose event committed to it."""
    first: int
    """The number of the first die that comes from it."""
    rolled: int
    """How many dice the server has rolled in all, which is the number of the newest one."""
    nonces: dict[SeatId, str]
    """What goes into the next roll, by seat, in the order in which it does."""
    face_down: tuple[NoteId, ...]
    """The notes of rolls from the open epoch that lie face down: before their authors have revealed
    them, nobody else may `reveal_dice`."""
    epochs: tuple[EpochView, ...]
    """Those whose seed is revealed, the oldest first."""


def dice(table: Table, version: int, session_of: Callable[[int], SessionId]) -> DiceView:
    """The dice of a session; `session_of` tells which one recorded a version."""
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
