"""The common members of moves, effects, plays and sheets of all games.

The API document contains these types for endpoints of any game. Objects of these types can have
more members. A client that knows the game can read these members with the schema of the game.
Other clients ignore them.
"""

import msgspec

from verger.domain.core.decider import Event


class RecordedMove(msgspec.Struct, frozen=True):
    """A recorded move: its name, and the fields of this kind of move."""

    move: str
    """The name of the move, such as `propose`."""


class Effect(msgspec.Struct, frozen=True):
    """One change inside an event: its name, and the fields of this kind of effect."""

    effect: str
    """The name of the effect, such as `mark_added`."""


class Play(msgspec.Struct, frozen=True):
    """The play of a game, as a seat can see it. The game adds its own members."""

    step: str
    """The current step of the game; `over` if play has ended."""


class Sheet(msgspec.Struct, frozen=True):
    """A character or thing with a sheet. The game adds its own members."""

    name: str
    """The name of the character or thing."""


RecordedEvent = Event[RecordedMove, Effect]
