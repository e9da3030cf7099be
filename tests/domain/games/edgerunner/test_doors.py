"""Doors: ways that are open or shut, and the price of turning them."""

from tests.support.edgerunner import Game, in_conflict, rule, saw, table
from verger.domain.games.edgerunner.reason import Code as Own

DOOR = {"value": 1, "condition": "the door", "door": "shut"}


def with_a_door(door: str = "shut") -> Game:
    """Return a game with a door between Here and There, and a wall of 4."""
    game = in_conflict()
    ways = [{**DOOR, "door": door}, {"value": 4, "condition": "the wall"}]
    change = {"move": "redefine_border", "border": "b1", "ways": ways}
    game.agreed("Ann", "redraw_map", change=change, why="There is a door.")
    return game


def at_the_door(*dice: int, door: str = "shut") -> Game:
    """Return a game: Gatto has rolled a move with 3."""
    game = with_a_door(door)
    game.acts("c1", "move", dice, skill="Athletics")
    game.stands("c1")
    return game


def stands(game: Game) -> str:
    """Return the state of the door."""
    return str(game.view().map.borders[0].ways[0].door)


@rule("map.doors", "action.move")
def test_going_through_a_door_that_is_shut_takes_2_more_and_opens_it() -> None:
    game = at_the_door(0, 0, 0, 0)
    judgement = game.move("Bo", "go", route="b1.1")
    assert saw(judgement, "action.move") == {
        "route": "b1.1",
        "shifts_spent": 1 + 2,
        "shifts_left": 0,
    }
    assert (game.zone("c1"), stands(game)) == ("z2", "open")


@rule("map.doors")
def test_2_shifts_open_a_door_but_lead_nowhere() -> None:
    game = at_the_door(-1, 0, 0, 0)
    assert game.awaited() == {"turn_door": ("Bo",)}
    assert game.refused("Bo", Own.TOO_FEW_SHIFTS, "go", route="b1.1").facts["shifts_needed"] == 3
    judgement = game.move("Bo", "turn_door", door="b1.1")
    assert judgement.ruling.sentence.startswith(
        "Gatto opens “the door” of the border between “Here” and “There”, 0 left."
    )
    assert (game.zone("c1"), stands(game)) == ("z1", "open")


@rule("map.doors")
def test_a_character_that_has_gone_through_may_shut_the_door_behind() -> None:
    game = at_the_door(0, 0, 0, 0, door="open")
    game.move("Bo", "go", route="b1.1")
    judgement = game.move("Bo", "turn_door", door="b1.1")
    assert saw(judgement, "map.doors") == {"border": "b1", "door": "shut", "shifts_left": 0}
    assert (game.zone("c1"), stands(game)) == ("z2", "shut")


@rule("map.doors")
def test_a_door_that_leads_one_way_is_turned_from_both_sides() -> None:
    game = in_conflict()
    ways = [{**DOOR, "door": "open", "direction": "there"}]
    change = {"move": "redefine_border", "border": "b1", "ways": ways}
    game.agreed("Ann", "redraw_map", change=change, why="A hatch.")
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    game.stands("c1")
    game.move("Bo", "go", route="b1.1")
    game.move("Bo", "turn_door", door="b1.1")
    assert (game.zone("c1"), stands(game)) == ("z2", "shut")


@rule("map.doors")
def test_only_a_door_that_is_there_is_turned_and_for_2_shifts() -> None:
    game = at_the_door(0, 0, 0, 0, door="open")
    for door in ("b1.2", "b2.1", "b9.9"):
        refused = game.refused("Bo", Own.NO_SUCH_DOOR, "turn_door", door=door)
        assert refused.facts["border_names"] == ("the border between “Here” and “There”",)
    judgement = game.move("Bo", "turn_door", door="b1.1")
    assert saw(judgement, "map.doors")["shifts_left"] == 3 - 2


@rule("map.doors", "action.free_move")
def test_a_door_that_is_shut_is_not_gone_through_for_free() -> None:
    game = with_a_door().turned("c1")
    refused = game.refused("Bo", Own.NOT_A_FREE_MOVE, "free_move", route="b1.1")
    assert refused.facts["zone_names"] == ()
    with_a_door("open").turned("c1").move("Bo", "free_move", route="b1.1")


@rule("map.doors", "action.move_another")
def test_a_pushed_character_turns_no_door_but_may_be_pushed_through() -> None:
    game = with_a_door()
    game.acts("c2", "move_another", (0, 0, 0, 1), skill="Taunt", target="c3")
    game.stands("c2", "c3")
    game.refused("Cy", Own.NO_SUCH_DOOR, "turn_door", door="b1.1")
    game.move("Cy", "go", route="b1.1")
    assert (game.zone("c3"), stands(game)) == ("z2", "open")


@rule("map.doors")
def test_a_door_is_drawn_with_its_border() -> None:
    game = table("Ann", "Bo")
    one, other = game.zones("Street", "Hall")
    judgement = game.move("Ann", "add_border", one=one, other=other, ways=[DOOR, {"value": 4}])
    assert (
        judgement.ruling.sentence
        == "Ann joins “Street” and “Hall”; crossing takes 1 for “the door” (shut), 4."
    )
