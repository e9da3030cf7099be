"""Tests: the record of one, and how effects change it."""

from typing import Literal, NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from domain.core.identifier import Sign
from domain.core.note import NoteId
from domain.games.afterverse.model import pool
from domain.table.sheet import CharacterId

TestId = NewType("TestId", str)
"""A test: `t1`, `t2` …, never used twice."""

StatementId = NewType("StatementId", str)
"""A statement that somebody declared a fact: `d1`, `d2` …, never used twice."""

Form = Literal["alone", "assistance", "teamwork", "opposed"]
Role = Literal["main", "assistant", "member", "leader", "opponent"]
GlitchDice = Literal["none", "open", "hidden"]
Use = Literal["good_luck", "long_shot", "take_two", "knowledge", "retcon"]
Outcome = Literal["open", "none", "failure", "success", "tie"]
"""`open` where only the GM knows the threshold or the roll, `none` where there was no threshold."""
Critical = Literal["no", "offered", "taken", "left"]


class OpenThreshold(msgspec.Struct, frozen=True, tag_field="threshold", tag="open"):
    """So many hits are needed, and everybody knows."""

    hits: int


class HiddenThreshold(msgspec.Struct, frozen=True, tag_field="threshold", tag="hidden"):
    """So many hits are needed as the GM's sealed note says."""

    note: NoteId


Threshold = OpenThreshold | HiddenThreshold


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part that a character takes in a test, with its pool and the risk of a glitch."""

    character: CharacterId
    role: Role
    named: str
    """What the pool is made of: `PER + INT`."""
    pool: int
    risk: int = 0


class Actor(Part, frozen=True, omit_defaults=True):
    """A character in a test: its part, and what was rolled."""

    doubled: int = 0
    """How often the time was doubled."""
    helped: int = 0
    """Dice that assistants' hits have added."""
    pips: int = 0
    dice: tuple[int, ...] | None = None
    """What was rolled, face up; no dice for whoever let it be."""
    sealed: NoteId | None = None
    """The note that a hidden roll lies in."""
    ready: bool = False
    """Whether its dice fall as soon as the other side has rolled too."""
    stands: bool = False
    """Whether the roll stays as it is."""

    @property
    def has_rolled(self) -> bool:
        """Whether the dice have been thrown, or let be."""
        return self.dice is not None or self.sealed is not None

    @property
    def is_to_roll(self) -> bool:
        """Whether somebody has yet to say what becomes of this roll."""
        return not self.has_rolled and not self.ready

    @property
    def has_let_be(self) -> bool:
        """Whether there was no roll."""
        return self.dice == ()

    @property
    def hits(self) -> int:
        """The hits of an open roll."""
        return pool.hits(self.dice or (), self.pips)

    @property
    def sixes(self) -> int:
        """Those hits of an open roll that count for a critical success."""
        return pool.sixes(self.dice or (), self.pips)


class Glitch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Glitch dice that were rolled: face up, or in a sealed note."""

    characters: tuple[CharacterId, ...]
    """Whose roll it goes with; of several a die picks one."""
    risk: int
    dice: tuple[int, ...] = ()
    picked: int = 0
    """The die that picks whose glitch it is, where it was rolled face up."""
    note: NoteId | None = None
    picking: NoteId | None = None
    """The note of the die that picks."""
    leads: bool = False
    """Whether it is that of a Leadership test."""


class Used(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chutzpah that was spent on a test."""

    character: CharacterId
    use: Use
    place: int
    """Whose roll it was for, by the place in the test."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a test for a character."""

    character: CharacterId
    hits: int
    sixes: int
    outcome: Outcome = "none"
    critical: Critical = "no"
    told: Literal["failure", "success", "critical"] | None = None
    """What the GM said where the threshold or the roll was hidden."""

    @property
    def counts(self) -> int:
        """The hits that it is worth: a critical success is one of fewer hits."""
        return self.sixes if self.critical == "taken" else self.hits


class Test(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that the GM called for."""

    about: str
    form: Form
    actors: tuple[Actor, ...]
    threshold: Threshold | None = None
    ties: bool = False
    """Whether an opposed test may end in a tie."""
    glitch: GlitchDice = "none"
    together: bool = False
    """Whether one roll of glitch dice goes for all."""
    into: Sign = ""
    """The bank that the hits go into."""
    attacked: tuple[CharacterId, ...] = ()
    statement: StatementId | None = None
    """The statement that it decides about."""
    hidden: bool = False
    """Whether the GM rolls it face down."""
    keeping: tuple[CharacterId, ...] = ()
    """Those who let stand whatever they roll in it."""
    glitches: tuple[Glitch, ...] = ()
    used: tuple[Used, ...] = ()
    lowest: bool | None = None
    """Whether the lowest rolls count, once that is known; see `team.teamwork`."""
    said: bool = False
    """Whether the GM said so, as the glitch dice lay face down."""
    results: tuple[Result, ...] = ()

    @property
    def leader(self) -> Actor | None:
        """Who makes the Leadership test."""
        return next((one for one in self.actors if one.role == "leader"), None)

    @property
    def leads_hidden(self) -> bool:
        """Whether a Leadership test's glitch lies in a sealed note."""
        return any(one.leads and one.note for one in self.glitches)


Tests = Map[TestId, Test]

# The tags and field names of effects are the stored format: a change is a new tag.


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    test: TestId


class TestCalled(_Effect, frozen=True, tag="test_called", omit_defaults=True):
    """The GM called for a test."""

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
    used: tuple[Used, ...] = ()


class TestJoined(_Effect, frozen=True, tag="test_joined"):
    """A character takes part too."""

    part: Part


class TimeTaken(_Effect, frozen=True, tag="time_taken"):
    """A character doubled the time, which lowers the risk by one."""

    place: int


class ChutzpahUsed(_Effect, frozen=True, tag="chutzpah_used"):
    """A character used chutzpah on a roll; a Long Shot adds dice and as much risk."""

    used: Used
    dice: int = 0


class RollReadied(_Effect, frozen=True, tag="roll_readied"):
    """One side of an opposed test is to roll; its dice fall together with the other's."""

    place: int


class RollMade(_Effect, frozen=True, tag="roll_made"):
    """A character rolled, face up; so many of the dice were assistants'."""

    place: int
    dice: tuple[int, ...]
    helped: int = 0


class RollSealed(_Effect, frozen=True, tag="roll_sealed"):
    """The GM rolled for a character, face down."""

    place: int
    note: NoteId


class RollStood(_Effect, frozen=True, tag="roll_stood"):
    """A roll stays as it is."""

    place: int


class DiceRerolled(_Effect, frozen=True, tag="dice_rerolled"):
    """Take Two: these are the dice of the roll now."""

    place: int
    dice: tuple[int, ...]


class GlitchDiceAdded(_Effect, frozen=True, tag="glitch_dice_added"):
    """The GM wants glitch dice in a test that had none so far."""

    glitch: GlitchDice
    together: bool


class GlitchRolled(_Effect, frozen=True, tag="glitch_rolled"):
    """Glitch dice were rolled."""

    glitch: Glitch


class RollsCounted(_Effect, frozen=True, tag="rolls_counted"):
    """It is known whether a team's highest or its lowest rolls count; perhaps the GM said so."""

    lowest: bool
    said: bool = False


class TestReckoned(_Effect, frozen=True, tag="test_reckoned"):
    """All rolls stand: what came of them."""

    results: tuple[Result, ...]


class OutcomeTold(_Effect, frozen=True, tag="outcome_told"):
    """The GM said what came of a hidden threshold or roll."""

    result: Result


class ResultTaken(_Effect, frozen=True, tag="result_taken"):
    """A player took a critical success of fewer hits, or the plain one of more."""

    character: CharacterId
    critical: Critical


class TestClosed(_Effect, frozen=True, tag="test_closed"):
    """A test is over, or was called off."""

    outcome: Literal["over", "called_off"]


class RollsKept(msgspec.Struct, frozen=True, tag_field="effect", tag="rolls_kept"):
    """A player lets the coming rolls of a character stand, or no longer: in a test, or in all."""

    character: CharacterId
    test: TestId | None
    keep: bool


def kept(keeping: tuple[CharacterId, ...], effect: RollsKept) -> tuple[CharacterId, ...]:
    """Those whose rolls stand, after one has said so or taken it back."""
    others = tuple(one for one in keeping if one != effect.character)
    return (*others, effect.character) if effect.keep else others


RollEffect = RollReadied | RollMade | RollSealed | RollStood | DiceRerolled
ChangeEffect = (
    TestJoined
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
    """The open tests after an effect."""
    match effect:
        case TestCalled():
            return tests.set(effect.test, _called(effect))
        case TestClosed():
            return tests.delete(effect.test)
        case _:
            return tests.set(effect.test, _evolve(tests[effect.test], effect))


def _called(effect: TestCalled) -> Test:
    return Test(
        effect.about,
        effect.form,
        tuple(map(_actor, effect.parts)),
        effect.threshold,
        effect.ties,
        effect.glitch,
        effect.together,
        effect.into,
        effect.attacked,
        effect.statement,
        effect.hidden,
        used=effect.used,
    )


def _actor(part: Part) -> Actor:
    return Actor(part.character, part.role, part.named, part.pool, part.risk)


def _evolve(called: Test, effect: ChangeEffect) -> Test:
    match effect:
        case TestJoined():
            return replace(called, actors=(*called.actors, _actor(effect.part)))
        case TimeTaken(place=place):
            one = called.actors[place]
            return _with(called, place, risk=one.risk - 1, doubled=one.doubled + 1)
        case ChutzpahUsed():
            return _with_chutzpah(called, effect)
        case RollReadied() | RollMade() | RollSealed() | RollStood() | DiceRerolled():
            return _with_roll(called, effect)
        case GlitchDiceAdded(glitch=glitch, together=together):
            return replace(called, glitch=glitch, together=together)
        case GlitchRolled():
            return replace(called, glitches=(*called.glitches, effect.glitch))
        case RollsCounted():
            return replace(called, lowest=effect.lowest, said=effect.said)
        case TestReckoned():
            return replace(called, results=effect.results)
        case OutcomeTold(result=result):
            return _with_result(called, result)
        case ResultTaken(character=character, critical=critical):
            (own,) = (one for one in called.results if one.character == character)
            return _with_result(called, replace(own, critical=critical))
        case _:
            assert_never(effect)


def _with_chutzpah(called: Test, effect: ChutzpahUsed) -> Test:
    place = effect.used.place
    known = replace(called, used=(*called.used, effect.used))
    one = called.actors[place]
    if effect.used.use == "good_luck":
        return _with(known, place, pips=1)
    return _with(known, place, pool=one.pool + effect.dice, risk=one.risk + effect.dice)


def _with_roll(called: Test, effect: RollEffect) -> Test:
    place = effect.place
    match effect:
        case RollReadied():
            return _with(called, place, ready=True)
        case RollMade(dice=dice, helped=helped):
            return _with(called, place, dice=dice, helped=helped, ready=False)
        case RollSealed(note=note):
            return _with(called, place, sealed=note)
        case RollStood():
            return _with(called, place, stands=True)
        case DiceRerolled(dice=dice):
            return _with(called, place, dice=dice)
        case _:
            assert_never(effect)


def _with(called: Test, place: int, **changes: object) -> Test:
    actors = list(called.actors)
    actors[place] = replace(actors[place], **changes)
    return replace(called, actors=tuple(actors))


def _with_result(called: Test, result: Result) -> Test:
    results = (result if one.character == result.character else one for one in called.results)
    return replace(called, results=tuple(results))
