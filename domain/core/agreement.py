"""Agreement: a question that named seats answer. Consent, proposals and approvals all use it.

An agreement needs everyone; a vote may be carried by more than half.
"""

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId


class Agreement(msgspec.Struct, frozen=True):
    """The seats that are asked and those that have agreed. It is settled when all have agreed."""

    asked: tuple[SeatId, ...]
    agreed: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that have not said yes yet, in the order they were asked."""
        return tuple([seat for seat in self.asked if seat not in self.agreed])

    @property
    def is_settled(self) -> bool:
        """Whether everyone asked has said yes; asking nobody settles at once."""
        return not self.waiting

    def with_yes(self, seat: SeatId) -> "Agreement":
        """After a seat said yes; saying it again changes nothing."""
        return self if seat in self.agreed else Agreement(self.asked, (*self.agreed, seat))

    def without(self, seat: SeatId) -> "Agreement":
        """After a seat took its yes back."""
        return Agreement(self.asked, tuple(other for other in self.agreed if other != seat))

    def excusing(self, seat: SeatId) -> "Agreement":
        """After a seat left: it is no longer asked, even if it has answered."""
        return Agreement(
            tuple(other for other in self.asked if other != seat),
            tuple(other for other in self.agreed if other != seat),
        )


class Vote(msgspec.Struct, frozen=True):
    """Who was asked and how they voted; a vote may be changed while the question is open."""

    asked: tuple[SeatId, ...]
    everyone: bool
    """Whether all have to say yes; otherwise more than half suffice."""
    yes: tuple[SeatId, ...] = ()
    no: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that have not voted, in the order they were asked."""
        return tuple([seat for seat in self.asked if seat not in (*self.yes, *self.no)])

    @property
    def is_carried(self) -> bool:
        """Whether enough of the seats that are asked have agreed; never if no seat is left."""
        if self.everyone:
            return bool(self.asked) and len(self.yes) == len(self.asked)
        return 2 * len(self.yes) > len(self.asked)

    @property
    def is_lost(self) -> bool:
        """Whether it can no longer be carried unless somebody changes their vote."""
        most = len(self.asked) - len(self.no)
        return not self.asked or (bool(self.no) if self.everyone else 2 * most <= len(self.asked))

    def with_vote(self, seat: SeatId, *, yes: bool) -> "Vote":
        """After a seat voted; its earlier vote no longer counts."""
        others = self._without(seat)
        if yes:
            return replace(others, asked=self.asked, yes=(*others.yes, seat))
        return replace(others, asked=self.asked, no=(*others.no, seat))

    def excusing(self, seat: SeatId) -> "Vote":
        """After a seat left: it is no longer counted, even if it has voted."""
        return self._without(seat) if seat in self.asked else self

    def _without(self, seat: SeatId) -> "Vote":
        asked, yes, no = (
            tuple([other for other in seats if other != seat])
            for seats in (self.asked, self.yes, self.no)
        )
        return Vote(asked, self.everyone, yes, no)
