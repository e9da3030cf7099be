"""Seats: starting a session, and adding, removing, taking and leaving seats."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Draft, Facts, Judgement
from verger.domain.core.house_rule import HouseRule, HouseRules, Value, cannot_choose
from verger.domain.core.identifier import HouseRuleId, RuleId, SeatId, Sign
from verger.domain.core.mastery import gm_only, seat_not_taken
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.seat import SeatKind
from verger.domain.core.table import (
    SeatAdded,
    SeatEmptied,
    SeatRemoved,
    SeatTaken,
    SessionStarted,
    Table,
    house_rule,
)
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, tidy
from verger.domain.core.unicode import VERSION
from verger.domain.table import naming

OBSERVER_LIMIT = 100

ANSWER_SECONDS = HouseRule(
    HouseRuleId("answer_seconds"),
    "The number of seconds that a seat has to answer a question that play waits for. After that, "
    "the default answer of the question counts. The number 0 means that there is no limit.",
    (RuleId("table.time"),),
    most=604_800,
    labels=("Answers have no time limit",),
    number="the time limit for answers is {value} seconds",
)

REISSUE = "table.reissue"
TOKENS_END = "and the seat's tokens no longer open the session"
"""The end of a sentence about a seat that has lost its access."""

RULES = house_rulebook(
    {
        "table.text": (
            f"Texts (Unicode {VERSION}, normal form NFC) must be readable: they show something, "
            "have a limited length, and have no control characters."
        ),
        "table.start": "A session starts once, with exactly one seat for the GM.",
        "table.seats": (
            "The GM can add seats up to the limit of the house rule, and can remove seats that "
            "nobody has taken."
        ),
        "table.claim": (
            "A person takes a seat with its claim code. Nobody else can take a seat that is taken."
        ),
        "table.house_rules": (
            "House rules are chosen when the session starts. Everyone must agree to a later change."
        ),
        "table.agreement": (
            "A proposal takes effect when every seat that was asked agrees. A seat can have 20 open "
            "proposals, and proposals of other seats do not count."
        ),
        "table.pause": "While play is paused, only the table's own moves are possible.",
        "table.leave": (
            "A seat may leave at any time, except the last seat that plays. The other seats may "
            "agree to empty the seat of a person who is gone. Open questions then no longer wait "
            "for the seat, and its tokens no longer open the session."
        ),
        REISSUE: (
            "If a person has lost the token of a seat, the GM can have the seat reissued. All "
            "other seats can also agree to this, or the server's operator can do it. Earlier "
            "tokens lose access to the seat. Its open questions wait for the person who takes the "
            "seat with its new claim code."
        ),
        "table.time": (
            "By a house rule, the table may limit the time for answers. A seat that does not "
            "answer in time gives the default answer of the question, and counts as silent until "
            "its next move. The other seats may empty a silent seat, even if only one other seat "
            "is taken. A pause of play stops the time for open questions."
        ),
        "table.observers": (
            "Observers watch. They take no part in play, unless a rule of the game lets them."
        ),
        "table.onlookers": (
            "If the house rule allows it, people without a seat may watch. They see everything "
            "that every seat sees, at every version, and can make no moves. A fork begins without "
            "onlookers."
        ),
        "table.close": (
            "By a house rule, the table may close the session. Play is then paused, and no moves "
            "are made. The table must agree to open the session again, and also agree that play "
            "goes on. If a player has lost a token, the seat can still be reissued. If the table "
            "gives the session up, it is closed, and the GM may end it permanently. A fork of a "
            "closed session is open."
        ),
    }
)


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to add to the table."""

    kind: SeatKind
    """The kind of seat: `gm`, `player` or `observer`."""
    name: Label
    """The name of the person at the seat. One line of at most 100 characters."""


class StartSession(TaggedMove, frozen=True, tag="start_session"):
    """Start a session. This is its first event."""

    # The service fills in the commitment to the seed, and the amendments if the request names none.
    title: Label
    ruleset: Sign
    ruleset_version: int
    house_rules: dict[HouseRuleId, Value]
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(min_length=1, max_length=50)]
    dice_commitment: Sign


class AddSeat(TaggedMove, frozen=True, tag="add_seat"):
    """Add a seat."""

    kind: SeatKind
    name: Label


class RemoveSeat(TaggedMove, frozen=True, tag="remove_seat"):
    """Remove a seat that nobody has taken."""

    seat: SeatId


class TakeSeat(TaggedMove, frozen=True, tag="take_seat"):
    """Take a seat with a valid claim code."""

    name: Label


class Leave(TaggedMove, frozen=True, tag="leave"):
    """Leave the table. Somebody else can then take your seat with a new claim code."""


class OperatorReissue(TaggedMove, frozen=True, tag="reissue_seat"):
    """Empty a seat, so that its tokens no longer act for it.

    This move is for the operator, because the table may be unable to make it.
    """

    seat: SeatId


SeatingMove = StartSession | AddSeat | RemoveSeat | TakeSeat | OperatorReissue

Placed = Callable[[Draft[Any], SeatId, SeatKind], None]
"""Adds a game's effects when a seat is added."""


def start(
    draft: Draft[Any], move: StartSession, facts: Facts, known: HouseRules, placed: Placed
) -> Judgement:
    """Start the session (`table.start`). The starter takes the GM's seat, unless it is an app."""
    if draft.table.started:
        return refuse(Code.ALREADY_STARTED, "table.start")
    gms = sum(seat.kind is SeatKind.GM for seat in move.seats)
    if gms != 1:
        return refuse(Code.NO_GM, "table.start", gm_seats=gms)
    for id, value in move.house_rules.items():
        if refusal := cannot_choose(known, id, value):
            return refusal
    draft.emit(
        SessionStarted(
            title=tidy(move.title),
            ruleset=move.ruleset,
            ruleset_version=move.ruleset_version,
            house_rules=move.house_rules,
            dice_commitment=move.dice_commitment,
        )
    )
    draft.cite("table.start", seats_at_table=len(move.seats))
    for seat in move.seats:
        if refusal := _add(draft, seat, known, placed):
            return refusal
    if facts.mover is Unseated.APP:
        return draft.accept(f"“{draft.table.title}” begins, and waits for its players.")
    gm = draft.table.gm
    draft.emit(SeatTaken(gm, draft.table.name(gm)))
    return draft.accept(f"{draft.table.name(gm)} starts “{draft.table.title}”.")


def add_seat(
    draft: Draft[Any], move: AddSeat, facts: Facts, known: HouseRules, placed: Placed
) -> Judgement:
    """Add a seat, which only the GM can do (`table.seats`)."""
    table = draft.table
    if facts.seat != table.gm:
        return gm_only(table, "table.seats")
    if move.kind is SeatKind.GM:
        return refuse(Code.NO_GM, "table.start", gm_seats=2)
    if refusal := _add(draft, NewSeat(move.kind, move.name), known, placed):
        return refusal
    return draft.accept(f"{table.name(facts.seat)} sets a place for {tidy(move.name)}.")


def _add(draft: Draft[Any], new: NewSeat, known: HouseRules, placed: Placed) -> Refused | None:
    limit, seats = seats_of_sort(draft.table, known, new.kind)
    if seats >= limit:
        return refuse(Code.SEAT_LIMIT, "table.seats", seats_at_table=seats, seats_allowed=limit)
    if refusal := naming.cannot_name(draft.table, new.name):
        return refusal
    seat = SeatId(f"s{draft.table.seats_ever + 1}")
    draft.cite("table.seats", seat=seat, seats_at_table=seats + 1, seats_allowed=limit)
    draft.emit(SeatAdded(seat, new.kind, tidy(new.name)))
    placed(draft, seat, new.kind)
    return None


def seats_of_sort(table: Table, known: HouseRules, kind: SeatKind) -> tuple[int, int]:
    """Return the limit for seats of this kind, and their current number."""
    if kind is SeatKind.OBSERVER:
        return OBSERVER_LIMIT, sum(not seat.plays for seat in table.seats)
    return int(house_rule(table, known, "seat_limit")), len(table.players)


def cannot_remove(table: Table, mover: SeatId, id: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot be removed, because somebody has taken it (`table.seats`)."""
    if mover != table.gm:
        return gm_only(table, "table.seats")
    seat = table.seat(id)
    if seat is None:
        return refuse(Code.UNKNOWN_SEAT, "table.seats", seat=id)
    return (
        refuse(Code.SEAT_TAKEN, "table.seats", seat=id, seat_name=seat.name) if seat.taken else None
    )


def remove_seat(draft: Draft[Any], id: SeatId) -> None:
    """Remove a seat that nobody took (`table.seats`)."""
    draft.cite("table.seats", seat=id)
    draft.emit(SeatRemoved(id))


def cannot_give(table: Table, giver: SeatId, id: SeatId, rule: str) -> Refused | None:
    """Return why a seat cannot receive something: it is empty, or it is the giver's own."""
    seat = table.seat(id)
    if seat is None:
        return refuse(Code.UNKNOWN_SEAT, rule, seat=id)
    if not seat.plays:
        return refuse(Code.OBSERVERS_WATCH, rule, seat_name=seat.name)
    if not seat.taken:
        return refuse(Code.SEAT_NOT_TAKEN, rule, seat=id, seat_name=seat.name)
    if id == giver:
        return refuse(Code.OTHERS_ONLY, rule, seat_name=seat.name)
    return None


def take_seat(draft: Draft[Any], move: TakeSeat, facts: Facts) -> Judgement:
    """Take a seat (`table.claim`)."""
    seat = draft.table.seat(facts.seat)
    if seat is None:
        return refuse(Code.UNKNOWN_SEAT, "table.claim", seat=facts.seat)
    if seat.taken:
        return refuse(Code.SEAT_TAKEN, "table.claim", seat=facts.seat, seat_name=seat.name)
    if refusal := naming.cannot_name(draft.table, move.name, seat.id):
        return refusal
    draft.cite("table.claim", seat=seat.id)
    draft.emit(SeatTaken(seat.id, tidy(move.name)))
    return draft.accept(f"{tidy(move.name)} sits down.")


def cannot_leave(table: Table, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot be emptied, because one seat must stay (`table.leave`)."""
    rule = "table.leave"
    place = table.seat(seat)
    if place is None:
        return refuse(Code.UNKNOWN_SEAT, rule, seat=seat)
    if not place.taken:
        return refuse(Code.SEAT_NOT_TAKEN, rule, seat=seat, seat_name=place.name)
    if table.sitting == (seat,):
        return refuse(Code.LAST_SEAT, rule, seat=seat, seat_name=place.name)
    return None


VACATING_LEAST = 2
"""The number of seats that must agree to empty another seat, so that a single seat cannot do it."""


def cannot_vacate(table: Table, seat: SeatId) -> Refused | None:
    """Return why the others cannot empty a seat, or None (`table.leave`).

    At least two other seats must be taken, or one if the seat is silent (`table.time`).
    """
    if refusal := cannot_leave(table, seat):
        return refusal
    if len(table.others(seat)) >= VACATING_LEAST or seat in table.silent:
        return None
    return refuse(Code.NOT_ALONE, "table.leave", seat=seat, seat_name=table.name(seat))


def cannot_reissue(table: Table, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot be reissued, because nobody has taken it (`table.reissue`)."""
    if table.seat(seat) is None:
        return refuse(Code.UNKNOWN_SEAT, REISSUE, seat=seat)
    return seat_not_taken(table, seat, REISSUE)


def reissuable(table: Table, asker: SeatId) -> list[tuple[str, str]]:
    """Return the seats that a seat can have reissued, with their names: all other taken seats."""
    return [(seat.id, seat.name) for seat in table.seats if seat.taken and seat.id != asker]


def reissue(draft: Draft[Any], seat: SeatId) -> str:
    """Empty a seat until somebody takes it with its new code (`table.reissue`).

    Return a sentence.
    """
    name = draft.table.name(seat)
    draft.cite(REISSUE, seat=seat, seat_name=name)
    draft.emit(SeatEmptied(seat))
    return f"{name}'s seat waits for a new claim code now, {TOKENS_END}."


def operator_reissue(draft: Draft[Any], move: OperatorReissue, facts: Facts) -> Judgement:
    """Judge a reissue by the operator, which all seats can see (`table.reissue`)."""
    if facts.mover is not Unseated.OPERATOR:
        name = draft.table.name(facts.seat)
        return refuse(Code.NOT_ASKED, REISSUE, proposal="", seat_name=name)
    if refusal := cannot_reissue(draft.table, move.seat):
        return refusal
    name = draft.table.name(move.seat)
    return draft.accept(
        f"The server's operator reissues {name}'s seat. {reissue(draft, move.seat)}"
    )


def answer_seconds(table: Table) -> int:
    """Return the table's time limit for answers in seconds, or 0 (`table.time`)."""
    return int(table.house_rules.get(ANSWER_SECONDS.id, ANSWER_SECONDS.default))


def as_in_play(table: Table) -> Table:
    """Return a table as it was during play: not paused, and with the seats in `away` taken."""
    if not table.away and not table.paused:
        return table
    seats = tuple(
        replace(seat, taken=True) if seat.id in table.away else seat for seat in table.seats
    )
    return replace(table, seats=seats, away=(), paused=False)
