"""The roll, invokes and spin."""

import pytest

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.games.edgerunner.model.purse import Purse
from verger.domain.games.edgerunner.reason import Code as Own

WHY = "It fits."


def rolled(*dice: int, aspects: int = 1) -> Game:
    """Return a game: Gatto has rolled a move. Aspect a1 is his own, and others are on the alley."""
    game = in_conflict()
    for number in range(2, aspects + 1):
        game.given_aspect(f"a{number}", "z1", by="c1", free=1)
    game.acts("c1", "move", dice, skill="Athletics")
    return game


def invoke(aspect: str, pay: str = "fate", use: str = "shifts") -> dict[str, str]:
    """The fields of an invoke."""
    return {"aspect": aspect, "pay": pay, "use": use, "why": WHY}


@rule("action.roll")
def test_a_roll_is_four_fudge_dice_and_a_skill() -> None:
    game = in_conflict()
    judgement = game.acts("c1", "move", (1, -1, 0, 1), skill="Athletics")
    assert judgement.ruling.sentence == "Gatto rolls +1 -1 0 +1: 4 shifts."
    assert saw(judgement, "action.roll")["dice"] == ("1", "-1", "0", "1")
    assert game.log[-1].dice[0].values == (3, 1, 2, 3)


@rule("action.roll")
def test_opposition_range_and_bid_come_off_the_shifts() -> None:
    game = in_conflict()
    game.given_zone("c3", "z2")
    game.declares("c1", "move_another", skill="Firearms", target="c3")
    game.move("Ann", "oppose", skill="Taunt")
    game.rolls("c1", (1, 1, 1, 1))
    assert game.shifts() == 4 + 2 - 2 - 1


@rule("action.continue")
@pytest.mark.parametrize("fate", [0, 1])
def test_a_failed_action_shows_the_changes_that_would_save_it(fate: int) -> None:
    game = in_conflict().spends("c1", 3 - fate)
    game.acts("c1", "attack", (-1, -1, 0, 0), skill="Firearms", target="c3", track="Cool")
    judgement = game.stands("c1")
    there = ("Jamming gun",) * fate
    assert saw(judgement, "action.continue") == {"shifts": 0, "helpful_aspect_names": there}
    assert ("an invoke of “Jamming gun”" in judgement.ruling.sentence) == bool(fate)
    assert "another action or another target." in judgement.ruling.sentence


@rule("action.continue")
def test_a_move_that_leads_nowhere_shows_its_shifts_too() -> None:
    game = in_conflict(value=3)
    game.acts("c1", "move", (-1, 0, 0, 0), skill="Athletics")
    assert saw(game.stands("c1"), "action.continue")["shifts"] == 2


@rule("action.roll")
def test_only_the_character_with_the_turn_rolls_and_only_once() -> None:
    game = in_conflict()
    game.declares("c1", "move", skill="Athletics")
    game.move("Ann", "close_compels")
    assert game.refused("Cy", Own.NOT_YOURS, "roll").rule == "table.sheets"
    game.fudge(0, 0, 0, 0).move("Bo", "roll")
    game.refused("Bo", Own.WRONG_MOMENT, "roll")


@rule("action.invoke")
def test_a_fate_point_on_an_aspect_brings_2_shifts() -> None:
    game = rolled(0, 0, 0, 0)
    judgement = game.move("Bo", "invoke", **invoke("a1"))
    assert (
        judgement.ruling.sentence
        == "Gatto invokes “Jamming gun”, which makes it 5 shifts: It fits."
    )
    assert (game.shifts(), game.tokens("c1").fate) == (5, 2)


@rule("action.invoke")
def test_each_aspect_is_invoked_once_in_a_roll() -> None:
    game = rolled(0, 0, 0, 0, aspects=2)
    game.move("Bo", "invoke", **invoke("a1"))
    refused = game.refused("Bo", Own.INVOKED_ALREADY, "invoke", **invoke("a1"))
    assert refused.facts == {"aspect_name": "Jamming gun"}
    game.move("Bo", "invoke", **invoke("a2"))


@rule("action.invoke")
def test_a_refused_invoke_names_only_aspects_that_this_roll_can_still_use() -> None:
    game = rolled(0, 0, 0, 0, aspects=2)
    game.move("Bo", "invoke", **invoke("a1"))
    refused = game.refused("Bo", Own.DOES_NOT_HOLD, "invoke", **invoke("a9"))
    names = refused.facts["aspect_names"]
    assert isinstance(names, tuple)
    assert names
    assert "Jamming gun" not in names


@rule("action.invoke")
def test_a_free_invoke_belongs_to_the_character_that_placed_the_aspect() -> None:
    game = rolled(0, 0, 0, 0, aspects=2)
    game.given_aspect("a3", "z1", by="c3", free=1)
    refused = game.refused("Bo", Own.NO_FREE_INVOKE, "invoke", **invoke("a3", pay="free"))
    assert refused.facts == {"aspect_name": "Dark", "character_name": "Gatto"}
    game.move("Bo", "invoke", **invoke("a2", pay="free"))
    spent = (game.tokens("aspect:a2").invoke, game.tokens("aspect:a3").invoke)
    assert (spent, game.tokens("c1").fate) == ((0, 1), 3)


@rule("action.invoke")
def test_there_are_no_more_free_invokes_than_were_placed() -> None:
    game = rolled(0, 0, 0, 0)
    game.given_aspect("a2", "z1", by="c1", free=0)
    for aspect in ("a1", "a2"):
        game.refused("Bo", Own.NO_FREE_INVOKE, "invoke", **invoke(aspect, pay="free"))


@rule("action.invoke")
def test_an_invoke_takes_an_aspect_that_holds_and_a_fate_point() -> None:
    game = rolled(0, 0, 0, 0)
    game.refused("Bo", Own.DOES_NOT_HOLD, "invoke", **invoke("a9"))
    game.sheet("Bystander", "Ann", aspects=["Curious"])
    game.refused("Bo", Own.DOES_NOT_HOLD, "invoke", **invoke("a2"))
    game.spends("c1", 3)
    game.refused("Bo", Own.NO_FATE, "invoke", **invoke("a1"))


@rule("action.spin")
def test_a_negative_roll_leaves_a_spin_token() -> None:
    game = rolled(-1, -1, -1, -1)
    judgement = game.stands("c1")
    assert saw(judgement, "action.spin") == {"shifts": -1}
    assert game.tokens("c1").spin == 1


@rule("action.spin")
def test_a_roll_of_0_leaves_no_spin() -> None:
    game = rolled(-1, -1, -1, 0)
    game.stands("c1")
    assert game.tokens("c1").spin == 0


def shot_at_gatto() -> Game:
    """Return a game: Gatto has spin and Hargan shoots at him."""
    game = rolled(-1, -1, -1, -1)
    game.stands("c1")
    game.move("Bo", "end_turn")
    game.acts("c3", "attack", (0, 0, 0, 0), skill="Firearms", target="c1", track="Cool")
    return game


@rule("action.spin")
def test_an_opponent_uses_spin_up_for_1_shift() -> None:
    game = shot_at_gatto()
    game.given(*transfer(Purse(spin=1), BANK, character_account("c1"), "", "action.spin"))
    judgement = game.move("Ann", "use_spin")
    assert judgement.ruling.sentence == "Hargan uses Gatto's spin: 5 shifts."
    assert (game.shifts(), game.tokens("c1").spin) == (5, 1)
    # Gatto has another spin token, but a roll can use only one.
    game.refused("Ann", Own.NO_SPIN, "use_spin")


@rule("action.spin")
def test_spin_is_used_against_an_opponent_only() -> None:
    game = rolled(-1, -1, -1, -1)
    game.stands("c1")
    game.move("Bo", "end_turn")
    game.acts("c2", "move_another", (0, 0, 0, 0), skill="Taunt", target="c1")
    assert game.refused("Cy", Own.NO_SPIN, "use_spin").facts == {"target_name": "Gatto"}
    refused = rolled(0, 0, 0, 0).refused("Bo", Own.NO_SPIN, "use_spin")
    assert refused.facts == {"target_name": "anybody"}
