"""Movement: the actor's own, the free move, with the help of stress, and the push of another character."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.core.option import Choices
from verger.domain.games.edgerunner.reason import Code as Own

WAREHOUSE = ("This end", "The aisles", "The other end")


def warehouse(*dice: int) -> Game:
    """Return the rulebook's warehouse: three zones and two borders of 3. Gatto has rolled a move with 3."""
    game = in_conflict(WAREHOUSE, value=3)
    game.acts("c1", "move", dice, skill="Athletics")
    return game


def routes(game: Game) -> list[str]:
    """The routes that Bo's options list."""
    (field,) = [field for option in game.options("Bo", "go") for field in option.fields]
    assert isinstance(field, Choices)
    return [choice.label for choice in field.choices]


@rule("action.move")
def test_the_warehouse_takes_6_shifts_to_its_other_end() -> None:
    game = warehouse(1, 1, 1, 0)
    game.stands("c1")
    assert routes(game) == ["The aisles, 3 shifts", "The other end, 6 shifts"]
    judgement = game.move("Bo", "go", route="b1.1 b2.1")
    assert saw(judgement, "action.move") == {
        "route": "b1.1 b2.1",
        "shifts_spent": 6,
        "shifts_left": 0,
    }
    assert game.zone("c1") == "z3"


@rule("action.move")
def test_2_shifts_do_not_cross_a_border_of_3() -> None:
    game = warehouse(-1, 0, 0, 0)
    assert "Gatto stays." in game.stands("c1").ruling.sentence
    assert (game.zone("c1"), "c1" in game.view().conflict.acted) == ("z1", True)


@rule("action.move")
def test_a_border_of_0_is_crossed_when_no_shifts_are_left() -> None:
    game = in_conflict(WAREHOUSE, value=3)
    change = {"move": "redefine_border", "border": "b2", "ways": [{"value": 0}]}
    game.agreed("Ann", "redraw_map", change=change, why="A slide.")
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    game.stands("c1")
    game.move("Bo", "go", route="b1.1")
    game.move("Bo", "go", route="b2.1")
    assert (game.zone("c1"), game.view().conflict.moment) == ("z3", "spending")
    game.move("Bo", "finish_action")


@rule("action.move")
def test_3_shifts_lead_to_the_next_zone_only() -> None:
    game = warehouse(0, 0, 0, 0)
    game.stands("c1")
    refused = game.refused("Bo", Own.TOO_FEW_SHIFTS, "go", route="b1.1 b2.1")
    way = {"purchase": "way", "purchase_in_words": "That way"}
    assert refused.facts == {**way, "shifts_needed": 6, "shifts_left": 3}
    game.refused("Bo", Own.NO_SUCH_ROUTE, "go", route="b2.1")
    game.move("Bo", "go", route="b1.1")
    assert game.zone("c1") == "z2"


@rule("action.boost_move")
def test_stress_makes_up_for_the_shifts_that_are_missing() -> None:
    game = warehouse(0, 0, 0, 0)
    game.move("Bo", "take_stress", track="Cool", box=3, why="He squeezes through.")
    assert (game.shifts(), game.marked("c1", "Cool")) == (6, (3,))
    game.stands("c1")
    game.move("Bo", "go", route="b1.1 b2.1")


@rule("action.boost_move")
def test_a_consequence_makes_up_for_them_too() -> None:
    game = warehouse(0, 0, 0, 0)
    told = {"severity": "moderate", "name": "Twisted ankle", "why": "He jumps."}
    judgement = game.move("Bo", "take_consequence", **told)
    assert saw(judgement, "action.boost_move") == {"severity": "moderate", "shifts": 4}
    assert game.shifts() == 7


@rule("action.boost_move")
def test_stress_brings_no_other_action_farther() -> None:
    game = in_conflict()
    game.acts("c1", "maneuver", (0, 0, 0, 0), skill="Taunt", target="z1", aspect="Dark")
    refused = game.refused("Bo", Own.NOT_A_MOVE, "take_stress", track="Cool", box=1, why="So.")
    assert refused.facts == {"action": "maneuver", "action_in_words": "a maneuver"}


@rule("action.move")
def test_the_cheaper_of_two_ways_may_be_left_for_the_dearer() -> None:
    game = in_conflict()
    game.given_ways("b1", (1, "the door"), (2, "the window"))
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    game.stands("c1")
    assert routes(game) == ["There, 1 shift", "Far, 2 shifts", "There, 2 shifts"]
    game.move("Bo", "go", route="b1.2")
    assert routes(game) == ["Here, 1 shift", "Far, 1 shift"]
    game.move("Bo", "finish_action")


@rule("action.free_move")
def test_a_character_also_crosses_one_border_of_1_in_addition_to_the_action() -> None:
    game = in_conflict()
    game.turn("c1")
    game.refused("Bo", Own.NOT_A_FREE_MOVE, "free_move", route="b2.1")
    game.move("Bo", "free_move", route="b1.1")
    assert game.refused("Bo", Own.MOVED_ALREADY, "free_move", route="b1.1").facts == {
        "character_name": "Gatto"
    }
    game.says("c1", "declare", "move", skill="Athletics")


@rule("action.free_move")
def test_after_a_bad_roll_the_free_move_is_left() -> None:
    game = in_conflict()
    game.acts("c1", "move", (-1, -1, -1, -1), skill="Athletics")
    game.stands("c1")
    assert game.awaited() == {"end_turn": ("Bo",)}
    game.move("Bo", "free_move", route="b1.1")
    assert (game.zone("c1"), "claim_turn" in game.awaited()) == ("z2", True)


@rule("action.free_move")
def test_a_border_of_3_is_not_crossed_for_free() -> None:
    game = in_conflict(WAREHOUSE, value=3)
    game.turn("c1")
    refused = game.refused("Bo", Own.NOT_A_FREE_MOVE, "free_move", route="b1.1")
    assert refused.facts["pass_value_maximum"] == 1
    assert game.options("Bo", "free_move") == []


def daemon() -> Game:
    """Return the rulebook's daemon on five nodes: Jade's Deception of 4 against its Netrunning of 2."""
    game = in_conflict(("One", "Two", "Three", "Four", "Five"))
    game.places(game.sheet("Daemon", None, skills={"Netrunning": 2}), "z1", 2)
    game.declares("c2", "move_another", skill="Deception", target="c4")
    game.move("Ann", "oppose", skill="Netrunning")
    game.rolls("c2", (1, 1, 0, 0))
    return game


@rule("action.move_another")
def test_the_daemon_is_pushed_four_zones_out() -> None:
    game = daemon()
    assert game.shifts() == 4
    game.stands("c2", "c4")
    judgement = game.move("Cy", "go", route="b1.1 b2.1 b3.1 b4.1")
    assert judgement.ruling.sentence.startswith("Daemon is moved to “Five” for 4 shifts, 0 left.")
    assert (game.zone("c4"), game.zone("c2")) == ("z5", "z1")


@rule("action.move_another")
def test_the_moved_character_reduces_the_shifts() -> None:
    game = daemon()
    game.stands("c2")
    told = {"severity": "mild", "name": "Lagging", "why": "It holds on."}
    game.move("Ann", "take_consequence", **told)
    game.stands("c4")
    refused = game.refused("Cy", Own.TOO_FEW_SHIFTS, "go", route="b1.1 b2.1 b3.1")
    assert refused.facts["shifts_left"] == 2


@rule("action.move_another")
def test_the_range_counts_from_where_the_target_stands() -> None:
    game = in_conflict()
    game.given_zone("c3", "z3")
    game.acts("c1", "move_another", (0, 0, 0, 1), skill="Taunt", target="c3")
    game.stands("c1", "c3")
    assert routes(game) == ["There, 1 shift"]
