"""Disputes as people read them: what was said, with links to what it was said about."""

from typing import Any

import msgspec

from verger.domain.core.decider import Ruleset
from verger.domain.core.dispute import (
    Closing,
    Dispute,
    Disputes,
    OfEvent,
    Ruled,
    Settlement,
    Status,
)
from verger.domain.core.identifier import DisputeId, RuleId, SeatId, in_order
from verger.domain.core.members import made_of
from verger.domain.core.remedy import Plain, Remedy
from verger.domain.core.ruling import Allowed
from verger.domain.dispute.precedent import FACT


class EventLink(msgspec.Struct, frozen=True):
    """An event, and where it is read."""

    version: int
    address: str


class RulingLink(msgspec.Struct, frozen=True):
    """A ruling on an event (by its version) or on a refused move (by its number)."""

    of: str
    number: int
    address: str


class RuleLink(msgspec.Struct, frozen=True):
    """A rule, what it says, and where it is read."""

    rule: RuleId
    statement: str
    address: str


class ViewView(msgspec.Struct, frozen=True):
    """What a seat said of the dispute, with its evidence."""

    seat: SeatId
    text: str
    versions: tuple[EventLink, ...]
    rules: tuple[RuleLink, ...]
    event: EventLink
    """Where it was said."""


class SettlementView(msgspec.Struct, frozen=True):
    """An end that was proposed, and the votes on it."""

    by: SeatId
    outcome: str
    reason: str
    remedy: Remedy[Plain]
    """As the move `propose_settlement` has it."""
    everyone: bool
    """Whether all who are asked have to say yes; otherwise more than half."""
    asked: tuple[SeatId, ...]
    yes: tuple[SeatId, ...]
    no: tuple[SeatId, ...]
    event: EventLink
    """Where it was proposed."""


class ClosingView(msgspec.Struct, frozen=True):
    """How the dispute ended, and by which event."""

    outcome: str
    reason: str
    event: EventLink
    settlement: SettlementView | None
    """What was agreed to; nothing where the dispute was withdrawn."""


class AppealView(msgspec.Struct, frozen=True):
    """Why the dispute was opened again, and how it had ended."""

    seat: SeatId
    grounds: str
    event: EventLink
    earlier: ClosingView


class DisputeView(msgspec.Struct, frozen=True):
    """A challenge to a ruling: grounds, evidence, views, votes, outcome and remedy."""

    dispute: DisputeId
    status: Status
    about: RulingLink
    ruled: Ruled
    """The ruling in dispute, as it stood."""
    rule: RuleLink
    """The rule that was read wrongly, or wrongly left out."""
    by: SeatId
    grounds: str
    versions: tuple[EventLink, ...]
    rules: tuple[RuleLink, ...]
    event: EventLink
    """Where it was opened."""
    views: tuple[ViewView, ...]
    settlement: SettlementView | None
    """The one that is being voted on."""
    closing: ClosingView | None
    appeal: AppealView | None


class PrecedentView(msgspec.Struct, frozen=True):
    """A settled dispute that a ruling cites."""

    dispute: DisputeId
    rule: RuleId
    outcome: str
    reason: str
    address: str


class SessionReference(msgspec.Struct, frozen=True):
    """Where things are read: a session's address, and its rules."""

    home: str
    ruleset: Ruleset[Any]

    def event(self, version: int) -> EventLink:
        """An event's address."""
        return EventLink(version, f"{self.home}/events/{version}")

    def events(self, versions: tuple[int, ...]) -> tuple[EventLink, ...]:
        """The addresses of events."""
        return tuple(map(self.event, versions))

    def rule(self, id: RuleId) -> RuleLink:
        """What a rule says, and its address."""
        statement = self.ruleset.rules[id].statement
        return RuleLink(id, statement, f"/v1/rulesets/{self.ruleset.name}")

    def rules(self, ids: tuple[RuleId, ...]) -> tuple[RuleLink, ...]:
        """The same of several."""
        return tuple(map(self.rule, ids))

    def ruling(self, dispute: Dispute) -> RulingLink:
        """The address of the ruling in dispute; a refusal is not kept for ever."""
        if isinstance(dispute.about, OfEvent):
            version = dispute.about.version
            return RulingLink("event", version, f"{self.home}/events/{version}/ruling")
        number = dispute.about.number
        address = f"{self.home}/refusals?before={number + 1}&limit=1"
        return RulingLink("refusal", number, address)


def shown(desk: SessionReference, id: DisputeId, dispute: Dispute) -> DisputeView:
    """A dispute with all that was said of it."""
    appeal, running, closing = dispute.appeal, dispute.settlement, dispute.closing
    return made_of(
        DisputeView,
        dispute,
        dispute=id,
        about=desk.ruling(dispute),
        rule=desk.rule(dispute.rule),
        versions=desk.events(dispute.versions),
        rules=desk.rules(dispute.rules),
        event=desk.event(dispute.version),
        views=_views(desk, dispute),
        settlement=_settlement(desk, running) if running else None,
        closing=_closing(desk, closing) if closing else None,
        appeal=AppealView(
            appeal.seat,
            appeal.grounds,
            desk.event(appeal.version),
            _closing(desk, appeal.earlier),
        )
        if appeal
        else None,
    )


def _views(desk: SessionReference, dispute: Dispute) -> tuple[ViewView, ...]:
    return tuple(
        ViewView(
            seat=view.seat,
            text=view.text,
            versions=desk.events(view.versions),
            rules=desk.rules(view.rules),
            event=desk.event(view.version),
        )
        for view in dispute.views
    )


def _settlement(desk: SessionReference, found: Settlement) -> SettlementView:
    return made_of(SettlementView, found, found.vote, event=desk.event(found.version))


def _closing(desk: SessionReference, closing: Closing) -> ClosingView:
    agreed = closing.settlement
    return ClosingView(
        closing.outcome,
        closing.reason,
        desk.event(closing.version),
        _settlement(desk, agreed) if agreed else None,
    )


def found(
    disputes: Disputes, rule: str | None, status: str | None
) -> list[tuple[DisputeId, Dispute]]:
    """The disputes about a rule, of a status, or both; the newest first."""
    everything = in_order([*disputes.open.items(), *disputes.closed.items()])
    return [
        (id, dispute)
        for id, dispute in reversed(everything)
        if rule in (None, dispute.rule) and status in (None, dispute.status)
    ]


def cites_precedents(ruling: Allowed) -> bool:
    """Whether a ruling cites precedents."""
    return any(FACT in applied.facts for applied in ruling.rules)


def precedents(
    desk: SessionReference, ruling: Allowed, disputes: Disputes
) -> tuple[PrecedentView, ...]:
    """The precedents that a ruling cites, as they stood when it was given."""
    named = [
        (DisputeId(id), applied.rule)
        for applied in ruling.rules
        for id in applied.facts.get(FACT, ())  # type: ignore[union-attr]
    ]
    return tuple(_precedent(desk, id, rule, disputes) for id, rule in dict.fromkeys(named))


def _precedent(
    desk: SessionReference, id: DisputeId, rule: RuleId, disputes: Disputes
) -> PrecedentView:
    closing = disputes.closed[id].closing
    assert closing is not None
    address = f"{desk.home}/disputes/{id}"
    return PrecedentView(
        dispute=id, rule=rule, outcome=closing.outcome, reason=closing.reason, address=address
    )
