"""Grants of control, and the effects that change them.

A grant lets another seat decide about an element.
"""

from typing import assert_never

import msgspec
from immutables import Map

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import ElementId


class Grant(msgspec.Struct, frozen=True):
    """A seat's control of an element, granted by one of its controllers (`control.grant`)."""

    by: SeatId
    """The seat that granted the control."""
    seat: SeatId
    """The seat that received it."""


Grants = Map[ElementId, tuple[Grant, ...]]


class ControlGranted(TaggedEffect, frozen=True, tag="control_granted"):
    """A seat gave another seat control of an element."""

    element: ElementId
    by: SeatId
    seat: SeatId


class ControlRevoked(TaggedEffect, frozen=True, tag="control_revoked"):
    """A seat took back control that it had granted."""

    element: ElementId
    by: SeatId
    seat: SeatId


GrantEffect = ControlGranted | ControlRevoked


def evolve(grants: Grants, effect: GrantEffect) -> Grants:
    """Return the grants after an effect. Elements without grants are dropped."""
    existing = grants.get(effect.element, ())
    grant = Grant(effect.by, effect.seat)
    match effect:
        case ControlGranted():
            return grants.set(effect.element, (*existing, grant))
        case ControlRevoked():
            remaining = tuple(other for other in existing if other != grant)
            return (
                grants.set(effect.element, remaining)
                if remaining
                else grants.delete(effect.element)
            )
        case _:
            assert_never(effect)
