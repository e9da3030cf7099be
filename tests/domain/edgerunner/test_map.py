"""The map: zones, borders with ways, distances, and where shifts lead."""

from domain.edgerunner.reason import Code
from tests.support.edgerunner import in_conflict, rule, saw, table


@rule("map.zones")
def test_the_referee_draws_zones() -> None:
    game = table("Ann", "Bo")
    judgement = game.move("Ann", "add_zone", name="  The   roof ")
    assert judgement.ruling.sentence == "Ann draws zone “The roof”."
    assert game.view().map.zones[0].name == "The roof"


@rule("action.move")
def test_the_warehouse_takes_six_shifts_to_its_other_end() -> None:
    game = in_conflict(("Near", "Middle", "Far"), value=3)
    game.acts("c1", "move", (1, 1, 1, 0), skill="Athletics")
    game.stands("c1")
    judgement = game.move("Bo", "go", route="b1.1 b2.1")
    assert saw(judgement, "action.move") == {"route": "b1.1 b2.1", "cost": 6, "left": 0}
    assert game.zone("c1") == "z3"
