"""The record of a table of Edgerunner: sheets, map, aspects, banks, and the current conflict."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

Object = dict[str, Any]

BANK = "bank"


def tidy(label: str) -> str:
    """A name in the form that is stored."""
    return " ".join(normalize("NFC", label).split())


def number(id: str) -> int:
    """Return the number in an id."""
    return int(id[1:])


@dataclass
class Character:
    """Somebody or something with a sheet, and its state in play."""

    name: str
    seat: str | None
    kind: str
    skills: list[Object]
    tracks: list[Object]
    there: bool = False
    zone: str | None = None
    side: int = 0
    is_out: bool = False
    consequences: list[str] = field(default_factory=list)
    stress: dict[str, list[int]] = field(default_factory=dict)

    @property
    def acts(self) -> bool:
        """Whether it has turns if it is on a side."""
        return self.kind != "thing" or bool(self.skills)

    def rating(self, skill: str) -> int:
        """The rating of a skill on the sheet."""
        return next(int(one["rating"]) for one in self.skills if one["name"] == skill)

    def threshold(self, track: str) -> int:
        """The stress that a track takes, according to the sheet."""
        return next(int(one["threshold"]) for one in self.tracks if one["name"] == track)

    def leave_map(self) -> None:
        """Remove the character from the conflict and the map."""
        self.there, self.zone, self.side, self.is_out = False, None, 0, False


@dataclass
class Border:
    """The border between two zones."""

    one: str
    other: str
    ways: list[Object]
    threshold: int | None = None
    marked: list[int] = field(default_factory=list)

    def beyond(self, zone: str) -> str:
        """The zone on the other side."""
        return self.other if zone == self.one else self.one

    def opens_from(self, zone: str) -> Iterator[tuple[int, Object]]:
        """The ways that lead away from a zone, with their numbers."""
        against = "back" if zone == self.one else "there"
        for place, way in enumerate(self.ways, 1):
            if zone in (self.one, self.other) and way["direction"] != against:
                yield place, way


@dataclass
class Aspect:
    """An aspect: a phrase that is true of a character, a thing or a place."""

    name: str
    on: str
    source: str
    by: str | None = None
    boxes: int = 0
    severity: str | None = None
    marked: list[int] = field(default_factory=list)

    def is_trait_of(self, character: str) -> bool:
        """Return whether it is on the sheet of this character."""
        return (self.on, self.source) == (character, "sheet")


@dataclass
class Deed:
    """An action (deed) in its current state."""

    action: Object
    narration: str
    rating: int
    range: int
    bid: int
    continued: bool = False
    opposition: int = 0
    dice: list[int] = field(default_factory=list)
    bonus: int = 0
    boost: int = 0
    resisted: int = 0
    used: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The kind of the action, such as `attack`."""
        return str(self.action["action"])

    @property
    def target(self) -> str:
        """The target of the action. A move has none."""
        return str(self.action.get("target", ""))

    @property
    def shifts(self) -> int:
        """The result of the roll: the dice and all additions, less everything against them."""
        won = sum(self.dice) + self.rating + self.bonus + self.boost
        return won - self.opposition - self.range - self.bid - self.resisted


@dataclass
class Turn:
    """Somebody's turn."""

    actor: str
    bid: int
    moment: str = "choosing"
    has_moved: bool = False
    deed: Deed | None = None
    answered: bool = False
    compel: Object | None = None
    left: int | None = None
    taken_out: str | None = None
    has_spun: bool = False


@dataclass
class Conflict:
    """A conflict under way."""

    reason: str
    length: str
    caller: str | None = None
    exchange: int = 1
    acted: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    is_auction: bool = False
    bids: dict[str, int] = field(default_factory=dict)
    turn: Turn | None = None
    kept: dict[str, tuple[int, Deed]] = field(default_factory=dict)
    wards: list[Object] = field(default_factory=list)

    @property
    def moment(self) -> str:
        """Return the step that the exchange is at."""
        return self.turn.moment if self.turn else "bidding" if self.is_auction else "asking"

    def last(self, actor: str) -> Deed | None:
        """The action of a character in the previous exchange."""
        exchange, deed = self.kept.get(actor, (0, None))
        return deed if exchange == self.exchange - 1 else None


@dataclass
class Record:
    """The record of a session. A rewind restores an earlier one."""

    proposals: dict[str, Object] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    borders: dict[str, Border] = field(default_factory=dict)
    aspects: dict[str, Aspect] = field(default_factory=dict)
    banks: Counter[tuple[str, str]] = field(default_factory=Counter)
    ever: Counter[str] = field(default_factory=Counter)
    map_name: str = ""
    metaphorical: bool = False
    conflict: Conflict | None = None

    def new(self, letter: str) -> str:
        """The next id with this letter."""
        self.ever[letter] += 1
        return f"{letter}{self.ever[letter]}"

    def pay(self, kind: str, amount: int, source: str, target: str) -> None:
        """Move tokens from one account to another."""
        self.banks[source, kind] -= amount
        self.banks[target, kind] += amount

    def fate(self, character: str) -> int:
        """The fate points of a character."""
        return self.banks[f"character:{character}", "fate"]

    def place_aspect(self, aspect: Aspect) -> str:
        """Add an aspect."""
        id = self.new("a")
        self.aspects[id] = aspect
        return id

    def remove_aspect(self, id: str) -> None:
        """Remove an aspect, its free invokes, and the consequence if it was one."""
        aspect = self.aspects.pop(id)
        account = f"aspect:{id}"
        self.pay("invoke", self.banks[account, "invoke"], account, BANK)
        if aspect.severity:
            self.characters[aspect.on].consequences.remove(aspect.severity)

    def stands(self, one: Character) -> bool:
        """Return whether a character has a zone on the map. Factions have one only on metaphorical maps."""
        return self.metaphorical or one.kind != "faction"

    def bearer(self, target: str) -> str:
        """The target itself, or the target that an aspect is on."""
        return self.aspects[target].on if target in self.aspects else target

    def zones_of(self, target: str) -> Sequence[str]:
        """The zones of a target. A border has two."""
        at = self.bearer(target)
        if at in self.borders:
            return [self.borders[at].one, self.borders[at].other]
        zone = self.characters[at].zone if at in self.characters else at
        return [zone] if zone else []

    def exists(self, target: str) -> bool:
        """Return whether something can still be a target."""
        if target in self.characters:
            return self.characters[target].there and not self.characters[target].is_out
        if target in self.aspects:
            return self.exists(self.aspects[target].on)
        return target in self.zones or target in self.borders

    def distances(self, zone: str) -> dict[str, int]:
        """The smallest number of borders to each zone, whether their ways are open or not."""
        far, edge = {zone: 0}, [zone]
        while edge:
            here = edge.pop(0)
            for border in self.borders.values():
                if here in (border.one, border.other) and border.beyond(here) not in far:
                    far[border.beyond(here)] = far[here] + 1
                    edge.append(border.beyond(here))
        return far

    def range(self, actor: str, target: str) -> int:
        """Return the distance of a target from an actor, in borders."""
        zone = self.characters[actor].zone
        far = self.distances(zone) if zone else {}
        return min((far[one] for one in self.zones_of(target) if one in far), default=0)

    def actors(self) -> list[str]:
        """Return the characters that have turns, and are not taken out."""
        return [
            id
            for id, one in self.characters.items()
            if one.there and not one.is_out and one.side and one.acts
        ]

    def waiting(self) -> list[str]:
        """Return the actors who have not had their turn in this exchange."""
        assert self.conflict
        return [id for id in self.actors() if id not in self.conflict.acted]

    def threshold(self, id: str, track: str) -> int:
        """The stress that a track takes now. A defense may replace the value of the sheet."""
        for ward in self.conflict.wards if self.conflict else ():
            if (ward["target"], ward["track"]) == (id, track):
                return int(ward["threshold"])
        return self.characters[id].threshold(track)


Rolls = tuple[tuple[int, ...], ...]
Deal = Callable[[Record, Object, Rolls], None]
"""A function that applies a move in a conflict, with its dice."""
