"""The chutzpah bank: each use costs a point, and only one use can affect an action (`chutzpah.bank`)."""

from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.afterverse import banking
from verger.domain.games.afterverse.acting import (
    label,
    name,
    no_open_roll,
    place_to_keep,
    place_to_roll,
    player_of,
    unknown_test,
)
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.pool import is_disappointing
from verger.domain.games.afterverse.model.statement import FactSettled
from verger.domain.games.afterverse.model.testing import Test, TestId, Use, Used
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, State
from verger.domain.table.sheet import CharacterId

BANK = "chutzpah.bank"

IN_WORDS: dict[Use, str] = {
    "good_luck": "Good Luck",
    "long_shot": "a Long Shot",
    "take_two": "Take Two",
    "knowledge": "Knowledge is Power",
    "retcon": "a retcon",
}
"""The uses that affect a test, by their names in the text."""


def no_chutzpah(state: State, who: CharacterId) -> Refused | None:
    """Return the refusal if a character cannot spend chutzpah: its bank is empty (`chutzpah.bank`)."""
    if state.play.holds(who, Kind.CHUTZPAH):
        return None
    return refuse(Own.NO_CHUTZPAH, BANK, character_name=name(state, who))


def spend(draft: Draft, who: CharacterId, rule: str) -> None:
    """Pay one point for a use (`chutzpah.bank`)."""
    remaining = draft.play.holds(who, Kind.CHUTZPAH) - 1
    draft.cite(BANK, character=who, chutzpah_left=remaining)
    banking.take(draft, who, Kind.CHUTZPAH, 1, rule)


def give_back(draft: Draft, id: TestId) -> None:
    """Give back the points of a test that is called off, because they affected nothing.

    A statement still costs its point, because it is rejected (`chutzpah.knowledge`).
    """
    test = draft.play.tests[id]
    for used in test.used:
        if used.use == "knowledge":
            continue
        banking.give(draft, used.character, Kind.CHUTZPAH, 1, BANK)
    if test.statement:
        draft.emit(FactSettled(test.statement, "rejected"))


def give_back_unrolled(draft: Draft, id: TestId) -> None:
    """Give back the points of rolls that will not be made (`team.teamwork`)."""
    test = draft.play.tests[id]
    for used in test.used:
        if not test.actors[used.place].has_rolled:
            banking.give(draft, used.character, Kind.CHUTZPAH, 1, BANK)


def use_on(test: Test, place: int) -> Used | None:
    """Return the chutzpah that affected a roll, or None.

    Each roll is an action (`chutzpah.bank`).
    """
    return next((use for use in test.used if use.place == place), None)


def affected(state: State, id: TestId, place: int) -> Refused | None:
    """Return the refusal if another use of chutzpah has affected an action (`chutzpah.bank`)."""
    used = use_on(state.play.tests[id], place)
    if used is None:
        return None
    about, who, how = label(state, id), name(state, used.character), IN_WORDS[used.use]
    return refuse(
        Own.CHUTZPAH_USED,
        BANK,
        test=id,
        test_subject=about,
        character_name=who,
        chutzpah_use=used.use,
        chutzpah_use_in_words=how,
    )


def cannot_use_before(state: State, id: TestId, who: CharacterId, rule: str) -> Refused | None:
    """Return why no chutzpah can affect a coming roll, or None (`chutzpah.bank`)."""
    if refusal := no_open_roll(state, id, who, rule) or no_chutzpah(state, who):
        return refusal
    place = place_to_roll(state.play.tests[id], who)
    assert place is not None, "somebody has yet to roll"
    return affected(state, id, place)


def may_take_two(state: State, id: TestId, place: int) -> bool:
    """Return whether a roll that was just made can still be changed (`chutzpah.take_two`)."""
    test = state.play.tests[id]
    actor = test.actors[place]
    player = player_of(state, actor.character)
    return (
        player in state.table.sitting
        and any(map(is_disappointing, actor.dice or ()))
        and not no_chutzpah(state, actor.character)
        and not use_on(test, place)
        and not is_keeping(state, test, actor.character)
    )


def is_keeping(state: State, test: Test, who: CharacterId) -> bool:
    """Return whether a player lets all rolls of a character stand at once (`chutzpah.take_two`)."""
    return who in test.keeping or who in state.play.keeping


def cannot_take_two(state: State, id: TestId, who: CharacterId) -> Refused | None:
    """Return why there is no roll to make again, or None (`chutzpah.take_two`)."""
    rule = "chutzpah.take_two"
    if refusal := unknown_test(state, id, rule):
        return refusal
    place = place_to_keep(state.play.tests[id], who)
    if place is None:
        return refuse(
            Own.NOT_ROLLED_YET,
            rule,
            test=id,
            test_subject=label(state, id),
            character_name=name(state, who),
        )
    return no_chutzpah(state, who) or affected(state, id, place)
