"""What a story tells of each event, as programs read it."""

from datetime import datetime
from typing import Literal

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.seat import SeatKind
from verger.domain.core.text import listed
from verger.projections.session import SeatView

Undone = Literal["omitted", "struck"]
"""What becomes of play that a rewind took back: nothing is told of it, or all of it, struck out."""


class HeadingView(msgspec.Struct, frozen=True):
    """A landmark that begins a part of the story."""

    level: int
    """2 for a step of the game, 3 for a scene or a conflict, 4 for what is within one."""
    title: str
    follows: bool
    """Whether it begins with what the event led to, and so stands below what is told of the event."""


class CastView(msgspec.Struct, frozen=True):
    """Dice that were thrown together."""

    faces: int
    shows: tuple[str, ...]
    """What each shows, as the game writes it; nothing where the reader may not see it."""
    count: int
    is_face_down: bool = False
    is_typed_in: bool = False


class GainView(msgspec.Struct, frozen=True):
    """Tokens that somebody has more, or less, of after an event."""

    name: str
    token: str
    amount: int
    """Below zero where they were given or spent."""
    called: str
    """The word for one of them, or for so many."""

    @property
    def words(self) -> str:
        """As a sentence says it: `Ann pays 2 boosts`."""
        return (
            f"{self.name} {'gets' if self.amount > 0 else 'pays'} {abs(self.amount)} {self.called}"
        )


class ToldView(msgspec.Struct, frozen=True):
    """What is told of an event; what people wrote is in `words` and stands nowhere else."""

    version: int
    at: datetime
    seat: SeatId | None
    by: str | None
    """Who acted, by name."""
    headings: tuple[HeadingView, ...]
    is_new: bool
    """Whether a new paragraph begins with it."""
    sentence: str
    """What happened; nothing where that is for the record alone."""
    changes: tuple[str, ...]
    """What else there is to say of it, a sentence each."""
    words: tuple[str, ...]
    """What its author wrote."""
    sealed: tuple[str, ...]
    """What was sealed in it, where the reader is one of those who may see it."""
    dice: tuple[CastView, ...]
    """Those that the sentences do not tell already."""
    tokens: tuple[GainView, ...]
    is_undone: bool
    """Whether a rewind took it back."""


class StoryView(msgspec.Struct, frozen=True):
    """A session's log as a story, or a part of it."""

    version: int
    """The version that it is told at: what was undone later is told."""
    title: str
    game: str
    seats: tuple[SeatView, ...]
    since: int
    until: int
    """The last version that it tells of."""
    entries: tuple[ToldView, ...]
    next_from: int | None
    """Where it goes on, where there is more than was asked for at once."""

    @property
    def about(self) -> str:
        """Of which game and day it is, and who sat at the table."""
        day = f" on {self.entries[0].at.day} {self.entries[0].at:%B %Y}" if self.entries else ""
        names = [
            f"{seat.name} (GM)" if seat.kind is SeatKind.GM else seat.name for seat in self.seats
        ]
        return f"{self.game}{day}, with {listed(names)}."
