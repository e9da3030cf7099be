"""Agreements and votes: questions that certain seats must answer.

Consent, proposals and approvals use `Agreement`, which needs every seat. A `Vote` can also be
decided by a majority.
"""

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId


class Agreement(msgspec.Struct, frozen=True):
    """A question that is settled when all seats that were asked have agreed."""

    asked: tuple[SeatId, ...]
    agreed: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that have not agreed yet, in the order of the questions."""
        return tuple([seat for seat in self.asked if seat not in self.agreed])

    @property
    def is_settled(self) -> bool:
        """Whether all seats that were asked have agreed. True if no seat was asked."""
        return not self.waiting

    def with_yes(self, seat: SeatId) -> "Agreement":
        """Return the agreement after a seat said yes. A second yes changes nothing."""
        return self if seat in self.agreed else Agreement(self.asked, (*self.agreed, seat))

    def without(self, seat: SeatId) -> "Agreement":
        """Return the agreement after a seat withdrew its yes."""
        return Agreement(self.asked, tuple(other for other in self.agreed if other != seat))

    def excusing(self, seat: SeatId) -> "Agreement":
        """Return the agreement after a seat left.

        The seat is no longer asked, even if it has answered.
        """
        return Agreement(
            tuple(other for other in self.asked if other != seat),
            tuple(other for other in self.agreed if other != seat),
        )


class Vote(msgspec.Struct, frozen=True):
    """The seats that were asked and their votes.

    A seat can change its vote while the question is open.
    """

    asked: tuple[SeatId, ...]
    everyone: bool
    """Whether all seats must say yes. If not, more than half is enough."""
    yes: tuple[SeatId, ...] = ()
    no: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that have not voted, in the order of the questions."""
        return tuple([seat for seat in self.asked if seat not in (*self.yes, *self.no)])

    @property
    def is_carried(self) -> bool:
        """Whether enough of the asked seats have said yes. Never true if no seat is left."""
        if self.everyone:
            return bool(self.asked) and len(self.yes) == len(self.asked)
        return 2 * len(self.yes) > len(self.asked)

    @property
    def is_lost(self) -> bool:
        """Whether the vote can only succeed if a seat changes its vote."""
        most = len(self.asked) - len(self.no)
        return not self.asked or (bool(self.no) if self.everyone else 2 * most <= len(self.asked))

    def with_vote(self, seat: SeatId, *, yes: bool) -> "Vote":
        """Return the vote after a seat voted. Its earlier vote no longer counts."""
        others = self._without(seat)
        if yes:
            return replace(others, asked=self.asked, yes=(*others.yes, seat))
        return replace(others, asked=self.asked, no=(*others.no, seat))

    def excusing(self, seat: SeatId) -> "Vote":
        """Return the vote after a seat left.

        The seat is no longer counted, even if it has voted.
        """
        return self._without(seat) if seat in self.asked else self

    def _without(self, seat: SeatId) -> "Vote":
        seats, yes, no = (
            tuple([other for other in seats if other != seat])
            for seats in (self.asked, self.yes, self.no)
        )
        return Vote(seats, self.everyone, yes, no)
