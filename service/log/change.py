"""A stored event as readers of the log see it: its seat, its sentence and its effects."""

from typing import Any

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Allowed
from verger.projections.diff import ChangeView
from verger.service.log.form import decoded
from verger.service.log.row import Row


class _Recorded(msgspec.Struct):
    """The part of an event that a change shows."""

    ruling: Allowed
    effects: tuple[Any, ...]


_recorded = msgspec.json.Decoder(_Recorded)


def change_of(row: Row) -> ChangeView:
    """Return an event as a change, with its sentence and its effects."""
    event = decoded(row, _recorded.decode)
    return ChangeView(
        version=row.version,
        at=row.at,
        type=row.type,
        seat=SeatId(row.seat) if row.seat is not None else None,
        sentence=event.ruling.sentence,
        effects=event.effects,
    )
