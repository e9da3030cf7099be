"""Disputes: challenged rulings, the views of the seats, and the settlements by the table.

Disputes belong to the table, so no rewind changes them. A settled dispute is a precedent for its
rule.
"""

from typing import Annotated, Literal, assert_never

import msgspec
from immutables import Map
from msgspec import Meta
from msgspec.structs import replace

from verger.domain.core.agreement import Vote
from verger.domain.core.identifier import DisputeId, RuleId, SeatId, Sign
from verger.domain.core.members import made_of
from verger.domain.core.remedy import Plain, Remedy
from verger.domain.core.tagged import TaggedEffect
from verger.domain.core.timeline import Undoing

PRECEDENTS_KEPT = 5
"""The maximum number of precedents that a ruling cites for a rule. It cites the newest ones."""
FAILURES_KEPT = 10
"""The maximum number of failed settlements that a dispute shows. It shows the newest ones."""

Outcome = Literal["upheld", "overturned"]
"""The decision of the table: the ruling was right, or it was wrong."""

Status = Literal["open", "upheld", "overturned", "withdrawn"]


Number = Annotated[int, Meta(ge=1, le=2**53)]


class _About(msgspec.Struct, frozen=True, tag_field="of", forbid_unknown_fields=True):
    pass


class OfEvent(_About, frozen=True, tag="event"):
    """The ruling on an accepted move, named by the version of its event."""

    version: Number


class OfRefusal(_About, frozen=True, tag="refusal"):
    """The ruling on a refused move, named by the number of the refusal."""

    number: Number


About = OfEvent | OfRefusal


class Ruled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A copy of the disputed ruling, so that the dispute can be understood without the log."""

    version: int
    """The version of the event. For a refused move, the newest version when it was judged."""
    type: Sign
    """The name of the move."""
    seat: SeatId | None
    """The seat that made the move; null if the move was anonymous."""
    sentence: str
    """The ruling in a sentence."""
    rules: tuple[RuleId, ...]
    """The ids of the rules in the ruling."""
    code: Sign = ""
    """The code of a refusal. Empty for an accepted move."""


class Appeal(msgspec.Struct, frozen=True):
    """The reason for opening a settled dispute again, and its earlier result."""

    seat: SeatId
    grounds: str
    version: int
    earlier: "Closing"


class Settlement(msgspec.Struct, frozen=True):
    """A proposed result of a dispute, and the vote on it."""

    by: SeatId
    outcome: Outcome
    reason: str
    remedy: Remedy[Plain]
    vote: Vote
    version: int
    undoing: Undoing | None = None
    """The consequences of its remedy, if that is a rewind."""


class FailedSettlement(msgspec.Struct, frozen=True):
    """A settlement that the table did not agree to, or whose remedy was no longer possible."""

    settlement: Settlement
    why: Literal["rejected", "lapsed"]
    version: int
    correction: int | None = None
    """The number of the first correction that was no longer possible, from 1; null if rejected."""
    code: Sign = ""
    """The code of the refusal of this correction."""


class Closing(msgspec.Struct, frozen=True):
    """The result of a dispute, and the version of its end."""

    outcome: Literal["upheld", "overturned", "withdrawn"]
    reason: str
    version: int
    settlement: Settlement | None = None
    """The settlement that the table agreed to; None if the dispute was withdrawn."""


class View(msgspec.Struct, frozen=True):
    """The statement of a seat about a dispute, with its evidence."""

    seat: SeatId
    text: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    disputes: tuple[DisputeId, ...]
    version: int


class Dispute(msgspec.Struct, frozen=True):
    """A challenge to a ruling."""

    by: SeatId
    about: About
    rule: RuleId
    """The rule that was misread or wrongly left out."""
    ruled: Ruled
    grounds: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    disputes: tuple[DisputeId, ...]
    version: int
    views: tuple[View, ...] = ()
    settlement: Settlement | None = None
    """The settlement under vote, if any."""
    failed: tuple[FailedSettlement, ...] = ()
    """The newest settlements that failed, the oldest first."""
    appeal: Appeal | None = None
    closing: Closing | None = None
    corrected: tuple[int, ...] = ()
    """The versions of the events that repeated the corrections of a settlement."""

    @property
    def status(self) -> Status:
        """Whether the dispute is open, or its result."""
        return self.closing.outcome if self.closing else "open"

    @property
    def is_of_game(self) -> bool:
        """Whether a game opened it as its own question. Then the game asks for answers."""
        return self.about == OfEvent(self.version) and not self.appeal

    @property
    def asker(self) -> SeatId:
        """The seat that opened the dispute or made the last appeal."""
        return self.appeal.seat if self.appeal else self.by


class Disputes(msgspec.Struct, frozen=True):
    """All disputes of a table, open and closed."""

    open: Map[DisputeId, Dispute] = Map()
    closed: Map[DisputeId, Dispute] = Map()
    ever: int = 0
    precedents: Map[RuleId, tuple[DisputeId, ...]] = Map()
    """The newest settled disputes of each rule, the newest first."""

    def excusing(self, seat: SeatId) -> "Disputes":
        """Return the disputes after a seat left. No open vote counts the seat any more."""
        kept = self.open
        for id, dispute in self.open.items():
            running = dispute.settlement
            if running and seat in running.vote.asked:
                settlement = replace(running, vote=running.vote.excusing(seat))
                kept = kept.set(id, replace(dispute, settlement=settlement))
        return self if kept is self.open else replace(self, open=kept)


class _Effect(TaggedEffect, frozen=True):
    dispute: DisputeId


class DisputeOpened(_Effect, frozen=True, tag="dispute_opened"):
    """A seat challenged a ruling."""

    by: SeatId
    about: About
    rule: RuleId
    ruled: Ruled
    grounds: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    disputes: tuple[DisputeId, ...]
    version: int


class ViewStated(_Effect, frozen=True, tag="view_stated"):
    """A seat stated its view of a dispute."""

    seat: SeatId
    text: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    disputes: tuple[DisputeId, ...]
    version: int


class SettlementProposed(_Effect, frozen=True, tag="settlement_proposed"):
    """A seat proposed a settlement of a dispute, and votes yes."""

    by: SeatId
    asked: tuple[SeatId, ...]
    everyone: bool
    outcome: Outcome
    reason: str
    remedy: Remedy[Plain]
    version: int
    undoing: Undoing | None = None


class VoteCast(_Effect, frozen=True, tag="vote_cast"):
    """A seat voted on a settlement, or changed its vote."""

    seat: SeatId
    yes: bool


class SettlementFailed(_Effect, frozen=True, tag="settlement_failed"):
    """The table rejected a settlement, or its remedy is no longer possible."""

    why: Literal["rejected", "lapsed"]
    version: int
    correction: int | None = None
    """The number of the first correction that was no longer possible, from 1; null if rejected."""
    code: Sign = ""
    """The code of the refusal of this correction."""


class DisputeSettled(_Effect, frozen=True, tag="dispute_settled"):
    """The table accepted the settlement. It is now a precedent."""

    version: int


class CorrectedAgain(_Effect, frozen=True, tag="corrected_again"):
    """The server made the corrections of a settlement again, after a move was left out."""

    version: int


class DisputeWithdrawn(_Effect, frozen=True, tag="dispute_withdrawn"):
    """The seat that opened the dispute withdrew it.

    After a withdrawn appeal, the earlier settlement is valid again.
    """

    reason: str
    version: int


class DisputeAppealed(_Effect, frozen=True, tag="dispute_appealed"):
    """A settled dispute is open again. It is no precedent until it is settled again."""

    seat: SeatId
    grounds: str
    version: int


DisputeEffect = (
    DisputeOpened
    | ViewStated
    | SettlementProposed
    | VoteCast
    | SettlementFailed
    | DisputeSettled
    | CorrectedAgain
    | DisputeWithdrawn
    | DisputeAppealed
)


def evolve(disputes: Disputes, effect: DisputeEffect) -> Disputes:
    """Return the disputes after an effect."""
    match effect:
        case DisputeOpened():
            opened = disputes.open.set(effect.dispute, made_of(Dispute, effect))
            return replace(disputes, open=opened, ever=disputes.ever + 1)
        case DisputeAppealed():
            return _appealed(disputes, effect)
        case DisputeSettled(id, version):
            agreed = disputes.open[id].settlement
            assert agreed is not None
            return _closed(disputes, id, Closing(agreed.outcome, agreed.reason, version, agreed))
        case DisputeWithdrawn(id, reason, version):
            appeal = disputes.open[id].appeal
            closing = appeal.earlier if appeal else Closing("withdrawn", reason, version)
            return _closed(disputes, id, closing)
        case CorrectedAgain(id, version):
            return _corrected(disputes, id, version)
        case ViewStated() | SettlementProposed() | VoteCast() | SettlementFailed():
            after = _after(disputes.open[effect.dispute], effect)
            return replace(disputes, open=disputes.open.set(effect.dispute, after))
        case _:
            assert_never(effect)


def _after(
    dispute: Dispute, effect: ViewStated | SettlementProposed | VoteCast | SettlementFailed
) -> Dispute:
    match effect:
        case ViewStated():
            return replace(dispute, views=(*dispute.views, made_of(View, effect)))
        case SettlementProposed():
            vote = Vote(effect.asked, effect.everyone, (effect.by,))
            return replace(dispute, settlement=made_of(Settlement, effect, vote=vote))
        case VoteCast(_, seat, yes):
            assert dispute.settlement is not None
            given = dispute.settlement.vote.with_vote(seat, yes=yes)
            return replace(dispute, settlement=replace(dispute.settlement, vote=given))
        case SettlementFailed():
            failure = made_of(FailedSettlement, effect, settlement=dispute.settlement)
            failed = (*dispute.failed, failure)[-FAILURES_KEPT:]
            return replace(dispute, settlement=None, failed=failed)
        case _:
            assert_never(effect)


def _closed(disputes: Disputes, id: DisputeId, closing: Closing) -> Disputes:
    dispute = replace(disputes.open[id], settlement=None, closing=closing)
    after = replace(
        disputes, open=disputes.open.delete(id), closed=disputes.closed.set(id, dispute)
    )
    return after if closing.settlement is None else _with_precedents(after, dispute.rule)


def _corrected(disputes: Disputes, id: DisputeId, version: int) -> Disputes:
    place = "open" if id in disputes.open else "closed"
    known: Map[DisputeId, Dispute] = getattr(disputes, place)
    after = replace(known[id], corrected=(*known[id].corrected, version))
    return replace(disputes, **{place: known.set(id, after)})


def _appealed(disputes: Disputes, effect: DisputeAppealed) -> Disputes:
    id = effect.dispute
    closed = disputes.closed[id]
    assert closed.closing is not None
    appeal = Appeal(effect.seat, effect.grounds, effect.version, closed.closing)
    reopened = replace(closed, appeal=appeal, closing=None)
    after = replace(
        disputes, open=disputes.open.set(id, reopened), closed=disputes.closed.delete(id)
    )
    return _with_precedents(after, closed.rule)


def _with_precedents(disputes: Disputes, rule: RuleId) -> Disputes:
    """Return the disputes with the precedents of a rule computed again."""
    settled = [
        (dispute.closing.version, id)
        for id, dispute in disputes.closed.items()
        if dispute.rule == rule and dispute.closing and dispute.closing.settlement
    ]
    newest = tuple([id for _, id in sorted(settled, reverse=True)[:PRECEDENTS_KEPT]])
    known = disputes.precedents
    if newest:
        return replace(disputes, precedents=known.set(rule, newest))
    return replace(disputes, precedents=known.delete(rule) if rule in known else known)
