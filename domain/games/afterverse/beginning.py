"""Tests that players begin: the attempt, and the GM's threshold (`test.call`)."""

from typing import Annotated, Generic, Literal

from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse.acting import (
    label,
    name,
    not_gm,
    not_player,
    some,
    unknown_test,
)
from verger.domain.games.afterverse.calling import (
    RULE,
    Asked,
    Recorded,
    Thresholds,
    needed_in_words,
    next_id,
    part_of,
    threshold_of,
    too_many,
    under_attack,
    unfit_actor,
    unfit_stakes,
    unfit_terms,
)
from verger.domain.games.afterverse.model.bank import BankId
from verger.domain.games.afterverse.model.pool import Acting
from verger.domain.games.afterverse.model.sheet import Whole
from verger.domain.games.afterverse.model.testing import (
    GlitchDice,
    TestId,
)
from verger.domain.games.afterverse.model.testing_effect import (
    TestCalled,
    ThresholdSet,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId


class BeginTest(TaggedMove, frozen=True, tag="begin_test"):
    """Attempt something as a player. The GM sets the threshold, or calls the test off."""

    about: Prose
    actor: Acting


class SetThreshold(
    TaggedMove, Generic[Thresholds], frozen=True, tag="set_threshold", omit_defaults=True
):
    """Allow a test that a player began, as the GM, and set its threshold and circumstances."""

    test: TestId
    form: Literal["alone", "assistance", "teamwork"]
    threshold: Thresholds | None = None
    into: BankId | Literal["awareness", "initiative"] | None = None
    risk: Whole = 0
    glitch: GlitchDice = "none"
    attacked: Annotated[tuple[CharacterId, ...], Meta(max_length=200)] = ()


BeginMove = BeginTest | SetThreshold[Asked]
"""The moves of a seat."""

RecordedBeginMove = BeginTest | SetThreshold[Recorded]
"""The recorded forms of the moves."""


def begin(draft: Draft, move: BeginTest, facts: Facts) -> Judgement:
    """Judge a test that a player begins (`test.call`)."""
    state, who = draft.state, move.actor.character
    refusal = not_player(state, facts.seat, who, RULE) or too_many(state, facts.seat)
    if refusal := refusal or unfit_actor(state, move.actor):
        return refusal
    id, about = next_id(state), trimmed(move.about)
    part = part_of(draft, move.actor, "main", 0)
    draft.cite(RULE, test=id)
    draft.emit(TestCalled(id, about, "alone", (part,), begun=True))
    how = f"{part.named}, {some(part.pool, 'dice')}"
    return draft.accept(f"{name(state, who)} attempts “{about}”: {how}. The GM sets the threshold.")


def cannot_set(state: State, id: TestId) -> Refused | None:
    """Return why a test needs no threshold, or None.

    Only a test that a player began needs one (`test.call`).
    """
    if refusal := unknown_test(state, id, RULE):
        return refusal
    test = state.play.tests[id]
    if test.begun:
        return None
    return refuse(Own.NOTHING_TO_TELL, RULE, test=id, test_subject=test.about)


def set_threshold(draft: Draft, move: SetThreshold[Recorded], facts: Facts) -> Judgement:
    """Judge the threshold. The GM also allows the pool (`test.call`)."""
    state, id = draft.state, move.test
    refusal = not_gm(state, facts.seat, RULE) or cannot_set(state, id)
    if refusal := refusal or unfit_stakes(state, move) or unfit_terms(state, move):
        return refusal
    draft.cite(RULE, test=id, risk=move.risk)
    draft.cite("team.allowed", test_form=move.form)
    threshold = threshold_of(draft, facts, move.threshold)
    attacked, into = tuple(dict.fromkeys(move.attacked)), move.into or ""
    draft.emit(
        ThresholdSet(
            test=id,
            form=move.form,
            threshold=threshold,
            risk=move.risk,
            glitch=move.glitch,
            into=into,
            attacked=attacked,
        )
    )
    sentence = f"{draft.table.name(facts.seat)} allows “{label(state, id)}”"
    return draft.accept(f"{sentence}{needed_in_words(threshold)}{under_attack(state, attacked)}.")


CHAPTER: Judges[Play] = {
    BeginTest: begin,
    SetThreshold: set_threshold,
}
