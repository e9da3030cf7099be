"""Overrides: the price that a mover pays against objections, and its raises and matches."""

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
    """A payment against the objections. The first `matched` raises are paid, too."""

    shares: tuple[Share, ...]
    agreement: Agreement
    """The seats that can still raise. A yes accepts the price."""
    raises: tuple[Raise, ...] = ()
    matched: int = 0

    @property
    def unmatched(self) -> tuple[Raise, ...]:
        """The raises that the mover has not matched yet."""
        return self.raises[self.matched :]

    @property
    def owed(self) -> int:
        """The number of tokens that match all these raises."""
        return sum(step.by for step in self.unmatched)

    @property
    def total(self) -> int:
        """The price including every raise."""
        return sum(share.power for share in self.shares) + sum(step.by for step in self.raises)


class _Effect(TaggedEffect, frozen=True):
    declaration: DeclarationId


class OverrideBegun(_Effect, frozen=True, tag="override_begun"):
    """The mover overrides the objections for a price. These seats can raise it."""

    action: int
    shares: tuple[Share, ...]
    asked: tuple[SeatId, ...]


class OverrideRaised(_Effect, frozen=True, tag="override_raised"):
    """A seat raised the price and added a complication in the fiction."""

    seat: SeatId
    by: int
    complication: str


class RaisesMatched(_Effect, frozen=True, tag="raises_matched"):
    """The mover paid the raises and described the solution. Everyone can raise again."""

    tokens: int
    solution: str


class RaisePassed(_Effect, frozen=True, tag="raise_passed"):
    """A seat accepted the price."""

    seat: SeatId


OverrideEffect = OverrideRaised | RaisesMatched | RaisePassed


def evolve(override: Override, effect: OverrideEffect) -> Override:
    """Return the override after an effect."""
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
