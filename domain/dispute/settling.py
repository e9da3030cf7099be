"""Settling disputes: by a vote or by the GM, with a reason, and with or without a remedy."""

from collections.abc import Iterator
from typing import Any, Generic, assert_never

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset, State
from verger.domain.core.dispute import (
    CorrectedAgain,
    Dispute,
    Disputes,
    DisputeSettled,
    Outcome,
    Settlement,
    SettlementFailed,
    SettlementProposed,
    VoteCast,
)
from verger.domain.core.house_rule import HouseRule, Value
from verger.domain.core.identifier import DisputeId, HouseRuleId, RuleId, in_order, number
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import KNOWN, Code
from verger.domain.core.remedy import (
    Amendment,
    Correction,
    NoRemedy,
    Override,
    Plain,
    Remedy,
    RewindTo,
    corrections_of,
    plain,
)
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed
from verger.domain.core.timeline import Undoing
from verger.domain.core.unicode import trimmed
from verger.domain.dispute import correction, wording
from verger.domain.dispute.arguing import open_dispute
from verger.domain.dispute.correction import AMEND, OVERRIDE
from verger.domain.history import rewind
from verger.domain.history.undoing import undoing_of

SETTLE = "dispute.settle"

SETTLED_BY = HouseRule(
    HouseRuleId("disputes"),
    "Whether more than half of the table or the GM settles a dispute. Everyone must agree to "
    "corrections.",
    (RuleId(SETTLE),),
    ("vote", "gm"),
    labels=("More than half of the table settles a dispute", "The GM settles a dispute"),
)


class ProposeSettlement(TaggedMove, Generic[Correction], frozen=True, tag="propose_settlement"):
    """Propose a settlement of a dispute: its outcome, the reason, and the remedy."""

    dispute: DisputeId
    outcome: Outcome
    reason: Prose
    remedy: Remedy[Correction]


class CastVote(TaggedMove, frozen=True, tag="vote"):
    """Vote on the proposed settlement of a dispute. You can change your vote."""

    dispute: DisputeId
    yes: bool


class CorrectAgain(TaggedMove, frozen=True, tag="correct_again"):
    """Make the corrections of a settled dispute again after a rewind.

    Only the server makes this move.
    """

    dispute: DisputeId
    remedy: Amendment[Plain] | Override[Plain]
    """The agreed remedy, with the current ids."""


def settled_by(state: State[Any]) -> Value:
    """Return who settles disputes at this table."""
    return state.table.house_rules.get(SETTLED_BY.id, SETTLED_BY.default)


def propose(
    draft: Draft[Any], move: ProposeSettlement[Any], facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    """Put a settlement of a dispute to the vote, or settle it as the GM (`dispute.settle`)."""
    disputed = open_dispute(draft, move.dispute, SETTLE)
    if isinstance(disputed, Refused):
        return disputed
    if refusal := under_vote(draft.table, move.dispute, disputed, SETTLE):
        return refusal
    remedy = plain(move.remedy)
    if settled_by(draft.state) == "gm" and facts.seat != draft.table.gm:
        return gm_only(draft.table, SETTLE)
    if refusal := _impossible(draft, remedy, ruleset):
        return refusal
    sentence = _proposed(draft, move, remedy, ruleset)
    return draft.accept(sentence + _decided(draft, move.dispute, ruleset))


def _proposed(
    draft: Draft[Any], move: ProposeSettlement[Any], remedy: Remedy[Plain], ruleset: Ruleset[Any]
) -> str:
    """Put a settlement to the vote. Return a sentence about it."""
    facts, by = draft.facts, settled_by(draft.state)
    undoing = _undoing(draft, remedy)
    is_of_dice = undoing is not None and bool(undoing.throws) and rewind.keeps_dice(draft.state)
    # dispute.amend: corrections need everyone, even if the GM settles other disputes.
    everyone = bool(corrections_of(remedy)) or is_of_dice
    seats = draft.table.sitting if everyone or by == "vote" else (facts.seat,)
    draft.cite(
        SETTLE,
        dispute=move.dispute,
        outcome=move.outcome,
        settled_by=by,
        asked_seats=seats,
        remedy=wording.kind(remedy),
    )
    for rule, facts_of_remedy in wording.facts(ruleset, draft.state, remedy, undoing):
        draft.cite(rule, **facts_of_remedy)
    draft.emit(
        SettlementProposed(
            dispute=move.dispute,
            by=facts.seat,
            asked=seats,
            everyone=everyone,
            outcome=move.outcome,
            reason=trimmed(move.reason),
            remedy=remedy,
            version=facts.version,
            undoing=undoing,
        )
    )
    proposed = draft.table.disputes.open[move.dispute].settlement
    assert proposed is not None
    return wording.proposal(ruleset, draft.state, move.dispute, proposed)


def _undoing(draft: Draft[Any], remedy: Remedy[Plain]) -> Undoing | None:
    """Return the consequences of a remedy that is a rewind, or None."""
    if not isinstance(remedy, RewindTo):
        return None
    return undoing_of(draft.state, draft.facts.version, remedy.to, draft.facts.past)


def under_vote(table: Table, id: DisputeId, dispute: Dispute, rule: str) -> Refused | None:
    """Return the refusal of a second settlement during a vote, or None."""
    if dispute.settlement is None:
        return None
    waiting = listed([table.name(seat) for seat in dispute.settlement.vote.waiting])
    return refuse(
        Code.SETTLEMENT_OPEN, rule, dispute=id, dispute_number=number(id), waiting_names=waiting
    )


def vote(draft: Draft[Any], move: CastVote, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Judge a vote on a settlement (`dispute.settle`)."""
    disputed = open_dispute(draft, move.dispute, SETTLE)
    if isinstance(disputed, Refused):
        return disputed
    if disputed.settlement is None:
        return refuse(
            Code.NO_SETTLEMENT, SETTLE, dispute=move.dispute, dispute_number=number(move.dispute)
        )
    given, name = disputed.settlement.vote, draft.table.name(facts.seat)
    if facts.seat not in given.asked:
        return refuse(Code.NOT_ASKED, SETTLE, dispute=move.dispute, seat_name=name)
    if facts.seat in (given.yes if move.yes else given.no):
        return refuse(Code.ALREADY_ANSWERED, SETTLE, dispute=move.dispute, seat_name=name)
    draft.emit(VoteCast(move.dispute, facts.seat, move.yes))
    draft.cite(SETTLE, dispute=move.dispute, is_approved=move.yes)
    sentence = f"{name} votes {'yes' if move.yes else 'no'} on the settlement of dispute {number(move.dispute)}."
    return draft.accept(sentence + _decided(draft, move.dispute, ruleset))


def count(draft: Draft[Any], ruleset: Ruleset[Any]) -> str:
    """End votes that are decided because a seat left (`dispute.settle`). Return sentences."""
    running = [
        id for id, dispute in in_order(draft.table.disputes.open.items()) if dispute.settlement
    ]
    return "".join([_decided(draft, id, ruleset) for id in running])


def _decided(draft: Draft[Any], id: DisputeId, ruleset: Ruleset[Any]) -> str:
    """Settle a dispute if its vote is decided. Return a sentence, or ""."""
    agreed = draft.table.disputes.open[id].settlement
    assert agreed is not None
    if agreed.vote.is_lost:
        draft.emit(SettlementFailed(id, "rejected", draft.facts.version))
        return f" The settlement of dispute {number(id)} is rejected."
    if not agreed.vote.is_carried:
        return ""
    if refusal := _impossible(draft, agreed.remedy, ruleset):
        return _lapsed(draft, id, agreed, refusal)
    draft.emit(DisputeSettled(id, draft.facts.version))
    sentence = f" Dispute {number(id)} is settled: the ruling is {agreed.outcome}."
    return sentence + _remedied(draft, agreed.remedy, ruleset)


def _lapsed(draft: Draft[Any], id: DisputeId, agreed: Settlement, refusal: Refused) -> str:
    """End a settlement whose remedy is no longer possible. Return a sentence that says why."""
    place = refusal.facts["correction_number"]
    assert isinstance(place, int), "only corrections become impossible"
    draft.cite(SETTLE, dispute=id, correction_number=place, correction_code=refusal.code)
    failed = SettlementFailed(
        id, "lapsed", version=draft.facts.version, correction=place, code=refusal.code
    )
    draft.emit(failed)
    which = f"correction {place} of {len(corrections_of(agreed.remedy))}"
    why = KNOWN[refusal.code].title
    return f" The settlement of dispute {number(id)} lapses, because {which} is no longer possible: {why}."


def _impossible(draft: Draft[Any], remedy: Remedy[Plain], ruleset: Ruleset[Any]) -> Refused | None:
    """Return why a remedy is not possible now, or None."""
    match remedy:
        case NoRemedy():
            return None
        case RewindTo(to):
            return rewind.not_earlier(draft.facts, to)
        case Amendment(_, corrections):
            return correction.impossible(draft, corrections, ruleset, AMEND)
        case Override(rule, corrections):
            if rule not in ruleset.rules:
                return refuse(Code.UNKNOWN_RULE, OVERRIDE, rule_given=rule)
            return correction.impossible(draft, corrections, ruleset, OVERRIDE)
        case _:
            assert_never(remedy)


def correct_again(
    draft: Draft[Any], move: CorrectAgain, facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    """Make the corrections of a settled dispute again, if they are possible (`dispute.amend`)."""
    if facts.repeats is None or not any(
        type(agreed.remedy) is type(move.remedy)
        for _, agreed in settlements(draft.table.disputes, move.dispute)
    ):
        return refuse(
            Code.NO_SETTLEMENT, SETTLE, dispute=move.dispute, dispute_number=number(move.dispute)
        )
    if refusal := _impossible(draft, move.remedy, ruleset):
        return refusal
    sentence = _remedied(draft, move.remedy, ruleset)
    draft.emit(CorrectedAgain(move.dispute, facts.version))
    which = f"dispute {number(move.dispute)}"
    return draft.accept(f"The corrections after {which} are made again.{sentence}")


def settlements(disputes: Disputes, id: DisputeId) -> Iterator[tuple[int, Settlement]]:
    """Yield the settlements of a dispute, before and after an appeal, with their versions."""
    dispute = disputes.closed.get(id) or disputes.open.get(id)
    if dispute is None:
        return
    for end in (dispute.closing, dispute.appeal.earlier if dispute.appeal else None):
        if end and end.settlement:
            yield end.version, end.settlement


def _remedied(draft: Draft[Any], remedy: Remedy[Plain], ruleset: Ruleset[Any]) -> str:
    """Carry out an agreed remedy, which is known to be possible. Return a sentence, or ""."""
    match remedy:
        case NoRemedy():
            return ""
        case RewindTo(to):
            draft.cite(rewind.RULE, rewind_version=to)
            return rewind.make_current(draft, to, ruleset)
        case Amendment(name, corrections):
            draft.cite(AMEND, amendment_name=name, corrections_made=len(corrections))
            correction.make(draft, corrections, ruleset, AMEND)
            return f" Amended: {name}."
        case Override(rule, corrections):
            draft.cite(OVERRIDE, overridden_rule=rule, corrections_made=len(corrections))
            correction.make(draft, corrections, ruleset, OVERRIDE)
            return f" {rule} is set aside for this once."
        case _:
            assert_never(remedy)
