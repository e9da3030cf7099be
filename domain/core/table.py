"""The table: seats, limits, pauses, house rules, dice counters. A rewind does not change it."""

from enum import StrEnum
from functools import cached_property
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import dispute, note, timeline
from verger.domain.core.clock import AnswerDue, AnswersDue
from verger.domain.core.dice import ClosedEpoch
from verger.domain.core.dispute import DisputeEffect, Disputes
from verger.domain.core.house_rule import HouseRules, Value
from verger.domain.core.identifier import HouseRuleId, SeatId, SessionId, Sign, in_order
from verger.domain.core.note import Note, NoteRevealed, NoteSealed
from verger.domain.core.seat import Seat, SeatKind, SeatRenamed
from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.timeline import RewindAgreed, RewindAsked, RewindClosed, Rewound, Timeline


class LimitKind(StrEnum):
    """A line is never crossed. A veil is a subject that happens only off camera."""

    LINE = "line"
    VEIL = "veil"


class Limit(msgspec.Struct, frozen=True):
    """A subject that the table keeps out of play."""

    kind: LimitKind
    """`line` for a subject that never occurs, `veil` for one that happens only off camera."""
    text: str
    """The subject, in the words of a seat."""


NO_NONCES: Map[SeatId, str] = Map()


class Table(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """The part of the state that belongs to the people and not to the story.

    Unused fields are not stored, so new fields do not change the digest of an old state.
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
    """The version of the event that committed to the current seed."""
    dice_before: int = 0
    """The number of dice that were rolled before the current epoch."""
    nonces: Map[SeatId, str] = NO_NONCES
    """The nonces of seats in this epoch. Its dice depend on them."""
    epochs: tuple[ClosedEpoch, ...] = ()
    timeline: Timeline = Timeline()
    notes: tuple[Note, ...] = ()
    away: tuple[SeatId, ...] = ()
    """Seats that a fork or a reissue emptied, until somebody takes them. Their questions stay
    open."""
    disputes: Disputes = Disputes()
    gone: Map[SeatId, str] = Map()
    """The names of seats that were removed."""
    due: tuple[AnswerDue, ...] = ()
    """The questions that have a time limit now."""
    silent: tuple[SeatId, ...] = ()
    """Seats that missed a time limit, and have made no move since then."""

    @property
    def started(self) -> bool:
        """Whether the log has its first event."""
        return bool(self.ruleset)

    @cached_property
    def nonces_in_order(self) -> tuple[str, ...]:
        """The nonces for the next roll, in seat order."""
        return tuple([nonce for _, nonce in in_order(self.nonces.items())])

    @cached_property
    def gm(self) -> SeatId:
        """The GM's seat. Every table has exactly one."""
        return self.players[0].id

    def seat(self, id: SeatId) -> Seat | None:
        """Return the seat with this id, or None."""
        for seat in self.seats:
            if seat.id == id:
                return seat
        return None

    def name(self, id: SeatId) -> str:
        """Return the name of a seat, even if the seat was removed. An unknown id is quoted."""
        seat = self.seat(id)
        return seat.name if seat else self.gone.get(id, f"“{id}”")

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """The seats that take part in play: the GM first, then players in seat order."""
        gm = [seat for seat in self.seats if seat.kind is SeatKind.GM]
        return (*gm, *[seat for seat in self.seats if seat.kind is SeatKind.PLAYER])

    @cached_property
    def sitting(self) -> tuple[SeatId, ...]:
        """The seats of the GM and of players that are taken, the GM first."""
        return tuple([seat.id for seat in self.players if seat.taken])

    def others(self, mover: SeatId) -> tuple[SeatId, ...]:
        """Return the taken seats except the mover's: the seats that a mover must ask."""
        return tuple([seat for seat in self.sitting if seat != mover])


class SessionStarted(TaggedEffect, frozen=True, tag="session_started"):
    """The session began with these rules. Its dice will come from the committed seed."""

    title: str
    ruleset: Sign
    ruleset_version: int
    house_rules: dict[HouseRuleId, Value]
    dice_commitment: Sign


class SeatAdded(TaggedEffect, frozen=True, tag="seat_added"):
    """A seat was added to the table."""

    seat: SeatId
    kind: SeatKind
    name: str


class SeatRemoved(TaggedEffect, frozen=True, tag="seat_removed"):
    """A seat that nobody had taken was removed."""

    seat: SeatId


class SeatTaken(TaggedEffect, frozen=True, tag="seat_taken"):
    """Somebody took the seat, with this name."""

    seat: SeatId
    name: str


class SeatLeft(TaggedEffect, frozen=True, tag="seat_left"):
    """A player left the seat: the seat is free, and its tokens no longer open the session."""

    seat: SeatId


class SeatEmptied(TaggedEffect, frozen=True, tag="seat_emptied"):
    """A fork or a reissue emptied a seat. Questions to the seat wait for its next holder."""

    seat: SeatId


class GmHandedOver(TaggedEffect, frozen=True, tag="gm_handed_over"):
    """Another seat became the GM. The old GM continues as a player."""

    old: SeatId
    new: SeatId


class LimitAdded(TaggedEffect, frozen=True, tag="limit_added"):
    """The table keeps this subject out of play from now on."""

    kind: LimitKind
    text: str


class PlayPaused(TaggedEffect, frozen=True, tag="play_paused"):
    """A seat paused play."""


class PlayResumed(TaggedEffect, frozen=True, tag="play_resumed"):
    """Play continued after a pause."""


class HouseRuleChosen(TaggedEffect, frozen=True, tag="house_rule_chosen"):
    """The table chose a value of a house rule."""

    house_rule: HouseRuleId
    value: Value


class DiceRolled(TaggedEffect, frozen=True, tag="dice_rolled"):
    """Dice were drawn from the seed. The number of drawn dice never decreases."""

    count: int


class DiceEpochStarted(TaggedEffect, frozen=True, tag="dice_epoch_started"):
    """From now on, dice come from another seed. The event has the commitment to it."""

    commitment: Sign
    version: int


class Redacted(TaggedEffect, frozen=True, tag="redacted"):
    """Texts of these events were removed from the log.

    If the effect has no seat, the operator removed them.
    """

    versions: tuple[int, ...]
    by: SeatId | None
    reason: str
    rewritten: tuple[int, ...] = ()
    """All events that lost a text, including those that repeat texts of the named events."""


class SessionForked(TaggedEffect, frozen=True, tag="session_forked"):
    """Play continues here from a version of another session, whose hash is given in hex."""

    parent: SessionId
    version: int
    hash: Sign
    title: str


class NonceGiven(TaggedEffect, frozen=True, tag="nonce_given"):
    """The nonce of a seat affects the dice from now on. It replaces an earlier one."""

    seat: SeatId
    nonce: Sign


class DiceRevealed(TaggedEffect, frozen=True, tag="dice_revealed"):
    """The seed of these dice was revealed, in hex. No further dice come from it."""

    seed: Sign
    commitment: Sign
    first: int
    last: int
    version: int


TableEffect = (
    SessionStarted
    | SessionForked
    | SeatAdded
    | SeatRemoved
    | SeatTaken
    | SeatRenamed
    | SeatLeft
    | SeatEmptied
    | GmHandedOver
    | LimitAdded
    | PlayPaused
    | PlayResumed
    | HouseRuleChosen
    | DiceRolled
    | DiceEpochStarted
    | NonceGiven
    | DiceRevealed
    | RewindAsked
    | RewindAgreed
    | RewindClosed
    | Rewound
    | NoteSealed
    | NoteRevealed
    | Redacted
    | AnswersDue
    | DisputeEffect
)


def evolve(table: Table, effect: TableEffect) -> Table:
    """Return the table after an effect."""
    match effect:
        case DiceRolled() | NonceGiven() | DiceRevealed() | DiceEpochStarted():
            return _with_dice(table, effect)
        case RewindAsked() | RewindAgreed() | RewindClosed() | Rewound():
            return replace(table, timeline=timeline.evolve(table.timeline, effect))
        case NoteSealed() | NoteRevealed():
            return replace(table, notes=note.evolve(table.notes, effect))
        case AnswersDue():
            return replace(table, due=effect.due, silent=effect.silent)
        case Redacted():
            return table  # The folded log no longer contains the removed texts.
        case SessionStarted():
            return _started(table, effect)
        case SessionForked():
            return replace(table, title=effect.title, notes=note.left_behind(table.notes))
        case (
            SeatAdded() | SeatRemoved() | SeatTaken() | SeatEmptied() | SeatLeft() | GmHandedOver()
        ):
            return _with_seats(table, effect)
        case SeatRenamed(seat, name):
            return _with_seat(table, seat, name=name)
        case LimitAdded():
            return replace(table, limits=(*table.limits, Limit(effect.kind, effect.text)))
        case PlayPaused() | PlayResumed():
            return replace(table, paused=isinstance(effect, PlayPaused))
        case HouseRuleChosen():
            chosen = table.house_rules.set(effect.house_rule, effect.value)
            return replace(table, house_rules=chosen)
        case _:
            return replace(table, disputes=dispute.evolve(table.disputes, effect))


def _started(table: Table, effect: SessionStarted) -> Table:
    return replace(
        table,
        title=effect.title,
        ruleset=effect.ruleset,
        ruleset_version=effect.ruleset_version,
        house_rules=Map(effect.house_rules),
        dice_commitment=effect.dice_commitment,
    )


def _with_seats(
    table: Table,
    effect: SeatAdded | SeatRemoved | SeatTaken | SeatEmptied | SeatLeft | GmHandedOver,
) -> Table:
    match effect:
        case SeatAdded():
            added = (*table.seats, Seat(effect.seat, effect.kind, effect.name))
            return replace(table, seats=added, seats_ever=table.seats_ever + 1)
        case SeatRemoved():
            # dispute.settle: after a fork, open votes wait for the next holder of the seat.
            disputes = table.disputes.excusing(effect.seat)
            seats = tuple(seat for seat in table.seats if seat.id != effect.seat)
            gone = table.gone.set(effect.seat, table.name(effect.seat))
            away = _without(table.away, effect.seat)
            return replace(table, seats=seats, away=away, gone=gone, disputes=disputes)
        case SeatTaken():
            taken = _with_seat(table, effect.seat, taken=True, name=effect.name)
            return replace(taken, away=_without(table.away, effect.seat))
        case SeatEmptied():
            emptied = _with_seat(table, effect.seat, taken=False)
            return replace(emptied, away=(*table.away, effect.seat))
        case SeatLeft():
            excused = replace(table, disputes=table.disputes.excusing(effect.seat))
            return _with_seat(excused, effect.seat, taken=False)
        case GmHandedOver():
            demoted = _with_seat(table, effect.old, kind=SeatKind.PLAYER)
            return _with_seat(demoted, effect.new, kind=SeatKind.GM)
        case _:
            assert_never(effect)


def _without(seats: tuple[SeatId, ...], seat: SeatId) -> tuple[SeatId, ...]:
    return tuple(other for other in seats if other != seat)


def _with_dice(
    table: Table, effect: DiceRolled | NonceGiven | DiceRevealed | DiceEpochStarted
) -> Table:
    match effect:
        case DiceRolled():
            return replace(table, dice_rolled=table.dice_rolled + effect.count)
        case NonceGiven(seat, nonce):
            return replace(table, nonces=table.nonces.set(seat, nonce))
        case DiceRevealed(seed, commitment, first, last, version):
            closed = ClosedEpoch(
                since=table.dice_epoch,
                until=version,
                commitment=commitment,
                seed=seed,
                first=first,
                last=last,
            )
            return replace(table, epochs=(*table.epochs, closed))
        case DiceEpochStarted(commitment, version):
            return _with_epoch(table, commitment, version)
        case _:
            assert_never(effect)


def _with_epoch(table: Table, commitment: str, version: int) -> Table:
    """Return the table with a new epoch of dice.

    The epoch has no nonces, because the server knew the old nonces when it drew the seed.
    """
    rolled = table.dice_rolled
    return replace(
        table, dice_commitment=commitment, dice_epoch=version, dice_before=rolled, nonces=NO_NONCES
    )


def _with_seat(table: Table, id: SeatId, **changes: object) -> Table:
    seats = tuple(replace(seat, **changes) if seat.id == id else seat for seat in table.seats)
    return replace(table, seats=seats)


def house_rule(table: Table, rules: HouseRules, id: str) -> Value:
    """Return the table's value of a house rule, or the default."""
    chosen = HouseRuleId(id)
    return table.house_rules.get(chosen, rules[chosen].default)
