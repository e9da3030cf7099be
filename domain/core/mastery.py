"""Refusals because only the GM can do something, play is paused, or a seat is empty."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Fact, Refused, refuse
from verger.domain.core.table import Table


def gm_only(table: Table, rule: str, **facts: Fact) -> Refused:
    """The refusal, which names the GM or says that the GM's seat is empty.

    If the refusal does not come from the judge, the caller must add the fact `gm_title`.
    """
    if table.gm not in table.sitting:
        return refuse(Code.GM_AWAY, rule, gm=table.gm, **facts)
    return refuse(Code.GM_ONLY, rule, gm=table.gm, gm_name=table.name(table.gm), **facts)


def play_paused(table: Table) -> Refused | None:
    """The refusal of a move that is not possible during a pause; None if play is not paused."""
    return refuse(Code.PAUSED, "table.pause") if table.paused else None


def seat_not_taken(table: Table, id: SeatId, rule: str) -> Refused | None:
    """The refusal of a move that needs a taken seat; None if the seat is taken or unknown."""
    seat = table.seat(id)
    if seat is None or seat.taken:
        return None
    return refuse(Code.SEAT_NOT_TAKEN, rule, seat=id, seat_name=seat.name)
