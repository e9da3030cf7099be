"""Knowledge is Power: with chutzpah, a player declares a statement about an interest a fact."""

from typing import Generic

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse import calling, chutzpah
from verger.domain.games.afterverse.acting import known_character, name, not_gm, not_player, some
from verger.domain.games.afterverse.calling import Asked, Recorded, Thresholds
from verger.domain.games.afterverse.model.pool import Acting, Counted, InterestPool, counted
from verger.domain.games.afterverse.model.statement import FactDeclared, FactSettled, FactWeighed
from verger.domain.games.afterverse.model.testing import (
    StatementId,
    Used,
)
from verger.domain.games.afterverse.model.testing_effect import (
    TestCalled,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

RULE = "chutzpah.knowledge"

WILL = "WIL"
"""The attribute in the roll for a statement."""


class DeclareFact(TaggedMove, frozen=True, tag="declare_fact"):
    """Spend chutzpah to state something about an interest of a character."""

    character: CharacterId
    interest: Label
    text: Prose


class WeighFact(TaggedMove, Generic[Thresholds], frozen=True, tag="weigh_fact"):
    """Set the threshold of a statement as the GM. With `hidden`, the GM rolls it face down."""

    statement: StatementId
    threshold: Thresholds
    hidden: bool = False


class RejectFact(TaggedMove, frozen=True, tag="reject_fact"):
    """As the GM, reject a statement that is impossible or contradicts known facts. Its chutzpah is spent."""

    statement: StatementId
    reason: Prose | None = None


_Alike = DeclareFact | RejectFact

KnowledgeMove = WeighFact[Asked] | _Alike
"""The moves of a seat."""

RecordedKnowledgeMove = WeighFact[Recorded] | _Alike
"""The recorded forms of the moves."""


def pool_of(state: State, who: CharacterId, interest: str) -> Counted | Refused:
    """Return the pool of WIL and an interest on a character's sheet (`chutzpah.knowledge`)."""
    return counted(known_character(state, who).sheet, InterestPool(WILL, interest))


def declare(draft: Draft, move: DeclareFact, facts: Facts) -> Judgement:
    """Judge declaring a fact (`chutzpah.knowledge`)."""
    state, who = draft.state, move.character
    refusal = not_player(state, facts.seat, who, RULE) or chutzpah.no_chutzpah(state, who)
    if refusal:
        return refusal
    pool = pool_of(state, who, move.interest)
    if isinstance(pool, Refused):
        return pool
    id = StatementId(f"d{state.play.world.ever + 1}")
    draft.cite(RULE, statement=id, interest_name=move.interest)
    chutzpah.spend(draft, who, RULE)
    draft.emit(FactDeclared(id, who, move.interest, trimmed(move.text)))
    sentence = f"{name(state, who)} declares about {move.interest}: “{trimmed(move.text)}”"
    return draft.accept(sentence)


def not_declared(state: State, id: StatementId) -> Refused | None:
    """Return the refusal if no declared statement has this id, or None."""
    statement = state.play.world.statements.get(id)
    if statement is None:
        return refuse(Own.UNKNOWN_STATEMENT, RULE, statement=id)
    if statement.standing != "declared":
        label, standing = statement.text, statement.standing
        return refuse(
            Own.ALREADY_WEIGHED,
            RULE,
            statement=id,
            statement_text=label,
            statement_standing=standing,
        )
    return None


def may_weigh(state: State, id: StatementId) -> bool:
    """Return whether a test can decide about a statement now. Its sheet may have changed."""
    known = state.play.world.statements[id]
    pool = pool_of(state, known.character, known.interest)
    return not isinstance(pool, Refused) and not calling.too_many(state, state.table.gm)


def weigh(draft: Draft, move: WeighFact[Recorded], facts: Facts) -> Judgement:
    """Judge the threshold. WIL and the interest are then rolled (`chutzpah.knowledge`)."""
    state = draft.state
    refusal = not_gm(state, facts.seat, RULE) or not_declared(state, move.statement)
    refusal = refusal or calling.too_many(state, facts.seat)
    if refusal := refusal or calling.unfit_threshold(state, move.threshold):
        return refusal
    known = state.play.world.statements[move.statement]
    acting = Acting(known.character, InterestPool(WILL, known.interest))
    if refusal := calling.unfit_actor(state, acting):
        return refusal
    id = calling.next_id(state)
    test = TestCalled(
        test=id,
        about=known.text,
        form="alone",
        parts=(calling.part_of(draft, acting, "main", 0),),
        threshold=calling.threshold_of(draft, facts, move.threshold),
        statement=move.statement,
        hidden=move.hidden,
        used=(Used(known.character, "knowledge", 0),),
    )
    draft.cite(RULE, statement=move.statement, test=id, is_hidden=move.hidden)
    draft.emit(test, FactWeighed(move.statement, id))
    gm, player = draft.table.name(facts.seat), name(state, known.character)
    who, unseen = (gm, " face down") if move.hidden else (player, "")
    how, dice = calling.needed_in_words(test.threshold), some(test.parts[0].pool, "dice")
    sentence = f"{gm} weighs “{known.text}”{how}. {who} rolls {dice}{unseen}."
    return draft.accept(sentence)


def reject(draft: Draft, move: RejectFact, facts: Facts) -> Judgement:
    """Judge rejecting a statement (`chutzpah.knowledge`)."""
    state = draft.state
    refusal = not_gm(state, facts.seat, RULE)
    if refusal := refusal or not_declared(state, move.statement):
        return refusal
    known = state.play.world.statements[move.statement]
    draft.cite(RULE, statement=move.statement)
    reason = trimmed(move.reason) if move.reason else None
    draft.emit(FactSettled(move.statement, "rejected", reason))
    gm, why = draft.table.name(facts.seat), f": “{reason}”" if reason else "."
    sentence = f"{gm} says that “{known.text}” cannot be{why}"
    return draft.accept(f"{sentence} {name(state, known.character)}'s point is spent.")


CHAPTER: Judges[Play] = {
    DeclareFact: declare,
    WeighFact: weigh,
    RejectFact: reject,
}
