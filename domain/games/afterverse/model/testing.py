"""A test of the game: its record, from the call to the result."""

from typing import Literal, NewType

import msgspec
from immutables import Map

from verger.domain.core.identifier import Sign
from verger.domain.core.note import NoteId
from verger.domain.games.afterverse.model import pool
from verger.domain.table.sheet import CharacterId

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
    """A test that the GM called for, or a player began."""

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
    risk: int = 0
    """The risk that the GM named: that of whoever joins, before luck and time of their own."""
    attacked: tuple[CharacterId, ...] = ()
    statement: StatementId | None = None
    """The statement that it decides about."""
    hidden: bool = False
    """Whether the GM rolls it face down."""
    begun: bool = False
    """Whether a player began it, and the GM has not set its threshold yet."""
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
