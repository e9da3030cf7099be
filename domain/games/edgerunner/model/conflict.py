"""An open conflict: its turn, and the progress of the action."""

import msgspec
from immutables import Map

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import counted
from verger.domain.games.edgerunner.model.action import Action, Maneuver
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.sheet import CharacterId


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that is being carried out, with everything that counts for its shifts."""

    action: Action
    narration: str
    rating: int
    range: int
    bid: int
    continued: bool = False
    opposition: int = 0
    dice: tuple[int, ...] = ()
    bonus: int = 0
    """The actor's bonus from invokes."""
    boost: int = 0
    """The actor's bonus from stress, consequences and spin, for this roll only."""
    resisted: int = 0
    used: tuple[AspectId, ...] = ()
    """The aspects that were invoked on this roll."""
    spun: bool = False

    @property
    def shifts(self) -> int:
        """The roll minus everything that is against it (`action.roll`)."""
        gained = sum(self.dice) + self.rating + self.bonus + self.boost
        return gained - self.opposition - self.range - self.bid - self.resisted

    @property
    def least(self) -> int:
        """The minimum number of shifts for an effect."""
        return 0 if isinstance(self.action, Maneuver) else 1


def shifts_in_words(shifts: int) -> str:
    """Describe a number of shifts for a sentence."""
    return counted(shifts, "shift")


class Compel(msgspec.Struct, frozen=True):
    """A compel that waits for its answer. `by` is null if the referee compels."""

    aspect: AspectId
    by: CharacterId | None


# The parts of a turn, in order.


class Choosing(msgspec.Struct, frozen=True, tag_field="part", tag="choosing"):
    """The actor has the turn and can choose an action."""


class Declared(msgspec.Struct, frozen=True, tag_field="part", tag="declared", omit_defaults=True):
    """The action is declared. The target can answer, and seats can compel."""

    deed: Deed
    is_answered: bool = False
    compel: Compel | None = None
    compelled: tuple[AspectId, ...] = ()


class Rolling(msgspec.Struct, frozen=True, tag_field="part", tag="rolling"):
    """Nobody compels. The dice can be rolled."""

    deed: Deed


class Boosting(msgspec.Struct, frozen=True, tag_field="part", tag="boosting"):
    """The dice are rolled. The actor can improve the roll."""

    deed: Deed


class Resisting(msgspec.Struct, frozen=True, tag_field="part", tag="resisting"):
    """The target can remove shifts."""

    deed: Deed


class Spending(msgspec.Struct, frozen=True, tag_field="part", tag="spending"):
    """There are shifts for moving or clearing boxes."""

    deed: Deed
    left: int


class Deciding(msgspec.Struct, frozen=True, tag_field="part", tag="deciding"):
    """Something is taken out, and the actor describes its fate."""

    deed: Deed
    target: TargetId


class Closing(msgspec.Struct, frozen=True, tag_field="part", tag="closing"):
    """The action is over. A free move may be left."""


Part = Choosing | Declared | Rolling | Boosting | Resisting | Spending | Deciding | Closing


# The stages of an exchange.


class Asking(msgspec.Struct, frozen=True, tag_field="stage", tag="asking", omit_defaults=True):
    """The caller asks which character acts next. The claimants are in the order of their claims."""

    claims: tuple[CharacterId, ...] = ()


class Bidding(msgspec.Struct, frozen=True, tag_field="stage", tag="bidding", omit_defaults=True):
    """Several claimants bid for the turn."""

    bidders: tuple[CharacterId, ...]
    bids: Map[CharacterId, int] = Map()


class Acting(msgspec.Struct, frozen=True, tag_field="stage", tag="acting", omit_defaults=True):
    """A character has the turn."""

    actor: CharacterId
    bid: int = 0
    has_moved: bool = False
    """Whether the free move is used."""
    part: Part = Choosing()


Stage = Asking | Bidding | Acting


class Kept(msgspec.Struct, frozen=True):
    """A deed of an exchange, which can continue in the next exchange."""

    exchange: int
    deed: Deed


class Ward(msgspec.Struct, frozen=True):
    """A threshold that a character keeps up for a track (`action.defense`)."""

    by: CharacterId
    target: CharacterId
    track: str
    threshold: int


class Conflict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open conflict."""

    reason: str
    length: Span
    caller: SeatId | None = None
    """The caller, if it is not the referee."""
    exchange: int = 1
    acted: tuple[CharacterId, ...] = ()
    stage: Stage = Asking()
    kept: Map[CharacterId, Kept] = Map()
    wards: tuple[Ward, ...] = ()

    def ward(self, target: CharacterId, track: str) -> Ward | None:
        """Return the defense of a track, or None."""
        wards = (ward for ward in self.wards if (ward.target, ward.track) == (target, track))
        return next(wards, None)

    def last(self, actor: CharacterId) -> Deed | None:
        """Return the deed of a character in the previous exchange, or None."""
        kept = self.kept.get(actor)
        return kept.deed if kept and kept.exchange == self.exchange - 1 else None
