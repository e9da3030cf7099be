"""Overview of a session: its table, the step of play, and the pending actions."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from verger.domain.core import amendment
from verger.domain.core.decider import Ruleset, State
from verger.domain.core.house_rule import HouseRule, Value
from verger.domain.core.identifier import (
    DisputeId,
    HouseRuleId,
    ProposalId,
    SeatId,
    SessionId,
    in_order,
)
from verger.domain.core.members import made_of
from verger.domain.core.mover import NO_SEAT
from verger.domain.core.option import Awaited, Option
from verger.domain.core.seat import SeatKind
from verger.domain.core.table import Limit
from verger.domain.judging.offer import awaited_of


class SeatView(msgspec.Struct, frozen=True):
    """A seat at the table."""

    id: SeatId
    """The id of the seat, such as `s1`."""
    kind: SeatKind
    """The kind of seat: `gm`, `player` or `observer`."""
    name: str
    """The name of the person at the seat."""
    taken: bool
    """Whether somebody holds the seat."""


class HouseRuleView(msgspec.Struct, frozen=True):
    """A house rule of this table."""

    id: HouseRuleId
    """The id of the house rule."""
    value: Value
    """The value in this session."""
    chosen: bool
    """Whether the table chose the value. If not, it is the default."""
    statement: str
    """The house rule in a sentence."""
    label: str
    """The name of the value, for people. For a number without a name, this is the number."""


class Ancestor(msgspec.Struct, frozen=True):
    """A session whose versions a fork inherits, up to one version.

    The hashes of these versions use the id of this session.
    """

    session: SessionId
    """The id of the session."""
    until: int
    """The last version that comes from this session."""


class ForkedFrom(msgspec.Struct, frozen=True):
    """The origin of a fork: a version of its parent, and the parent's hash at that version."""

    session: SessionId
    """The id of the parent session."""
    version: int
    """The version of the parent that the fork continues from."""
    hash: str
    """The hash of the parent's log at this version, in hex."""
    lineage: tuple[Ancestor, ...]
    """The sessions whose versions the fork inherits, the oldest first."""


class SessionView(msgspec.Struct, frozen=True):
    """A session at a version."""

    session: SessionId
    """The id of the session."""
    version: int
    """The version that was read."""
    title: str
    """The title of the session."""
    ruleset: str
    """The name of the ruleset."""
    ruleset_version: int
    """The version of the ruleset."""
    step: str
    """The current step of the game; `over` if play has ended."""
    phase: int | None
    """The number of the current phase; null if the step has no phases."""
    paused: bool
    """Whether play is paused."""
    seats: tuple[SeatView, ...]
    """The seats of the table, in seat order."""
    your_seats: tuple[SeatId, ...]
    """The ids of the seats that the request's token holds. Empty for a reader without a seat."""
    awaited: tuple[Awaited, ...]
    """The pending actions."""
    forked_from: ForkedFrom | None = None
    """The origin of the session, if it is a fork; null if it is not."""
    amendments: int = 0
    """The number of the newest amendment that applies. 0 if no amendment applies."""
    amendments_to_adopt: tuple[int, ...] = ()
    """The numbers of newer amendments, which the table can agree to apply."""


class NowView(msgspec.Struct, frozen=True):
    """The current state of a session, for a list of sessions."""

    title: str
    """The title of the session."""
    ruleset: str
    """The name of the ruleset."""
    version: Annotated[int, msgspec.Meta(ge=1)]
    """Its newest version."""
    awaited: tuple[Awaited, ...]
    """The pending actions, and the seats that can take them."""


class OptionsView(msgspec.Struct, frozen=True):
    """The moves that a seat can make at a version."""

    version: int
    """The version that was read."""
    seat: SeatId
    """The seat that can make the moves."""
    options: tuple[Option, ...]
    """The possible moves."""


class AwaitedView(msgspec.Struct, frozen=True):
    """The pending actions at a version."""

    version: int
    """The version that was read."""
    awaited: tuple[Awaited, ...]
    """The pending actions."""


class RewindView(msgspec.Struct, frozen=True):
    """A question whether to rewind (`table.rewind`)."""

    id: ProposalId
    """The id of the question."""
    by: SeatId
    """The seat that wants to rewind."""
    to: int
    """The version that play would return to."""
    without: int | None
    """The version of the move to leave out, if the later moves will be repeated."""
    asked: tuple[SeatId, ...]
    """The seats that must agree."""
    waiting: tuple[SeatId, ...]
    """The seats that have not answered yet."""


class TableView(msgspec.Struct, frozen=True):
    """The table: the part of a session that belongs to its people."""

    title: str
    """The title of the session."""
    ruleset: str
    """The name of the ruleset."""
    ruleset_version: int
    """The version of the ruleset."""
    seats: tuple[SeatView, ...]
    """The seats of the table, in seat order."""
    limits: tuple[Limit, ...]
    """The subjects that the table keeps out of play."""
    paused: bool
    """Whether play is paused."""
    house_rules: tuple[HouseRuleView, ...]
    """All house rules of the session, with their values."""
    dice_commitment: str
    """SHA-256 of the seed of this session's dice, in hex."""
    dice_rolled: int
    """The number of dice that the server has rolled."""
    rewind: RewindView | None
    """The open question about a rewind; null if there is none."""
    open_disputes: tuple[DisputeId, ...]
    """The ids of the open disputes."""


def session(
    ruleset: Ruleset[Any],
    state: State[Any],
    id: SessionId,
    version: int,
    seats: tuple[SeatId, ...],
    forked_from: ForkedFrom | None = None,
) -> SessionView:
    """Return a session at a version, for the holder of these seats."""
    table = state.table
    shown = ruleset.view(state, seats[0] if seats else NO_SEAT)
    judged_by = amendment.in_force(table.house_rules)
    newer = tuple(
        amendment.number for amendment in ruleset.amendments if amendment.number > judged_by
    )
    return made_of(
        SessionView,
        table,
        shown,
        session=id,
        version=version,
        seats=_seats(state),
        your_seats=seats,
        awaited=tuple(awaited_of(ruleset, state)),
        forked_from=forked_from,
        amendments=judged_by,
        amendments_to_adopt=newer,
    )


def table(ruleset: Ruleset[Any], state: State[Any]) -> TableView:
    """Return the table of a session."""
    own = state.table
    rules = tuple(_house_rule(rule, own.house_rules) for rule in ruleset.house_rules.values())
    request = own.timeline.request
    return made_of(
        TableView,
        own,
        seats=_seats(state),
        house_rules=rules,
        rewind=made_of(RewindView, request, request.agreement) if request else None,
        open_disputes=tuple(id for id, _ in in_order(own.disputes.open.items())),
    )


def _house_rule(rule: HouseRule, chosen: Mapping[HouseRuleId, Value]) -> HouseRuleView:
    value = chosen.get(rule.id, rule.default)
    label = rule.names.get(value, str(value))
    return HouseRuleView(
        id=rule.id,
        value=value,
        chosen=rule.id in chosen,
        statement=rule.statement,
        label=label,
    )


def _seats(state: State[Any]) -> tuple[SeatView, ...]:
    return tuple(made_of(SeatView, seat) for seat in state.table.seats)


def now(ruleset: Ruleset[Any], state: State[Any], version: int) -> NowView:
    """Return a session at its newest version."""
    awaited = tuple(awaited_of(ruleset, state))
    return NowView(state.table.title, ruleset.name, version, awaited)
