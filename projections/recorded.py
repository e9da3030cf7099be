"""What each game has in its own way, as far as it is alike in all: readers go on by its name.

These stand in the API's document where a game cannot be told beforehand. They are open: whoever knows
the game reads the rest by the game's own schema, everybody else passes over what they do not know.
"""

import msgspec

from domain.core.decider import Event


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
