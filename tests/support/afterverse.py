"""A small language for playing Afterverse in tests: seats go by name, moves go over the wire."""

from functools import cache
from typing import Any

import msgspec

from tests.support.game import Game as AnyGame
from tests.support.game import Naming, begun, cited, saw, seated, tags
from verger.domain.core.decider import Accepted
from verger.domain.games.afterverse import RULESET
from verger.domain.games.afterverse.model.bank import BankId, Kind
from verger.domain.games.afterverse.model.testing import Test, TestId
from verger.domain.games.afterverse.state import State
from verger.domain.table.sheet import CharacterId

__all__ = [
    "LIFT",
    "WIT",
    "Game",
    "attributes",
    "cited",
    "in_session",
    "interest",
    "rule",
    "saw",
    "seated",
    "sheet",
    "skill",
    "special",
    "started",
    "tags",
]

rule = Naming(RULESET)

Json = dict[str, Any]


def sheet(**changed: Any) -> Json:
    """A sheet for most tests: six attributes, three skills, and their additions."""
    ratings = {"BOD": 4, "REA": 3, "INT": 3, "WIL": 2, "PER": 2, "MAN": 3}
    return {
        "attributes": [{"name": name, "rating": rating} for name, rating in ratings.items()],
        "skills": [
            {"name": "Leadership", "level": 3},
            {"name": "Tactics", "level": 2},
            {"name": "Piloting", "level": 0},
        ],
        "specializations": [
            {"name": "Terrain", "skill": "Tactics", "requisite": 2, "held": True},
            {"name": "Sieges", "skill": "Tactics", "requisite": 2, "held": False},
            {"name": "Fleets", "skill": "Tactics", "requisite": 5, "held": True},
            {"name": "Skiffs", "skill": "Piloting", "requisite": 1, "held": False},
            {"name": "Orbits", "skill": "Piloting", "requisite": 9, "held": False},
        ],
        "interests": [{"name": "Earth Flora", "level": 3}],
        **changed,
    }


def attributes(first: str, second: str) -> Json:
    """A pool of two attributes."""
    return {"pool": "attributes", "attribute": first, "second": second}


def skill(attribute: str, name: str) -> Json:
    """A pool of an attribute and a skill."""
    return {"pool": "skill", "attribute": attribute, "skill": name}


def special(attribute: str, name: str) -> Json:
    """A pool with a specialization."""
    return {"pool": "specialization", "attribute": attribute, "specialization": name}


def interest(attribute: str, name: str) -> Json:
    """A pool of an attribute and an interest."""
    return {"pool": "interest", "attribute": attribute, "interest": name}


WIT = attributes("WIL", "PER")
"""Four dice of the usual sheet."""
LIFT = attributes("BOD", "BOD")
"""Eight dice of the usual sheet."""


class Game(AnyGame):
    """A session of Afterverse in play; the GM is called Ann."""

    state: State

    def __init__(self, ruleset: Any = RULESET) -> None:
        super().__init__(ruleset)

    def writes(self, name: str, character: str, **changed: Any) -> CharacterId:
        """Have a player write a character, on a sheet that the GM agrees to."""
        self.agreed(
            name, "write_sheet", name=character, seat=self.seat(name), sheet=sheet(**changed)
        )
        return CharacterId(f"c{self.state.play.characters.ever}")

    def thing(self, character: str, **changed: Any) -> CharacterId:
        """Have the GM write a sheet that belongs to no player's seat."""
        self.agreed("Ann", "write_sheet", name=character, sheet=sheet(**changed))
        return CharacterId(f"c{self.state.play.characters.ever}")

    def calls(self, *characters: str, pool: Json = LIFT, form: str = "alone", **fields: Any) -> str:
        """Have the GM call a test of characters that all use the same pool, and return its id."""
        actors = [{"character": id, "pool": pool} for id in characters]
        self.move("Ann", "call_test", about="An attempt.", form=form, actors=actors, **fields)
        return f"t{self.state.play.tests_ever}"

    def opposes(self, one: str, other: str, pool: Json = LIFT, **fields: Any) -> str:
        """Have the GM call an opposed test of two characters with the same pool, and return its id."""
        acting = {"character": one, "pool": pool}
        self.move("Ann", "call_opposed_test", about="A race.", initiator=acting, **fields)
        test = f"t{self.state.play.tests_ever}"
        self.joins("Ann", test, "opponent", other, pool)
        return test

    def joins(self, name: str, test: str, role: str, character: str, pool: Json = LIFT) -> Accepted:
        """Have a seat propose that a character joins a test, and have the others agree."""
        actor = {"character": character, "pool": pool}
        return self.agreed(name, "join_test", test=test, role=role, actor=actor)

    def cannot_join(self, name: str, code: str, **fields: Any) -> None:
        """Require that a proposal to join a test is refused with this code."""
        self.refused(name, code, "propose", subject={"subject": "join_test", **fields})

    def parts(self, name: str) -> list[Json]:
        """The roles in open tests that a seat can propose to take."""
        fields = [field for one in self.options(name, "propose") for field in one.fields]
        shapes = [shape for field in fields for shape in getattr(field, "shapes", ())]
        return [dict(one.fixed) for one in shapes if one.fixed["subject"] == "join_test"]

    def rolls(self, name: str, character: str, *values: int, test: str = "t1") -> Accepted:
        """Roll a character's dice in a test. The dice, with the glitch dice, show these values."""
        return self.dice(*values).move(name, "roll", test=test, character=character)

    def test(self, id: str) -> Test:
        """The test with this id, open or finished."""
        play = self.state.play
        over = {done.id: done.test for done in play.done}
        return play.tests.get(TestId(id)) or over[TestId(id)]

    def outcome(self, test: str = "t1", place: int = 0) -> tuple[int, str, str]:
        """The result of a test: the hits that count, the outcome, and whether it is critical."""
        result = self.test(test).results[place]
        return result.counts, result.outcome, result.critical

    def points(self, character: str, kind: str) -> int:
        """The points of a kind that a character has."""
        return self.state.play.holds(CharacterId(character), Kind(kind))

    def hits(self, bank: str) -> int:
        """The hits in a bank."""
        return self.state.play.hits(BankId(bank))

    def view(self, name: str = "Ann") -> Json:
        """The view of a seat on the game."""
        return dict(msgspec.to_builtins(RULESET.view(self.state, self.seat(name)), enc_hook=str))


def started(*names: str, observers: int = 0, **house_rules: str | int) -> AnyGame:
    """A session that has just started; only the GM is seated."""
    return begun(Game(), "A game of Afterverse", *names, observers=observers, **house_rules)


@cache
def _in_session(names: tuple[str, ...], rules: tuple[tuple[str, Any], ...]) -> Game:
    game = Game()
    seated(game, "A game of Afterverse", *names, **dict(rules))
    for name in names[1:]:
        game.writes(name, f"{name}lena")
    game.thing("Guard")
    game.agreed(names[0], "begin_session")
    return game


def in_session(*names: str, **house_rules: str | int) -> Game:
    """A session in play. The first seat is the GM's, who plays a guard; each other seat has a character."""
    return _in_session(names or ("Ann", "Bo", "Cy"), tuple(house_rules.items())).copy()


def after_a_throw() -> Game:
    """Return a session after its first throw. Its GM can undo moves."""
    game = in_session(undo="gm")
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 1, 2, 3, 4)
    return game
