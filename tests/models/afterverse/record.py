"""A model of Afterverse's record of a session: characters, banks, tests, the world."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.models.following import Chair

Json = dict[str, Any]
Dice = tuple[int, ...]

KINDS = ("chutzpah", "awareness", "initiative", "stun")
DONE_MOST = 20


@dataclass
class Character:
    """A character with a sheet, played from a seat or by the GM."""

    name: str
    seat: str | None
    sheet: Json


@dataclass
class Bank:
    """A bank of hits."""

    name: str
    character: str
    cap: int | str


@dataclass
class Actor:
    """A character in a test, with its pool and its dice."""

    character: str
    role: str
    named: str
    pool: int
    risk: int = 0
    doubled: int = 0
    helped: int = 0
    pips: int = 0
    dice: Dice | None = None
    """The open dice. Empty if the player declined to roll; None before that."""
    sealed: str | None = None
    """The note of a roll that lies face down."""
    ready: bool = False
    stands: bool = False

    @property
    def has_rolled(self) -> bool:
        """Whether its dice were rolled, or the player declined to roll."""
        return self.dice is not None or self.sealed is not None

    @property
    def is_said(self) -> bool:
        """Whether a player has decided about this roll."""
        return self.has_rolled or self.ready

    @property
    def hits(self) -> int:
        """Fives and sixes, and fours with good luck."""
        return sum(die + self.pips >= 5 for die in self.dice or ())

    @property
    def sixes(self) -> int:
        """The sixes that count for a critical success."""
        return sum(die + self.pips >= 6 for die in self.dice or ())


@dataclass
class Glitch:
    """Rolled glitch dice."""

    characters: tuple[str, ...]
    risk: int
    dice: Dice
    """The values, even if only the GM sees them."""
    picked: int = 0
    note: str | None = None
    picking: str | None = None
    leads: bool = False

    @property
    def glitched(self) -> bool:
        """Whether at least two dice show 1."""
        return self.dice.count(1) >= 2


@dataclass
class Result:
    """The result of a test for a character."""

    character: str
    hits: int
    sixes: int
    outcome: str = "none"
    critical: str = "no"
    told: str | None = None


@dataclass
class Threshold:
    """The number of hits that are needed. If there is a note, only the GM sees it."""

    hits: int | None
    note: str | None = None


@dataclass
class Test:
    """A test that was called."""

    __test__ = False

    about: str
    form: str
    actors: list[Actor]
    threshold: Threshold | None = None
    ties: bool = False
    glitch: str = "none"
    together: bool = False
    into: str = ""
    risk: int = 0
    attacked: tuple[str, ...] = ()
    statement: str | None = None
    hidden: bool = False
    begun: bool = False
    keeping: set[str] = field(default_factory=set)
    glitches: list[Glitch] = field(default_factory=list)
    used: list[tuple[str, str, int]] = field(default_factory=list)
    """Each use of chutzpah: the character, the use, and the place of the roll."""
    lowest: bool | None = None
    said: bool = False
    results: list[Result] = field(default_factory=list)
    moved_on: set[str] = field(default_factory=set)
    """The characters that have begun another test since it was over."""

    def of(self, *roles: str) -> list[Actor]:
        """Return the participants with one of these roles."""
        return [one for one in self.actors if one.role in roles]

    @property
    def leader(self) -> Actor | None:
        """The character that makes the Leadership test."""
        return next(iter(self.of("leader")), None)


@dataclass
class Proposal:
    """An open proposal, and the seats that have agreed."""

    by: str
    subject: Json
    asked: list[str]
    agreed: list[str] = field(default_factory=list)

    @property
    def waiting(self) -> list[str]:
        """The seats that have not answered yet."""
        return [seat for seat in self.asked if seat not in self.agreed]


@dataclass
class Story:
    """The part of the record that a rewind takes back."""

    step: str = "prepare"
    sessions: int = 0
    characters: dict[str, Character] = field(default_factory=dict)
    purses: dict[str, dict[str, int]] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict)
    banks: dict[str, Bank] = field(default_factory=dict)
    tests: dict[str, Test] = field(default_factory=dict)
    done: dict[str, Test] = field(default_factory=dict)
    keeping: set[str] = field(default_factory=set)
    situation: str | None = None
    looked: dict[str, int] = field(default_factory=dict)
    combat: bool = False
    questions: dict[str, tuple[str, str]] = field(default_factory=dict)
    statements: dict[str, Json] = field(default_factory=dict)
    retcons: list[Json] = field(default_factory=list)
    given: dict[str, int] = field(default_factory=dict)
    """The number of ids of each letter so far."""

    def new_id(self, letter: str) -> str:
        """The next id of a kind."""
        self.given[letter] = self.given.get(letter, 0) + 1
        return f"{letter}{self.given[letter]}"

    def begins(self, *characters: str) -> None:
        """Record that characters begin another test, so that their finished tests can get no more glitch dice."""
        for called in self.done.values():
            called.moved_on |= {*characters} & {one.character for one in called.actors}

    def holds(self, account: str, kind: str) -> int:
        """The tokens in an account."""
        return self.purses.get(account, {}).get(kind, 0)

    def move(self, kind: str, number: int, source: str, target: str) -> None:
        """Move points from one account to another."""
        for account, change in ((source, -number), (target, number)):
            purse = self.purses.setdefault(account, {})
            purse[kind] = purse.get(kind, 0) + change

    def give(self, character: str, kind: str, number: int) -> None:
        """Give points to a character, or take them."""
        self.move(kind, number, "bank", f"character:{character}")

    def has(self, character: str, kind: str) -> int:
        """The points of a character."""
        return self.holds(f"character:{character}", kind)


@dataclass
class Note:
    """A sealed note: the hits of a threshold, or the values of dice."""

    digest: str | None
    hits: int | None = None
    dice: Dice = ()
    revealed: bool = False


class Thrown:
    """The dice of a move, in the order of rolling."""

    def __init__(self, rolls: tuple[Dice, ...] = (), sealed: tuple[Dice, ...] = ()) -> None:
        self._left: Iterator[Dice] = iter(rolls)
        self._sealed: Iterator[Dice] = iter(sealed)
        self.expected: list[int] = []
        """The number of dice that each roll should have."""
        self.fell = [len(values) for values in rolls]
        self.rolls: list[tuple[str, int, int, int]] = []
        """Rolls that lie face up: the character, and the numbers of dice, hits and sixes."""
        self.again: list[int] = []
        """The hits of each roll after Take Two."""

    def open(self, count: int) -> Dice:
        """Return the next roll, which should have `count` dice. Nothing is rolled for 0 dice."""
        if not count:
            return ()
        self.expected.append(count)
        return next(self._left, (0,) * count)

    def face_down(self, count: int) -> Dice:
        """The next roll, which only the GM sees."""
        return next(self._sealed, ()) if not any(self.open(count)) else ()


class Table:
    """The players in their seats, and the parts of the record that a rewind keeps."""

    def __init__(self) -> None:
        self.chairs: tuple[Chair, ...] = ()
        self.away: set[str] = set()
        """The seats that a fork has emptied."""
        self.ever = 0
        self.paused = False
        self.notes: dict[str, Note] = {}
        self.rules: dict[str, Any] = {}

    @property
    def gm(self) -> str:
        """The GM's seat."""
        return next(chair.id for chair in self.chairs if chair.kind == "gm")

    @property
    def playing(self) -> list[str]:
        """All seats in play, also empty ones, the GM's first."""
        players = [chair.id for chair in self.chairs if chair.kind == "player"]
        return [self.gm, *players]

    @property
    def sitting(self) -> list[str]:
        """Return the seats in play that somebody has taken."""
        if not self.chairs:
            return []
        taken = {chair.id for chair in self.chairs if chair.taken}
        return [seat for seat in self.playing if seat in taken]

    def others(self, seat: str) -> list[str]:
        """All taken seats in play except this one."""
        return [other for other in self.sitting if other != seat]

    def gone(self) -> list[str]:
        """List all seats that have ever existed, without taken seats and seats that a fork has emptied."""
        there = {*self.sitting, *self.away}
        return [f"s{n}" for n in range(1, self.ever + 1) if f"s{n}" not in there]

    def seal(self, note: Note) -> str:
        """Return the id of a note, and add the note if there is none with this digest."""
        for id, known in self.notes.items():
            if note.digest is not None and known.digest == note.digest:
                return id
        id = f"k{len(self.notes) + 1}"
        self.notes[id] = note
        return id

    def opened(self, *ids: str | None) -> bool:
        """Return whether all these notes are revealed. None stands for no note."""
        return all(self.notes[id].revealed for id in ids if id)


def ordered(ids: Iterable[str]) -> list[str]:
    """Return ids in the order of their creation."""
    return sorted(ids, key=lambda id: int(id[1:]))
