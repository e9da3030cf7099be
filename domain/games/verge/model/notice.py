"""First notices of loss: the seats that still need one, their choices, and the current notice."""

from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import EdgeId, NodeId


class Notice(msgspec.Struct, frozen=True):
    """The scene of a loss: a seat's character loses the node at the other end of `edge`."""

    seat: SeatId
    edge: EdgeId
    was_fought: bool = False


class Loss(msgspec.Struct, frozen=True):
    """The loss of a seat's character (`fnol.loss`)."""

    seat: SeatId
    """The seat of the character."""
    edge: EdgeId
    """The id of the lost edge."""
    how: str
    """The goal that the GM stated and won, in words."""
    by: NodeId
    """The id of the GM's antagonist in the fight."""


class Notices(msgspec.Struct, frozen=True):
    """First notices of loss: the seats that still need one, and the current notice."""

    owed: tuple[SeatId, ...] = ()
    """The players who must have a first notice before ordinary play (`fnol.order`)."""
    chosen: Map[SeatId, EdgeId] = Map()
    """The edges that players have chosen to lose but have not lost yet."""
    choices: Map[SeatId, int] = Map()
    """The number of choices of each player. A player whose chosen edge is eliminated is asked again."""
    current: Notice | None = None
    lost: tuple[Loss, ...] = ()
    """All losses in order. A seat's character wants its last loss back."""


class NoticesOwed(TaggedEffect, frozen=True, tag="notices_owed"):
    """These players must have a first notice of loss before ordinary play."""

    seats: tuple[SeatId, ...]


class LossChosen(TaggedEffect, frozen=True, tag="loss_chosen"):
    """A player chose an edge of its character to lose."""

    seat: SeatId
    edge: EdgeId


class NoticeBegan(TaggedEffect, frozen=True, tag="notice_began"):
    """The GM framed a player's first notice of loss."""

    seat: SeatId


class NoticeFought(TaggedEffect, frozen=True, tag="notice_fought"):
    """The conflict of the notice ended with a loss: the GM's goal, and the antagonist."""

    seat: SeatId
    how: str
    by: NodeId


class NoticeEnded(TaggedEffect, frozen=True, tag="notice_ended"):
    """The scene of the notice ended.

    If it had a conflict, the player needs no other first notice.
    """

    seat: SeatId


NoticeEffect = NoticesOwed | LossChosen | NoticeBegan | NoticeFought | NoticeEnded


def evolve(notices: Notices, effect: NoticeEffect) -> Notices:
    """Return the notices after an effect."""
    current = notices.current
    match effect:
        case NoticesOwed(seats):
            return replace(notices, owed=seats)
        case LossChosen(seat, edge):
            choices = notices.choices.set(seat, notices.choices.get(seat, 0) + 1)
            return replace(notices, chosen=notices.chosen.set(seat, edge), choices=choices)
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
            chosen = notices.chosen.delete(seat)
            return replace(notices, owed=owed, chosen=chosen, current=None)
        case _:
            assert_never(effect)
