"""The FC's rulings: if no rule decides, the FC decides after hearing the peers.

A ruling of the FC is stored as a settled dispute. So it is a precedent that later rulings name, and
the table can appeal or dispute it like any other.
"""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.dispute import (
    Dispute,
    DisputeOpened,
    DisputeSettled,
    OfEvent,
    Ruled,
    SettlementProposed,
)
from verger.domain.core.identifier import DisputeId, RuleId, SeatId, in_order, number
from verger.domain.core.reason import Code
from verger.domain.core.remedy import NoRemedy
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.dispute.arguing import open_dispute, too_many
from verger.domain.dispute.settling import under_vote
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.rules import RULES
from verger.domain.games.venus.state import Draft, Play, State, fc_only
from verger.domain.judging.chapters import Judges

RULE = "ruling.new"
ASKED = "ask_ruling"


class AskRuling(TaggedMove, frozen=True, tag=ASKED):
    """As the FC, ask the peers about a question that no rule or ruling decides (`ruling.new`).

    `rule` is the closest rule. The ruling will be a precedent for it.
    """

    question: Prose
    rule: RuleId


class GiveRuling(TaggedMove, frozen=True, tag="give_ruling"):
    """As the FC, decide an `ask_ruling` after every peer has stated a view (`ruling.new`)."""

    dispute: DisputeId
    text: Prose


RulingMove = AskRuling | GiveRuling


def ask(draft: Draft, move: AskRuling, facts: Facts) -> Judgement:
    """Judge asking a question. The peers answer with their views (`ruling.new`)."""
    if refusal := fc_only(draft.state, facts.seat, RULE):
        return refusal
    if move.rule not in RULES:
        return refuse(Code.UNKNOWN_RULE, RULE, rule_given=move.rule)
    if refusal := too_many(draft.table, facts.seat, RULE):
        return refusal
    id = DisputeId(f"q{draft.table.disputes.ever + 1}")
    name, asked_for = draft.table.name(facts.seat), quoted(move.question)
    sentence = f"{name} asks the peers, as dispute {number(id)} and next to the rule {move.rule}:"
    sentence += f" {asked_for}."
    version = facts.version
    draft.cite(RULE, dispute=id, disputed_rule=move.rule)
    ruled = Ruled(
        version=version, type=ASKED, seat=facts.seat, sentence=sentence, rules=(RuleId(RULE),)
    )
    question = trimmed(move.question)
    about = OfEvent(version)
    draft.emit(
        DisputeOpened(
            dispute=id,
            by=facts.seat,
            about=about,
            rule=move.rule,
            ruled=ruled,
            grounds=question,
            versions=(),
            rules=(),
            disputes=(),
            version=version,
        )
    )
    return draft.accept(sentence)


def give(draft: Draft, move: GiveRuling, facts: Facts) -> Judgement:
    """Judge the FC's ruling. It is a precedent, and can be appealed (`ruling.new`)."""
    if refusal := fc_only(draft.state, facts.seat, RULE):
        return refusal
    question = open_dispute(draft, move.dispute, RULE)
    if isinstance(question, Refused):
        return question
    if refusal := cannot_rule(draft.state, move.dispute, question):
        return refusal
    draft.cite(
        RULE, dispute=move.dispute, disputed_rule=question.rule, views_stated=len(question.views)
    )
    proposed = SettlementProposed(
        move.dispute,
        facts.seat,
        asked=(facts.seat,),
        everyone=False,
        outcome="upheld",
        reason=trimmed(move.text),
        remedy=NoRemedy(),
        version=facts.version,
    )
    draft.emit(proposed, DisputeSettled(move.dispute, facts.version))
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} rules on dispute {number(move.dispute)}: {quoted(move.text)}.")


def cannot_rule(state: State, id: DisputeId, dispute: Dispute) -> Refused | None:
    """Return why the FC cannot decide a question now, or None.

    The question can belong to the table, or some peers have not stated their views.
    """
    if not dispute.is_of_game:
        return refuse(Own.NOT_FOR_THE_FC, RULE, dispute=id)
    if refusal := under_vote(state.table, id, dispute, RULE):
        return refusal
    silent = unheard(state, dispute)
    if silent:
        name = state.table.name(silent[0])
        return refuse(Own.PEER_UNHEARD, RULE, dispute=id, seat_name=name)
    return None


def unheard(state: State, dispute: Dispute) -> list[SeatId]:
    """Return the peers of the FC who have not stated a view."""
    heard = {view.seat for view in dispute.views}
    return [seat for seat in state.table.others(state.table.gm) if seat not in heard]


def rulable(state: State) -> list[DisputeId]:
    """Return the questions that the FC can decide now."""
    open = in_order(state.table.disputes.open.items())
    return [id for id, dispute in open if not cannot_rule(state, id, dispute)]


CHAPTER: Judges[Play] = {
    AskRuling: ask,
    GiveRuling: give,
}
