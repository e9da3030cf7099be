"""A small language for playing Edgerunner in tests: sheets in a line, maps in a line, turns in a call."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tests.support.game import Game as AnyGame
from tests.support.game import Naming, cited, saw, seated, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import Account
from verger.domain.core.ledger import BANK, character_account, held, transfer
from verger.domain.games.edgerunner import RULESET
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.chart import BorderRedefined, Way, ZoneAdded
from verger.domain.games.edgerunner.model.condition import (
    ConsequenceTaken,
    Placed,
    Severity,
    StressMarked,
)
from verger.domain.games.edgerunner.model.purse import NOTHING, Purse
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.table.sheet import CharacterId

__all__ = [
    "Game",
    "cited",
    "in_conflict",
    "rule",
    "saw",
    "table",
    "tags",
    "written",
]

rule = Naming(RULESET)

NARRATION = "It happens."
REACH_OF = {"Firearms": 3, "Netrunning": 2, "Taunt": 9}
"""How far skills reach in tests; the others reach their own zone."""


class Game(AnyGame):
    """A session of Edgerunner."""

    def fudge(self, *values: int) -> "Game":
        """Set the fudge dice of the next accepted move: -1, 0 or 1 each."""
        return self.dice(*[value + 2 for value in values])

    def sheet(self, name: str, who: str | None, **sheet: Any) -> str:
        """Write a sheet, played by a seat or the GM, and return its id."""
        told = {"name": name, "sheet": written(**sheet)}
        if who is None or self.seat(who) == self.state.table.gm:
            self.agreed(self.state.table.gm, "write_sheet", **told)
        else:
            self.agreed(who, "write_sheet", seat=self.seat(who), **told)
        return f"c{self.state.play.characters.ever}"

    def zones(self, *names: str, value: int = 1) -> list[str]:
        """Draw zones in a row, joined by borders of one pass value each."""
        gm = self.state.table.gm
        for name in names:
            self.move(gm, "add_zone", name=name)
        last = self.state.play.chart.zones_ever
        ids = [f"z{number + 1}" for number in range(last - len(names), last)]
        for one, other in pairwise(ids):
            self.move(gm, "add_border", one=one, other=other, ways=[{"value": value}])
        return ids

    def places(self, character: str, zone: str | None, side: int = 0) -> Accepted:
        """Put somebody or something onto the map."""
        where = {} if zone is None else {"zone": zone}
        return self.move(self.state.table.gm, "place", character=character, side=side, **where)

    def given_zone(self, character: str, zone: str | None) -> "Game":
        """Put somebody into another zone, bypassing the rules."""
        one = self.state.play.conditions[character]
        return self.given(Placed(CharacterId(character), ZoneId(zone) if zone else None, one.side))

    def given_island(self, character: str) -> "Game":
        """Put somebody into a zone without borders."""
        zone = f"z{self.state.play.chart.zones_ever + 1}"
        self.given(ZoneAdded(ZoneId(zone), "Island"))
        return self.given_zone(character, zone)

    def given_stress(self, character: str, track: str, *boxes: int) -> "Game":
        """Give somebody earlier stress, bypassing the rules."""
        return self.given(*[StressMarked(CharacterId(character), track, box) for box in boxes])

    def given_ways(self, border: str, *ways: tuple[int, str]) -> "Game":
        """Set a border's ways, bypassing the rules."""
        told = tuple(Way(value, condition) for value, condition in ways)
        return self.given(BorderRedefined(BorderId(border), told))

    def given_aspect(self, aspect: str, on: str, by: str, free: int, boxes: int = 0) -> "Game":
        """Give somebody an earlier aspect, bypassing the rules."""
        id, target, whose = AspectId(aspect), TargetId(on), CharacterId(by)
        self.given(AspectPlaced(id, "Dark", target, "maneuver", whose, boxes))
        account = Account(f"aspect:{aspect}")
        return self.given(*transfer(Purse(invoke=free), BANK, account, "", "action.maneuver"))

    def given_consequence(self, character: str, name: str) -> "Game":
        """Give somebody an earlier mild consequence, bypassing the rules."""
        who, aspect = CharacterId(character), self.state.play.aspects.next
        target, mild = TargetId(character), Severity.MILD
        placed = AspectPlaced(aspect, name, target, "consequence", severity=mild)
        return self.given(ConsequenceTaken(who, mild), placed)

    def spends(self, character: str, fate: int) -> "Game":
        """Take fate points from somebody, bypassing the rules."""
        account = character_account(character)
        return self.given(*transfer(Purse(fate=fate), account, BANK, "spent", "action.invoke"))

    def begins(self, length: str = "a few seconds") -> Accepted:
        """Begin the conflict."""
        return self.move(self.state.table.gm, "begin_conflict", reason="Data.", length=length)

    def player(self, character: str) -> str:
        """The seat that plays a character."""
        return self.state.play.characters.known[character].seat or self.state.table.gm

    def turn(self, character: str) -> None:
        """Make it a character's turn."""
        self.move(self.player(character), "claim_turn", character=character)
        self.move(self.state.table.gm, "give_turn", character=character)

    def bids(self, **shifts: int) -> None:
        """Have these characters claim the turn and bid for it."""
        for character in shifts:
            self.move(self.player(character), "claim_turn", character=character)
        self.move(self.state.table.gm, "call_auction")
        for character, bid in shifts.items():
            self.move(self.player(character), "bid", character=character, shifts=bid)

    def turned(self, character: str) -> "Game":
        """The same game at a character's turn."""
        self.turn(character)
        return self

    def passes(self, *characters: str) -> None:
        """Have these characters do nothing in this exchange."""
        for character in characters:
            self.turn(character)
            self.move(self.player(character), "end_turn")

    def declares(self, character: str, action: str, **fields: Any) -> Accepted:
        """Make it a character's turn, and declare its action."""
        self.turn(character)
        return self.says(character, "declare", action, **fields)

    def says(self, character: str, move: str, action: str, **fields: Any) -> Accepted:
        """Declare or continue an action in a character's turn."""
        shape = {"action": action, **fields}
        return self.move(self.player(character), move, action=shape, narration=NARRATION)

    def rolls(self, character: str, dice: Sequence[int]) -> Accepted:
        """Roll for a character: nobody compels, nothing opposes."""
        self.move(self.state.table.gm, "close_compels")
        return self.fudge(*dice).move(self.player(character), "roll")

    def acts(self, character: str, action: str, dice: Sequence[int], **fields: Any) -> Accepted:
        """Declare and roll a character's action; its target opposes it with nothing, or agrees."""
        self.declares(character, action, **fields)
        if "accept_help" in self.awaited():
            self.move(self.player(fields["target"]), "accept_help", accept=True)
        if "oppose" in self.awaited():
            self.move(self.player(fields["target"]), "oppose")
        return self.rolls(character, dice)

    def stands(self, *characters: str) -> Accepted:
        """Have these characters leave the roll as it is: the actor, and then the target if it is named."""
        *before, last = characters
        for character in before:
            self.move(self.player(character), "stand")
        return self.move(self.player(last), "stand")

    def shifts(self) -> int:
        """Return the shifts of the current action."""
        return int(self.state.play.conflict.stage.part.deed.shifts)

    def moment(self) -> str:
        """The step that the conflict is at, such as `choosing`."""
        return str(self.view().conflict.moment)

    def view(self) -> Any:
        """The view of the game that every seat has."""
        return RULESET.view(self.state, self.state.table.gm)

    def marked(self, character: str, track: str) -> tuple[int, ...]:
        """The marked boxes of a track."""
        return tuple(self.state.play.conditions[character].marked(track))

    def zone(self, character: str) -> str | None:
        """The zone of a character."""
        found: str | None = self.state.play.conditions[character].zone
        return found

    def tokens(self, account: str) -> Purse:
        """The tokens in an account. A character's account has the character's id."""
        where = f"character:{account}" if account.startswith("c") else account
        purse: Purse = held(self.state.play.ledger, Account(where), NOTHING)
        return purse


def written(kind: str = "character", **sheet: Any) -> dict[str, Any]:
    """A sheet: `skills` and `tracks` by name, `aspects` as a list."""
    skills = [
        {"name": name, "rating": rating, "reach": REACH_OF.get(name, 0)}
        for name, rating in sheet.get("skills", {}).items()
    ]
    tracks = [{"name": name, "threshold": at} for name, at in sheet.get("tracks", {}).items()]
    aspects = [{"name": name} for name in sheet.get("aspects", ())]
    return {"kind": kind, "skills": skills, "aspects": aspects, "tracks": tracks}


def table(*names: str, observers: int = 0, **house_rules: Any) -> Game:
    """A session with everybody seated. The first is the GM, the last may observe."""
    game = Game(RULESET)
    seated(game, "A run", *names, observers=observers, **house_rules)
    return game


_TRACKS = {"Cool": 5, "Health": 4}


def in_conflict(
    zones: Sequence[str] = ("Here", "There", "Far"), value: int = 1, **house_rules: Any
) -> Game:
    """Ann's table: Bo plays Gatto (c1) and Cy Jade (c2) against the GM's Hargan (c3), all Here."""
    game = table("Ann", "Bo", "Cy", **house_rules)
    skills = {"Athletics": 3, "Firearms": 2, "Taunt": 2}
    game.sheet("Gatto", "Bo", skills=skills, tracks=_TRACKS, aspects=["Jamming gun"])
    game.sheet("Jade", "Cy", skills={"Deception": 4, **skills}, tracks=_TRACKS)
    game.sheet("Hargan", "Ann", skills={**skills, "Firearms": 4}, tracks=_TRACKS)
    first = game.zones(*zones, value=value)[0]
    for character, side in (("c1", 1), ("c2", 1), ("c3", 2)):
        game.places(character, first, side)
    game.begins()
    return game
