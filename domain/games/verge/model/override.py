"""Overrides: the price that a mover pays against objections, raised and matched in turn."""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.network import ElementId


class Share(msgspec.Struct, frozen=True):
    """A part of the price: an element's power (`override.cost`)."""

    element: ElementId
    power: int


class Raise(msgspec.Struct, frozen=True):
    """A complication that raised the price (`override.raise`)."""

    seat: SeatId
    by: int
    complication: str


class Override(msgspec.Struct, frozen=True):
    """The mover pays against the objections; the first `matched` raises are paid too."""

    shares: tuple[Share, ...]
    agreement: Agreement
    """Who may still raise; a yes lets the price stand."""
    raises: tuple[Raise, ...] = ()
    matched: int = 0

    @property
    def unmatched(self) -> tuple[Raise, ...]:
        """The raises that the mover has not answered yet."""
        return self.raises[self.matched :]

    @property
    def owed(self) -> int:
        """The tokens that would match them all."""
        return sum(one.by for one in self.unmatched)

    @property
    def total(self) -> int:
        """The price with every raise."""
        return sum(share.power for share in self.shares) + sum(one.by for one in self.raises)


class _Effect(TaggedEffect, frozen=True):
    declaration: DeclarationId


class OverrideBegun(_Effect, frozen=True, tag="override_begun"):
    """The mover overrides the objections for a price; these seats may raise it."""

    action: int
    shares: tuple[Share, ...]
    asked: tuple[SeatId, ...]


class OverrideRaised(_Effect, frozen=True, tag="override_raised"):
    """A seat raised the price and told a complication in the fiction."""

    seat: SeatId
    by: int
    complication: str


class RaisesMatched(_Effect, frozen=True, tag="raises_matched"):
    """The mover paid what was raised and told the way out; everyone may raise again."""

    tokens: int
    solution: str


class RaisePassed(_Effect, frozen=True, tag="raise_passed"):
    """A seat lets the price stand as it is."""

    seat: SeatId


OverrideEffect = OverrideRaised | RaisesMatched | RaisePassed


def evolve(override: Override, effect: OverrideEffect) -> Override:
    """The override after an effect."""
    agreement = override.agreement
    match effect:
        case OverrideRaised(_, seat, by, complication):
            raises = (*override.raises, Raise(seat, by, complication))
            return replace(override, raises=raises, agreement=agreement.without(seat))
        case RaisesMatched():
            again = Agreement(agreement.asked)
            return replace(override, matched=len(override.raises), agreement=again)
        case RaisePassed(_, seat):
            return replace(override, agreement=agreement.with_yes(seat))
        case _:
            assert_never(effect)
