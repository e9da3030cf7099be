"""A small language for playing the Venus Engine in tests."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.support.game import Game as AnyGame
from tests.support.game import Naming, begun, cited, saw, seated, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.games.venus import RULESET
from verger.domain.games.venus.model.bank import Purse
from verger.domain.games.venus.model.sheet import Sheet
from verger.domain.games.venus.model.throw import Roll
from verger.domain.games.venus.state import held

__all__ = [
    "FC",
    "NAMES",
    "Game",
    "at_check",
    "at_task",
    "cited",
    "in_chapter",
    "in_scene",
    "kissing",
    "prepared",
    "rule",
    "saw",
    "sheet",
    "spending",
    "started",
    "table",
    "tags",
]

rule = Naming(RULESET)

FC = "Flo"
NAMES = (FC, "Ann", "Bo", "Cy")


def ability(name: str, caliber: str, score: int) -> dict[str, Any]:
    """An ability in a move's JSON."""
    return {"name": name, "caliber": caliber, "score": score}


def job(name: str, level: int = 3, exp: int = 0, **more: Any) -> dict[str, Any]:
    """A job in a move's JSON."""
    return {"name": name, "abilities": ["Wits", "Grace"], "level": level, "exp": exp, **more}


def sheet(caliber: str = "bronze", **more: Any) -> dict[str, Any]:
    """A sheet in a move's JSON: Wits 4 of a caliber, Grace 2, Nerve 0; a scout of level 3."""
    abilities = [
        ability("Wits", caliber, 4),
        ability("Grace", "silver", 2),
        ability("Nerve", "bronze", 0),
    ]
    attributes = [
        {"kind": "asset", "text": "A lantern"},
        {"kind": "discipline", "text": "Night walks"},
        {"kind": "principle", "text": "Nobody is left behind"},
        {"kind": "merit", "text": "Sharp ears", "special": "Nobody hears me"},
        {"kind": "feature", "text": "Small"},
    ]
    return {"abilities": abilities, "jobs": [job("Scout")], "attributes": attributes, **more}


class Game(AnyGame):
    """A session of the Venus Engine in play."""

    @property
    def fc(self) -> str:
        """The name of the FC."""
        return str(self.state.table.name(self.state.table.gm))

    @property
    def roll(self) -> Roll:
        """The roll under way."""
        roll: Roll | None = self.state.play.roll
        assert roll is not None
        return roll

    @property
    def stage(self) -> Any:
        """The stage of the current roll."""
        return self.roll.stage

    @property
    def is_rolling(self) -> bool:
        """Whether a roll is in progress."""
        return self.state.play.roll is not None

    @property
    def turn(self) -> str | None:
        """The name of the seat whose turn it is."""
        seat = self.state.play.scenes.turn
        return self.state.table.name(seat) if seat else None

    def writes(self, name: str, sheet: Mapping[str, Any], called: str = "") -> Accepted:
        """Have a player write a sheet, and have every seat that is asked agree. A sheet of the FC belongs to no seat."""
        seat = None if name == self.fc else self.seat(name)
        return self.agreed(name, "write_sheet", name=called or name, sheet=sheet, seat=seat)

    def sheet_of(self, name: str) -> Sheet:
        """The sheet of the character of this name."""
        known = self.state.play.characters.known.values()
        found: Sheet = next(one.sheet for one in known if one.name == name)
        return found

    def character(self, name: str) -> str:
        """The id of the character of this name."""
        known = self.state.play.characters.known.items()
        return str(next(id for id, one in known if one.name == name))

    def purse(self, name: str) -> Purse:
        """The Lots and the Ego of a seat."""
        return held(self.state, self.seat(name))

    def grant(self, name: str, **tokens: int) -> "Game":
        """Give a seat tokens, bypassing the rules."""
        account = seat_account(self.seat(name))
        return self.given(*transfer(Purse(**tokens), BANK, account, "given", "lots.earn"))

    def calls(self, name: str, way: str = "check", ability: str = "Wits") -> Accepted:
        """Have the FC call a roll for a character, and make it a check or a task."""
        self.move(self.fc, "call_roll", character=self.character(name), ability=ability)
        if not self.roll.is_npc:
            self.move(name, "suggest_roll", way=way, agenda="Over the wall.")
        return self.move(self.fc, "choose_roll", way=way, stakes="The guards wake up.")

    def claims(self, name: str, move: str, /, *peers: str, **fields: Any) -> Accepted:
        """Claim something, let these peers call it valid, and let the FC count."""
        judgement = self.move(name, move, **fields)
        number = len(self.roll.claims)
        for peer in peers:
            judgement = self.move(peer, "answer_claim", claim=number, valid=True)
        if peers and self.is_rolling and self.roll.claims[number - 1].is_open:
            judgement = self.move(self.fc, "count_answers", claim=number)
        return judgement


def started(*names: str, **house_rules: str | int) -> Game:
    """A session that has just started: the first name is the FC's, and only the FC is seated."""
    game = Game(RULESET)
    begun(game, "A game of Venus", *names, observers=0, **house_rules)
    return game


@cache
def _table(names: tuple[str, ...], rules: tuple[tuple[str, Any], ...]) -> Game:
    game = Game(RULESET)
    seated(game, "A game of Venus", *names, **dict(rules))
    return game


def table(*names: str, **house_rules: str | int) -> Game:
    """A table with everybody seated. The first is the FC."""
    return _table(names or NAMES, tuple(house_rules.items())).copy()


@cache
def _prepared(caliber: str) -> Game:
    game = table(starting_lots=5)
    for name in NAMES[1:]:
        game.writes(name, sheet(caliber))
    game.writes(FC, sheet(caliber), "Guard")
    return game


def prepared(caliber: str = "bronze") -> Game:
    """Return a table with a character with Wits of this caliber for every player, and a guard for the FC.

    Players start with 5 Lots, so that tests notice a further Lot.
    """
    return _prepared(caliber).copy()


def in_chapter(caliber: str = "bronze") -> Game:
    """A table in its first chapter."""
    game = prepared(caliber)
    game.agreed(FC, "begin_chapter")
    return game


def in_scene(caliber: str = "bronze") -> Game:
    """A scene with everybody in it; it is Ann's turn."""
    game = in_chapter(caliber)
    game.move(FC, "set_scene", text="A wall at night.")
    return game


def at_check(caliber: str = "bronze", difficulty: int = 15, factors: int = 0) -> Game:
    """Ann's check on Wits, which is 4, ready to be rolled."""
    game = in_scene(caliber)
    game.calls("Ann")
    named = [{"text": f"Factor {number}"} for number in range(factors)]
    game.move("Bo", "judge_difficulty", difficulty=difficulty)
    game.move(FC, "set_target", factors=named)
    return game


def at_task(caliber: str = "bronze", factors: int = 0, **more: Any) -> Game:
    """Ann's task on Wits as a scout, 3 dice, with its threshold, ready to be rolled."""
    game = in_scene(caliber)
    if more:
        game.agreed(
            "Ann",
            "write_sheet",
            name="Ann",
            sheet=sheet(caliber, **more),
            seat="s2",
            character="c1",
        )
    game.calls("Ann", "task")
    game.move("Ann", "take_job", job="Scout")
    named = [{"text": f"Factor {number}"} for number in range(factors)]
    game.move(FC, "set_threshold", factors=named)
    return game


def kissing(*values: int, caliber: str = "bronze", factors: int = 0, **more: Any) -> Game:
    """Ann's three dice on the table, showing these values."""
    game = at_task(caliber, factors, **more)
    game.dice(*values).move("Ann", "roll_task")
    return game


def spending(*values: int, caliber: str = "bronze", factors: int = 0, **more: Any) -> Game:
    """The successes of Ann's three dice to be spent."""
    game = kissing(*values, caliber=caliber, factors=factors, **more)
    game.move("Ann", "finish_kissing")
    return game
