"""Stress and consequences taken on purpose: to resist, or to move farther (`action.resist`)."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose, tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.model.action import Action, Attack, Move, kind_of, name_of
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.condition import (
    WORTH,
    ConsequenceTaken,
    Severity,
    StressMarked,
)
from verger.domain.games.edgerunner.model.conflict import Boosting, Resisting
from verger.domain.games.edgerunner.model.conflict_effect import ActionSettled, StrainTaken
from verger.domain.games.edgerunner.model.target import TargetId
from verger.domain.games.edgerunner.outcome import take_out
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.rolling import RESIST, speaker, stopped
from verger.domain.games.edgerunner.state import Draft, Play, State, sheet_of
from verger.domain.games.edgerunner.state import name_of as named
from verger.domain.games.edgerunner.targeting import no_track, track_of
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

BOOST, ATTACK = "action.boost_move", "action.attack"


class TakeStress(TaggedMove, frozen=True, tag="take_stress"):
    """Mark a box.

    As many shifts as its number are removed from the action against you, or added to your move.
    """

    track: Label
    box: int
    why: Prose


class TakeConsequence(TaggedMove, frozen=True, tag="take_consequence"):
    """Take a consequence for 2, 4 or 6 shifts. Its name is an aspect."""

    severity: Severity
    name: Label
    why: Prose


class GiveIn(TaggedMove, frozen=True, tag="give_in"):
    """Do not resist an attack, and be taken out by it."""

    why: Prose


StrainMove = TakeStress | TakeConsequence | GiveIn


def straining(
    state: State, seat: SeatId
) -> tuple[CharacterId, Boosting | Resisting, str] | Refused:
    """Return the character that can take stress now, the part of its turn, and the rule.

    This is the resisting target, or the actor of a move.
    """
    speaking = speaker(state, seat, RESIST)
    if isinstance(speaking, Refused):
        return speaking
    _, part, who = speaking
    if isinstance(part, Resisting):
        return who, part, RESIST
    if isinstance(part.deed.action, Move):
        return who, part, BOOST
    action = part.deed.action
    return refuse(Own.NOT_A_MOVE, BOOST, action=kind_of(action), action_in_words=name_of(action))


def take_stress(draft: Draft, move: TakeStress, facts: Facts) -> Judgement:
    """Judge marking a box of your own (`action.resist`, `action.boost_move`)."""
    strain = straining(draft.state, facts.seat)
    if isinstance(strain, Refused):
        return strain
    who, part, rule = strain
    if refusal := _unfit_box(draft.state, who, part, move):
        return refusal
    draft.cite(rule, track_name=move.track, box_number=move.box)
    draft.cite("stress.mark", box_number=move.box)
    draft.emit(StressMarked(who, move.track, move.box), StrainTaken(move.box, trimmed(move.why)))
    sentence = (
        f"{named(draft.state, who)} marks box {move.box} of “{move.track}”: {trimmed(move.why)}"
    )
    return draft.accept(sentence + stopped(draft))


def _unfit_box(
    state: State, who: CharacterId, part: Boosting | Resisting, move: TakeStress
) -> Refused | None:
    track = track_of(state, TargetId(who), move.track)
    if track is None:
        return no_track(state, RESIST, who, move.track, free_boxes(state, who, part))
    attacked = _attacked(part.deed.action)
    if attacked not in (None, move.track):
        return refuse(Own.OTHER_TRACK, RESIST, track_name=attacked)
    if move.box in track.free:
        return None
    free = tuple(str(box) for box in track.free)
    return refuse(
        Own.BOX_NOT_FREE, "stress.mark", track_name=move.track, box_number=move.box, boxes_free=free
    )


def _attacked(action: Action) -> str | None:
    return action.track if isinstance(action, Attack) else None


def free_boxes(
    state: State, who: CharacterId, part: Boosting | Resisting
) -> dict[str, tuple[int, ...]]:
    """Return the free boxes of the tracks that can take the stress (`action.resist`).

    For a direct attack, this is the attacked track.
    """
    attacked = _attacked(part.deed.action)
    own = [track.name for track in sheet_of(state, who).tracks]
    states = {name: track_of(state, TargetId(who), name) for name in own}
    return {
        name: track.free
        for name, track in states.items()
        if track and track.free and attacked in (None, name)
    }


def take_consequence(draft: Draft, move: TakeConsequence, facts: Facts) -> Judgement:
    """Judge taking a consequence, one of each severity (`action.resist`, `action.boost_move`)."""
    strain = straining(draft.state, facts.seat)
    if isinstance(strain, Refused):
        return strain
    who, _, rule = strain
    if move.severity in draft.play.condition(who).consequences:
        name = named(draft.state, who)
        taken = draft.play.condition(who).consequences
        severities = tuple(str(severity) for severity in Severity if severity not in taken)
        return refuse(
            Own.CONSEQUENCE_TAKEN,
            rule,
            character_name=name,
            severity=move.severity,
            severities_free=severities,
        )
    worth = WORTH[move.severity]
    draft.cite(rule, severity=move.severity, shifts=worth)
    aspect, name = draft.play.aspects.next, tidy(move.name)
    draft.emit(
        ConsequenceTaken(who, move.severity),
        AspectPlaced(aspect, name, TargetId(who), "consequence", severity=move.severity),
        StrainTaken(worth, trimmed(move.why)),
    )
    sentence = f"{named(draft.state, who)} takes a {move.severity} consequence, “{name}”: "
    sentence += trimmed(move.why)
    return draft.accept(sentence + stopped(draft))


def give_in(draft: Draft, move: GiveIn, facts: Facts) -> Judgement:
    """Judge not resisting an attack, which takes the character out (`action.attack`)."""
    speaking = speaker(draft.state, facts.seat, RESIST)
    if isinstance(speaking, Refused):
        return speaking
    _, part, who = speaking
    if not may_give_in(part):
        action = part.deed.action
        return refuse(
            Own.NOTHING_TO_GIVE_IN_TO,
            ATTACK,
            action=kind_of(action),
            action_in_words=name_of(action),
        )
    draft.cite(ATTACK, target=who, is_resisted=False)
    draft.cite("stress.taken_out", target=who)
    draft.emit(ActionSettled())
    sentence = f"{named(draft.state, who)} does not resist: {trimmed(move.why)}"
    return draft.accept(sentence + take_out(draft, TargetId(who)))


def may_give_in(part: Boosting | Resisting) -> bool:
    """Return whether the target of an attack can resist now."""
    return isinstance(part, Resisting) and isinstance(part.deed.action, Attack)


CHAPTER: Judges[Play] = {
    TakeStress: take_stress,
    TakeConsequence: take_consequence,
    GiveIn: give_in,
}
