"""The options and the pending actions of every table. Each game adds its own."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from verger.domain.core.decider import State
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import (
    Awaited,
    Field,
    Group,
    Number,
    Option,
    TextField,
    choices,
    move_option,
    spoken,
)
from verger.domain.core.table import LimitKind, Table
from verger.domain.core.text import PROSE_LIMIT, listed
from verger.domain.judging.tabletop import TableRules, Tabletop
from verger.domain.table import proposal, rename, seating
from verger.domain.table.proposal import HandOverGm, PlayT, subject
from verger.domain.table.seating import cannot_leave, cannot_vacate

_LIMIT = (
    choices("kind", [(kind, "") for kind in LimitKind]),
    TextField("text", PROSE_LIMIT, label="Say what it is"),
)
_ANONYMOUS = choices("anonymous", [(False, ""), (True, "")], optional=True, label="Without my name")


def options(
    state: State[PlayT],
    seat: SeatId,
    tabletop: Tabletop[PlayT],
    own: Iterable[Option] = (),
    last: Iterable[Option] = (),
) -> list[Option]:
    """Return the moves of a taken seat.

    `own` and `last` are subjects of the game, listed before and after those of every table.
    """
    place = state.table.seat(seat)
    if place is None or not place.taken:
        return []
    options = _always(state, seat, tabletop.rules)
    if not place.plays:
        return options
    options += proposal.options(state, seat)
    if not proposal.too_many(state.play.proposals, seat):
        shapes = (*own, *_subjects(state, seat, tabletop), *last)
        options.append(move_option("propose", (Group("subject", shapes),), proposal.RULE))
    return options


def may_play(state: State[Any], seat: SeatId) -> bool:
    """Return whether a seat can make moves of the game at all."""
    place = state.table.seat(seat)
    return place is not None and place.taken and place.plays and not state.table.paused


def _always(state: State[Any], seat: SeatId, rules: TableRules) -> list[Option]:
    """Return the moves of every taken seat, including observers."""
    options = [move_option("add_limit", _LIMIT, rules.limits, label="Set a limit"), rename.OPTION]
    if not cannot_leave(state.table, seat):
        options.append(move_option("leave", (), "table.leave", label="Leave the table"))
    if state.table.paused:
        return options
    return [*options, move_option("signal", (_ANONYMOUS,), rules.signal, label="Pause play")]


def _subjects(state: State[PlayT], seat: SeatId, tabletop: Tabletop[PlayT]) -> Iterator[Option]:
    """Yield the subjects that a seat of any table can propose now."""
    table, rules = state.table, tabletop.rules
    yield from _house_rules(tuple(tabletop.house_rules.values()), rules.house_rules)
    others = [
        id for id in table.others(table.gm) if not tabletop.cannot_adopt(state, HandOverGm(id))
    ]
    heirs = [(id, table.name(id)) for id in others]
    if heirs:
        yield subject(
            "hand_over_gm", rules.gm, choices("seat", heirs), label="Hand over the GM's seat"
        )
    leaving = [(seat.id, seat.name) for seat in table.seats if not cannot_vacate(table, seat.id)]
    if leaving:
        yield subject("vacate_seat", "table.leave", choices("seat", leaving), label="Empty a seat")
    if lost := seating.reissuable(table, seat):
        yield subject(
            "reissue_seat", seating.REISSUE, choices("seat", lost), label="Reissue a seat"
        )
    if table.paused:
        yield subject("resume_play", rules.signal)


@lru_cache
def _house_rules(known: tuple[HouseRule, ...], rule: str) -> tuple[Option, ...]:
    """Return the house rules that can be proposed, which are the same in every state."""
    return tuple(
        [
            subject(
                "choose_house_rule",
                rule,
                _values(known_rule),
                house_rule=known_rule.id,
                label=f"House rule: {spoken(known_rule.id).lower()}",
            )
            for known_rule in known
        ]
    )


def _values(rule: HouseRule) -> Field:
    if len(rule.names) > 1:
        return choices("value", [*rule.names.items()])
    return Number("value", rule.least, rule.most)


def awaited(state: State[PlayT], tabletop: Tabletop[PlayT]) -> list[Awaited]:
    """Return the pending actions of every table: answers, empty seats, and the end of a pause."""
    table = state.table
    if not table.started:
        return []
    pending = proposal.awaited(state, tabletop.whole)
    if empty := tuple(seat.id for seat in table.players if not seat.taken):
        pending.append(unclaimed(table, empty))
    if table.paused:
        sentence = "Play is paused: propose to resume it when everybody is ready."
        pending.append(Awaited("resume_play", table.sitting, tabletop.rules.signal, sentence))
    return pending


def unclaimed(table: Table, seats: tuple[SeatId, ...]) -> Awaited:
    """Return the pending action to claim these seats."""
    named = listed([table.name(seat) for seat in seats])
    sentence = f"Not at the table yet: {named}. Claim the seat with its code."
    return Awaited("claim_seat", seats, "table.claim", sentence)


def unset(table: Table) -> Awaited:
    """Return the pending action of the GM to add a player's seat."""
    return Awaited("add_seat", (table.gm,), "table.seats", "Add a seat for a player.")
