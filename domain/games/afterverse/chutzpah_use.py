"""Uses of chutzpah for a roll and for a character."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.afterverse import banking, chutzpah
from verger.domain.games.afterverse.acting import (
    label,
    name,
    not_player,
    place_to_keep,
    place_to_roll,
    some,
    with_luck,
)
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.pool import FACES, is_disappointing, rerolled
from verger.domain.games.afterverse.model.sheet import Whole
from verger.domain.games.afterverse.model.testing import (
    TestId,
    Use,
    Used,
)
from verger.domain.games.afterverse.model.testing_effect import (
    ChutzpahUsed,
    DiceRerolled,
    RollStood,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.reckoning import go_on
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import Reported, rolls_its_own, throw

LONG_SHOT_MOST = 20
"""The maximum number of dice that a Long Shot adds."""


class _Move(TaggedMove, frozen=True):
    character: CharacterId


class _OnRoll(_Move, frozen=True):
    test: TestId


class GoodLuck(_OnRoll, frozen=True, tag="good_luck"):
    """Before a roll, add one pip to each of its dice."""


class LongShot(_OnRoll, frozen=True, tag="long_shot"):
    """Before a roll, add dice. The risk of a glitch rises by the same number."""

    dice: Whole


class TakeTwo(_OnRoll, frozen=True, tag="take_two", omit_defaults=True):
    """After a roll, roll all dice again that are neither hits nor ones."""

    reported: Reported | None = None


class Adrenaline(_Move, frozen=True, tag="adrenaline", omit_defaults=True):
    """Roll one die at any time in combat, and put its number into the initiative bank."""

    reported: Reported | None = None


class SecondWind(_Move, frozen=True, tag="second_wind"):
    """Clear the stun bank of a character that is not under attack."""


ChutzpahMove = GoodLuck | LongShot | TakeTwo | Adrenaline | SecondWind


def good_luck(draft: Draft, move: GoodLuck, facts: Facts) -> Judgement:
    """Judge one more pip on every die (`chutzpah.good_luck`)."""
    rule = "chutzpah.good_luck"
    return _before(draft, move, facts, "good_luck", 0, rule)


def long_shot(draft: Draft, move: LongShot, facts: Facts) -> Judgement:
    """Judge more dice with more risk (`chutzpah.long_shot`)."""
    rule = "chutzpah.long_shot"
    if not 1 <= move.dice <= LONG_SHOT_MOST:
        return refuse(
            Own.WRONG_NUMBER,
            rule,
            number_given=move.dice,
            number_minimum=1,
            number_maximum=LONG_SHOT_MOST,
        )
    return _before(draft, move, facts, "long_shot", move.dice, rule)


def _before(
    draft: Draft, move: GoodLuck | LongShot, facts: Facts, use: Use, dice: int, rule: str
) -> Judgement:
    state, who = draft.state, move.character
    refusal = not_player(state, facts.seat, who, rule)
    if refusal := refusal or chutzpah.cannot_use_before(state, move.test, who, rule):
        return refusal
    place = place_to_roll(state.play.tests[move.test], who)
    assert place is not None, "somebody has yet to roll"
    draft.cite(rule, test=move.test, dice=dice)
    chutzpah.spend(draft, who, rule)
    draft.emit(ChutzpahUsed(move.test, Used(who, use, place), dice))
    how = f"a Long Shot with {some(dice, 'dice')} more" if dice else "Good Luck"
    about = label(state, move.test)
    return draft.accept(f"{name(state, who)} spends chutzpah on “{about}”: {how}.")


def take_two(draft: Draft, move: TakeTwo, facts: Facts) -> Judgement:
    """Judge rolling all dice again that are no hits and no ones (`chutzpah.take_two`)."""
    state, id, who, rule = draft.state, move.test, move.character, "chutzpah.take_two"
    if refusal := not_player(state, facts.seat, who, rule) or chutzpah.cannot_take_two(
        state, id, who
    ):
        return refusal
    place = place_to_keep(state.play.tests[id], who)
    assert place is not None, "there is a roll to make again"
    old = state.play.tests[id].actors[place].dice or ()
    count = sum(map(is_disappointing, old))
    fresh = throw(draft, count, FACES, move.reported, rule)
    if isinstance(fresh, Refused):
        return fresh
    chutzpah.spend(draft, who, rule)
    dice = rerolled(old, fresh)
    draft.emit(ChutzpahUsed(id, Used(who, "take_two", place)))
    draft.emit(DiceRerolled(id, place, dice, rolls_its_own(draft.table)), RollStood(id, place))
    actor = draft.play.tests[id].actors[place]
    hits, values = actor.hits, tuple(map(str, dice))
    draft.cite(
        rule,
        test=id,
        dice_rerolled=count,
        dice_shown=values,
        pips_added=actor.pips,
        hits=hits,
    )
    if actor.pips:
        draft.cite("chutzpah.good_luck", character=who, pips_added=actor.pips)
    shown = ", ".join(values)
    again = f"{some(count, 'dice')} again: {shown} ({some(hits, 'hit')}{with_luck(actor.pips)})"
    sentence = f"{name(state, who)} takes two in “{label(state, id)}”, rolling {again}."
    return draft.accept(sentence + go_on(draft, id))


def is_attacked(state: State, who: CharacterId) -> bool:
    """Return whether a character is under attack in an open test."""
    return any(who in test.attacked for test in state.play.tests.values())


def cannot_pump(state: State, who: CharacterId) -> Refused | None:
    """Return why a character cannot use adrenaline, or None.

    It needs combat (`chutzpah.adrenaline`).
    """
    if refusal := chutzpah.no_chutzpah(state, who):
        return refusal
    if state.play.scenery.combat or is_attacked(state, who):
        return None
    return refuse(Own.NO_COMBAT, "chutzpah.adrenaline")


def adrenaline(draft: Draft, move: Adrenaline, facts: Facts) -> Judgement:
    """Judge a die for the initiative bank (`chutzpah.adrenaline`)."""
    state, who, rule = draft.state, move.character, "chutzpah.adrenaline"
    if refusal := not_player(state, facts.seat, who, rule) or cannot_pump(state, who):
        return refusal
    thrown = throw(draft, 1, FACES, move.reported, rule)
    if isinstance(thrown, Refused):
        return thrown
    (die,) = thrown
    chutzpah.spend(draft, who, rule)
    draft.cite(rule, character=who, die_number=die)
    banking.give(draft, who, Kind.INITIATIVE, die, rule)
    return draft.accept(f"{name(state, who)} gets {some(die, 'initiative')} from adrenaline.")


def cannot_recover(state: State, who: CharacterId) -> Refused | None:
    """Return why a character gets no second wind, or None (`chutzpah.second_wind`)."""
    rule = "chutzpah.second_wind"
    if refusal := chutzpah.no_chutzpah(state, who):
        return refusal
    if is_attacked(state, who):
        return refuse(Own.UNDER_ATTACK, rule, character_name=name(state, who))
    return banking.too_few_of(state, who, Kind.STUN, 1, rule)


def second_wind(draft: Draft, move: SecondWind, facts: Facts) -> Judgement:
    """Judge clearing the stun bank (`chutzpah.second_wind`)."""
    state, who, rule = draft.state, move.character, "chutzpah.second_wind"
    if refusal := not_player(state, facts.seat, who, rule) or cannot_recover(state, who):
        return refusal
    stun = state.play.holds(who, Kind.STUN)
    chutzpah.spend(draft, who, rule)
    draft.cite(rule, character=who, stun_taken=stun)
    banking.take(draft, who, Kind.STUN, stun, rule)
    gone = f"{some(stun, 'stun')} {'is' if stun == 1 else 'are'} gone"
    return draft.accept(f"{name(state, who)} has a second wind: {gone}.")


CHAPTER: Judges[Play] = {
    GoodLuck: good_luck,
    LongShot: long_shot,
    TakeTwo: take_two,
    Adrenaline: adrenaline,
    SecondWind: second_wind,
}
