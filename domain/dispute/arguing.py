"""Moves that open, discuss, withdraw and appeal disputes."""

from typing import Annotated, Any

from msgspec import Meta

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset
from verger.domain.core.dispute import (
    About,
    Dispute,
    DisputeAppealed,
    DisputeOpened,
    DisputeWithdrawn,
    OfEvent,
    OfRefusal,
    Ruled,
    ViewStated,
)
from verger.domain.core.identifier import DisputeId, RuleId, SeatId, number
from verger.domain.core.members import made_of
from verger.domain.core.option import plain
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, Ruling, refuse
from verger.domain.core.table import Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed

OPEN_LIMIT = 20
"""The maximum number of open disputes for each seat. No seat can use up the limit of another."""
VIEW_LIMIT = 30
"""The maximum number of views that each seat can state in a dispute."""
EVIDENCE_LIMIT = 20

OPEN, VIEW, APPEAL = "dispute.open", "dispute.view", "dispute.appeal"

Versions = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=2**53)], ...], Meta(max_length=EVIDENCE_LIMIT)
]
RuleIds = Annotated[tuple[RuleId, ...], Meta(max_length=EVIDENCE_LIMIT)]
DisputeIds = Annotated[tuple[DisputeId, ...], Meta(max_length=EVIDENCE_LIMIT)]


class DisputeRuling(TaggedMove, frozen=True, tag="dispute"):
    """Claim that a ruling was wrong. Name the rule that it misread or left out, and the reason."""

    about: About
    rule: RuleId
    grounds: Prose
    versions: Versions = ()
    """Evidence: events of this session."""
    rules: RuleIds = ()
    """Evidence: rules of its ruleset."""
    disputes: DisputeIds = ()
    """Evidence: other disputes of this session."""


class RecordedDispute(DisputeRuling, frozen=True, tag="dispute", kw_only=True):
    """The recorded form of a dispute, with the disputed ruling."""

    ruled: Ruled | None = None
    """Null if there is no such ruling. Then the move is refused, so a recorded move always has a
    ruling."""


class StateOpinion(TaggedMove, frozen=True, tag="state_view"):
    """State your view of an open dispute, with evidence."""

    dispute: DisputeId
    text: Prose
    versions: Versions = ()
    rules: RuleIds = ()
    disputes: DisputeIds = ()


class WithdrawDispute(TaggedMove, frozen=True, tag="withdraw_dispute"):
    """Withdraw your own dispute or appeal."""

    dispute: DisputeId
    reason: Prose


class AppealDispute(TaggedMove, frozen=True, tag="appeal"):
    """Open a settled dispute again. This is possible only once."""

    dispute: DisputeId
    grounds: Prose


def recorded_dispute(move: DisputeRuling, ruled: Ruled | None) -> RecordedDispute:
    """Return a dispute with its ruling, which the service has read from the log."""
    return made_of(RecordedDispute, move, ruled=ruled)


def ruled(version: int, move: str, seat: SeatId | None, ruling: Ruling) -> Ruled:
    """Return the parts of a ruling that its dispute keeps."""
    if isinstance(ruling, Refused):
        return Ruled(
            version=version,
            type=move,
            seat=seat,
            sentence=ruling.sentence,
            rules=(ruling.rule,),
            code=ruling.code,
        )
    cited = tuple(dict.fromkeys(applied.rule for applied in ruling.rules))
    return Ruled(version=version, type=move, seat=seat, sentence=ruling.sentence, rules=cited)


def dispute(
    draft: Draft[Any], move: RecordedDispute, facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    """Judge a dispute: any seat can challenge a ruling (`dispute.open`)."""
    if refusal := too_many(draft.table, facts.seat, OPEN):
        return refusal
    about, ruled = move.about, move.ruled
    if ruled is None or (isinstance(about, OfEvent) and about.version >= facts.version):
        what = "event" if isinstance(about, OfEvent) else "refusal"
        return refuse(Code.NO_SUCH_RULING, OPEN, ruling_kind=what, ruling_number=_number(about))
    if refusal := _disputed_already(draft.table, about, facts.seat):
        return refusal
    if move.rule not in ruleset.rules:
        return refuse(Code.UNKNOWN_RULE, OPEN, rule_given=move.rule)
    if refusal := _unfit_evidence(draft.table, move, facts, ruleset, OPEN):
        return refusal
    id = DisputeId(f"q{draft.table.disputes.ever + 1}")
    draft.cite(OPEN, dispute=id, disputed_rule=move.rule, seat=facts.seat)
    draft.emit(
        DisputeOpened(
            dispute=id,
            by=facts.seat,
            about=about,
            rule=move.rule,
            ruled=ruled,
            grounds=trimmed(move.grounds),
            versions=move.versions,
            rules=move.rules,
            disputes=move.disputes,
            version=facts.version,
        )
    )
    what = "ruling of" if isinstance(about, OfEvent) else "refusal at"
    name = draft.table.name(facts.seat)
    where = f"{what} version {ruled.version} ({plain(ruled.type)}), by the rule {move.rule}"
    return draft.accept(f"{name} disputes the {where}, as dispute {number(id)}.")


def _number(about: About) -> int:
    return about.version if isinstance(about, OfEvent) else about.number


def too_many(table: Table, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of one more dispute, or None if the seat is below its limit."""
    own = sum(dispute.asker == seat for dispute in table.disputes.open.values())
    if own < OPEN_LIMIT:
        return None
    return refuse(Code.TOO_MANY_DISPUTES, rule, disputes_open=own, disputes_allowed=OPEN_LIMIT)


def _disputed_already(table: Table, about: About, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat disputes the same ruling twice (`dispute.open`), or None.

    A dispute that was withdrawn does not count.
    """
    for id, dispute in _disputes_of(table, seat):
        if dispute.about == about:
            return refuse(Code.ALREADY_DISPUTED, OPEN, dispute=id, dispute_number=number(id))
    return None


def _disputes_of(table: Table, seat: SeatId) -> list[tuple[DisputeId, Dispute]]:
    """Return the disputes that a seat opened, without those that were withdrawn."""
    known = (*table.disputes.open.items(), *table.disputes.closed.items())
    return [
        (id, dispute)
        for id, dispute in known
        if dispute.by == seat and dispute.status != "withdrawn"
    ]


def disputed_by(table: Table, seat: SeatId) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the versions and the numbers of refusals that a seat cannot dispute again."""
    known = [dispute.about for _, dispute in _disputes_of(table, seat)]
    events = {about.version for about in known if isinstance(about, OfEvent)}
    refusals = {about.number for about in known if isinstance(about, OfRefusal)}
    return tuple(sorted(events)), tuple(sorted(refusals))


def _unfit_evidence(
    table: Table,
    move: DisputeRuling | StateOpinion,
    facts: Facts,
    ruleset: Ruleset[Any],
    rule: str,
) -> Refused | None:
    """Return the refusal of evidence that is no event, rule or dispute of the session, or None."""
    head = facts.version - 1
    for version in move.versions:
        if version > head:
            return refuse(Code.NO_SUCH_EVENT, rule, version=version, head=head)
    for id in move.rules:
        if id not in ruleset.rules:
            return refuse(Code.UNKNOWN_RULE, rule, rule_given=id)
    for cited in move.disputes:
        if cited not in table.disputes.open and cited not in table.disputes.closed:
            return refuse(Code.NO_DISPUTE_TO_CITE, rule, dispute=cited)
    return None


def open_dispute(draft: Draft[Any], id: DisputeId, rule: str) -> Dispute | Refused:
    """Return the open dispute with this id, or a refusal."""
    return draft.table.disputes.open.get(id) or refuse(Code.UNKNOWN_DISPUTE, rule, dispute=id)


def state_view(
    draft: Draft[Any], move: StateOpinion, facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    """Judge a view: every seat that takes part can state several (`dispute.view`)."""
    disputed = open_dispute(draft, move.dispute, VIEW)
    if isinstance(disputed, Refused):
        return disputed
    if has_said_enough(disputed, facts.seat):
        return refuse(
            Code.VIEWS_FULL,
            VIEW,
            dispute=move.dispute,
            dispute_number=number(move.dispute),
            views_allowed=VIEW_LIMIT,
        )
    if refusal := _unfit_evidence(draft.table, move, facts, ruleset, VIEW):
        return refusal
    draft.cite(VIEW, dispute=move.dispute, views_stated=len(disputed.views) + 1)
    text = trimmed(move.text)
    draft.emit(
        ViewStated(
            dispute=move.dispute,
            seat=facts.seat,
            text=text,
            versions=move.versions,
            rules=move.rules,
            disputes=move.disputes,
            version=facts.version,
        )
    )
    return draft.accept(
        f"{draft.table.name(facts.seat)} states a view of dispute {number(move.dispute)}."
    )


def has_said_enough(dispute: Dispute, seat: SeatId) -> bool:
    """Return whether a seat has stated the maximum number of views in a dispute."""
    return sum(view.seat == seat for view in dispute.views) >= VIEW_LIMIT


def withdraw(draft: Draft[Any], move: WithdrawDispute, facts: Facts) -> Judgement:
    """Judge a withdrawal by the asker (`dispute.open`).

    If an appeal is withdrawn, the earlier settlement is valid again.
    """
    disputed = open_dispute(draft, move.dispute, OPEN)
    if isinstance(disputed, Refused):
        return disputed
    if disputed.asker != facts.seat:
        return refuse(
            Code.NOT_THE_DISPUTANT,
            OPEN,
            dispute=move.dispute,
            dispute_number=number(move.dispute),
            disputant=disputed.asker,
            disputant_name=draft.table.name(disputed.asker),
        )
    draft.cite(OPEN, dispute=move.dispute, seat=facts.seat)
    draft.emit(DisputeWithdrawn(move.dispute, trimmed(move.reason), facts.version))
    what = f"{'the appeal of ' if disputed.appeal else ''}dispute {number(move.dispute)}"
    return draft.accept(f"{draft.table.name(facts.seat)} withdraws {what}.")


def has_been_appealed(dispute: Dispute, seat: SeatId) -> bool:
    """Return whether a seat can no longer appeal. A dispute can be appealed only once.

    After a withdrawn appeal, only the seat that made it cannot appeal again.
    """
    used = dispute.appeal
    return used is not None and (used.seat == seat or dispute.closing != used.earlier)


def appeal(draft: Draft[Any], move: AppealDispute, facts: Facts) -> Judgement:
    """Judge an appeal, which opens a settled dispute again (`dispute.appeal`)."""
    disputes = draft.table.disputes
    disputed = disputes.closed.get(move.dispute) or disputes.open.get(move.dispute)
    if disputed is None:
        return refuse(Code.UNKNOWN_DISPUTE, APPEAL, dispute=move.dispute)
    if has_been_appealed(disputed, facts.seat):
        return refuse(
            Code.ALREADY_APPEALED, APPEAL, dispute=move.dispute, dispute_number=number(move.dispute)
        )
    if disputed.closing is None or disputed.closing.settlement is None:
        return refuse(
            Code.NOT_SETTLED, APPEAL, dispute=move.dispute, dispute_number=number(move.dispute)
        )
    if refusal := too_many(draft.table, facts.seat, APPEAL):
        return refusal
    draft.cite(APPEAL, dispute=move.dispute, earlier_outcome=disputed.closing.outcome)
    draft.emit(DisputeAppealed(move.dispute, facts.seat, trimmed(move.grounds), facts.version))
    return draft.accept(f"{draft.table.name(facts.seat)} appeals dispute {number(move.dispute)}.")
