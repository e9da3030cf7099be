"""Chapters: their start and end, and the rewards in the debrief."""

from collections.abc import Iterator

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.venus.effects import Awarded, ChapterBegun, ChapterEnded
from verger.domain.games.venus.lots import earn_ego, earn_lot
from verger.domain.games.venus.model.scenes import NOWHERE, SceneEnded, SpotlightMoved
from verger.domain.games.venus.model.sheet import Kind, Sheet
from verger.domain.games.venus.model.subject import (
    Ground,
    OfferScene,
)
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import (
    Chapter,
    Debrief,
    Draft,
    Play,
    Prepare,
    State,
    fc_only,
    step_name,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.proposal import ProposalClosed

BEGIN, END = "chapter.begin", "chapter.end"


class Award(TaggedMove, frozen=True, tag="award"):
    """Reward a player in the debrief, as the FC (`lots.earn`, `ego.earn`)."""

    seat: SeatId
    ground: Ground


_FOR = {
    Ground.PORTRAYAL: "portraying the character well",
    Ground.AESTHETICS: "playing into aesthetics",
    Ground.PRINCIPLES: "upholding principles",
}
_NEEDED = {Ground.AESTHETICS: Kind.AESTHETIC, Ground.PRINCIPLES: Kind.PRINCIPLE}


def award(draft: Draft, move: Award, facts: Facts) -> Judgement:
    """Judge a reward: a Lot for good play or aesthetics, Ego for upholding principles."""
    rule = "ego.earn" if move.ground is Ground.PRINCIPLES else "lots.earn"
    if refusal := fc_only(draft.state, facts.seat, rule):
        return refusal
    if refusal := cannot_award(draft.state, move.seat, move.ground, rule):
        return refusal
    draft.emit(Awarded(move.seat, move.ground))
    reason = f"the debrief: {move.ground}"
    earn = earn_ego if move.ground is Ground.PRINCIPLES else earn_lot
    sentence = earn(draft, move.seat, reason)
    name, whose = draft.table.name(facts.seat), draft.table.name(move.seat)
    return draft.accept(f"{name} rewards {whose} for {_FOR[move.ground]}.{sentence}")


def cannot_award(state: State, seat: SeatId, ground: Ground, rule: str) -> Refused | None:
    """Return why a seat cannot be rewarded on this ground, or None."""
    step = state.play.step
    if not isinstance(step, Debrief):
        return refuse(Code.WRONG_STEP, rule, step_needed="debrief", step=step_name(state))
    if seat not in state.table.others(state.table.gm):
        return refuse(Code.UNKNOWN_SEAT, rule, seat=seat)
    if (seat, ground) in step.awards:
        name = state.table.name(seat)
        return refuse(
            Own.AWARDED_ALREADY,
            rule,
            seat_name=name,
            award_ground=ground,
            award_ground_in_words=_FOR[ground],
        )
    kind = _NEEDED.get(ground)
    if kind and not any(character_sheet.has(kind) for character_sheet in _sheets_of(state, seat)):
        what = f"{'an' if kind is Kind.AESTHETIC else 'a'} {kind}"
        return refuse(
            Own.NOTHING_TO_UPHOLD,
            rule,
            seat_name=state.table.name(seat),
            attribute_kind=str(kind),
            attribute_kind_in_words=what,
        )
    return None


def _sheets_of(state: State, seat: SeatId) -> Iterator[Sheet]:
    characters = state.play.characters
    return (characters.known[id].sheet for id in characters.of(seat))


def cannot_begin(state: State) -> Refused | None:
    """Return the refusal if no chapter can begin, because players lack characters (`chapter.begin`)."""
    step = state.play.step
    if isinstance(step, Chapter):
        return refuse(Own.CHAPTER_RUNNING, BEGIN, chapter_number=step.number)
    players = state.table.others(state.table.gm)
    if not players:
        return refuse(Own.NOBODY_PLAYS, BEGIN)
    without = without_character(state)
    if without:
        return refuse(Own.NO_CHARACTER, BEGIN, seat_name=state.table.name(without[0]))
    return None


def without_character(state: State) -> list[SeatId]:
    """Return the players at the table who have no character yet."""
    players = state.table.others(state.table.gm)
    return [seat for seat in players if not state.play.characters.of(seat)]


def begin(draft: Draft) -> str:
    step = draft.play.step
    number = 1 if isinstance(step, Prepare) else step.number + 1
    draft.cite(BEGIN, chapter_number=number)
    draft.emit(ChapterBegun(number))
    return f"Chapter {number} begins."


def end(draft: Draft) -> str:
    draft.cite(END)
    for id, _ in in_order(draft.play.scenes.open.items()):
        draft.emit(SceneEnded(id))
    draft.emit(SpotlightMoved(*NOWHERE))
    for offer, open in in_order(draft.play.proposals.open.items()):
        if isinstance(open.subject, OfferScene):
            draft.emit(ProposalClosed(offer, "lapsed"))
    draft.emit(ChapterEnded())
    return "The chapter ends; its debrief begins."


CHAPTER: Judges[Play] = {
    Award: award,
}
