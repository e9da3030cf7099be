"""Rolling: time taken before, the dice, and what is kept of them."""

from typing import assert_never

import msgspec

from domain.core.decider import Facts, Judgement
from domain.core.identifier import SeatId
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.games.afterverse import chutzpah, glitch
from domain.games.afterverse.acting import (
    hand,
    may_roll,
    name,
    not_hand,
    place_to_keep,
    place_to_roll,
    rollers,
    some,
    unknown,
    unknown_test,
    unrolled,
    waits_for,
)
from domain.games.afterverse.model import team
from domain.games.afterverse.model.pool import FACES
from domain.games.afterverse.model.test import (
    RollMade,
    RollSealed,
    RollStood,
    Test,
    TestId,
    TimeTaken,
)
from domain.games.afterverse.reason import Code as Own
from domain.games.afterverse.reckoning import go_on
from domain.games.afterverse.state import Draft, State, not_in_play
from domain.secrets.sealing import seal_roll
from domain.table.sheet import CharacterId

RULE = "test.hits"


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    test: TestId
    character: CharacterId


class TakeTime(_Move, frozen=True, tag="take_time"):
    """Double the time that it takes, and lower the risk by one."""


class RollTest(_Move, frozen=True, tag="roll"):
    """Roll one's pool."""


class LetBe(_Move, frozen=True, tag="let_be"):
    """Roll nothing: no hits, and no glitch of one's own."""


class KeepRoll(_Move, frozen=True, tag="keep_roll"):
    """Let the roll stand where Take Two could change it."""


RollMove = TakeTime | RollTest | LetBe | KeepRoll


def decide(draft: Draft, move: RollMove, facts: Facts) -> Judgement:
    match move:
        case TakeTime():
            return take_time(draft, move, facts)
        case RollTest():
            return roll(draft, move, facts)
        case LetBe():
            return let_be(draft, move, facts)
        case KeepRoll():
            return keep(draft, move, facts)
        case _:
            assert_never(move)


def take_time(draft: Draft, move: TakeTime, facts: Facts) -> Judgement:
    """Time lowers the risk, down to none (`glitch.time`)."""
    state, rule, who = draft.state, "glitch.time", move.character
    refusal = not_hand(state, facts.seat, who, rule) or unrolled(state, move.test, who, rule)
    if refusal:
        return refusal
    place = place_to_roll(state.play.tests[move.test], who)
    assert place is not None, "somebody has yet to roll"
    one = state.play.tests[move.test].actors[place]
    if not one.risk:
        return refuse(Own.NO_RISK, rule, test=move.test)
    times = 2 ** (one.doubled + 1)
    draft.cite(rule, test=move.test, risk=one.risk - 1, times=times)
    draft.emit(TimeTaken(move.test, place))
    said = f"{name(state, who)} takes {times} times as long: the risk is {one.risk - 1}."
    return draft.accept(said)


def cannot_roll(state: State, seat: SeatId, test: TestId, who: CharacterId) -> Refused | None:
    """Why a seat cannot roll for a character now, if it cannot (`test.hits`)."""
    refusal = not_in_play(state, RULE) or unknown(state, who, RULE)
    if refusal := refusal or unrolled(state, test, who, RULE):
        return refusal
    called = state.play.tests[test]
    place = place_to_roll(called, who)
    assert place is not None, "somebody has yet to roll"
    if seat != rollers(state, called, called.actors[place]):
        if called.hidden:
            return refuse(Code.GM_ONLY, "chutzpah.knowledge", gm=state.table.gm)
        return refuse(Own.NOT_YOUR_CHARACTER, RULE, character=who, name=name(state, who))
    if not may_roll(called, place):
        return refuse(Own.OTHERS_FIRST, RULE, test=test, role=waits_for(called, place))
    return None


def dice_of(called: Test, place: int) -> int:
    """The dice of a roll, those that assistants' hits add included (`team.assist`)."""
    one = called.actors[place]
    return one.pool + (team.helping_dice(called) if one.role == "main" else 0)


def roll(draft: Draft, move: RollTest, facts: Facts) -> Judgement:
    """The pool is rolled, and glitch dice with it if the GM wants any (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := cannot_roll(state, facts.seat, id, who):
        return refusal
    called = state.play.tests[id]
    place = place_to_roll(called, who)
    assert place is not None, "somebody has yet to roll"
    count = dice_of(called, place)
    if not count:
        return refuse(Own.NO_DICE, "test.default", name=name(state, who), test=id)
    said = f"{name(state, who)} rolls {some(count, 'dice')}"
    if called.hidden:
        thrown = facts.dice.roll(count, FACES, (state.table.gm,))
        note = seal_roll(draft, facts, thrown)
        draft.cite("chutzpah.knowledge", test=id, note=note, dice=count)
        draft.emit(RollSealed(id, place, note))
        said += f" face down ({note})."
    else:
        dice = facts.dice.roll(count, FACES).values
        draft.emit(RollMade(id, place, dice, count - called.actors[place].pool))
        one = draft.play.tests[id].actors[place]
        draft.cite(RULE, character=who, dice=count, hits=one.hits, sixes=one.sixes)
        said += f": {', '.join(map(str, dice))} ({some(one.hits, 'hit')})."
    return draft.accept(said + _rolled(draft, id, place))


def let_be(draft: Draft, move: LetBe, facts: Facts) -> Judgement:
    """Nothing is rolled (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := cannot_roll(state, facts.seat, id, who):
        return refusal
    place = place_to_roll(state.play.tests[id], who)
    assert place is not None, "somebody has yet to roll"
    draft.cite(RULE, character=who, dice=0)
    draft.emit(RollMade(id, place, ()))
    return draft.accept(f"{name(state, who)} lets it be.{_rolled(draft, id, place)}")


def _rolled(draft: Draft, id: TestId, place: int) -> str:
    """After a roll: its glitch dice, whether it stands, and what comes of the test."""
    said = glitch.roll(draft, id, _with_glitch_dice(draft.play.tests[id], place))
    if not chutzpah.may_take_two(draft.state, id, place):
        draft.emit(RollStood(id, place))
    return said + go_on(draft, id)


def _with_glitch_dice(called: Test, place: int) -> list[int]:
    """Whose glitch dice are rolled after a roll: its own, or everybody's together after the last."""
    one = called.actors[place]
    if one.role == "leader" or not called.together:
        return [] if one.has_let_be else [place]
    group = [(at, other) for at, other in enumerate(called.actors) if other.role != "leader"]
    if not all(other.has_rolled for _, other in group):
        return []
    return [at for at, other in group if not other.has_let_be]


def cannot_keep(state: State, test: TestId, who: CharacterId) -> Refused | None:
    """Why there is no roll that could still be changed, if so."""
    if refusal := unknown_test(state, test, RULE):
        return refusal
    if place_to_keep(state.play.tests[test], who) is None:
        return refuse(Own.NOTHING_TO_KEEP, RULE, test=test, name=name(state, who))
    return None


def keep(draft: Draft, move: KeepRoll, facts: Facts) -> Judgement:
    """The roll stands (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := not_hand(state, facts.seat, who, RULE) or cannot_keep(state, id, who):
        return refusal
    place = place_to_keep(state.play.tests[id], who)
    assert place is not None, "there is a roll to keep"
    draft.cite(RULE, test=id, character=who)
    draft.emit(RollStood(id, place))
    return draft.accept(f"{name(state, who)} keeps the roll.{go_on(draft, id)}")


def hands(state: State, called: Test) -> list[tuple[int, SeatId]]:
    """The places at which somebody may roll now, with the seats that do."""
    return [
        (place, rollers(state, called, one))
        for place, one in enumerate(called.actors)
        if may_roll(called, place) and place_to_roll(called, one.character) == place
    ]


def keepers(state: State, called: Test) -> list[tuple[CharacterId, SeatId]]:
    """Whose roll may be kept or changed, with the seats that say so."""
    return [
        (one.character, hand(state, one.character))
        for one in called.actors
        if one.has_rolled and not one.stands
    ]
