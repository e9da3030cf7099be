"""A conflict under way: whose turn it is, and how far its action has come."""

import msgspec
from immutables import Map

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import counted
from verger.domain.games.edgerunner.model.action import Action, Maneuver
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.sheet import CharacterId


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action as it is carried out: all that counts for its shifts."""

    action: Action
    narration: str
    rating: int
    range: int
    bid: int
    continued: bool = False
    opposition: int = 0
    dice: tuple[int, ...] = ()
    bonus: int = 0
    """What invokes have brought who acts."""
    boost: int = 0
    """What stress, consequences and spin have brought, for this once."""
    resisted: int = 0
    used: tuple[AspectId, ...] = ()
    """The aspects invoked on this roll, by whomever."""
    spun: bool = False

    @property
    def shifts(self) -> int:
        """The roll, less whatever is against it (`action.roll`)."""
        gained = sum(self.dice) + self.rating + self.bonus + self.boost
        return gained - self.opposition - self.range - self.bid - self.resisted

    @property
    def least(self) -> int:
        """The fewest shifts with which the action does something."""
        return 0 if isinstance(self.action, Maneuver) else 1


def told(shifts: int) -> str:
    """A number of shifts in a sentence."""
    return counted(shifts, "shift")


class Compel(msgspec.Struct, frozen=True):
    """A compel that waits for its answer; the referee's is by nobody."""

    aspect: AspectId
    by: CharacterId | None


# The parts of a turn, in order.


class Choosing(msgspec.Struct, frozen=True, tag_field="part", tag="choosing"):
    """Somebody has the turn and may say what to do."""


class Declared(msgspec.Struct, frozen=True, tag_field="part", tag="declared", omit_defaults=True):
    """It is said what is done; the target may have something to say, and compels are called."""

    deed: Deed
    is_answered: bool = False
    compel: Compel | None = None
    compelled: tuple[AspectId, ...] = ()


class Rolling(msgspec.Struct, frozen=True, tag_field="part", tag="rolling"):
    """Nobody compels: the dice may be rolled."""

    deed: Deed


class Boosting(msgspec.Struct, frozen=True, tag_field="part", tag="boosting"):
    """The dice have fallen; who acts makes the best of them."""

    deed: Deed


class Resisting(msgspec.Struct, frozen=True, tag_field="part", tag="resisting"):
    """The target takes shifts off."""

    deed: Deed


class Spending(msgspec.Struct, frozen=True, tag_field="part", tag="spending"):
    """Shifts are left for moving or clearing boxes."""

    deed: Deed
    left: int


class Deciding(msgspec.Struct, frozen=True, tag_field="part", tag="deciding"):
    """Something is taken out, and who did it says what becomes of it."""

    deed: Deed
    target: TargetId


class Closing(msgspec.Struct, frozen=True, tag_field="part", tag="closing"):
    """The action is over; a free move may be left."""


Part = Choosing | Declared | Rolling | Boosting | Resisting | Spending | Deciding | Closing


# The stages of an exchange.


class Asking(msgspec.Struct, frozen=True, tag_field="stage", tag="asking", omit_defaults=True):
    """Who is next? Those who have answered, the first first."""

    claims: tuple[CharacterId, ...] = ()


class Bidding(msgspec.Struct, frozen=True, tag_field="stage", tag="bidding", omit_defaults=True):
    """Several want to act, and bid for it."""

    bidders: tuple[CharacterId, ...]
    bids: Map[CharacterId, int] = Map()


class Acting(msgspec.Struct, frozen=True, tag_field="stage", tag="acting", omit_defaults=True):
    """Somebody's turn."""

    actor: CharacterId
    bid: int = 0
    has_moved: bool = False
    """Whether the free move is used up."""
    part: Part = Choosing()


Stage = Asking | Bidding | Acting


class Kept(msgspec.Struct, frozen=True):
    """What somebody did in an exchange, to be continued in the next."""

    exchange: int
    deed: Deed


class Ward(msgspec.Struct, frozen=True):
    """A threshold that somebody keeps up for a track (`action.defense`)."""

    by: CharacterId
    target: CharacterId
    track: str
    threshold: int


class Conflict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The conflict under way."""

    reason: str
    length: Span
    caller: SeatId | None = None
    """Who calls, where that is not the referee."""
    exchange: int = 1
    acted: tuple[CharacterId, ...] = ()
    stage: Stage = Asking()
    kept: Map[CharacterId, Kept] = Map()
    wards: tuple[Ward, ...] = ()

    def ward(self, target: CharacterId, track: str) -> Ward | None:
        """The defense of a track, if it has one."""
        found = (ward for ward in self.wards if (ward.target, ward.track) == (target, track))
        return next(found, None)

    def last(self, actor: CharacterId) -> Deed | None:
        """What somebody did in the exchange before this one."""
        kept = self.kept.get(actor)
        return kept.deed if kept and kept.exchange == self.exchange - 1 else None
