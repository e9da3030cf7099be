"""Agreement: a question that named seats answer. Consent, proposals and approvals all use it."""

import msgspec

from domain.identifier import SeatId


class Agreement(msgspec.Struct, frozen=True):
    """Who was asked and who has said yes; it is settled when everyone asked has."""

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
        """After a seat left: it is no longer asked, whatever it has said."""
        return Agreement(
            tuple(other for other in self.asked if other != seat),
            tuple(other for other in self.agreed if other != seat),
        )
