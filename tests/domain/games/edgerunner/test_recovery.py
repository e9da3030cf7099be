"""Recovery: an actor clears the boxes of another character, and both use their action."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.reason import Code as Own

CALM = {"skill": "Taunt", "target": "c2", "track": "Cool"}


def hurt(*boxes: int) -> Game:
    """Return a game at Gatto's turn, after Jade has taken stress."""
    game = in_conflict().given_stress("c2", "Cool", *boxes)
    return game.turned("c1")


def calmed(*dice: int) -> Game:
    """Return a game: Gatto helps Jade with 2, and Jade has accepted."""
    game = hurt(1, 2, 4)
    game.says("c1", "declare", "recovery", **CALM)
    game.move("Cy", "accept_help", accept=True)
    game.rolls("c1", dice)
    game.stands("c1")
    return game


@rule("action.recovery")
def test_a_box_costs_as_many_shifts_as_its_number() -> None:
    game = calmed(1, 1, 0, 0)
    judgement = game.move("Bo", "clear_box", box=2)
    assert saw(judgement, "action.recovery") == {
        "track_name": "Cool",
        "box_number": 2,
        "shifts_left": 2,
    }
    game.move("Bo", "clear_box", box=1)
    assert game.marked("c2", "Cool") == (4,)


@rule("action.recovery", "map.range")
def test_distance_makes_a_recovery_no_harder() -> None:
    game = hurt(2).given_zone("c2", "z2")
    game.says("c1", "declare", "recovery", **CALM)
    game.move("Cy", "accept_help", accept=True)
    game.rolls("c1", (0, 0, 0, 0))
    game.stands("c1")
    game.move("Bo", "clear_box", box=2)
    assert game.marked("c2", "Cool") == ()


@rule("action.recovery")
def test_a_box_beyond_the_shifts_stays_marked() -> None:
    game = calmed(1, 0, 0, 0)
    refused = game.refused("Bo", Own.TOO_FEW_SHIFTS, "clear_box", box=4)
    assert (refused.facts["shifts_needed"], refused.facts["shifts_left"]) == (4, 3)
    game.refused("Bo", Own.BOX_NOT_MARKED, "clear_box", box=3)
    game.refused("Bo", Own.NOTHING_TO_GO, "go", route="b1.1")
    game.move("Bo", "finish_action")


@rule("action.recovery")
def test_shifts_of_a_move_clear_nothing() -> None:
    game = in_conflict()
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    game.stands("c1")
    game.refused("Bo", Own.NOTHING_TO_CLEAR, "clear_box", box=1)


@rule("action.recovery")
def test_both_characters_of_a_recovery_use_their_action() -> None:
    game = calmed(-1, -1, 0, 0)
    game.move("Bo", "end_turn")
    refused = game.refused("Cy", Own.ACTED_ALREADY, "claim_turn", character="c2")
    assert refused.facts["exchange_number"] == 1
    game.passes("c3")
    assert game.view().conflict.exchange == 2


@rule("action.recovery", "action.defense")
def test_a_character_that_joins_in_keeps_up_no_defense() -> None:
    game = in_conflict().given_stress("c2", "Cool", 1)
    game.acts("c2", "defense", (0, 0, 0, 0), **{**CALM, "target": "c1"})
    game.stands("c2")
    game.move("Cy", "end_turn")
    game.passes("c1", "c3")
    game.turned("c1").says("c1", "declare", "recovery", **CALM)
    assert [one.by for one in game.view().conflict.defenses] == ["c2"]
    game.move("Cy", "accept_help", accept=True)
    game.rolls("c1", (0, 0, 0, 0))
    game.stands("c1")
    assert game.view().conflict.defenses == ()


@rule("action.recovery")
def test_a_character_that_does_not_join_in_keeps_the_action() -> None:
    game = hurt(1)
    game.says("c1", "declare", "recovery", **CALM)
    assert game.awaited() == {"accept_help": ("Cy",)}
    game.refused("Bo", Own.NOT_YOURS, "accept_help", accept=True)
    game.move("Cy", "accept_help", accept=False)
    assert game.awaited() == {"act": ("Bo",)}


@rule("action.recovery")
def test_a_character_that_has_acted_or_is_unhurt_does_not_recover() -> None:
    told = {"action": {"action": "recovery", **CALM}, "narration": "Breathe."}
    hurt().refused("Bo", Own.UNFIT_TARGET, "declare", **told)
    game = in_conflict().given_stress("c2", "Cool", 1)
    game.passes("c2")
    game.turned("c1").refused("Bo", Own.UNFIT_TARGET, "declare", **told)


@rule("action.recovery")
def test_recovery_needs_at_least_two_characters() -> None:
    game = in_conflict().given_stress("c1", "Cool", 1)
    told = {"action": {"action": "recovery", **CALM, "target": "c1"}, "narration": "Breathe."}
    game.turned("c1").refused("Bo", Own.UNFIT_TARGET, "declare", **told)


@rule("action.recovery")
def test_consequences_stay_as_long_as_the_conflict() -> None:
    game = in_conflict().given_consequence("c1", "Cracked rib")
    subject = {"subject": "drop_aspect", "aspect": "a2", "why": "It is better."}
    assert game.refused("Bo", Code.WRONG_STEP, "propose", subject=subject).rule == "action.recovery"
    game.agreed("Ann", "concede", side=2, story="They withdraw.")
    game.agreed("Bo", "drop_aspect", aspect="a2", why="It is better.")
    assert game.view().sheets[0].consequences == ()
