"""The effects of a test of the game, and the function that applies them."""

from typing import Literal, assert_never

from msgspec.structs import replace

from verger.domain.core.identifier import Sign
from verger.domain.core.members import made_of
from verger.domain.core.note import NoteId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.afterverse.model.testing import (
    Actor,
    Critical,
    Form,
    Glitch,
    GlitchDice,
    Part,
    Result,
    Role,
    StatementId,
    Test,
    TestId,
    Tests,
    Threshold,
    Used,
)
from verger.domain.table.sheet import CharacterId


class _Effect(TaggedEffect, frozen=True):
    test: TestId


class TestCalled(_Effect, frozen=True, tag="test_called", omit_defaults=True):
    """The GM called for a test, or a player began one."""

    about: str
    form: Form
    parts: tuple[Part, ...]
    threshold: Threshold | None = None
    ties: bool = False
    glitch: GlitchDice = "none"
    together: bool = False
    into: Sign = ""
    attacked: tuple[CharacterId, ...] = ()
    statement: StatementId | None = None
    hidden: bool = False
    begun: bool = False
    used: tuple[Used, ...] = ()


class ThresholdSet(_Effect, frozen=True, tag="threshold_set", omit_defaults=True):
    """The GM allowed a test that a player began, and set its threshold and circumstances."""

    form: Form
    threshold: Threshold | None = None
    risk: int = 0
    glitch: GlitchDice = "none"
    into: Sign = ""
    attacked: tuple[CharacterId, ...] = ()


class TestJoined(_Effect, frozen=True, tag="test_joined"):
    """A character joined the test."""

    part: Part


class TimeTaken(_Effect, frozen=True, tag="time_taken"):
    """A character doubled the time, which reduces the risk by one."""

    place: int


class ChutzpahUsed(_Effect, frozen=True, tag="chutzpah_used"):
    """A character used chutzpah on a roll.

    A Long Shot adds dice, and raises the risk by the same number.
    """

    used: Used
    dice: int = 0


class RollReadied(_Effect, frozen=True, tag="roll_readied"):
    """One side of an opposed test is ready. Both sides' dice will be thrown together."""

    place: int


class RollMade(_Effect, frozen=True, tag="roll_made"):
    """A character rolled, face up.

    `helped` dice come from assistants. `reported` dice were typed in.
    """

    place: int
    dice: tuple[int, ...]
    helped: int = 0
    reported: bool = False


class RollSealed(_Effect, frozen=True, tag="roll_sealed"):
    """The GM rolled for a character, face down."""

    place: int
    note: NoteId


class RollStood(_Effect, frozen=True, tag="roll_stood"):
    """A roll became final."""

    place: int


class DiceRerolled(_Effect, frozen=True, tag="dice_rerolled"):
    """Take Two gave the roll these new dice. The changed dice can be typed in."""

    place: int
    dice: tuple[int, ...]
    reported: bool = False


class GlitchDiceAdded(_Effect, frozen=True, tag="glitch_dice_added"):
    """The GM added glitch dice to a test that had no glitch dice."""

    glitch: GlitchDice
    together: bool


class GlitchRolled(_Effect, frozen=True, tag="glitch_rolled"):
    """Glitch dice were rolled."""

    glitch: Glitch


class RollsCounted(_Effect, frozen=True, tag="rolls_counted"):
    """It is decided whether a team's highest or lowest rolls count. With `said`, the GM decided."""

    lowest: bool
    said: bool = False


class TestReckoned(_Effect, frozen=True, tag="test_reckoned"):
    """All rolls are final. These are the results."""

    results: tuple[Result, ...]


class OutcomeTold(_Effect, frozen=True, tag="outcome_told"):
    """The GM stated the result of a hidden threshold or roll."""

    result: Result


class ResultTaken(_Effect, frozen=True, tag="result_taken"):
    """A player chose a critical success with fewer hits, or a plain success with more hits."""

    character: CharacterId
    critical: Critical


class TestClosed(_Effect, frozen=True, tag="test_closed"):
    """A test ended, or was called off."""

    outcome: Literal["over", "called_off"]


class RollsKept(TaggedEffect, frozen=True, tag="rolls_kept"):
    """A player let a character's rolls be final at once, in one test or all tests, or stopped that."""

    character: CharacterId
    test: TestId | None
    keep: bool


def kept(keeping: tuple[CharacterId, ...], effect: RollsKept) -> tuple[CharacterId, ...]:
    """Return the characters whose rolls are final at once, after an effect."""
    others = tuple(id for id in keeping if id != effect.character)
    return (*others, effect.character) if effect.keep else others


RollEffect = RollReadied | RollMade | RollSealed | RollStood | DiceRerolled
ChangeEffect = (
    ThresholdSet
    | TestJoined
    | TimeTaken
    | ChutzpahUsed
    | RollEffect
    | GlitchDiceAdded
    | GlitchRolled
    | RollsCounted
    | TestReckoned
    | OutcomeTold
    | ResultTaken
)
TestEffect = TestCalled | ChangeEffect | TestClosed


def evolve(tests: Tests, effect: TestEffect) -> Tests:
    """Return the open tests after an effect."""
    match effect:
        case TestCalled():
            actors = tuple(map(_actor, effect.parts))
            test = made_of(Test, effect, actors=actors, risk=effect.parts[0].risk)
            return tests.set(effect.test, test)
        case TestClosed():
            return tests.delete(effect.test)
        case _:
            return tests.set(effect.test, evolve_test(tests[effect.test], effect))


def _actor(part: Part) -> Actor:
    return Actor(
        character=part.character, role=part.role, named=part.named, pool=part.pool, risk=part.risk
    )


def evolve_test(test: Test, effect: ChangeEffect) -> Test:
    """Return a test after an effect."""
    match effect:
        case ThresholdSet():
            return _with_threshold(test, effect)
        case TestJoined():
            return replace(test, actors=(*test.actors, _actor(effect.part)))
        case TimeTaken(place=place):
            actor = test.actors[place]
            return _with(test, place, risk=actor.risk - 1, doubled=actor.doubled + 1)
        case ChutzpahUsed():
            return _with_chutzpah(test, effect)
        case RollReadied() | RollMade() | RollSealed() | RollStood() | DiceRerolled():
            return _with_roll(test, effect)
        case GlitchDiceAdded(glitch=glitch, together=together):
            return replace(test, glitch=glitch, together=together)
        case GlitchRolled():
            return replace(test, glitches=(*test.glitches, effect.glitch))
        case RollsCounted():
            return replace(test, lowest=effect.lowest, said=effect.said)
        case TestReckoned():
            return replace(test, results=effect.results)
        case OutcomeTold(result=result):
            return _with_result(test, result)
        case ResultTaken(character=character, critical=critical):
            (own,) = (result for result in test.results if result.character == character)
            return _with_result(test, replace(own, critical=critical))
        case _:
            assert_never(effect)


def _with_threshold(test: Test, effect: ThresholdSet) -> Test:
    actor = test.actors[0]
    role: Role = "member" if effect.form == "teamwork" else "main"
    return replace(
        test,
        form=effect.form,
        actors=(replace(actor, role=role, risk=actor.risk + effect.risk),),
        threshold=effect.threshold,
        glitch=effect.glitch,
        into=effect.into,
        risk=effect.risk,
        attacked=effect.attacked,
        begun=False,
    )


def _with_chutzpah(test: Test, effect: ChutzpahUsed) -> Test:
    place = effect.used.place
    known = replace(test, used=(*test.used, effect.used))
    actor = test.actors[place]
    if effect.used.use == "good_luck":
        return _with(known, place, pips=1)
    return _with(known, place, pool=actor.pool + effect.dice, risk=actor.risk + effect.dice)


def _with_roll(test: Test, effect: RollEffect) -> Test:
    place = effect.place
    match effect:
        case RollReadied():
            return _with(test, place, ready=True)
        case RollMade(dice=dice, helped=helped):
            return _with(test, place, dice=dice, helped=helped, ready=False)
        case RollSealed(note=note):
            return _with(test, place, sealed=note)
        case RollStood():
            return _with(test, place, stands=True)
        case DiceRerolled(dice=dice):
            return _with(test, place, dice=dice)
        case _:
            assert_never(effect)


def _with(test: Test, place: int, **changes: object) -> Test:
    actors = list(test.actors)
    actors[place] = replace(actors[place], **changes)
    return replace(test, actors=tuple(actors))


def _with_result(test: Test, result: Result) -> Test:
    results = (result if other.character == result.character else other for other in test.results)
    return replace(test, results=tuple(results))
