"""The record of a Venus Engine model: the table, and everything in play."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

LOTS_LIMIT = 10
EXP_LIMIT = 16
LEAST = {"bronze": 5, "silver": 4, "gold": 3, "platinum": 2}
"""The lowest value of a successful die of each caliber."""


class Ability(msgspec.Struct):
    """An ability of a character."""

    name: str
    caliber: str
    score: int


class Job(msgspec.Struct):
    """A job of a character."""

    name: str
    abilities: list[str]
    level: int
    exp: int
    qualifications: str | None = None
    qualified: bool = False

    @property
    def takes_exp(self) -> bool:
        """Whether the job marks exp: not before its qualifications are met."""
        return self.qualifications is None or self.qualified


class Attribute(msgspec.Struct):
    """An attribute of a character, such as a principle."""

    kind: str
    text: str
    special: str | None = None


class Sheet(msgspec.Struct):
    """The sheet of a character."""

    abilities: list[Ability]
    jobs: list[Job] = []
    attributes: list[Attribute] = []

    def ability(self, name: str) -> Ability | None:
        return next((one for one in self.abilities if one.name == name), None)

    def job(self, name: str) -> Job | None:
        return next((one for one in self.jobs if one.name == name), None)

    def mark(self, name: str) -> None:
        """Mark an exp for a job. Sixteen exp are cleared and raise the level, up to the lower ability score."""
        job = self.job(name)
        if job is None or not job.takes_exp:
            return
        job.exp += 1
        if job.exp >= EXP_LIMIT:
            scores = [one.score if one else 0 for one in map(self.ability, job.abilities)]
            job.exp, job.level = 0, max(job.level, min(scores))

    @property
    def specials(self) -> dict[str, str]:
        """The special secondary consequences, named by the place of their attribute, such as `special1`."""
        places = enumerate(self.attributes, 1)
        return {f"special{place}": one.special for place, one in places if one.special}


class Character(msgspec.Struct):
    """A character. Without a seat, it is the FC's."""

    name: str
    seat: str | None
    sheet: Sheet


class Scene(msgspec.Struct):
    """A current scene."""

    by: str
    order: list[str]
    waiting: list[str]
    round: int = 1


class Claim(msgspec.Struct):
    """A claim that peers call valid or not."""

    purpose: str
    by: str
    text: str
    asked: list[str]
    yes: list[str] = []
    no: list[str] = []
    lot: bool = False
    die: int = 0
    attribute: int = 0
    job: Job | None = None
    approved: bool | None = None

    @property
    def pending(self) -> list[str]:
        """The seats that have not answered."""
        answered = (*self.yes, *self.no)
        return [seat for seat in self.asked if seat not in answered]


class Check(msgspec.Struct):
    """A d20 against a target."""

    judged: dict[str, int] = {}
    difficulty: int | None = None
    factors: list[str] = []
    target: int | None = None
    natural: int | None = None
    total: int | None = None


class Aid(msgspec.Struct):
    """A die that an ally offers."""

    seat: str
    character: str
    job: str
    caliber: str
    accepted: bool | None = None


class Die(msgspec.Struct):
    """A die of a task."""

    seat: str
    caliber: str
    value: int
    kissed: str | None = None


class Stunt(msgspec.Struct):
    """A description with flair, to reroll a die."""

    seat: str
    die: int
    stands: bool | None = None


class Bought(msgspec.Struct):
    """A consequence that was bought with successes."""

    consequence: str
    to: str = ""


class Task(msgspec.Struct):
    """A pool of dice against a threshold."""

    is_lacking: bool = False
    job: str | None = None
    is_learning: bool = False
    dice: int = 0
    factors: list[str] | None = None
    aid: list[Aid] = []
    rolled: list[Die] = []
    stunts: list[Stunt] = []
    is_doubled: bool = False
    ego: list[str] = []
    """The players that have spent Ego on dice, or the actor on every 6."""
    successes: int | None = None
    left: int | None = None
    bought: list[Bought] = []
    surprised: bool = True
    """Whether all bought surprises have been narrated."""

    @property
    def threshold(self) -> int | None:
        if self.factors is None:
            return None
        return 1 + self.is_learning + len(self.factors)

    @property
    def has(self) -> list[str]:
        """List the bought consequences."""
        return [one.consequence for one in self.bought]


class Roll(msgspec.Struct):
    """The roll under way."""

    id: str
    stage: str
    character: str
    seat: str
    ability: str
    caliber: str
    score: int
    since: int
    is_npc: bool = False
    """Whether the FC rolls for one of the FC's characters."""
    wish: str | None = None
    claims: list[Claim] = []
    check: Check | None = None
    task: Task | None = None


class Proposal(msgspec.Struct):
    """An open proposal."""

    by: str
    subject: dict[str, Any]
    asked: list[str]
    yes: list[str] = []

    @property
    def waiting(self) -> list[str]:
        return [seat for seat in self.asked if seat not in self.yes]


class Purse(msgspec.Struct):
    """The tokens in an account."""

    lots: int = 0
    ego: int = 0


class Play(msgspec.Struct):
    """The part of the record that a rewind restores."""

    step: str = "prepare"
    chapter: int | None = None
    chapters: int = 0
    characters: dict[str, Character] = {}
    characters_ever: int = 0
    proposals: dict[str, Proposal] = {}
    proposals_ever: int = 0
    scenes: dict[str, Scene] = {}
    scenes_ever: int = 0
    pacing: str = "one_by_one"
    current: str | None = None
    turn: str | None = None
    may_offer: bool = False
    roll: Roll | None = None
    rolls_ever: int = 0
    sitting_in: list[str] = []
    owed: dict[str, int] = {}
    awards: list[tuple[str, str]] = []
    purses: dict[str, Purse] = {}
    started: list[str] = []
    """The seats that have received the Lots for their first character."""

    def of(self, seat: str) -> list[Character]:
        """The characters of a seat."""
        return [one for one in self.characters.values() if one.seat == seat]

    def purse(self, seat: str) -> Purse:
        return self.purses.setdefault(f"seat:{seat}", Purse())

    def give(self, seat: str, lots: int = 0, ego: int = 0) -> None:
        """Give a seat tokens from the bank. Negative numbers go back to the bank."""
        for purse, sign in ((self.purse(seat), 1), (self.purses.setdefault("bank", Purse()), -1)):
            purse.lots += sign * lots
            purse.ego += sign * ego

    def earn_lot(self, seat: str) -> None:
        """Give a seat a Lot. At the limit, the seat is owed an exp instead, if a job of its characters can mark it."""
        if self.purse(seat).lots < LOTS_LIMIT:
            self.give(seat, lots=1)
        elif any(job.takes_exp for one in self.of(seat) for job in one.sheet.jobs):
            self.owed[seat] = self.owed.get(seat, 0) + 1

    def earn_ego(self, seat: str) -> None:
        """Give a seat an Ego, unless it has one."""
        if not self.purse(seat).ego:
            self.give(seat, ego=1)


class Place(msgspec.Struct):
    """A seat at the table."""

    id: str
    kind: str
    taken: bool


class Table(msgspec.Struct):
    """The seats and their players. No rewind touches them."""

    places: list[Place] = []
    away: list[str] = []
    """The seats that a fork has emptied. The questions to them wait."""
    paused: bool = False
    questions: dict[str, list[str]] = {}
    """For each question without a ruling of the FC, the peers who have not stated a view."""
    house_rules: Mapping[str, Any] = {}
    silent: tuple[str, ...] = ()

    def _of_kind(self, kind: str) -> Iterator[str]:
        yield from [place.id for place in self.places if place.kind == kind and place.taken]

    @property
    def gm(self) -> str:
        return next(place.id for place in self.places if place.kind == "gm")

    @property
    def sitting(self) -> list[str]:
        """The taken seats in play, the FC's first."""
        return [*self._of_kind("gm"), *self._of_kind("player")]

    @property
    def players(self) -> list[str]:
        return list(self._of_kind("player"))

    @property
    def all_players(self) -> list[str]:
        """The players' seats, also empty ones."""
        return [place.id for place in self.places if place.kind == "player"]

    def plays_on(self, seat: str) -> bool:
        """Return whether a player's seat is taken, or waits for a player after a fork."""
        return seat in self.all_players and self.remains(seat)

    @property
    def observers(self) -> list[str]:
        return list(self._of_kind("observer"))

    def remains(self, seat: str) -> bool:
        """Return whether a seat is still asked: it is taken, or a fork has emptied it."""
        there = {place.id for place in self.places if place.taken}
        return seat in there or seat in self.away


class State(msgspec.Struct):
    """The whole record of a model."""

    play: Play
    table: Table

    def peers(self, seat: str) -> list[str]:
        """The peers of a seat: all other taken seats in play, and observers that the FC has named as peers."""
        friends = [one for one in self.table.observers if one in self.play.sitting_in]
        return [one for one in (*self.table.sitting, *friends) if one != seat]

    def may_judge(self, seat: str) -> bool:
        """Return whether a seat may still be asked about a roll."""
        kind = next((place.kind for place in self.table.places if place.id == seat), None)
        return self.table.remains(seat) and (kind != "observer" or seat in self.play.sitting_in)

    def owner(self, character: Character) -> str:
        """The seat of a character, or the FC's seat if it has none."""
        return character.seat or self.table.gm


def is_success(die: Die) -> bool:
    return die.value >= LEAST[die.caliber]


def successes(dice: Sequence[Die], *, doubled: bool) -> int:
    """The successes of dice. With Ego, every 6 counts twice."""
    return sum(is_success(die) * (2 if doubled and die.value == 6 else 1) for die in dice)
