"""The table: seats, limits, pauses, house rules, dice counters. Rewinds never touch it."""

from enum import StrEnum
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from domain import note, timeline
from domain.house_rule import HouseRules, Value
from domain.identifier import HouseRuleId, SeatId
from domain.note import Note, NoteRevealed, NoteSealed
from domain.seat import Seat, SeatKind
from domain.text import Sign
from domain.timeline import RewindAgreed, RewindAsked, RewindClosed, Rewound, Timeline


class LimitKind(StrEnum):
    """A line is never crossed; behind a veil things happen off camera."""

    LINE = "line"
    VEIL = "veil"


class Limit(msgspec.Struct, frozen=True):
    """Something that this table keeps out of play."""

    kind: LimitKind
    text: str


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to the people and not to the story.

    What a table has not used is not in a state's text, so that its digest outlasts new fields.
    """

    title: str = ""
    ruleset: str = ""
    ruleset_version: int = 0
    house_rules: Map[HouseRuleId, Value] = Map()
    seats: tuple[Seat, ...] = ()
    seats_ever: int = 0
    limits: tuple[Limit, ...] = ()
    paused: bool = False
    dice_commitment: str = ""
    dice_rolled: int = 0
    dice_epoch: int = 1
    """The version of the event that sealed the seed of the dice."""
    timeline: Timeline = Timeline()
    notes: tuple[Note, ...] = ()

    @property
    def started(self) -> bool:
        """Whether the session's first event has happened."""
        return bool(self.ruleset)

    @property
    def gm(self) -> SeatId:
        """The GM's seat, of which there is always one."""
        return next(seat.id for seat in self.seats if seat.kind is SeatKind.GM)

    def seat(self, id: SeatId) -> Seat | None:
        """The seat of this id, if the table has it."""
        for seat in self.seats:
            if seat.id == id:
                return seat
        return None

    def name(self, id: SeatId) -> str:
        """A seat's name for a sentence; a seat that is gone keeps its id."""
        seat = self.seat(id)
        return seat.name if seat else id

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats with a say in play: the GM first, then players in seat order."""
        gm = [seat for seat in self.seats if seat.kind is SeatKind.GM]
        return (*gm, *[seat for seat in self.seats if seat.kind is SeatKind.PLAYER])

    @property
    def sitting(self) -> tuple[SeatId, ...]:
        """The players' and the GM's seats that somebody has taken, the GM first."""
        return tuple([seat.id for seat in self.players if seat.taken])

    def others(self, mover: SeatId) -> tuple[SeatId, ...]:
        """Everyone sitting at the table but the mover: whom a mover has to ask."""
        return tuple([seat for seat in self.sitting if seat != mover])


# The tags and field names of effects are the stored format: a change is a new tag.


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class SessionStarted(_Effect, frozen=True, tag="session_started"):
    """The session began, under these rules; dice will come from the committed seed."""

    title: str
    ruleset: Sign
    ruleset_version: int
    house_rules: dict[HouseRuleId, Value]
    dice_commitment: Sign


class SeatAdded(_Effect, frozen=True, tag="seat_added"):
    """There is one more place at the table."""

    seat: SeatId
    kind: SeatKind
    name: str


class SeatRemoved(_Effect, frozen=True, tag="seat_removed"):
    """A place that nobody had taken is gone."""

    seat: SeatId


class SeatTaken(_Effect, frozen=True, tag="seat_taken"):
    """Somebody sat down, under this name."""

    seat: SeatId
    name: str


class SeatLeft(_Effect, frozen=True, tag="seat_left"):
    """Somebody got up; the place stays, with its tokens, for who takes it over."""

    seat: SeatId


class GmHandedOver(_Effect, frozen=True, tag="gm_handed_over"):
    """The GM's seat changed hands: the old GM plays on as a player."""

    old: SeatId
    new: SeatId


class LimitAdded(_Effect, frozen=True, tag="limit_added"):
    """The table keeps this out of play from now on."""

    kind: LimitKind
    text: str


class PlayPaused(_Effect, frozen=True, tag="play_paused"):
    """Somebody asked for a pause."""


class PlayResumed(_Effect, frozen=True, tag="play_resumed"):
    """The table plays on."""


class HouseRuleChosen(_Effect, frozen=True, tag="house_rule_chosen"):
    """The table chose how a rule is read."""

    house_rule: HouseRuleId
    value: Value


class DiceRolled(_Effect, frozen=True, tag="dice_rolled"):
    """Dice were drawn from the seed; the counter never goes back."""

    count: int


class DiceEpochStarted(_Effect, frozen=True, tag="dice_epoch_started"):
    """Dice come from another seed from now on, which this version's event has sealed."""

    commitment: Sign
    version: int


class Redacted(_Effect, frozen=True, tag="redacted"):
    """Texts of these events are gone from the log; by nobody's seat: by the server's operator."""

    versions: tuple[int, ...]
    by: SeatId | None
    reason: str


TableEffect = (
    SessionStarted
    | SeatAdded
    | SeatRemoved
    | SeatTaken
    | SeatLeft
    | GmHandedOver
    | LimitAdded
    | PlayPaused
    | PlayResumed
    | HouseRuleChosen
    | DiceRolled
    | DiceEpochStarted
    | RewindAsked
    | RewindAgreed
    | RewindClosed
    | Rewound
    | NoteSealed
    | NoteRevealed
    | Redacted
)


def evolve(table: Table, effect: TableEffect) -> Table:
    """The table after an effect."""
    match effect:
        case DiceRolled():
            return replace(table, dice_rolled=table.dice_rolled + effect.count)
        case DiceEpochStarted(commitment, version):
            return replace(table, dice_commitment=commitment, dice_epoch=version)
        case RewindAsked() | RewindAgreed() | RewindClosed() | Rewound():
            return replace(table, timeline=timeline.evolve(table.timeline, effect))
        case NoteSealed() | NoteRevealed():
            return replace(table, notes=note.evolve(table.notes, effect))
        case Redacted():
            # What was taken out is not in the log that is folded.
            return table
        case SessionStarted():
            return _started(table, effect)
        case SeatAdded():
            added = (*table.seats, Seat(effect.seat, effect.kind, effect.name))
            return replace(table, seats=added, seats_ever=table.seats_ever + 1)
        case SeatRemoved():
            left = tuple(seat for seat in table.seats if seat.id != effect.seat)
            return replace(table, seats=left)
        case SeatTaken():
            return _with_seat(table, effect.seat, taken=True, name=effect.name)
        case SeatLeft():
            return _with_seat(table, effect.seat, taken=False)
        case GmHandedOver():
            demoted = _with_seat(table, effect.old, kind=SeatKind.PLAYER)
            return _with_seat(demoted, effect.new, kind=SeatKind.GM)
        case LimitAdded():
            return replace(table, limits=(*table.limits, Limit(effect.kind, effect.text)))
        case PlayPaused():
            return replace(table, paused=True)
        case PlayResumed():
            return replace(table, paused=False)
        case HouseRuleChosen():
            chosen = table.house_rules.set(effect.house_rule, effect.value)
            return replace(table, house_rules=chosen)
        case _:
            assert_never(effect)


def _started(table: Table, effect: SessionStarted) -> Table:
    return replace(
        table,
        title=effect.title,
        ruleset=effect.ruleset,
        ruleset_version=effect.ruleset_version,
        house_rules=Map(effect.house_rules),
        dice_commitment=effect.dice_commitment,
    )


def _with_seat(table: Table, id: SeatId, **changes: object) -> Table:
    seats = tuple(replace(seat, **changes) if seat.id == id else seat for seat in table.seats)
    return replace(table, seats=seats)


def house_rule(table: Table, rules: HouseRules, id: str) -> Value:
    """What this table chose for a house rule, or its default."""
    chosen = HouseRuleId(id)
    return table.house_rules.get(chosen, rules[chosen].default)
