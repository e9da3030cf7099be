"""Grants of control: a seat lets another one decide about an element. Effects change the grants."""

from typing import assert_never

import msgspec
from immutables import Map

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import ElementId


class Grant(msgspec.Struct, frozen=True):
    """A seat's say over an element, by the leave of one that controls it (`control.grant`)."""

    by: SeatId
    seat: SeatId


Grants = Map[ElementId, tuple[Grant, ...]]


class ControlGranted(TaggedEffect, frozen=True, tag="control_granted"):
    """A seat gave another control of an element."""

    element: ElementId
    by: SeatId
    seat: SeatId


class ControlRevoked(TaggedEffect, frozen=True, tag="control_revoked"):
    """A seat took back the control that it had given."""

    element: ElementId
    by: SeatId
    seat: SeatId


GrantEffect = ControlGranted | ControlRevoked


def evolve(grants: Grants, effect: GrantEffect) -> Grants:
    """The grants after an effect; an element without any is not kept."""
    there = grants.get(effect.element, ())
    grant = Grant(effect.by, effect.seat)
    match effect:
        case ControlGranted():
            return grants.set(effect.element, (*there, grant))
        case ControlRevoked():
            left = tuple(other for other in there if other != grant)
            return grants.set(effect.element, left) if left else grants.delete(effect.element)
        case _:
            assert_never(effect)
