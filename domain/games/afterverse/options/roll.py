"""The moves about rolls and results: time, luck, dice, and the GM's statements."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Field, Number, Option, choices, move_option
from verger.domain.games.afterverse import chutzpah, glitch
from verger.domain.games.afterverse.acting import (
    acting_seat,
    name,
    place_to_keep,
    place_to_roll,
    player_of,
)
from verger.domain.games.afterverse.chutzpah_use import LONG_SHOT_MOST
from verger.domain.games.afterverse.hidden import fitting
from verger.domain.games.afterverse.model.pool import FACES, is_disappointing
from verger.domain.games.afterverse.model.testing import Test, TestId
from verger.domain.games.afterverse.reckoning import TEAMWORK, cannot_count, takers
from verger.domain.games.afterverse.rolling import RULE, dice_of, keepers, open_rolls, still_to_roll
from verger.domain.games.afterverse.state import State
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import typed


def rolling(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield a seat's moves about the open tests."""
    for who in state.play.characters.of(seat):
        yield _keeping(who, keep=who not in state.play.keeping)
    for id, test in in_order(state.play.tests.items()):
        yield from _before(state, id, test, seat)
        yield from _rolls(state, id, test, seat)
        yield from _after(state, id, test, seat)
        if seat == state.table.gm:
            yield from _words(state, id, test)
    if seat == state.table.gm:
        yield from _adding(state)


def _of(state: State, who: CharacterId, verb: str) -> str:
    """Return the label of a move with the name of the character, because a seat can play several in a test."""
    return f"{verb}: {name(state, who)}"


def _unrolled(test: Test) -> list[CharacterId]:
    """Return the characters that must still roll, each once."""
    return list(dict.fromkeys(actor.character for actor in test.actors if actor.is_to_roll))


def _keeping(who: CharacterId, id: TestId | None = None, *, keep: bool) -> Option:
    fields, rule = (
        (choices("keep", [(keep, "")], optional=keep, label="Keep the rolls"),),
        "chutzpah.take_two",
    )
    if id is None:
        return move_option("keep_rolls", fields, rule, character=who, label="Keep rolls")
    return move_option("keep_rolls", fields, rule, character=who, test=id, label="Keep rolls")


def _before(state: State, id: TestId, test: Test, seat: SeatId) -> Iterator[Option]:
    for who in _unrolled(test):
        place = place_to_roll(test, who)
        assert place is not None, "somebody has yet to roll"
        if acting_seat(state, who) == seat and test.actors[place].risk:
            yield move_option(
                "take_time",
                (),
                "glitch.time",
                test=id,
                character=who,
                label=_of(state, who, "Take more time"),
            )
        if player_of(state, who) != seat:
            continue
        yield _keeping(who, id, keep=who not in test.keeping)
        if not chutzpah.cannot_use_before(state, id, who, "chutzpah.bank"):
            yield move_option(
                "good_luck",
                (),
                "chutzpah.good_luck",
                test=id,
                character=who,
                label=_of(state, who, "Use Good Luck"),
            )
            dice = (Number("dice", 1, LONG_SHOT_MOST, label="How many dice"),)
            yield move_option(
                "long_shot",
                dice,
                "chutzpah.long_shot",
                test=id,
                character=who,
                label=_of(state, who, "Take a Long Shot"),
            )


def _rolls(state: State, id: TestId, test: Test, seat: SeatId) -> Iterator[Option]:
    for place, roller in open_rolls(state, test):
        if roller != seat:
            continue
        who = test.actors[place].character
        if dice_of(test, place):
            fields, words = _typed(state, test, place), _of(state, who, "Roll")
            yield move_option("roll", fields, RULE, test=id, character=who, label=words)
        yield move_option(
            "let_be", (), RULE, test=id, character=who, label=_of(state, who, "Give up the roll")
        )


def _typed(state: State, test: Test, place: int) -> tuple[Field, ...]:
    """Return the fields for the real dice of a roll that is made at once and face up."""
    if test.hidden or still_to_roll(test, place):
        return ()
    return typed(state.table, dice_of(test, place), FACES)


def _again(state: State, test: Test, who: CharacterId) -> tuple[Field, ...]:
    place = place_to_keep(test, who)
    assert place is not None, "there is a roll to make again"
    return typed(state.table, sum(map(is_disappointing, test.actors[place].dice or ())), FACES)


def _after(state: State, id: TestId, test: Test, seat: SeatId) -> Iterator[Option]:
    for who, keeper in keepers(state, test):
        if keeper == seat:
            yield move_option(
                "keep_roll",
                (),
                RULE,
                test=id,
                character=who,
                label=_of(state, who, "Keep the roll"),
            )
        if player_of(state, who) == seat and not chutzpah.cannot_take_two(state, id, who):
            again = _again(state, test, who)
            yield move_option(
                "take_two",
                again,
                "chutzpah.take_two",
                test=id,
                character=who,
                label=_of(state, who, "Take two"),
            )
    ways = [(True, "As a critical success"), (False, "As a plain success")]
    critical = choices("critical", ways, label="How")
    for who, taker in takers(state, test):
        if taker == seat:
            yield move_option(
                "take_result",
                (critical,),
                "test.critical",
                test=id,
                character=who,
                label=_of(state, who, "Take the result"),
            )


def _adding(state: State) -> Iterator[Option]:
    """Yield the open and closed tests that can get glitch dice from the GM (`glitch.roll`)."""
    dice = choices("glitch", [("open", ""), ("hidden", "")], label="Glitch dice")
    together = choices(
        "together", [(False, ""), (True, "")], optional=True, label="One roll for all"
    )
    closed = (done.id for done in state.play.done)
    for id in (*(id for id, _ in in_order(state.play.tests.items())), *closed):
        if not glitch.cannot_add(state, id):
            yield move_option(
                "add_glitch_dice", (dice, together), glitch.RULE, test=id, label="Add glitch dice"
            )


def _words(state: State, id: TestId, test: Test) -> Iterator[Option]:
    """Yield the statements that the GM can make: all of them, or only the one that fits the revealed notes."""
    if not cannot_count(state, id):
        glitched = glitch.leadership(test, state.table.notes)
        rolls = [("highest", ""), ("lowest", "")]
        fit = rolls if glitched is None else [rolls[glitched]]
        yield move_option(
            "count_rolls",
            (choices("rolls", fit, label="Which rolls"),),
            TEAMWORK,
            test=id,
            label="Say which rolls count",
        )
    for result in test.results:
        if result.outcome == "open":
            outcomes = [(outcome, "") for outcome in fitting(test, result, state.table.notes)]
            fields = (choices("outcome", outcomes),)
            yield move_option(
                "tell_outcome",
                fields,
                RULE,
                test=id,
                character=result.character,
                label=_of(state, result.character, "Tell the outcome"),
            )
