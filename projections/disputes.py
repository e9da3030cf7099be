"""Disputes in the API: views, evidence and settlements, with links to events and rules."""

from typing import Any, Literal

import msgspec

from verger.domain.core.decider import Ruleset
from verger.domain.core.dispute import (
    Closing,
    Dispute,
    Disputes,
    FailedSettlement,
    OfEvent,
    Ruled,
    Settlement,
    Status,
)
from verger.domain.core.force import Force
from verger.domain.core.identifier import DisputeId, RuleId, SeatId, in_order
from verger.domain.core.members import made_of
from verger.domain.core.remedy import Plain, Remedy
from verger.domain.core.ruling import Allowed
from verger.domain.dispute.precedent import FACT


class EventLink(msgspec.Struct, frozen=True):
    """An event, and its address."""

    version: int
    """The version of the event."""
    address: str
    """The path of the event."""


class RulingLink(msgspec.Struct, frozen=True):
    """The address of a ruling on an event (by its version) or on a refused move (by its number)."""

    of: str
    """`event`, or `refusal` for a refused move."""
    number: int
    """The version of the event, or the number of the refused move."""
    address: str
    """The path of the ruling or of the refused move."""


class RuleLink(msgspec.Struct, frozen=True):
    """A rule, its statement, and its address."""

    rule: RuleId
    """The id of the rule."""
    statement: str
    """The rule in a sentence."""
    address: str
    """The path of the ruleset."""


class DisputeLink(msgspec.Struct, frozen=True):
    """A dispute, and its address."""

    dispute: DisputeId
    """The id of the dispute."""
    address: str
    """The path of the dispute."""


class ViewView(msgspec.Struct, frozen=True):
    """A seat's statement about the dispute, with its evidence."""

    seat: SeatId
    """The seat that made the statement."""
    text: str
    """The statement, in the words of the seat."""
    versions: tuple[EventLink, ...]
    """The events that it cites."""
    rules: tuple[RuleLink, ...]
    """The rules that it cites."""
    disputes: tuple[DisputeLink, ...]
    """The earlier disputes that it cites."""
    event: EventLink
    """The event of the statement."""


class SettlementView(msgspec.Struct, frozen=True):
    """A proposed settlement, and its votes."""

    by: SeatId
    """The seat that proposed it."""
    outcome: str
    """`upheld` if the ruling stands, `overturned` if it does not."""
    reason: str
    """The reason, in the words of the seat."""
    remedy: Remedy[Plain]
    """The remedy, in the form of the move `propose_settlement`."""
    everyone: bool
    """Whether all asked seats must say yes. If not, more than half is enough."""
    asked: tuple[SeatId, ...]
    """The seats that vote on it."""
    yes: tuple[SeatId, ...]
    """The seats that voted for it."""
    no: tuple[SeatId, ...]
    """The seats that voted against it."""
    event: EventLink
    """The event of the proposal."""


class FailedSettlementView(msgspec.Struct, frozen=True):
    """A settlement that the table rejected, or whose remedy was no longer possible."""

    settlement: SettlementView
    """The settlement that failed."""
    why: Literal["rejected", "lapsed"]
    """`rejected` by the table, or `lapsed` because its remedy was no longer possible."""
    correction: int | None
    """The number of the first correction that was not possible, from 1; null if it was rejected."""
    code: str | None
    """The refusal code of this correction; null if `correction` is null."""
    event: EventLink
    """The event that rejected it, or that made it lapse."""


class ClosingView(msgspec.Struct, frozen=True):
    """The result of the dispute, and its event."""

    outcome: str
    """`upheld`, `overturned` or `withdrawn`."""
    reason: str
    """The reason, in the words of a seat."""
    event: EventLink
    """The event that closed the dispute."""
    settlement: SettlementView | None
    """The agreed settlement; null if the dispute was withdrawn."""
    in_force: bool | None
    """Whether its remedy is in force in the play at this version. A rewind can undo corrections.
    Null if it has no remedy."""


class AppealView(msgspec.Struct, frozen=True):
    """The reason for opening the dispute again, and its earlier result."""

    seat: SeatId
    """The seat that appealed."""
    grounds: str
    """The reason for the appeal, in the words of the seat."""
    event: EventLink
    """The event of the appeal."""
    earlier: ClosingView
    """The result before the appeal."""


class DisputeView(msgspec.Struct, frozen=True):
    """A challenge to a ruling, with the grounds, evidence, views, votes, result and remedy."""

    dispute: DisputeId
    """The id of the dispute."""
    status: Status
    """Whether the dispute is open, and if not, its result."""
    about: RulingLink
    """The disputed ruling."""
    ruled: Ruled
    """A copy of the disputed ruling."""
    rule: RuleLink
    """The rule that was misread or wrongly left out."""
    by: SeatId
    """The seat that opened the dispute."""
    grounds: str
    """The reason for the dispute, in the words of the seat."""
    versions: tuple[EventLink, ...]
    """The events that the seat cites."""
    rules: tuple[RuleLink, ...]
    """The rules that the seat cites."""
    disputes: tuple[DisputeLink, ...]
    """The earlier disputes that the seat cites."""
    event: EventLink
    """The event that opened it."""
    views: tuple[ViewView, ...]
    """The statements of seats about it, the oldest first."""
    settlement: SettlementView | None
    """The settlement under vote, if any."""
    failed: tuple[FailedSettlementView, ...]
    """The newest settlements that failed, at most ten, the oldest first."""
    closing: ClosingView | None
    """The result; null while the dispute is open."""
    appeal: AppealView | None
    """The appeal; null if there is none."""


class PrecedentView(msgspec.Struct, frozen=True):
    """A settled dispute that a ruling cites."""

    dispute: DisputeId
    """The id of the dispute."""
    rule: RuleId
    """The id of the rule that it was about."""
    outcome: str
    """`upheld` or `overturned`."""
    reason: str
    """The reason for the settlement."""
    address: str
    """The path of the dispute."""


class SessionReference(msgspec.Struct, frozen=True):
    """The session that links point to: its address and its rules."""

    base: str
    """The path below which people reach the server, such as `/verger`; empty for most servers."""
    session: str
    ruleset: Ruleset[Any]

    @property
    def home(self) -> str:
        """The address of the session."""
        return f"{self.base}/v1/sessions/{self.session}"

    def event(self, version: int) -> EventLink:
        """Return an event's address."""
        return EventLink(version, f"{self.home}/events/{version}")

    def events(self, versions: tuple[int, ...]) -> tuple[EventLink, ...]:
        """Return the addresses of events."""
        return tuple(map(self.event, versions))

    def rule(self, id: RuleId) -> RuleLink:
        """Return a rule's statement and address."""
        statement = self.ruleset.rules[id].statement
        return RuleLink(id, statement, f"{self.base}/v1/rulesets/{self.ruleset.name}")

    def rules(self, ids: tuple[RuleId, ...]) -> tuple[RuleLink, ...]:
        """Return the statements and addresses of rules."""
        return tuple(map(self.rule, ids))

    def disputes(self, ids: tuple[DisputeId, ...]) -> tuple[DisputeLink, ...]:
        """Return the addresses of disputes."""
        return tuple(DisputeLink(id, f"{self.home}/disputes/{id}") for id in ids)

    def ruling(self, dispute: Dispute) -> RulingLink:
        """Return the address of the disputed ruling.

        The server deletes old refusals. The address of a deleted refusal gives an empty list.
        """
        if isinstance(dispute.about, OfEvent):
            version = dispute.about.version
            return RulingLink("event", version, f"{self.home}/events/{version}/ruling")
        number = dispute.about.number
        address = f"{self.home}/refusals?before={number + 1}&limit=1"
        return RulingLink("refusal", number, address)


def shown(desk: SessionReference, id: DisputeId, dispute: Dispute, force: Force) -> DisputeView:
    """Return a dispute with all its statements, and whether its remedy is in force."""
    appeal, running, closing = dispute.appeal, dispute.settlement, dispute.closing
    return made_of(
        DisputeView,
        dispute,
        dispute=id,
        about=desk.ruling(dispute),
        rule=desk.rule(dispute.rule),
        versions=desk.events(dispute.versions),
        rules=desk.rules(dispute.rules),
        disputes=desk.disputes(dispute.disputes),
        event=desk.event(dispute.version),
        views=_views(desk, dispute),
        settlement=_settlement(desk, running) if running else None,
        failed=tuple(_failed(desk, failure) for failure in dispute.failed),
        closing=_closing(desk, closing, dispute, force) if closing else None,
        appeal=AppealView(
            appeal.seat,
            appeal.grounds,
            desk.event(appeal.version),
            _closing(desk, appeal.earlier, dispute, force),
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
            disputes=desk.disputes(view.disputes),
            event=desk.event(view.version),
        )
        for view in dispute.views
    )


def _settlement(desk: SessionReference, settlement: Settlement) -> SettlementView:
    return made_of(
        SettlementView, settlement, settlement.vote, event=desk.event(settlement.version)
    )


def _failed(desk: SessionReference, failure: FailedSettlement) -> FailedSettlementView:
    return FailedSettlementView(
        settlement=_settlement(desk, failure.settlement),
        why=failure.why,
        correction=failure.correction,
        code=failure.code or None,
        event=desk.event(failure.version),
    )


def _closing(
    desk: SessionReference, closing: Closing, dispute: Dispute, force: Force
) -> ClosingView:
    agreed = closing.settlement
    return ClosingView(
        outcome=closing.outcome,
        reason=closing.reason,
        event=desk.event(closing.version),
        settlement=_settlement(desk, agreed) if agreed else None,
        in_force=force.has(closing, dispute.corrected),
    )


def matching(
    disputes: Disputes, rule: str | None, status: str | None
) -> list[tuple[DisputeId, Dispute]]:
    """Return the disputes about a rule, with a status, or both, the newest first."""
    everything = in_order([*disputes.open.items(), *disputes.closed.items()])
    return [
        (id, dispute)
        for id, dispute in reversed(everything)
        if rule in (None, dispute.rule) and status in (None, dispute.status)
    ]


def cites_precedents(ruling: Allowed) -> bool:
    """Return whether a ruling cites precedents."""
    return any(FACT in applied.facts for applied in ruling.rules)


def precedents(
    desk: SessionReference, ruling: Allowed, disputes: Disputes
) -> tuple[PrecedentView, ...]:
    """Return the precedents that a ruling cites, as they were at that time."""
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
