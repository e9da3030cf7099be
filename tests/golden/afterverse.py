"""What evenings of Afterverse say besides what every evening says: sheets, tests, and their ends."""

from collections.abc import Iterator
from typing import Any

from tests.golden.evening import Evening as AnyEvening
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import in_order
from verger.domain.core.option import Awaited, Choices
from verger.domain.games.afterverse import RULESET
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.testing import Test, TestId
from verger.domain.games.afterverse.options.offer import awaited
from verger.domain.games.afterverse.state import State
from verger.domain.table.sheet import CharacterId

Json = dict[str, Any]

NAMED = ("BOD", "REA", "INT", "WIL", "PER", "MAN")


def sheet(ratings: str, skills: str = "", special: str = "", interests: str = "") -> Json:
    """A sheet as it is told: `4 3 3 2 2 3`, `Climbing 2`, `Cliffs of Climbing 2!`, `Opera 1`.

    An exclamation mark says that the specialization is held.
    """
    rated = zip(NAMED, map(int, ratings.split()), strict=True)
    return {
        "attributes": [{"name": name, "rating": rating} for name, rating in rated],
        "skills": list(_levels(skills)),
        "specializations": list(_special(special)),
        "interests": list(_levels(interests)),
    }


def _levels(told: str) -> Iterator[Json]:
    for part in filter(None, told.split(", ")):
        name, _, level = part.rpartition(" ")
        yield {"name": name, "level": int(level)}


def _special(told: str) -> Iterator[Json]:
    for part in filter(None, told.split(", ")):
        name, _, rest = part.partition(" of ")
        skill, _, requisite = rest.rstrip("!").rpartition(" ")
        held = {"requisite": int(requisite), "held": part.endswith("!")}
        yield {"name": name, "skill": skill, **held}


def pool(told: str) -> Json:
    """A pool as it is told: `BOD + WIL`, `PER + skill Climbing`, `PER + special Cliffs`.

    Also `PER + interest Opera`.
    """
    attribute, _, rest = told.partition(" + ")
    kind, _, name = rest.partition(" ")
    if not name:
        return {"pool": "attributes", "attribute": attribute, "second": rest}
    kinds = {"skill": "skill", "special": "specialization", "interest": "interest"}
    return {"pool": kinds[kind], "attribute": attribute, kinds[kind]: name}


class Evening(AnyEvening):
    """An evening of Afterverse: characters go by name, and the GM is called first."""

    state: State

    def __init__(self, title: str, seats: str, *, seed: int, **house_rules: str | int) -> None:
        super().__init__(RULESET, title, seats, seed=seed, house_rules=house_rules)
        self.gm = seats.split(maxsplit=1)[0]

    def writes(self, name: str, character: str, *told: str) -> None:
        """A character of a player, or of the GM, who agrees to the others'."""
        seat = {} if name == self.gm else {"seat": f"@{name}"}
        self.agreed(name, "write_sheet", name=character, sheet=sheet(*told), **seat)

    def calls(self, about: str, told: str, *characters: str, **fields: Any) -> str:
        """A test that the GM calls for, all with the same pool; its id."""
        actors = [{"character": f"@{name}", "pool": pool(told)} for name in characters]
        fields = {"form": "alone", **fields}
        self.move(self.gm, "call_test", about=about, actors=actors, **fields)
        return f"t{self.state.play.tests_ever}"

    def begins(self, name: str, about: str, told: str, character: str) -> str:
        """A test that a player begins; its id."""
        actor = {"character": f"@{character}", "pool": pool(told)}
        self.move(name, "begin_test", about=about, actor=actor)
        return f"t{self.state.play.tests_ever}"

    def opposed(self, about: str, told: str, one: str, other: str, **fields: Any) -> str:
        """An opposed test; its id."""
        acting = {"character": f"@{one}", "pool": pool(told)}
        self.move(self.gm, "call_opposed_test", about=about, initiator=acting, **fields)
        test = f"t{self.state.play.tests_ever}"
        self.joins(self.gm, test, "opponent", other, told)
        return test

    def joins(self, name: str, test: str, role: str, character: str, told: str) -> None:
        """Somebody takes part too, as the GM allows."""
        actor = {"character": f"@{character}", "pool": pool(told)}
        self.agreed(name, "join_test", test=test, role=role, actor=actor)

    def does(self, name: str, move: str, character: str, **fields: Any) -> Accepted:
        """A player's move about the own character."""
        return self.move(name, move, character=f"@{character}", **fields)

    def ends(self, test: str) -> Test:
        """A test is rolled and told to its end; critical successes are taken. What it came to."""
        while TestId(test) in self.state.play.tests:
            wait = next((one for one in awaited(self.state) if one.about == test), None)
            assert wait is not None, f"nobody is awaited in {test}"
            self._gives(wait, test)
        return next(done.test for done in self.state.play.done if done.id == test)

    def _gives(self, wait: Awaited, test: str) -> None:
        seat = wait.seats[0]
        listed = self.options(seat, wait.what)
        option = next(option for option in listed if option.fixed["test"] == test)
        chosen = {
            field.name: field.choices[-1 if wait.what == "tell_outcome" else 0].value
            for field in option.fields
            if isinstance(field, Choices)
        }
        self.send(seat, {**option.fixed, **chosen})

    def points(self, character: str, kind: str) -> int:
        """What a character has."""
        return self.state.play.holds(CharacterId(self.id(character)), Kind(kind))

    def stands(self, *expected: str) -> None:
        """What everybody's sheet says of chutzpah, awareness, initiative and stun: `Moth 3 0 0 0`."""
        found = [
            f"{one.name} "
            + " ".join(str(self.state.play.holds(id, kind)) for kind in list(Kind)[:4])
            for id, one in in_order(self.state.play.characters.known.items())
        ]
        assert found == list(expected), found
