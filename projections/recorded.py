"""What moves, effects, plays and sheets have in common in all games; their names tell the rest.

The API's document has these where a game cannot be told beforehand. They are open: readers who know
the game read the rest by its own schema, all others ignore members that they do not know.
"""

import msgspec

from verger.domain.core.decider import Event


class RecordedMove(msgspec.Struct, frozen=True):
    """A move as it is on record: its name, and the fields that a move of this name has."""

    move: str
    """The name of the move, such as `propose`."""


class Effect(msgspec.Struct, frozen=True):
    """One small fact of an event: its name, and the fields that an effect of this name has."""

    effect: str
    """The name of the effect, such as `mark_added`."""


class Play(msgspec.Struct, frozen=True):
    """Where the play of a game is, as a seat may see it; a game's own members follow."""

    step: str
    """What the game is in the middle of; `over` when play has ended for good."""


class Sheet(msgspec.Struct, frozen=True):
    """Who or what has a sheet; a game's own members follow."""

    name: str


RecordedEvent = Event[RecordedMove, Effect]
