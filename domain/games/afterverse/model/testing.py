"""A test of the game: its record, from the call to the result."""

from typing import Literal, NewType

import msgspec
from immutables import Map

from verger.domain.core.identifier import Sign
from verger.domain.core.note import NoteId
from verger.domain.games.afterverse.model import pool
from verger.domain.table.sheet import CharacterId

TestId = NewType("TestId", str)
"""A test: `t1`, `t2` … No id is used twice."""

StatementId = NewType("StatementId", str)
"""A statement that was declared a fact: `d1`, `d2` … No id is used twice."""

Form = Literal["alone", "assistance", "teamwork", "opposed"]
Role = Literal["main", "assistant", "member", "leader", "opponent"]
GlitchDice = Literal["none", "open", "hidden"]
Use = Literal["good_luck", "long_shot", "take_two", "knowledge", "retcon"]
Outcome = Literal["open", "none", "failure", "success", "tie"]
"""`open` if only the GM knows the threshold or the roll, `none` if there was no threshold."""
Critical = Literal["no", "offered", "taken", "left"]


class OpenThreshold(msgspec.Struct, frozen=True, tag_field="threshold", tag="open"):
    """A number of needed hits that everybody knows."""

    hits: int


class HiddenThreshold(msgspec.Struct, frozen=True, tag_field="threshold", tag="hidden"):
    """A number of needed hits that is in the GM's sealed note."""

    note: NoteId


Threshold = OpenThreshold | HiddenThreshold


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character's role in a test, with its pool and the risk of a glitch."""

    character: CharacterId
    role: Role
    named: str
    """The parts of the pool, such as `PER + INT`."""
    pool: int
    risk: int = 0


class Actor(Part, frozen=True, omit_defaults=True):
    """A character in a test: its part and its roll."""

    doubled: int = 0
    """How often the player has doubled the time that the task takes."""
    helped: int = 0
    """The number of dice from assistants' hits."""
    pips: int = 0
    dice: tuple[int, ...] | None = None
    """The values of the dice, if they are face up. Empty if the player rolled no dice."""
    sealed: NoteId | None = None
    """The note that contains a hidden roll."""
    ready: bool = False
    """Whether the dice wait until the other side is ready, and are then thrown together with its
    dice."""
    stands: bool = False
    """Whether the roll is final."""

    @property
    def has_rolled(self) -> bool:
        """Whether the dice were thrown or the roll was left out."""
        return self.dice is not None or self.sealed is not None

    @property
    def is_to_roll(self) -> bool:
        """Whether the player must still decide about this roll."""
        return not self.has_rolled and not self.ready

    @property
    def has_let_be(self) -> bool:
        """Whether no dice were rolled."""
        return self.dice == ()

    @property
    def hits(self) -> int:
        """The hits of an open roll."""
        return pool.hits(self.dice or (), self.pips)

    @property
    def sixes(self) -> int:
        """The sixes of an open roll, which count for a critical success."""
        return pool.sixes(self.dice or (), self.pips)


class Glitch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll of glitch dice: face up, or in a sealed note."""

    characters: tuple[CharacterId, ...]
    """The characters that this roll is for. If there are several, a die picks one of them."""
    risk: int
    dice: tuple[int, ...] = ()
    picked: int = 0
    """The die that picks the character, if it was rolled face up."""
    note: NoteId | None = None
    picking: NoteId | None = None
    """The note with the die that picks the character."""
    leads: bool = False
    """Whether the glitch dice belong to a Leadership test."""


class Used(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chutzpah that was spent on a test."""

    character: CharacterId
    use: Use
    place: int
    """The roll that it was spent on, by its place in the test."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a test for a character."""

    character: CharacterId
    hits: int
    sixes: int
    outcome: Outcome = "none"
    critical: Critical = "no"
    told: Literal["failure", "success", "critical"] | None = None
    """The GM's statement, if the threshold or the roll was hidden."""

    @property
    def counts(self) -> int:
        """The number of hits that count for the success.

        In a critical success, only sixes count.
        """
        return self.sixes if self.critical == "taken" else self.hits


class Test(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that the GM called for, or a player began."""

    about: str
    form: Form
    actors: tuple[Actor, ...]
    threshold: Threshold | None = None
    ties: bool = False
    """Whether an opposed test can end in a tie."""
    glitch: GlitchDice = "none"
    together: bool = False
    """Whether there is one roll of glitch dice for all characters."""
    into: Sign = ""
    """The bank for the hits."""
    risk: int = 0
    """The risk that the GM named. It applies to everybody who joins, before luck and time."""
    attacked: tuple[CharacterId, ...] = ()
    statement: StatementId | None = None
    """The statement that the test decides about."""
    hidden: bool = False
    """Whether the GM makes the roll face down."""
    begun: bool = False
    """Whether a player began it, and the GM has not set its threshold yet."""
    keeping: tuple[CharacterId, ...] = ()
    """The characters whose rolls in this test are final at once."""
    glitches: tuple[Glitch, ...] = ()
    used: tuple[Used, ...] = ()
    lowest: bool | None = None
    """Whether the lowest rolls count, if that is known. See `team.teamwork`."""
    said: bool = False
    """Whether the GM decided which rolls count, because the glitch dice were face down."""
    results: tuple[Result, ...] = ()

    @property
    def leader(self) -> Actor | None:
        """The character that makes the Leadership test."""
        return next((actor for actor in self.actors if actor.role == "leader"), None)

    @property
    def leads_hidden(self) -> bool:
        """Whether a Leadership test's glitch is in a sealed note."""
        return any(glitch.leads and glitch.note for glitch in self.glitches)


Tests = Map[TestId, Test]
