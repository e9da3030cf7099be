"""The open conflict: its participants, goals and dice."""

from collections.abc import Sequence

import msgspec

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.model.action import ConflictId, DeclarationId, GoalChange
from verger.domain.games.verge.model.network import ElementId, NodeId

FACES = 6


def best_face(values: Sequence[int]) -> int:
    """Return the most frequent face, the higher one on a tie (`conflict.roll`); 0 without dice."""
    return max(values, key=lambda value: (values.count(value), value), default=0)


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's goal, and the changes that it records if it wins (`conflict.goals`).

    With `declaration`, the goal is the open action of that declaration.
    """

    by: SeatId
    """The seat that stated the goal."""
    statement: str
    """The goal in a sentence."""
    target: ElementId
    """The id of the element that the goal is about."""
    changes: tuple[GoalChange, ...] = ()
    """The changes that are made if the goal wins."""
    declaration: DeclarationId | None = None
    """The id of the declaration whose action is the goal; null if there is none."""


class Doubt(msgspec.Struct, frozen=True):
    """A seat's doubt about the use of an element in a narration (`interest.narration`)."""

    by: SeatId
    """The seat that doubts."""
    element: ElementId
    """The id of the doubted element."""
    reason: str
    """The reason for the doubt, in the words of the seat."""


class Participant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat in a conflict, with its character or an antagonist. `goal` counts from 1."""

    seat: SeatId
    node: NodeId
    goal: int
    has_rolled: bool = False
    path: tuple[ElementId, ...] = ()
    dice: tuple[int, ...] = ()
    face: int = 0
    """The face of the signal; 0 without dice."""
    has_dropped: bool = False
    doubts: tuple[Doubt, ...] = ()
    """The open doubts about its narration."""
    settled: int = 0
    """How often doubts about its narrations were settled."""

    @property
    def signal(self) -> int:
        """The number of dice that show the chosen face."""
        return self.dice.count(self.face)

    @property
    def noise(self) -> int:
        """The number of the other dice."""
        return len(self.dice) - self.signal


class Gathering(msgspec.Struct, frozen=True, tag_field="stage", tag="gathering"):
    """Everyone joins or stands aside."""

    agreement: Agreement


class Rolling(msgspec.Struct, frozen=True, tag_field="stage", tag="rolling"):
    """Every participant chooses a path and rolls."""


class Narrating(msgspec.Struct, frozen=True, tag_field="stage", tag="narrating"):
    """Participants narrate in order. Then the spotlight seat stops or goes on."""

    done: tuple[SeatId, ...] = ()


class Acting(msgspec.Struct, frozen=True, tag_field="stage", tag="acting"):
    """A round: each participant burns, rerolls or passes, in order."""

    done: tuple[SeatId, ...] = ()


class Concluding(msgspec.Struct, frozen=True, tag_field="stage", tag="concluding"):
    """The conflict is decided. The seats that rolled narrate the result in order, or pass."""

    done: tuple[SeatId, ...] = ()


class Trade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's roll with the other side's number of dice (`conflict.development`)."""

    seat: SeatId
    """The seat that rolls for the side."""
    goal: int
    """The number of the side's goal."""
    dice: int
    """The number of dice."""
    values: tuple[int, ...] | None = None
    """The rolled values; null before the roll."""


class Trading(msgspec.Struct, frozen=True, tag_field="stage", tag="trading"):
    """After the narration, the two sides roll each other's number of dice for development."""

    trades: tuple[Trade, ...]


Stage = Gathering | Rolling | Narrating | Acting | Concluding | Trading


class Conflict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice between characters. With `notice`, it is that seat's first notice of loss."""

    id: ConflictId
    spotlight: SeatId
    stage: Stage
    goals: tuple[Goal, ...] = ()
    participants: tuple[Participant, ...] = ()
    round: int = 0
    notice: SeatId | None = None
    winner: int | None = None
    """The goal that won, after the decision; 0 for nobody."""
    virtual: int = 0
    """The dice that the spotlight seat of a first notice had in addition to its rolled dice."""

    def participant(self, seat: SeatId) -> Participant | None:
        """Return the participant of a seat, or None."""
        return next(
            (participant for participant in self.participants if participant.seat == seat), None
        )

    @property
    def taking(self) -> Participant | None:
        """The participant that takes the loss in a first notice, and always wins (`fnol.conflict`)."""
        return self.participant(self.spotlight) if self.notice else None

    @property
    def stage_name(self) -> str:
        """The name of the stage in the API: `gathering`, `rolling`, `narrating` and so on."""
        return type(self.stage).__name__.lower()

    @property
    def active(self) -> tuple[Participant, ...]:
        """The remaining participants, by descending face, then seat (`conflict.order`)."""
        remaining = [
            participant for participant in self.participants if not participant.has_dropped
        ]
        return tuple(
            sorted(
                remaining, key=lambda participant: (-participant.face, int(participant.seat[1:]))
            )
        )

    @property
    def sides(self) -> tuple[int, ...]:
        """The numbers of the goals that somebody still fights for."""
        return tuple(sorted({participant.goal for participant in self.active}))

    @property
    def next(self) -> SeatId | None:
        """The seat whose turn it is, in the stages that have an order."""
        if not isinstance(self.stage, Narrating | Acting | Concluding):
            return None
        done = self.stage.done
        rolled = (participant.seat for participant in self.active if participant.has_rolled)
        return next((seat for seat in rolled if seat not in done), None)
