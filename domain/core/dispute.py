"""Disputes: rulings that were challenged, what was said of them, how the table settled them.

They are the table's and no rewind touches them. A settled one is a precedent of its rule.
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

PRECEDENTS_KEPT = 5
"""Precedents of a rule that rulings cite: the newest."""

Outcome = Literal["upheld", "overturned"]
"""What the table says of the ruling: it stands, or it was wrong."""

Status = Literal["open", "upheld", "overturned", "withdrawn"]


Number = Annotated[int, Meta(ge=1, le=2**53)]


class _About(msgspec.Struct, frozen=True, tag_field="of", forbid_unknown_fields=True):
    pass


class OfEvent(_About, frozen=True, tag="event"):
    """The ruling on an accepted move, by its event's version."""

    version: Number


class OfRefusal(_About, frozen=True, tag="refusal"):
    """The ruling on a refused move, by the refusal's number."""

    number: Number


About = OfEvent | OfRefusal


class Ruled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling in dispute as it stood, so that its dispute stands by itself for ever."""

    version: int
    """The version of its event, or that a refused move was judged at."""
    type: Sign
    seat: SeatId | None
    sentence: str
    rules: tuple[RuleId, ...]
    code: Sign = ""
    """Why a move was refused."""


class Appeal(msgspec.Struct, frozen=True):
    """Why a settled dispute was opened again, and how it had ended."""

    seat: SeatId
    grounds: str
    version: int
    earlier: "Closing"


class Settlement(msgspec.Struct, frozen=True):
    """An end that somebody proposes, and how the table votes on it."""

    by: SeatId
    outcome: Outcome
    reason: str
    remedy: Remedy[Plain]
    vote: Vote
    version: int


class Closing(msgspec.Struct, frozen=True):
    """How a dispute ended, and at which version."""

    outcome: Literal["upheld", "overturned", "withdrawn"]
    reason: str
    version: int
    settlement: Settlement | None = None
    """What the table agreed to; nothing where it was withdrawn."""


class View(msgspec.Struct, frozen=True):
    """What a seat says of a dispute, with its evidence."""

    seat: SeatId
    text: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    version: int


class Dispute(msgspec.Struct, frozen=True):
    """A challenge to a ruling."""

    by: SeatId
    about: About
    rule: RuleId
    """The rule that was read wrongly, or wrongly left out."""
    ruled: Ruled
    grounds: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    version: int
    views: tuple[View, ...] = ()
    settlement: Settlement | None = None
    """The one that is being voted on."""
    appeal: Appeal | None = None
    closing: Closing | None = None

    @property
    def status(self) -> Status:
        """Whether it is open, or how it ended."""
        return self.closing.outcome if self.closing else "open"

    @property
    def asker(self) -> SeatId:
        """Who brought it before the table last."""
        return self.appeal.seat if self.appeal else self.by


class Disputes(msgspec.Struct, frozen=True):
    """A table's disputes, those that are open and all that were."""

    open: Map[DisputeId, Dispute] = Map()
    closed: Map[DisputeId, Dispute] = Map()
    ever: int = 0
    precedents: Map[RuleId, tuple[DisputeId, ...]] = Map()
    """The newest settled disputes of each rule, the newest first."""

    def excusing(self, seat: SeatId) -> "Disputes":
        """After a seat left: no running vote counts it."""
        kept = self.open
        for id, dispute in self.open.items():
            running = dispute.settlement
            if running and seat in running.vote.asked:
                left = replace(running, vote=running.vote.excusing(seat))
                kept = kept.set(id, replace(dispute, settlement=left))
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
    version: int


class ViewStated(_Effect, frozen=True, tag="view_stated"):
    """A seat said what it thinks of a dispute."""

    seat: SeatId
    text: str
    versions: tuple[int, ...]
    rules: tuple[RuleId, ...]
    version: int


class SettlementProposed(_Effect, frozen=True, tag="settlement_proposed"):
    """A seat proposed how a dispute should end, and says yes to it."""

    by: SeatId
    asked: tuple[SeatId, ...]
    everyone: bool
    outcome: Outcome
    reason: str
    remedy: Remedy[Plain]
    version: int


class VoteCast(_Effect, frozen=True, tag="vote_cast"):
    """A seat voted on a settlement, or voted anew."""

    seat: SeatId
    yes: bool


class SettlementFailed(_Effect, frozen=True, tag="settlement_failed"):
    """The table did not want a settlement, or its remedy is no longer possible."""

    why: Literal["rejected", "lapsed"]


class DisputeSettled(_Effect, frozen=True, tag="dispute_settled"):
    """The settlement under vote is the table's word on the ruling: a precedent."""

    version: int


class DisputeWithdrawn(_Effect, frozen=True, tag="dispute_withdrawn"):
    """Who asked let it go; an appeal that is let go leaves what was settled before it."""

    reason: str
    version: int


class DisputeAppealed(_Effect, frozen=True, tag="dispute_appealed"):
    """A settled dispute is open again, and no precedent meanwhile."""

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
    | DisputeWithdrawn
    | DisputeAppealed
)


def evolve(disputes: Disputes, effect: DisputeEffect) -> Disputes:
    """The disputes after an effect."""
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
        case ViewStated() | SettlementProposed() | VoteCast() | SettlementFailed():
            after = _after(disputes.open[effect.dispute], effect)
            return replace(disputes, open=disputes.open.set(effect.dispute, after))
        case _:
            assert_never(effect)


def _after(
    dispute: Dispute, effect: ViewStated | SettlementProposed | VoteCast | SettlementFailed
) -> Dispute:
    match effect:
        case ViewStated(_, seat, text, versions, rules, version):
            view = View(seat=seat, text=text, versions=versions, rules=rules, version=version)
            return replace(dispute, views=(*dispute.views, view))
        case SettlementProposed(_, by, asked, everyone, outcome, reason, remedy, version):
            vote = Vote(asked, everyone, (by,))
            running = Settlement(
                by=by, outcome=outcome, reason=reason, remedy=remedy, vote=vote, version=version
            )
            return replace(dispute, settlement=running)
        case VoteCast(_, seat, yes):
            assert dispute.settlement is not None
            given = dispute.settlement.vote.with_vote(seat, yes=yes)
            return replace(dispute, settlement=replace(dispute.settlement, vote=given))
        case SettlementFailed():
            return replace(dispute, settlement=None)
        case _:
            assert_never(effect)


def _closed(disputes: Disputes, id: DisputeId, closing: Closing) -> Disputes:
    dispute = replace(disputes.open[id], settlement=None, closing=closing)
    after = replace(
        disputes, open=disputes.open.delete(id), closed=disputes.closed.set(id, dispute)
    )
    return after if closing.settlement is None else _with_precedents(after, dispute.rule)


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
    """After the precedents of a rule are counted anew."""
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
