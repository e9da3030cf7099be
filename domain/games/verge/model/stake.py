"""Stakes: points of controlling interest that seats hold in elements, and their effects."""

from collections.abc import Sequence
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.table import Table, house_rule
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.network import ElementId, Network


class Stake(msgspec.Struct, frozen=True):
    """A seat's points in an element: the number of ! after its initials (`interest.buy`)."""

    seat: SeatId
    """The seat that holds the points."""
    points: int
    """The number of points."""


class Interest(msgspec.Struct, frozen=True):
    """All stakes, in the order of buying, and the winners who choose which seats must lose points."""

    stakes: Map[ElementId, tuple[Stake, ...]] = Map()
    winners: Map[ElementId, SeatId] = Map()
    """The winners of conflicts that reduced an element's power below its points. Each stays until
    the power covers the points again."""
    lost: Map[ElementId, int] = Map()
    """The number of points that were lost so far."""


class InterestBought(TaggedEffect, frozen=True, tag="interest_bought"):
    """A seat has one more point in an element."""

    element: ElementId
    seat: SeatId


class InterestLost(TaggedEffect, frozen=True, tag="interest_lost"):
    """A seat has one point less in an element."""

    element: ElementId
    seat: SeatId


class InterestUncovered(TaggedEffect, frozen=True, tag="interest_uncovered"):
    """A conflict reduced an element's power below its points. The winner chooses who loses them."""

    element: ElementId
    winner: SeatId


InterestEffect = InterestBought | InterestLost | InterestUncovered


def evolve(interest: Interest, effect: InterestEffect) -> Interest:
    """Return the interest after an effect. A stake without points is dropped."""
    match effect:
        case InterestBought(element, seat):
            return replace(interest, stakes=_with(interest, element, seat, 1))
        case InterestLost(element, seat):
            lost = interest.lost.set(element, interest.lost.get(element, 0) + 1)
            return replace(interest, stakes=_with(interest, element, seat, -1), lost=lost)
        case InterestUncovered(element, winner):
            return replace(interest, winners=interest.winners.set(element, winner))
        case _:
            assert_never(effect)


def _with(
    interest: Interest, element: ElementId, seat: SeatId, more: int
) -> Map[ElementId, tuple[Stake, ...]]:
    points = {stake.seat: stake.points for stake in interest.stakes.get(element, ())}
    points[seat] = points.get(seat, 0) + more
    remaining = tuple([Stake(seat, held) for seat, held in points.items() if held])
    stakes = interest.stakes
    return stakes.set(element, remaining) if remaining else stakes.delete(element)


def settled(interest: Interest, network: Network) -> Interest:
    """Return the interest without the winners for elements whose power covers their points again."""
    winners = interest.winners
    for element in interest.winners:
        if excess(interest, network, element) <= 0:
            winners = winners.delete(element)
    return replace(interest, winners=winners)


def excess(interest: Interest, network: Network, id: ElementId) -> int:
    """Return the points in an element above its power (`interest.lose`).

    A negative result is the number of points for sale. Negative power counts as 0, because nobody
    can lose more points than there are.
    """
    element = network.element(id)
    if element is None or element.eliminated:
        return 0
    points = sum(stake.points for stake in interest.stakes.get(id, ()))
    return points - max(element.marks.power, 0)


def holder(stakes: Sequence[Stake], sitting: Sequence[SeatId]) -> SeatId | None:
    """Return the taken seat that has more points than any other, or None (`interest.control`)."""
    counting = [stake for stake in stakes if stake.seat in sitting]
    most = max([stake.points for stake in counting], default=0)
    leaders = [stake.seat for stake in counting if stake.points == most]
    return leaders[0] if len(leaders) == 1 else None


def is_played(table: Table) -> bool:
    """Return whether this table plays with controlling interest."""
    return house_rule(table, HOUSE_RULES, "controlling_interest") == "on"
