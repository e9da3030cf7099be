"""Doubts about narrations: a seat has a say about the use of elements that it controls."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.interest import not_played
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.conflict import Conflict, Doubt, Participant
from verger.domain.games.verge.model.conflict_effect import (
    NarrationAccepted,
    NarrationDoubted,
    NarrationReworded,
)
from verger.domain.games.verge.model.network import ElementId, label_of, named
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.games.verge.writing import unfit_element
from verger.domain.judging.chapters import Judges

NARRATION = "interest.narration"


class DoubtNarration(TaggedMove, frozen=True, tag="doubt_narration"):
    """Say that another seat's narration uses an element that you control in a way that does not fit."""

    seat: SeatId
    """The seat that narrated in the conflict, or explained its roll."""
    element: Ref
    reason: Prose


class RewordNarration(TaggedMove, frozen=True, tag="reword_narration"):
    """Replace your doubted narration with another wording (`interest.narration`)."""

    text: Prose


DoubtingMove = DoubtNarration | RewordNarration


def doubt(draft: Draft, move: DoubtNarration, facts: Facts) -> Judgement:
    """Judge a doubt about another seat's narration (`interest.narration`)."""
    state, name = draft.state, draft.table.name
    conflict = state.play.conflict
    if refusal := not_played(state, NARRATION):
        return refusal
    if conflict is None:
        return refuse(Own.NO_CONFLICT, NARRATION)
    if refusal := _unfit_doubt(state, conflict, facts.seat, move):
        return refusal
    draft.cite(NARRATION, seat=move.seat, element=move.element)
    reason = trimmed(move.reason)
    draft.emit(
        NarrationDoubted(
            conflict=conflict.id,
            seat=move.seat,
            by=facts.seat,
            element=move.element,
            reason=reason,
        )
    )
    use = f"{name(move.seat)}'s use of {named(state.play.network, move.element)}"
    return draft.accept(f"{name(facts.seat)} says that {use} does not fit{narrated(reason)}")


def _unfit_doubt(
    state: State, conflict: Conflict, seat: SeatId, move: DoubtNarration
) -> Refused | None:
    id, name = move.element, state.table.name
    if move.seat not in narrators(conflict, seat):
        return refuse(Own.NOTHING_NARRATED, NARRATION, seat_name=name(move.seat))
    if refusal := unfit_element(state.play.network, id, NARRATION):
        return refusal
    if seat not in controllers(state, id):
        label = label_of(state.play.network, id)
        return refuse(
            Own.NOT_IN_CONTROL, NARRATION, seat_name=name(seat), element=id, element_label=label
        )
    if id in doubted(conflict, move.seat, seat):
        return refuse(Code.ALREADY_ANSWERED, NARRATION, seat_name=name(seat))
    return None


def narrators(conflict: Conflict, seat: SeatId) -> list[SeatId]:
    """Return the other seats that have narrated in a conflict, or explained their roll."""
    return [one.seat for one in conflict.active if one.has_rolled and one.seat != seat]


def doubted(conflict: Conflict, narrator: SeatId, by: SeatId) -> list[ElementId]:
    """Return the elements whose use a seat doubts in a narrator's words."""
    participant = conflict.participant(narrator)
    doubts = participant.doubts if participant else ()
    return [one.element for one in doubts if one.by == by]


def reword(draft: Draft, move: RewordNarration, facts: Facts) -> Judgement:
    """Judge another wording. It answers all doubts (`interest.narration`)."""
    participant = in_doubt(draft.state, facts.seat)
    if isinstance(participant, Refused):
        return participant
    conflict = draft.play.conflict
    assert conflict is not None
    draft.cite(NARRATION, seat=facts.seat)
    draft.emit(NarrationReworded(conflict.id, facts.seat, trimmed(move.text)))
    return draft.accept(f"{draft.table.name(facts.seat)} now narrates{narrated(move.text)}")


def in_doubt(state: State, seat: SeatId) -> Participant | Refused:
    """Return the participant whose narration is doubted."""
    conflict = state.play.conflict
    active = conflict.active if conflict else ()
    for participant in active:
        if participant.seat == seat and participant.doubts:
            return participant
    return refuse(Own.NOTHING_DOUBTED, NARRATION, seat_name=state.table.name(seat))


def accept(draft: Draft, seat: SeatId) -> str:
    """Let a doubted narration stand, because the table agreed (`interest.narration`)."""
    conflict = draft.play.conflict
    assert conflict is not None
    draft.cite(NARRATION, seat=seat)
    draft.emit(NarrationAccepted(conflict.id, seat))
    return f"{draft.table.name(seat)}'s narration stands."


def reasons(doubts: tuple[Doubt, ...], state: State) -> str:
    """Describe doubts as sentences."""
    network, name = state.play.network, state.table.name
    return " ".join(
        f"{name(one.by)} doubts the use of {named(network, one.element)}{narrated(one.reason)}"
        for one in doubts
    )


CHAPTER: Judges[Play] = {
    DoubtNarration: doubt,
    RewordNarration: reword,
}
