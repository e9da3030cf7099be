"""First notices of loss: the seats that still get one, the choices, and the current notice."""

from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import EdgeId, NodeId


class Notice(msgspec.Struct, frozen=True):
    """The scene in which a seat's character loses what `edge` ties it to."""

    seat: SeatId
    edge: EdgeId
    was_fought: bool = False


class Loss(msgspec.Struct, frozen=True):
    """What a seat's character has lost (`fnol.loss`)."""

    seat: SeatId
    edge: EdgeId
    how: str
    """What the GM wanted and won."""
    by: NodeId
    """With whom the GM fought for it."""


class Notices(msgspec.Struct, frozen=True):
    """First notices of loss, those to come and the one under way."""

    owed: tuple[SeatId, ...] = ()
    """The players who have to have one before ordinary play (`fnol.order`)."""
    chosen: Map[SeatId, EdgeId] = Map()
    """What players have picked to lose, until they lose it."""
    current: Notice | None = None
    lost: tuple[Loss, ...] = ()
    """What was lost, in the order of losing; the last of a seat's is what it is after."""


class NoticesOwed(TaggedEffect, frozen=True, tag="notices_owed"):
    """These players have a first notice of loss before ordinary play."""

    seats: tuple[SeatId, ...]


class LossChosen(TaggedEffect, frozen=True, tag="loss_chosen"):
    """A player picked an edge at its character to lose."""

    seat: SeatId
    edge: EdgeId


class NoticeBegan(TaggedEffect, frozen=True, tag="notice_began"):
    """The GM framed a player's first notice of loss."""

    seat: SeatId


class NoticeFought(TaggedEffect, frozen=True, tag="notice_fought"):
    """Its conflict is over, and lost: to what end, and against whom."""

    seat: SeatId
    how: str
    by: NodeId


class NoticeEnded(TaggedEffect, frozen=True, tag="notice_ended"):
    """Its scene is over; a notice that was fought is no longer owed."""

    seat: SeatId


NoticeEffect = NoticesOwed | LossChosen | NoticeBegan | NoticeFought | NoticeEnded


def evolve(notices: Notices, effect: NoticeEffect) -> Notices:
    """The notices after an effect."""
    current = notices.current
    match effect:
        case NoticesOwed(seats):
            return replace(notices, owed=seats)
        case LossChosen(seat, edge):
            return replace(notices, chosen=notices.chosen.set(seat, edge))
        case NoticeBegan(seat):
            return replace(notices, current=Notice(seat, notices.chosen[seat]))
        case NoticeFought(seat, how, by):
            assert current is not None
            lost = (*notices.lost, Loss(seat, current.edge, how, by))
            return replace(notices, current=replace(current, was_fought=True), lost=lost)
        case NoticeEnded(seat):
            assert current is not None
            if not current.was_fought:
                return replace(notices, current=None)
            owed = tuple(other for other in notices.owed if other != seat)
            return Notices(owed, notices.chosen.delete(seat), None, notices.lost)
        case _:
            assert_never(effect)
