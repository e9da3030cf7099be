"""The open roll: a check or a task, from its call to its consequences."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NewType

import msgspec

from verger.domain.core.identifier import SeatId, Sign
from verger.domain.games.venus.model.caliber import D6, Caliber, strikes
from verger.domain.games.venus.model.claim import Claims
from verger.domain.table.sheet import CharacterId

RollId = NewType("RollId", str)
"""`t1`, `t2` … No id is used twice."""

FACTOR_LIMIT = 4
"""The maximum number of factors that make a roll harder, or help a failing check."""


class Way(StrEnum):
    """The two kinds of rolls."""

    CHECK = "check"
    TASK = "task"


class _Stage(msgspec.Struct, frozen=True, tag_field="stage", omit_defaults=True):
    pass


class Called(_Stage, frozen=True, tag="called"):
    """The FC has named the ability, and the player can state a wish (`roll.ability`)."""

    wish: Way | None = None
    agenda: str = ""


class Judging(_Stage, frozen=True, tag="judging"):
    """Peers judge the difficulty of a check (`check.difficulty`)."""

    stakes: str
    judged: tuple[tuple[SeatId, int], ...] = ()

    def given(self, fc: SeatId) -> tuple[int, ...]:
        """Return the difficulties that peers other than the FC gave, the lowest first."""
        return tuple(sorted({difficulty for seat, difficulty in self.judged if seat != fc}))


class Ready(_Stage, frozen=True, tag="ready"):
    """A check has its target. It can be rolled or cancelled."""

    stakes: str
    difficulty: int
    factors: tuple[str, ...] = ()

    @property
    def target(self) -> int:
        """The sum that passes (`check.factors`)."""
        return self.difficulty + len(self.factors)


class Short(_Stage, frozen=True, tag="short"):
    """A check failed, but a bonus can still make it pass (`check.bonus`)."""

    stakes: str
    target: int
    natural: int
    total: int


class Choosing(_Stage, frozen=True, tag="choosing"):
    """A task needs a job (`task.job`)."""

    stakes: str
    is_lacking: bool = False
    """Whether no job fits, so that the peers name one (`job.learn`)."""


class Aid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that an ally offers (`task.aid`)."""

    seat: SeatId
    character: CharacterId
    job: str
    caliber: Caliber
    accepted: bool | None = None


class Work(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task with a known job."""

    stakes: str
    job: str
    dice: int
    is_learning: bool = False
    factors: tuple[str, ...] | None = None
    """The factors that the FC named; None before the FC names them."""
    aid: tuple[Aid, ...] = ()

    @property
    def most_factors(self) -> int:
        """The maximum number of factors: learning a job counts as one of them (`job.learn`)."""
        return FACTOR_LIMIT - self.is_learning

    @property
    def threshold(self) -> int:
        """The price of the primary consequence (`task.threshold`)."""
        return 1 + self.is_learning + len(self.factors or ())

    @property
    def allies(self) -> tuple[Aid, ...]:
        """The allies whose dice the actor accepted."""
        return tuple([ally for ally in self.aid if ally.accepted])

    def pool(self, caliber: Caliber) -> tuple[Caliber, ...]:
        """Return the dice of a roll: the actor's own, then the allies'."""
        return (*(caliber,) * self.dice, *[ally.caliber for ally in self.allies])


class Staffing(_Stage, frozen=True, tag="staffing"):
    """A task has its job. The FC names factors, and allies offer aid."""

    work: Work


class Source(StrEnum):
    """The source of a KISS."""

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
        """Whether the die is a success (`task.successes`)."""
        return strikes(self.caliber, self.value)


class Stunt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A description that KISSes a die, unless the FC vetoes it (`kiss.stunt`)."""

    seat: SeatId
    die: int
    text: str
    stands: bool | None = None


class Kissing(_Stage, frozen=True, tag="kissing"):
    """The dice of a task are rolled, and players choose dice to roll again (`kiss.once`)."""

    work: Work
    dice: tuple[Die, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    is_doubled: bool = False
    """Whether every 6 counts twice (`kiss.ego`)."""


class Bought(msgspec.Struct, frozen=True, omit_defaults=True):
    """A consequence that was bought, with its description."""

    consequence: Sign
    to: Sign = ""
    """For a tertiary consequence, the consequence that it goes with."""
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
        """The successes that are still unspent."""
        return self.successes - self.spent

    def has(self, consequence: str) -> bool:
        """Return whether a consequence was bought."""
        return any(purchase.consequence == consequence for purchase in self.bought)


class Subverting(_Stage, frozen=True, tag="subverting"):
    """The FC can reverse a secondary consequence that was not bought (`task.subvert`)."""

    work: Work
    bought: tuple[Bought, ...] = ()


Stage = Called | Judging | Ready | Short | Choosing | Staffing | Kissing | Spending | Subverting


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open roll."""

    id: RollId
    character: CharacterId
    seat: SeatId
    """The seat that rolls: the character's player, or the FC."""
    ability: str
    caliber: Caliber
    score: int
    since: int
    """The version of the event that called the roll. Rewind to it if the table wants a task."""
    is_npc: bool = False
    stage: Stage = Called()
    claims: Claims = ()
    """The claims of this roll. The number of a claim is its place."""


def count(dice: Iterable[Die], *, is_doubled: bool) -> int:
    """Return the number of successes (`task.successes`). 6s can count twice (`kiss.ego`)."""
    struck = [die for die in dice if die.is_success]
    sixes = sum(die.value == D6 for die in struck)
    return len(struck) + (sixes if is_doubled else 0)
