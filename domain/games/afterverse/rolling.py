"""Rolling: taking time before a roll, the dice, and keeping a roll."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.afterverse import chutzpah, glitch
from verger.domain.games.afterverse.acting import (
    acting_seat,
    label,
    may_roll,
    name,
    no_open_roll,
    not_acting_seat,
    not_player,
    place_to_keep,
    place_to_roll,
    place_to_throw,
    rollers,
    some,
    unknown,
    unknown_test,
    waits_for,
    with_luck,
)
from verger.domain.games.afterverse.model import team
from verger.domain.games.afterverse.model.pool import FACES
from verger.domain.games.afterverse.model.testing import (
    Actor,
    Test,
    TestId,
)
from verger.domain.games.afterverse.model.testing_effect import (
    RollMade,
    RollReadied,
    RollSealed,
    RollsKept,
    RollStood,
    TimeTaken,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.reckoning import go_on
from verger.domain.games.afterverse.state import Draft, Play, State, not_in_play
from verger.domain.judging.chapters import Judges
from verger.domain.secrets.sealing import seal_roll
from verger.domain.table.sheet import RULE as SHEETS
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import Reported, rolls_its_own, throw

RULE = "test.hits"

FIRST = {
    "opponent": "an opponent",
    "assistant": "the assistants' rolls",
    "leader": "the leader's roll",
    "threshold": "the GM's threshold",
}
"""The events that a roll can wait for, in words."""


class _Move(TaggedMove, frozen=True):
    test: TestId
    character: CharacterId


class TakeTime(_Move, frozen=True, tag="take_time"):
    """Double the time that the task takes, and reduce the risk by one."""


class RollTest(_Move, frozen=True, tag="roll", omit_defaults=True):
    """Roll your pool."""

    reported: Reported | None = None


class LetBe(_Move, frozen=True, tag="let_be"):
    """Roll no dice. Your roll then has no hits and no glitch."""


class KeepRoll(_Move, frozen=True, tag="keep_roll"):
    """Keep the roll, although Take Two could change it."""


class KeepRolls(TaggedMove, frozen=True, tag="keep_rolls"):
    """Let the rolls of your character be final at once, in one test or in all coming tests, or stop that."""

    character: CharacterId
    test: TestId | None = None
    keep: bool = True


RollMove = TakeTime | RollTest | LetBe | KeepRoll | KeepRolls


def take_time(draft: Draft, move: TakeTime, facts: Facts) -> Judgement:
    """Judge taking time, which reduces the risk down to 0 (`glitch.time`)."""
    state, rule, who = draft.state, "glitch.time", move.character
    refusal = not_acting_seat(state, facts.seat, who, rule) or no_open_roll(
        state, move.test, who, rule
    )
    if refusal:
        return refusal
    place = place_to_roll(state.play.tests[move.test], who)
    assert place is not None, "somebody has yet to roll"
    actor = state.play.tests[move.test].actors[place]
    if not actor.risk:
        return refuse(Own.NO_RISK, rule, test=move.test, test_subject=label(state, move.test))
    times = 2 ** (actor.doubled + 1)
    draft.cite(rule, test=move.test, risk=actor.risk - 1, time_factor=times)
    draft.emit(TimeTaken(move.test, place))
    slow = f"takes {times} times as long with “{label(state, move.test)}”"
    return draft.accept(f"{name(state, who)} {slow}: the risk of a glitch is {actor.risk - 1}.")


def cannot_roll(state: State, seat: SeatId, test: TestId, who: CharacterId) -> Refused | None:
    """Return why a seat cannot roll for a character now, or None (`test.hits`)."""
    refusal = not_in_play(state, RULE) or unknown(state, who, RULE)
    if refusal := refusal or unknown_test(state, test, RULE):
        return refusal
    known_test = state.play.tests[test]
    place = place_to_throw(known_test, who)
    if place is None:
        return no_open_roll(state, test, who, RULE)
    if seat != rollers(state, known_test, known_test.actors[place]):
        if known_test.hidden:
            return gm_only(state.table, "chutzpah.knowledge")
        return refuse(
            Own.NOT_YOUR_CHARACTER, SHEETS, character=who, character_name=name(state, who)
        )
    if not may_roll(known_test, place):
        role = waits_for(known_test, place)
        about, first = known_test.about, FIRST[role]
        return refuse(
            Own.OTHERS_FIRST,
            RULE,
            test=test,
            test_subject=about,
            awaited_role=role,
            awaited_in_words=first,
        )
    return None


def dice_of(test: Test, place: int) -> int:
    """Return the dice of a roll, including those from assistants (`team.assist`)."""
    actor = test.actors[place]
    return actor.pool + (team.helping_dice(test) if actor.role == "main" else 0)


def roll(draft: Draft, move: RollTest, facts: Facts) -> Judgement:
    """Judge a roll of a pool, with glitch dice if the GM wants any (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := cannot_roll(state, facts.seat, id, who):
        return refusal
    test = state.play.tests[id]
    place = place_to_throw(test, who)
    assert place is not None, "somebody has yet to roll"
    if not dice_of(test, place):
        about = test.about
        return refuse(
            Own.NO_DICE,
            "test.default",
            character_name=name(state, who),
            test=id,
            test_subject=about,
        )
    if test.hidden:
        # Even if the table uses real dice, the server rolls dice that only the GM can see.
        unseen = refuse(Code.SERVER_ROLLS, RULE) if move.reported is not None else None
        return unseen or draft.accept(_face_down(draft, id, place, facts))
    other = still_to_roll(test, place)
    typing = rolls_its_own(draft.table) and not other
    dice = throw(draft, dice_of(test, place) if typing else 0, FACES, move.reported, RULE)
    if isinstance(dice, Refused):
        return dice
    if other:
        return draft.accept(_ready(draft, id, place, other))
    return draft.accept(_fall(draft, id, place, dice))


def still_to_roll(test: Test, place: int) -> Actor | None:
    """Return the opponent in an opposed test who must still roll, or None (`test.opposed`)."""
    if test.form != "opposed":
        return None
    others = (actor for at, actor in enumerate(test.actors) if at != place)
    return next((actor for actor in others if actor.is_to_roll), None)


def _ready(draft: Draft, id: TestId, place: int, other: Actor) -> str:
    """Make the first side wait, because both sides roll at the same time (`test.opposed`)."""
    test = draft.play.tests[id]
    who, count = test.actors[place].character, dice_of(test, place)
    draft.cite("test.opposed", test=id, character=who, dice=count)
    draft.emit(RollReadied(id, place))
    own, others = name(draft.state, who), name(draft.state, other.character)
    return f"{own} is ready: {some(count, 'dice')} fall together with {others}'s."


def _face_down(draft: Draft, id: TestId, place: int, facts: Facts) -> str:
    """Roll for a character as the GM, face down (`chutzpah.knowledge`)."""
    test = draft.play.tests[id]
    count = dice_of(test, place)
    note = seal_roll(draft, facts, facts.dice.roll(count, FACES, (draft.table.gm,)))
    draft.cite("chutzpah.knowledge", test=id, note=note, dice=count)
    draft.emit(RollSealed(id, place, note))
    who = name(draft.state, test.actors[place].character)
    return f"{who} rolls {some(count, 'dice')} face down for “{test.about}”.{_rolled(draft, id, (place,))}"


def _fall(draft: Draft, id: TestId, place: int, dice: tuple[int, ...]) -> str:
    """Throw the dice of a roll and of the rolls that waited for it, unless `dice` are typed in."""
    typed = rolls_its_own(draft.table)
    falling = (place,) if typed else tuple(sorted((*_waiting(draft, id, place), place)))
    sentences = (_thrown(draft, id, at, dice if typed else _drawn(draft, id, at)) for at in falling)
    return " ".join(sentences) + _rolled(draft, id, falling)


def _waiting(draft: Draft, id: TestId, place: int) -> list[int]:
    return [
        at for at, actor in enumerate(draft.play.tests[id].actors) if actor.ready and at != place
    ]


def _drawn(draft: Draft, id: TestId, place: int) -> tuple[int, ...]:
    return draft.facts.dice.roll(dice_of(draft.play.tests[id], place), FACES).values


def _thrown(draft: Draft, id: TestId, place: int, dice: tuple[int, ...]) -> str:
    test, typed = draft.play.tests[id], rolls_its_own(draft.table)
    who = test.actors[place].character
    draft.emit(
        RollMade(
            test=id,
            place=place,
            dice=dice,
            helped=len(dice) - test.actors[place].pool,
            reported=typed,
        )
    )
    actor = draft.play.tests[id].actors[place]
    draft.cite(
        RULE,
        character=who,
        dice=len(dice),
        dice_shown=tuple(map(str, dice)),
        pips_added=actor.pips,
        hits=actor.hits,
        sixes=actor.sixes,
    )
    if actor.pips:
        draft.cite("chutzpah.good_luck", character=who, pips_added=actor.pips)
    shown = ", ".join(map(str, dice))
    rolled = f"rolls {some(len(dice), 'dice')} for “{test.about}”"
    return f"{name(draft.state, who)} {rolled}: {shown} ({some(actor.hits, 'hit')}{with_luck(actor.pips)})."


def let_be(draft: Draft, move: LetBe, facts: Facts) -> Judgement:
    """Judge rolling nothing (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := cannot_roll(state, facts.seat, id, who):
        return refusal
    place = place_to_throw(state.play.tests[id], who)
    assert place is not None, "somebody has yet to roll"
    draft.cite(RULE, character=who, dice=0)
    draft.emit(RollMade(id, place, ()))
    sentence = f"{name(state, who)} gives up the roll in “{label(state, id)}”."
    waiting = [] if rolls_its_own(draft.table) else _waiting(draft, id, place)
    more = "".join(f" {_thrown(draft, id, at, _drawn(draft, id, at))}" for at in waiting)
    return draft.accept(sentence + more + _rolled(draft, id, tuple(sorted((*waiting, place)))))


def _rolled(draft: Draft, id: TestId, places: tuple[int, ...]) -> str:
    """After rolls, throw their glitch dice, make them final if nothing can change them, and continue the test."""
    test = draft.play.tests[id]
    # glitch.group: dice that fall together share one glitch roll if there is one for all.
    groups = dict.fromkeys(tuple(glitch.with_roll(test, place)) for place in places)
    sentence = "".join(glitch.roll(draft, id, group) for group in groups)
    for place in places:
        if not chutzpah.may_take_two(draft.state, id, place):
            draft.emit(RollStood(id, place))
    return sentence + go_on(draft, id)


def cannot_keep(state: State, test: TestId, who: CharacterId) -> Refused | None:
    """Return why no roll can still be changed, or None."""
    if refusal := unknown_test(state, test, RULE):
        return refusal
    if place_to_keep(state.play.tests[test], who) is None:
        about = label(state, test)
        return refuse(
            Own.NOTHING_TO_KEEP,
            RULE,
            test=test,
            test_subject=about,
            character_name=name(state, who),
        )
    return None


def keep(draft: Draft, move: KeepRoll, facts: Facts) -> Judgement:
    """Judge keeping a roll (`test.hits`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := not_acting_seat(state, facts.seat, who, RULE) or cannot_keep(state, id, who):
        return refusal
    place = place_to_keep(state.play.tests[id], who)
    assert place is not None, "there is a roll to keep"
    draft.cite(RULE, test=id, character=who)
    draft.emit(RollStood(id, place))
    about = label(state, id)
    return draft.accept(f"{name(state, who)} keeps the roll for “{about}”.{go_on(draft, id)}")


def cannot_say(state: State, move: KeepRolls) -> Refused | None:
    """Return why a player cannot decide about coming rolls, or None (`chutzpah.take_two`)."""
    rule, who = "chutzpah.take_two", move.character
    if move.test is not None and (refusal := no_open_roll(state, move.test, who, rule)):
        return refusal
    keeping = state.play.keeping if move.test is None else state.play.tests[move.test].keeping
    if (who in keeping) != move.keep:
        return None
    return refuse(Own.SAID_ALREADY, rule, character=who, character_name=name(state, who))


def keep_rolls(draft: Draft, move: KeepRolls, facts: Facts) -> Judgement:
    """Judge letting coming rolls stand at once, or taking that back (`chutzpah.take_two`)."""
    state, rule, who = draft.state, "chutzpah.take_two", move.character
    if refusal := not_player(state, facts.seat, who, rule) or cannot_say(state, move):
        return refusal
    draft.cite(rule, character=who, test=move.test, is_kept=move.keep)
    draft.emit(RollsKept(who, move.test, move.keep))
    where = "" if move.test is None else f" in “{state.play.tests[move.test].about}”"
    how = "lets its rolls stand at once" if move.keep else "no longer lets its rolls stand at once"
    return draft.accept(f"{name(state, who)} {how}{where}.")


def open_rolls(state: State, test: Test) -> list[tuple[int, SeatId]]:
    """Return the places of possible rolls, with the seats that make them."""
    return [
        (place, rollers(state, test, actor))
        for place, actor in enumerate(test.actors)
        if may_roll(test, place) and place_to_throw(test, actor.character) == place
    ]


def keepers(state: State, test: Test) -> list[tuple[CharacterId, SeatId]]:
    """Return the characters whose rolls can be kept or changed, with their seats."""
    return [
        (actor.character, acting_seat(state, actor.character))
        for actor in test.actors
        if actor.has_rolled and not actor.stands
    ]


CHAPTER: Judges[Play] = {
    TakeTime: take_time,
    RollTest: roll,
    LetBe: let_be,
    KeepRoll: keep,
    KeepRolls: keep_rolls,
}
