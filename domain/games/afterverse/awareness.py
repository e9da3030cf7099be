"""Situational awareness: its uses, and the higher prices after a second look."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse import banking
from verger.domain.games.afterverse.acting import (
    acting_seat,
    name,
    not_acting_seat,
    not_gm,
    unknown,
)
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.situation import (
    CombatChanged,
    QuestionAsked,
    QuestionClosed,
    QuestionId,
    SituationLeft,
    SituationOpened,
    SomethingNoticed,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

BANK, AGAIN, REFRESH = "awareness.bank", "awareness.again", "awareness.refresh"

QUESTIONS_MOST = 20
"""The maximum number of unanswered questions for each seat."""


class OpenSituation(TaggedMove, frozen=True, tag="open_situation"):
    """Describe the place of the characters as the GM. Earlier awareness ends."""

    text: Prose


class LeaveSituation(TaggedMove, frozen=True, tag="leave_situation"):
    """End the situation as the GM: the characters leave it, or everything in it is new."""


class BeginCombat(TaggedMove, frozen=True, tag="begin_combat"):
    """Begin combat as the GM."""


class EndCombat(TaggedMove, frozen=True, tag="end_combat"):
    """End combat as the GM."""


class Ask(TaggedMove, frozen=True, tag="ask"):
    """Spend a point of awareness on a question about the surroundings."""

    character: CharacterId
    text: Prose


class Answer(TaggedMove, frozen=True, tag="answer"):
    """Answer a question as the GM.

    If the detail was already visible before the last look, it costs a second point.
    """

    question: QuestionId
    text: Prose
    before: bool = False


class TurnAway(TaggedMove, frozen=True, tag="turn_away"):
    """Reject a question as the GM. The seat gets its point back."""

    question: QuestionId


class Notice(TaggedMove, frozen=True, tag="notice"):
    """Let a character notice something, as the GM. This costs the character's awareness."""

    character: CharacterId
    text: Prose
    before: bool = False


AwarenessMove = (
    OpenSituation | LeaveSituation | BeginCombat | EndCombat | Ask | Answer | TurnAway | Notice
)


def open_situation(draft: Draft, move: OpenSituation, facts: Facts) -> Judgement:
    """Judge opening a situation with something to notice (`awareness.refresh`)."""
    if refusal := not_gm(draft.state, facts.seat, REFRESH):
        return refusal
    draft.cite(REFRESH)
    _leave(draft)
    draft.emit(SituationOpened(trimmed(move.text)))
    gm = draft.table.name(facts.seat)
    return draft.accept(f"{gm} opens a situation: “{trimmed(move.text)}”")


def leave_situation(draft: Draft, move: LeaveSituation, facts: Facts) -> Judgement:
    """Judge the end of a situation, which also ends its awareness (`awareness.refresh`)."""
    refusal = not_gm(draft.state, facts.seat, REFRESH) or no_situation(draft.state, REFRESH)
    if refusal:
        return refusal
    draft.cite(REFRESH)
    _leave(draft)
    return draft.accept("The characters leave the situation.")


def _leave(draft: Draft) -> None:
    for id, _ in in_order(draft.play.characters.known.items()):
        banking.take(draft, id, Kind.AWARENESS, draft.play.holds(id, Kind.AWARENESS), REFRESH)
    if draft.play.scenery.situation:
        draft.emit(SituationLeft())


def no_situation(state: State, rule: str) -> Refused | None:
    """Return the refusal if there is no situation, or None."""
    return None if state.play.scenery.situation else refuse(Own.NO_SITUATION, rule)


def begin_combat(draft: Draft, move: BeginCombat, facts: Facts) -> Judgement:
    """Judge the beginning of combat (`chutzpah.adrenaline`)."""
    rule = "chutzpah.adrenaline"
    if refusal := not_gm(draft.state, facts.seat, rule):
        return refusal
    if draft.play.scenery.combat:
        return refuse(Own.IN_COMBAT, rule)
    draft.cite(rule, is_combat=True)
    draft.emit(CombatChanged(combat=True))
    return draft.accept("Combat begins.")


def end_combat(draft: Draft, move: EndCombat, facts: Facts) -> Judgement:
    """Judge the end of combat (`chutzpah.adrenaline`)."""
    rule = "chutzpah.adrenaline"
    if refusal := not_gm(draft.state, facts.seat, rule):
        return refusal
    if not draft.play.scenery.combat:
        return refuse(Own.NO_COMBAT, rule)
    draft.cite(rule, is_combat=False)
    draft.emit(CombatChanged(combat=False))
    return draft.accept("Combat is over.")


def has_looked_again(state: State, who: CharacterId) -> bool:
    """Return whether a character pays double for details that could be seen before (`awareness.again`)."""
    situation = state.play.scenery.situation
    return situation is not None and situation.looked.get(who, 0) > 1


def unfit_price(state: State, who: CharacterId, price: int, *, before: bool) -> Refused | None:
    """Return the refusal of a price in points of awareness, or None if the character can pay it.

    `before` means that the detail could be seen before. Only a character that has looked a second
    time can pay for such a detail (`awareness.again`).
    """
    if before and not has_looked_again(state, who):
        return refuse(Own.NOTHING_BEFORE, AGAIN, character_name=name(state, who))
    return banking.too_few_of(state, who, Kind.AWARENESS, price, BANK)


def ask(draft: Draft, move: Ask, facts: Facts) -> Judgement:
    """Judge a question to the GM, for one point of awareness (`awareness.bank`).

    If the detail could be seen before, the GM's answer costs a second point.
    """
    state, who = draft.state, move.character
    refusal = (
        not_acting_seat(state, facts.seat, who, BANK)
        or no_situation(state, BANK)
        or unfit_price(state, who, 1, before=False)
        or too_many(state, facts.seat)
    )
    if refusal:
        return refusal
    id = QuestionId(f"u{state.play.scenery.ever + 1}")
    draft.cite(BANK, character=who, question=id, points_spent=1)
    banking.take(draft, who, Kind.AWARENESS, 1, BANK)
    draft.emit(QuestionAsked(id, who, trimmed(move.text)))
    return draft.accept(f"{name(state, who)} asks: “{trimmed(move.text)}”")


def too_many(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal of one more question, or None if the seat is below its limit."""
    questions = state.play.scenery.questions.values()
    own = sum(acting_seat(state, question.character) == seat for question in questions)
    if own < QUESTIONS_MOST:
        return None
    return refuse(
        Own.TOO_MANY_QUESTIONS, BANK, questions_waiting=own, questions_allowed=QUESTIONS_MOST
    )


def unknown_question(state: State, id: QuestionId) -> Refused | None:
    """Return the refusal of an unknown question, or None."""
    if id in state.play.scenery.questions:
        return None
    return refuse(Own.UNKNOWN_QUESTION, BANK, question=id)


def answer(draft: Draft, move: Answer, facts: Facts) -> Judgement:
    """Judge the GM's answer (`awareness.bank`, `awareness.again`)."""
    state, id = draft.state, move.question
    if refusal := not_gm(state, facts.seat, BANK) or unknown_question(state, id):
        return refusal
    who, price = state.play.scenery.questions[id].character, int(move.before)
    if refusal := unfit_price(state, who, price, before=move.before):
        return refusal
    _pay(draft, who, price, before=move.before)
    draft.emit(QuestionClosed(id, "answered", trimmed(move.text)))
    gm, double = draft.table.name(facts.seat), " for a second point" if move.before else ""
    sentence = f"{gm} answers {name(state, who)}{double}: “{trimmed(move.text)}”"
    return draft.accept(sentence)


def _pay(draft: Draft, who: CharacterId, price: int, *, before: bool) -> None:
    draft.cite(BANK, character=who, points_spent=price)
    if before:
        draft.cite(AGAIN, character=who, points_spent=2)
    banking.take(draft, who, Kind.AWARENESS, price, AGAIN if before else BANK)


def turn_away(draft: Draft, move: TurnAway, facts: Facts) -> Judgement:
    """Judge rejecting a question, which then costs nothing (`awareness.bank`)."""
    state, id = draft.state, move.question
    if refusal := not_gm(state, facts.seat, BANK) or unknown_question(state, id):
        return refusal
    question = state.play.scenery.questions[id]
    who = question.character
    draft.cite(BANK, character=who, question=id)
    banking.give(draft, who, Kind.AWARENESS, 1, BANK)
    draft.emit(QuestionClosed(id, "turned_away", None))
    gm = draft.table.name(facts.seat)
    sentence = (
        f"{gm} does not answer “{question.text}”, and {name(state, who)} gets the point back."
    )
    return draft.accept(sentence)


def notice(draft: Draft, move: Notice, facts: Facts) -> Judgement:
    """Judge noticing something without a question (`awareness.bank`, `awareness.again`)."""
    state, who = draft.state, move.character
    refusal = not_gm(state, facts.seat, BANK) or unknown(state, who, BANK)
    price = 2 if move.before else 1
    refusal = refusal or no_situation(state, BANK)
    if refusal := refusal or unfit_price(state, who, price, before=move.before):
        return refusal
    _pay(draft, who, price, before=move.before)
    draft.emit(SomethingNoticed(who, trimmed(move.text)))
    double = " for 2 points" if move.before else ""
    return draft.accept(f"{name(state, who)} notices{double}: “{trimmed(move.text)}”")


CHAPTER: Judges[Play] = {
    OpenSituation: open_situation,
    LeaveSituation: leave_situation,
    BeginCombat: begin_combat,
    EndCombat: end_combat,
    Ask: ask,
    Answer: answer,
    TurnAway: turn_away,
    Notice: notice,
}
