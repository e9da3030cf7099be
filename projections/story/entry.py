"""A story's account of each event, for programs."""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Literal

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import listed
from verger.projections.session import SeatView

Undone = Literal["omitted", "struck"]
"""The treatment of undone play: left out, or struck out."""


class HeadingView(msgspec.Struct, frozen=True):
    """A landmark that begins a part of the story."""

    level: int
    """The level of the heading: 2 for a step of the game, 3 for a scene or a conflict, 4 for a part
    of a scene or conflict."""
    title: str
    """The text of the heading."""
    follows: bool
    """Whether the heading comes after the text of the event."""


class CastView(msgspec.Struct, frozen=True):
    """Dice that were thrown together."""

    faces: int
    """The number of sides of each die; 0 for values that a player reported."""
    shows: tuple[str, ...]
    """The values, as the game writes them; empty if the reader cannot see them."""
    count: int
    """The number of dice."""
    is_face_down: bool = False
    """Whether the dice are face down."""
    is_typed_in: bool = False
    """Whether a player reported the values of real dice."""


class GainView(msgspec.Struct, frozen=True):
    """A gain or loss of tokens in an event."""

    name: str
    """The owner of the tokens, in words."""
    token: str
    """The kind of tokens."""
    amount: int
    """The number of tokens. Negative if the owner gave or spent them."""
    called: str
    """The name of the tokens in singular or plural, such as `boosts`."""

    @property
    def words(self) -> str:
        """Describe the gain or loss for a sentence: `Ann pays 2 boosts`."""
        return (
            f"{self.name} {'gets' if self.amount > 0 else 'pays'} {abs(self.amount)} {self.called}"
        )


class ToldView(msgspec.Struct, frozen=True):
    """A story's account of an event. Texts by people are only in `words`."""

    version: int
    """The version of the event."""
    at: datetime
    """The time of the event."""
    seat: SeatId | None
    """The seat that made the move; null if it was anonymous or a time limit passed."""
    by: str | None
    """The name of the person who made the move; null if the move has no seat."""
    headings: tuple[HeadingView, ...]
    """The headings before or after the text of the event."""
    is_new: bool
    """Whether it begins a new paragraph."""
    sentence: str
    """The sentence; empty if the story leaves it out."""
    changes: tuple[str, ...]
    """Further sentences about the event."""
    words: tuple[str, ...]
    """The texts that its author wrote."""
    sealed: tuple[str, ...]
    """The sealed texts of the event that the reader can see."""
    dice: tuple[CastView, ...]
    """The dice that the sentences do not mention."""
    tokens: tuple[GainView, ...]
    """The gains and losses of tokens that the sentences do not mention."""
    is_undone: bool
    """Whether a rewind undid it."""
    can_be_undone: bool
    """Whether the event is a move of play that is not undone yet."""


def led(seat: SeatId, gms: Sequence[SeatId]) -> str | None:
    """Return in words when a seat was the GM, such as `GM at first`; None if it never was.

    `gms` are the GMs of the session, one after another.
    """
    if seat not in gms:
        return None
    if len(gms) == 1:
        return "GM"
    times = {0: "at first", len(gms) - 1: "at the end"}
    found = [times.get(place, "for a time") for place, gm in enumerate(gms) if gm == seat]
    return f"GM {listed([*dict.fromkeys(found)])}"


class StoryView(msgspec.Struct, frozen=True):
    """A session's log as a story, or a part of it."""

    version: int
    """The version that was read. It determines which events are undone."""
    title: str
    """The title of the session."""
    game: str
    """The title of the game."""
    seats: tuple[SeatView, ...]
    """The seats of the table, in seat order."""
    gms: tuple[SeatId, ...]
    """The seats that were the GM, one after another. The last one is the GM at this version."""
    since: int
    """The first version in this part."""
    until: int
    """The last version in this part."""
    entries: tuple[ToldView, ...]
    """The events of the story, in order."""
    next_from: int | None
    """The first version of the next part; null if there is none."""

    def about(self, zone: tzinfo) -> str:
        """Describe the game, the day in a time zone, and the players."""
        at = self.entries[0].at.astimezone(zone) if self.entries else None
        day = f" on {at.day} {at:%B %Y} ({zone})" if at else ""
        parts = [(seat.name, led(seat.id, self.gms)) for seat in self.seats]
        names = [f"{name} ({part})" if part else name for name, part in parts]
        return f"{self.game}{day}, with {listed(names)}."
