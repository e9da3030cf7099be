"""Compels: an aspect prevents somebody from acting, for a fate point (`action.compel`)."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import Account, SeatId, in_order
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.declaring import answerer, end_wards, give_back
from verger.domain.games.edgerunner.initiative import end_turn
from verger.domain.games.edgerunner.model.conflict import Declared
from verger.domain.games.edgerunner.model.conflict_effect import (
    CompelCalled,
    CompelRefused,
    CompelsClosed,
)
from verger.domain.games.edgerunner.model.purse import Purse
from verger.domain.games.edgerunner.model.target import AspectId
from verger.domain.games.edgerunner.moment import (
    Turn,
    at_part,
    not_caller,
    not_own,
    own_turn,
    referees,
)
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    fate_of,
    name_of,
    player_of,
)
from verger.domain.games.edgerunner.targeting import holds, not_holding
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

COMPEL = "action.compel"


class CallCompel(TaggedMove, frozen=True, tag="compel"):
    """Claim that an aspect prevents the actor's action.

    A character of your seat pays a fate point. If the referee compels, the bank can pay it.
    """

    aspect: AspectId
    why: Prose
    by: CharacterId | None = None


class AnswerCompel(TaggedMove, frozen=True, tag="answer_compel"):
    """Answer a compel: take the fate point and lose the turn, or pay a fate point and act."""

    take: bool


class CloseCompels(TaggedMove, frozen=True, tag="close_compels"):
    """Confirm as the caller that there are no more compels. The roll follows."""


CompelMove = CallCompel | AnswerCompel | CloseCompels


def compel(draft: Draft, move: CallCompel, facts: Facts) -> Judgement:
    """Judge a compel on an aspect (`action.compel`)."""
    current = at_part(draft.state, COMPEL, Declared)
    if isinstance(current, Refused):
        return current
    turn, part = current
    refusal = (
        cannot_compel(draft.state, turn, part, facts.seat)
        or cannot_pay(draft.state, facts.seat, move.by)
        or _unfit_aspect(draft.state, part, move.aspect)
    )
    if refusal:
        return refusal
    draft.cite(COMPEL, aspect=move.aspect, character=turn.actor, compelling_character=move.by)
    draft.emit(CompelCalled(move.aspect, move.by, trimmed(move.why)))
    who = draft.table.name(facts.seat)
    what, whom = name_of(draft.state, move.aspect), name_of(draft.state, turn.actor)
    return draft.accept(f"{who} compels “{what}” against {whom}: {trimmed(move.why)}")


def cannot_compel(state: State, turn: Turn, part: Declared, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot compel: it plays the actor, or a compel is open."""
    if player_of(state, turn.actor) == seat:
        return refuse(Own.OWN_ACTION, COMPEL, character_name=name_of(state, turn.actor))
    if part.compel:
        return refuse(Own.COMPEL_OPEN, COMPEL, aspect_name=name_of(state, part.compel.aspect))
    return None


def cannot_pay(state: State, seat: SeatId, by: CharacterId | None) -> Refused | None:
    """Return why the compelling seat cannot pay, or None. For the referee, the bank pays."""
    if by is None:
        return referees(state, seat, COMPEL)
    if character_of(state, by) is None:
        return refuse(Code.UNKNOWN_CHARACTER, COMPEL, character=by)
    return not_own(state, seat, by) or without_fate(state, by, COMPEL)


def without_fate(state: State, id: CharacterId, rule: str) -> Refused | None:
    """Return the refusal if a character has no fate point, or None."""
    return (
        None if fate_of(state, id) else refuse(Own.NO_FATE, rule, character_name=name_of(state, id))
    )


def _unfit_aspect(state: State, part: Declared, aspect: AspectId) -> Refused | None:
    if not holds(state, aspect):
        return not_holding(state, COMPEL, aspect, lambda other: other not in part.compelled)
    if aspect in part.compelled:
        return refuse(Own.COMPELLED_ALREADY, COMPEL, aspect_name=name_of(state, aspect))
    return None


def payers(state: State, seat: SeatId) -> list[tuple[CharacterId, str]]:
    """Return the characters of a seat that have a fate point."""
    characters = in_order(state.play.characters.known.items())
    own = [(id, character.name) for id, character in characters if player_of(state, id) == seat]
    return [(id, name) for id, name in own if fate_of(state, id)]


def answer(draft: Draft, move: AnswerCompel, facts: Facts) -> Judgement:
    """Judge the answer to a compel: the actor takes the point, or pays one (`action.compel`)."""
    current = own_turn(draft.state, facts.seat, COMPEL, Declared)
    if isinstance(current, Refused):
        return current
    turn, part = current
    if part.compel is None:
        return refuse(Own.NO_COMPEL, COMPEL)
    actor, name = turn.actor, name_of(draft.state, turn.actor)
    account = character_account(actor)
    if move.take:
        source = character_account(part.compel.by) if part.compel.by else BANK
        draft.cite(COMPEL, is_accepted=True, aspect=part.compel.aspect)
        _pay(draft, source, account, "a compel is taken")
        end_wards(draft, actor)
        return draft.accept(
            f"{name} takes the fate point and skips the turn.{end_turn(draft, actor)}"
        )
    if refusal := without_fate(draft.state, actor, COMPEL):
        return refusal
    draft.cite(COMPEL, is_accepted=False, aspect=part.compel.aspect)
    _pay(draft, account, BANK, "a compel is refused")
    draft.emit(CompelRefused())
    return draft.accept(f"{name} pays a fate point and refuses the compel.")


def _pay(draft: Draft, source: Account, target: Account, reason: str) -> None:
    draft.emit(*transfer(Purse(fate=1), source, target, reason, COMPEL))


def close(draft: Draft, _move: CloseCompels, facts: Facts) -> Judgement:
    """Judge the end of compels. The dice can then be rolled (`action.compel`)."""
    current = at_part(draft.state, COMPEL, Declared)
    if isinstance(current, Refused):
        return current
    if refusal := not_caller(draft.state, facts.seat, COMPEL):
        return refusal
    turn, part = current
    if refusal := unanswered(draft.state, turn, part):
        return refusal
    draft.cite(COMPEL, compelled_aspects=part.compelled)
    sentence = f"{draft.table.name(facts.seat)} closes the compels."
    if given_back := give_back(draft, turn, part.deed):
        return draft.accept(sentence + given_back)
    draft.emit(CompelsClosed())
    return draft.accept(sentence)


def unanswered(state: State, turn: Turn, part: Declared) -> Refused | None:
    """Return the refusal of a roll while a compel or the target's answer is pending, or None."""
    if part.compel:
        return refuse(Own.COMPEL_OPEN, COMPEL, aspect_name=name_of(state, part.compel.aspect))
    target = answerer(state, turn, part)
    if target is None:
        return None
    return refuse(Own.TARGET_FIRST, "action.roll", target_name=name_of(state, target))


CHAPTER: Judges[Play] = {
    CallCompel: compel,
    AnswerCompel: answer,
    CloseCompels: close,
}
