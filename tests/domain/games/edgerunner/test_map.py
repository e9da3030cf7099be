"""The map: zones, borders with ways, distances, and the places of characters."""

import pytest

from tests.support.edgerunner import Game, in_conflict, rule, saw, table
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.model.target import ZoneId
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.route import distances, reachable

Z1 = ZoneId("z1")
ROOMS = ("Street", "Hall", "Vault")


def rooms(value: int = 1) -> Game:
    """Return a game with three zones in a row, before a conflict."""
    game = table("Ann", "Bo")
    game.zones(*ROOMS, value=value)
    return game


@rule("map.zones")
def test_the_referee_draws_zones() -> None:
    game = table("Ann", "Bo")
    judgement = game.move("Ann", "add_zone", name="  The   roof ")
    assert judgement.ruling.sentence == "On the map, Ann draws “The roof”."
    assert game.view().map.zones[0].name == "The roof"
    game.refused("Bo", Code.GM_ONLY, "add_zone", name="A cellar")


@rule("map.zones", "map.redraw")
def test_the_map_is_drawn_before_the_conflict_and_then_changed_by_a_proposal() -> None:
    game = in_conflict()
    refused = game.refused("Ann", Code.WRONG_STEP, "take_off", character="c1")
    assert refused.facts == {"step_needed": "prepare", "step": "conflict"}
    refused = game.refused("Ann", Own.MAP_IN_USE, "add_zone", name="A cellar")
    assert refused.remedy == "Propose to change the map with `redraw_map`."


ROOF = {"change": {"move": "add_zone", "name": "The roof"}, "why": "There is a ladder."}


@rule("map.redraw")
def test_in_a_conflict_the_referee_draws_with_the_word_of_the_table() -> None:
    game = in_conflict()
    id = game.proposes("Ann", "redraw_map", **ROOF)
    assert game.awaited()["agreement"] == ("Bo", "Cy")
    game.move("Bo", "agree", proposal=id)
    judgement = game.move("Cy", "agree", proposal=id)
    assert judgement.ruling.sentence.endswith("On the map, Ann draws “The roof”.")
    change = {"move": "add_border", "one": "z3", "other": "z4"}
    game.agreed("Ann", "redraw_map", change=change, why="A ladder leads there.")
    assert game.view().map.zones[3].distances == {"z1": 3, "z2": 2, "z3": 1, "z4": 0}


@rule("map.redraw")
def test_only_the_referee_redraws_the_map_and_only_to_a_possible_one() -> None:
    game, subject = in_conflict(), {"subject": "redraw_map", **ROOF}
    game.refused("Bo", Code.GM_ONLY, "propose", subject=subject)
    change = {"move": "redefine_zone", "zone": "z9", "name": "A cellar"}
    refused = game.refused(
        "Ann", Own.UNKNOWN_ZONE, "propose", subject={**subject, "change": change}
    )
    assert refused.rule == "map.zones"
    game.proposes("Ann", "redraw_map", **ROOF)
    game.agreed("Ann", "concede", side=2, story="They withdraw.")
    assert dict(game.state.play.proposals.open) == {}
    game.refused("Ann", Code.WRONG_STEP, "propose", subject=subject)


@rule("map.zones")
def test_a_zone_may_be_redefined() -> None:
    game = rooms()
    judgement = game.move("Ann", "redefine_zone", zone="z1", name="The  flooded street")
    assert judgement.ruling.sentence == ("Ann redefines “Street”: it is “The flooded street” now.")
    assert game.view().map.zones[0].name == "The flooded street"


@rule("map.zones")
def test_a_map_has_a_limited_number_of_zones() -> None:
    game = table("Ann", "Bo")
    for number in range(40):
        game.move("Ann", "add_zone", name=f"Room {number}")
    refused = game.refused("Ann", Own.MAP_FULL, "add_zone", name="One more")
    assert refused.facts["map_parts_allowed"] == 40


@rule("map.zones")
def test_a_new_map_is_empty_and_its_ids_are_new() -> None:
    game = rooms()
    gatto = game.sheet("Gatto", "Bo", skills={"Athletics": 1})
    game.places(gatto, "z1", 1)
    game.move("Ann", "draw_map", name="The net", metaphorical=True)
    assert (game.zones("Node"), game.zone(gatto)) == (["z4"], None)


@rule("map.borders")
def test_a_border_without_ways_costs_1_both_ways() -> None:
    game = table("Ann", "Bo")
    one, other = game.zones("Here", "There")
    judgement = game.move("Ann", "add_border", one=one, other=other)
    assert saw(judgement, "map.borders") == {"border": "b2", "pass_values": ("1",)}


@rule("map.borders")
def test_a_pass_value_is_not_negative() -> None:
    ways = [{"value": 1, "condition": "the open door"}, {"value": -4, "condition": "the wall"}]
    game = rooms()
    refused = game.refused("Ann", Own.UNFIT_VALUE, "add_border", one="z1", other="z3", ways=ways)
    assert refused.facts == {
        "entry_name": "the wall",
        "pass_value_given": -4,
        "pass_value_minimum": 0,
        "pass_value_maximum": 20,
    }
    game.refused("Ann", Own.UNFIT_VALUE, "redefine_border", border="b1", ways=ways)


@rule("map.borders")
def test_a_border_joins_two_zones_of_the_map() -> None:
    game = rooms()
    refused = game.refused("Ann", Own.UNKNOWN_ZONE, "add_border", one="z1", other="z9")
    assert refused.facts == {"zone": "z9", "zone_names": ROOMS}
    game.refused("Ann", Own.SAME_ZONE, "add_border", one="z1", other="z1")
    game.refused("Ann", Own.UNKNOWN_BORDER, "redefine_border", border="b9", ways=[])


@rule("map.borders")
def test_a_border_may_have_several_ways_by_condition() -> None:
    game = rooms()
    ways = [{"value": 1, "condition": "open  door"}, {"value": 4, "condition": "broken door"}]
    game.move("Ann", "redefine_border", border="b1", ways=ways)
    told = [(way.value, way.condition) for way in game.view().map.borders[0].ways]
    assert told == [(1, "open door"), (4, "broken door")]


@rule("map.borders")
def test_uphill_costs_more_than_downhill() -> None:
    game = rooms()
    ways = [{"value": 1, "direction": "there"}, {"value": 3, "direction": "back"}]
    game.move("Ann", "redefine_border", border="b1", ways=ways)
    chart = game.state.play.chart
    assert [(route.id, route.cost) for route in reachable(chart, Z1, 1)] == [("b1.1", 1)]
    assert [(route.id, route.cost) for route in reachable(chart, ZoneId("z2"), 3)][1] == ("b1.2", 3)


@rule("map.range")
def test_a_distance_is_the_fewest_borders_at_any_cost() -> None:
    game = rooms(value=5)
    assert distances(game.state.play.chart, Z1) == {"z1": 0, "z2": 1, "z3": 2}
    game.move("Ann", "add_border", one="z3", other="z1", ways=[{"value": 9}])
    assert game.view().map.zones[0].distances == {"z1": 0, "z2": 1, "z3": 1}


@rule("map.borders")
@pytest.mark.parametrize(("value", "route"), [(7, "b1.1 b2.1"), (6, "b3.1")])
def test_the_cheapest_way_to_each_zone_is_found_and_of_equal_ways_that_over_fewer_borders(
    value: int, route: str
) -> None:
    game = rooms(value=3)
    game.move("Ann", "add_border", one="z1", other="z3", ways=[{"value": value}])
    chart = game.state.play.chart
    found = [(route.to, route.id, route.cost) for route in reachable(chart, Z1, value)]
    assert found == [("z2", "b1.1", 3), ("z3", route, 6)]


@rule("map.zones")
def test_everybody_stands_in_a_zone_on_a_side() -> None:
    game = rooms()
    gatto = game.sheet("Gatto", "Bo")
    for zone in ({"zone": "z9"}, {}):
        game.refused("Ann", Own.UNKNOWN_ZONE, "place", character=gatto, side=1, **zone)
    refused = game.refused("Ann", Own.UNFIT_SIDE, "place", character=gatto, side=5, zone="z1")
    assert refused.facts == {"side": 5, "side_maximum": 4}
    game.refused("Ann", Code.UNKNOWN_CHARACTER, "place", character="c9", side=1, zone="z1")
    game.places(gatto, "z1", 1)
    assert game.view().map.zones[0].there == (gatto,)


@rule("map.zones")
def test_a_character_on_the_map_may_be_taken_off() -> None:
    game = rooms()
    gatto = game.sheet("Gatto", "Bo")
    game.refused("Ann", Own.NOT_THERE, "take_off", character=gatto)
    game.refused("Ann", Code.UNKNOWN_CHARACTER, "take_off", character="c9")
    game.places(gatto, "z1", 1)
    game.move("Ann", "take_off", character=gatto)
    assert game.zone(gatto) is None


@rule("map.zones")
def test_the_question_to_place_a_character_keeps_its_id_after_a_character_is_placed() -> None:
    game = rooms()
    gatto, _ = game.sheet("Gatto", "Bo"), game.sheet("Hargan", None)
    before = game.question("place")
    game.places(gatto, "z1", 1)
    assert game.question("place") == before


@rule("map.zones")
def test_the_referee_places_others_in_a_conflict_only_between_turns() -> None:
    game = in_conflict()
    drone = game.sheet("Drone", None, kind="thing", skills={"Hover": 1})
    game.places(drone, "z2", 2)
    game.refused("Ann", Own.THERE_ALREADY, "place", character="c3", side=1, zone="z1")
    game.turn("c1")
    other = game.sheet("Crate", None, kind="thing")
    game.refused("Ann", Own.WRONG_MOMENT, "place", character=other, side=0, zone="z1")
