"""The roll under way: a check or a task, from the FC's word to its consequences."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NewType

import msgspec

from verger.domain.core.identifier import SeatId, Sign
from verger.domain.games.venus.model.caliber import D6, Caliber, strikes
from verger.domain.games.venus.model.claim import Claims
from verger.domain.table.sheet import CharacterId

RollId = NewType("RollId", str)
"""`t1`, `t2` …, never used twice."""

FACTOR_LIMIT = 4
"""Factors that make a check or a task harder, or a failing check better."""


class Way(StrEnum):
    """The two kinds of rolls."""

    CHECK = "check"
    TASK = "task"


class _Stage(msgspec.Struct, frozen=True, tag_field="stage", omit_defaults=True):
    pass


class Called(_Stage, frozen=True, tag="called"):
    """The FC has named the ability and hears the player (`roll.ability`)."""

    wish: Way | None = None
    agenda: str = ""


class Judging(_Stage, frozen=True, tag="judging"):
    """Peers judge a check's difficulty (`check.difficulty`)."""

    stakes: str
    judged: tuple[tuple[SeatId, int], ...] = ()


class Ready(_Stage, frozen=True, tag="ready"):
    """A check has its target and may be rolled, or cancelled."""

    stakes: str
    difficulty: int
    factors: tuple[str, ...] = ()

    @property
    def target(self) -> int:
        """What the sum has to reach (`check.factors`)."""
        return self.difficulty + len(self.factors)


class Short(_Stage, frozen=True, tag="short"):
    """A check has fallen short by no more than a bonus makes up (`check.bonus`)."""

    stakes: str
    target: int
    natural: int
    total: int


class Choosing(_Stage, frozen=True, tag="choosing"):
    """A task looks for the job that it takes (`task.job`)."""

    stakes: str
    is_lacking: bool = False
    """Whether no job fits, so that the peers name one (`job.learn`)."""


class Aid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that an ally hands over (`task.aid`)."""

    seat: SeatId
    character: CharacterId
    job: str
    caliber: Caliber
    accepted: bool | None = None


class Work(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task once its job is known."""

    stakes: str
    job: str
    dice: int
    is_learning: bool = False
    factors: tuple[str, ...] | None = None
    """What the FC counts against it; nothing until that is said."""
    aid: tuple[Aid, ...] = ()

    @property
    def most_factors(self) -> int:
        """Learning the ropes is one factor of those that there may be (`job.learn`)."""
        return FACTOR_LIMIT - self.is_learning

    @property
    def threshold(self) -> int:
        """The price of the primary consequence (`task.threshold`)."""
        return 1 + self.is_learning + len(self.factors or ())

    @property
    def allies(self) -> tuple[Aid, ...]:
        """Those whose die the actor takes."""
        return tuple([one for one in self.aid if one.accepted])

    def pool(self, caliber: Caliber) -> tuple[Caliber, ...]:
        """The dice that are rolled: one's own, then the allies'."""
        return (*(caliber,) * self.dice, *[one.caliber for one in self.allies])


class Staffing(_Stage, frozen=True, tag="staffing"):
    """A task has its job; the FC counts factors, allies offer aid."""

    work: Work


class Source(StrEnum):
    """What a die was KISSed by."""

    LOT = "lot"
    EGO = "ego"
    INSIGHT = "insight"
    STUNT = "stunt"
    SPECIALTY = "specialty"


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die on the table."""

    seat: SeatId
    caliber: Caliber
    value: int
    kissed: Source | None = None

    @property
    def is_success(self) -> bool:
        """Whether it strikes (`task.successes`)."""
        return strikes(self.caliber, self.value)


class Stunt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A description that KISSes a die unless the FC vetoes it (`kiss.stunt`)."""

    seat: SeatId
    die: int
    text: str
    stands: bool | None = None


class Kissing(_Stage, frozen=True, tag="kissing"):
    """A task's dice lie on the table, and those that disappoint are chosen (`kiss.once`)."""

    work: Work
    dice: tuple[Die, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    is_doubled: bool = False
    """Whether every 6 counts twice (`kiss.ego`)."""


class Bought(msgspec.Struct, frozen=True, omit_defaults=True):
    """A consequence that successes have bought, told in somebody's words."""

    consequence: Sign
    to: Sign = ""
    """What a tertiary one is appended to."""
    text: str = ""


class Spending(_Stage, frozen=True, tag="spending"):
    """A task's successes are spent (`task.spend`)."""

    work: Work
    successes: int
    dice: tuple[Die, ...] = ()
    spent: int = 0
    bought: tuple[Bought, ...] = ()

    @property
    def left(self) -> int:
        """Successes that still buy something."""
        return self.successes - self.spent

    def has(self, consequence: str) -> bool:
        """Whether a consequence is bought."""
        return any(one.consequence == consequence for one in self.bought)


class Subverting(_Stage, frozen=True, tag="subverting"):
    """The FC may turn a secondary consequence that was not bought (`task.subvert`)."""

    work: Work
    bought: tuple[Bought, ...] = ()


Stage = Called | Judging | Ready | Short | Choosing | Staffing | Kissing | Spending | Subverting


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """The roll under way."""

    id: RollId
    character: CharacterId
    seat: SeatId
    """Who rolls: the character's player, or the FC."""
    ability: str
    caliber: Caliber
    score: int
    since: int
    """The version at which it was called: where to rewind to, should the table want a task."""
    is_npc: bool = False
    stage: Stage = Called()
    claims: Claims = ()
    """What was put to the peers, all through the roll; each keeps its number."""


def count(dice: Iterable[Die], *, is_doubled: bool) -> int:
    """The successes on the table (`task.successes`), 6s perhaps twice (`kiss.ego`)."""
    struck = [die for die in dice if die.is_success]
    sixes = sum(die.value == D6 for die in struck)
    return len(struck) + (sixes if is_doubled else 0)
