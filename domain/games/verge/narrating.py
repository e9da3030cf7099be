"""Narration in a conflict: the actions of participants, and its result."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge.concluding import concluded
from verger.domain.games.verge.model.conflict import Concluding, Narrating
from verger.domain.games.verge.model.conflict_effect import ConclusionPassed, Narrated
from verger.domain.games.verge.rolling import next_in
from verger.domain.games.verge.state import Draft, Play
from verger.domain.judging.chapters import Judges

ORDER, CONCLUSIONS = "conflict.order", "conflict.conclusions"


class Narrate(TaggedMove, frozen=True, tag="narrate"):
    """Narrate your action or, after the decision, its result, in the order of the faces."""

    text: Prose


class PassConclusion(TaggedMove, frozen=True, tag="pass_conclusion"):
    """Let the others narrate the result (`conflict.conclusions`)."""


NarratingMove = Narrate | PassConclusion


def narrate(draft: Draft, move: Narrate, facts: Facts) -> Judgement:
    """Judge a narration in turn (`conflict.order`, `conflict.conclusions`)."""
    conflict = next_in(draft.state, facts.seat, ORDER, Narrating, Concluding)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(rule_of(conflict.stage), seat=facts.seat)
    draft.emit(Narrated(conflict.id, facts.seat, trimmed(move.text)))
    sentence = f"{draft.table.name(facts.seat)} narrates{narrated(move.text)}"
    if isinstance(conflict.stage, Narrating):
        return draft.accept(sentence)
    return draft.accept(sentence + concluded(draft))


def rule_of(stage: object) -> str:
    """Return the rule for narration in a stage of the conflict."""
    return CONCLUSIONS if isinstance(stage, Concluding) else ORDER


def pass_conclusion(draft: Draft, _move: PassConclusion, facts: Facts) -> Judgement:
    """Judge letting the others narrate the result (`conflict.conclusions`)."""
    conflict = next_in(draft.state, facts.seat, CONCLUSIONS, Concluding)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(CONCLUSIONS, passing_seat=facts.seat)
    draft.emit(ConclusionPassed(conflict.id, facts.seat))
    sentence = f"{draft.table.name(facts.seat)} describes no conclusion."
    return draft.accept(sentence + concluded(draft))


CHAPTER: Judges[Play] = {
    Narrate: narrate,
    PassConclusion: pass_conclusion,
}
