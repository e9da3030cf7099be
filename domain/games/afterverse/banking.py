"""Banks of points: hits from tests, and points that are given, taken and spent (`bank.hits`)."""

from typing import Literal

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import Account
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, tidy
from verger.domain.games.afterverse.acting import name, not_acting_seat, not_gm, some, unknown
from verger.domain.games.afterverse.model import team
from verger.domain.games.afterverse.model.bank import (
    Bank,
    BankCapped,
    BankClosed,
    BankId,
    BankOpened,
    Kind,
    Purse,
    hits_account,
)
from verger.domain.games.afterverse.model.sheet import Whole
from verger.domain.games.afterverse.model.situation import AwarenessTested
from verger.domain.games.afterverse.model.testing import Result, Test
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State, not_in_play
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

RULE = "bank.hits"

POINTS_MOST = 100
"""The maximum number of points that one move gives, takes or spends; also the highest cap."""
BANKS_MOST = 50

Given = Literal["chutzpah", "initiative", "stun"]
"""The points that the GM can give and take. Awareness comes only from tests."""
GIVEN: tuple[Given, ...] = ("chutzpah", "initiative", "stun")


class OpenBank(TaggedMove, frozen=True, tag="open_bank"):
    """Open a bank for hits of coming tests, as the GM.

    Its cap can be the pool of the first test.
    """

    character: CharacterId
    name: Label
    cap: Whole | Literal["none", "first_pool"] = "none"


class CloseBank(TaggedMove, frozen=True, tag="close_bank"):
    """Close a bank of hits as the GM. Its hits are lost."""

    bank: BankId


class SpendHits(TaggedMove, frozen=True, tag="spend_hits"):
    """Use banked hits, as the character's player or the GM."""

    bank: BankId
    hits: Whole


class GivePoints(TaggedMove, frozen=True, tag="give_points"):
    """Put points into a character's bank as the GM, for rules that the server does not implement."""

    character: CharacterId
    kind: Given
    points: Whole


class TakePoints(TaggedMove, frozen=True, tag="take_points"):
    """Take points out of a character's bank as the GM."""

    character: CharacterId
    kind: Given
    points: Whole


BankMove = OpenBank | CloseBank | SpendHits | GivePoints | TakePoints


def open_bank(draft: Draft, move: OpenBank, facts: Facts) -> Judgement:
    """Judge opening a bank (`bank.hits`)."""
    state = draft.state
    if refusal := not_gm(state, facts.seat, RULE) or unknown(state, move.character, RULE):
        return refusal
    if isinstance(move.cap, int) and (refusal := _unfit_number(move.cap)):
        return refusal
    if len(state.play.banks) >= BANKS_MOST:
        return refuse(
            Own.TOO_MANY_BANKS, RULE, banks_open=len(state.play.banks), banks_allowed=BANKS_MOST
        )
    id = BankId(f"b{state.play.banks_ever + 1}")
    draft.cite(RULE, bank=id, hits_allowed=move.cap)
    draft.emit(BankOpened(id, Bank(tidy(move.name), move.character, move.cap)))
    whose = name(state, move.character)
    sentence = (
        f"{draft.table.name(facts.seat)} opens a bank of hits for {whose}: “{tidy(move.name)}”"
    )
    return draft.accept(f"{sentence}{_cap(move.cap)}.")


def _cap(cap: int | str) -> str:
    match cap:
        case int(most):
            return f", for {some(most, 'hit')} at most"
        case "first_pool":
            return ". The number of dice in its first test will be its cap"
        case _:
            return ""


def close_bank(draft: Draft, move: CloseBank, facts: Facts) -> Judgement:
    """Judge closing a bank (`bank.hits`)."""
    if refusal := not_gm(draft.state, facts.seat, RULE) or unknown_bank(draft.state, move.bank):
        return refusal
    bank, hits = draft.play.banks[move.bank], draft.play.hits(move.bank)
    draft.cite(RULE, bank=move.bank, hits=hits)
    move_points(draft, Purse(hits=hits), hits_account(move.bank), BANK, RULE)
    draft.emit(BankClosed(move.bank))
    gone = f" with {some(hits, 'hit')} in it" if hits else ""
    return draft.accept(f"{draft.table.name(facts.seat)} closes the bank “{bank.name}”{gone}.")


def spend_hits(draft: Draft, move: SpendHits, facts: Facts) -> Judgement:
    """Judge using banked hits (`bank.hits`)."""
    state = draft.state
    if refusal := not_in_play(state, RULE) or unknown_bank(state, move.bank):
        return refusal
    whose = state.play.banks[move.bank].character
    if facts.seat != state.table.gm and (
        refusal := not_acting_seat(state, facts.seat, whose, RULE)
    ):
        return refusal
    held, bank = state.play.hits(move.bank), state.play.banks[move.bank].name
    if refusal := _unfit_number(move.hits) or _too_few(
        move.bank, f"the bank “{bank}”", held=held, needed=move.hits, rule=RULE
    ):
        return refusal
    draft.cite(RULE, bank=move.bank, hits_held=held, hits_spent=move.hits)
    move_points(draft, Purse(hits=move.hits), hits_account(move.bank), BANK, RULE)
    return draft.accept(f"{name(state, whose)} uses {some(move.hits, 'hit')} of “{bank}”.")


def give_points(draft: Draft, move: GivePoints, facts: Facts) -> Judgement:
    """Judge giving points (`bank.hits`)."""
    state, id = draft.state, move.character
    if refusal := not_gm(state, facts.seat, RULE) or unknown(state, id, RULE):
        return refusal
    if refusal := _unfit_number(move.points):
        return refusal
    draft.cite(RULE, character=id, point_kind=move.kind, points_changed=move.points)
    give(draft, id, Kind(move.kind), move.points, RULE)
    return draft.accept(f"{name(state, id)} gets {some(move.points, move.kind)}.")


def take_points(draft: Draft, move: TakePoints, facts: Facts) -> Judgement:
    """Judge taking points (`bank.hits`)."""
    state, id = draft.state, move.character
    if refusal := not_gm(state, facts.seat, RULE) or unknown(state, id, RULE):
        return refusal
    held = state.play.holds(id, Kind(move.kind))
    if refusal := _unfit_number(move.points) or too_few_of(
        state, id, Kind(move.kind), move.points, RULE
    ):
        return refusal
    draft.cite(
        RULE, character=id, point_kind=move.kind, points_held=held, points_changed=move.points
    )
    take(draft, id, Kind(move.kind), move.points, RULE)
    return draft.accept(f"{name(state, id)} loses {some(move.points, move.kind)}.")


def unknown_bank(state: State, id: BankId) -> Refused | None:
    """Return the refusal of an unknown bank, or None."""
    return None if id in state.play.banks else refuse(Own.UNKNOWN_BANK, RULE, bank=id)


def _unfit_number(points: int) -> Refused | None:
    if 1 <= points <= POINTS_MOST:
        return None
    return refuse(
        Own.WRONG_NUMBER, RULE, number_given=points, number_minimum=1, number_maximum=POINTS_MOST
    )


def _too_few(bank: str, words: str, *, held: int, needed: int, rule: str) -> Refused | None:
    """Return the refusal if a bank holds fewer points than asked for, or None."""
    if held >= needed:
        return None
    return refuse(
        Own.TOO_FEW_POINTS,
        rule,
        bank=bank,
        bank_in_words=words,
        points_held=held,
        points_needed=needed,
    )


def too_few_of(
    state: State, who: CharacterId, kind: Kind, needed: int, rule: str
) -> Refused | None:
    """Return the refusal if a character holds fewer points of a kind than asked for, or None."""
    bank = f"the {kind} bank of {name(state, who)}"
    held = state.play.holds(who, kind)
    return _too_few(str(kind), bank, held=held, needed=needed, rule=rule)


def give(draft: Draft, id: CharacterId, kind: Kind, points: int, rule: str) -> None:
    """Give a character points."""
    move_points(draft, Purse().plus(kind, points), BANK, character_account(id), rule)


def take(draft: Draft, id: CharacterId, kind: Kind, points: int, rule: str) -> None:
    """Take points from a character."""
    move_points(draft, Purse().plus(kind, points), character_account(id), BANK, rule)


def move_points(draft: Draft, purse: Purse, source: Account, target: Account, rule: str) -> None:
    """Move points from one account to another, by a rule."""
    draft.emit(*transfer(purse, source, target, "by the rules", rule))


def deposit(draft: Draft, test: Test, result: Result) -> str:
    """Put the hits of a test into the bank that the GM named.

    A failed test puts in no hits (`bank.hits`).
    """
    if test.into == Kind.AWARENESS:
        return _into_awareness(draft, test, result)
    if not test.into or result.outcome == "failure":
        return ""
    if test.into == Kind.INITIATIVE:
        draft.cite(RULE, character=result.character, hits=result.counts)
        give(draft, result.character, Kind.INITIATIVE, result.counts, RULE)
        return f" {some(result.counts, 'initiative')}."
    return _into_bank(draft, BankId(test.into), test, result)


def _into_awareness(draft: Draft, test: Test, result: Result) -> str:
    rule, who = "awareness.bank", result.character
    situation = draft.play.scenery.situation
    if situation is None:
        return " The characters have left the situation, so there is nothing to be aware of."
    # awareness.again: a look counts even without hits, unless nobody rolled.
    if team.rolls_of(test, who):
        draft.emit(AwarenessTested(who))
        if who in situation.looked:
            draft.cite("awareness.again", character=who, tests_made=situation.looked[who] + 1)
    if result.outcome == "failure":
        return ""
    draft.cite(rule, character=who, hits=result.counts)
    give(draft, who, Kind.AWARENESS, result.counts, rule)
    return f" {some(result.counts, 'awareness')}."


def _into_bank(draft: Draft, id: BankId, test: Test, result: Result) -> str:
    bank = draft.play.banks.get(id)
    if bank is None:
        return " The bank is closed: nothing is kept."
    cap, held = bank.cap, draft.play.hits(id)
    rolled = sum(actor.pool + actor.helped for actor in team.rolls_of(test, result.character))
    if cap == "first_pool" and rolled:
        draft.emit(BankCapped(id, rolled))
        cap = rolled
    kept = min(max(0, cap - held), result.counts) if isinstance(cap, int) else result.counts
    draft.cite(RULE, bank=id, hits=result.counts, hits_held=held, hits_kept=kept, hits_allowed=cap)
    move_points(draft, Purse(hits=kept), BANK, hits_account(id), RULE)
    return f" {some(kept, 'hit')} into “{bank.name}”."


CHAPTER: Judges[Play] = {
    OpenBank: open_bank,
    CloseBank: close_bank,
    SpendHits: spend_hits,
    GivePoints: give_points,
    TakePoints: take_points,
}
