"""The declaration of a character's only action in an exchange: its target, its reach, and the target's answer."""

from typing import Any

from tests.support.edgerunner import Game, cited, in_conflict, rule, saw
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.edgerunner.reason import Code as Own

SHOT = {"skill": "Firearms", "target": "c3", "track": "Health"}


def refused(game: Game, code: ReasonCode, action: str, **fields: str) -> dict[str, Any]:
    """Require that Gatto's declaration is refused, and return the facts."""
    told = {"action": {"action": action, **fields}, "narration": "So."}
    return game.refused("Bo", code, "declare", **told).facts


def gattos_turn() -> Game:
    """Return a game at Gatto's turn."""
    game = in_conflict()
    game.turn("c1")
    return game


@rule("action.one", "conflict.narrate")
def test_a_declaration_has_an_action_a_skill_a_target_and_a_narration() -> None:
    game = in_conflict()
    judgement = game.declares("c1", "attack", **SHOT)
    assert cited(judgement) == ["action.one", "action.attack", "conflict.narrate"]
    assert judgement.ruling.sentence == (
        "Gatto declares an attack on Hargan's “Health” with “Firearms”: It happens."
    )
    roll = game.view().conflict.turn.roll
    assert (roll.action.target, roll.narration, roll.rating) == ("c3", "It happens.", 2)


@rule("action.one")
def test_only_the_character_with_the_turn_declares() -> None:
    game = in_conflict()
    refused(game, Own.WRONG_MOMENT, "move", skill="Athletics")
    game.turn("c2")
    facts = refused(game, Own.NOT_YOURS, "move", skill="Athletics")
    assert facts == {"character": "c2", "character_name": "Jade", "seat": "s3", "seat_name": "Cy"}


@rule("action.one")
def test_an_action_takes_a_skill_of_the_sheet_and_is_about_something_on_the_map() -> None:
    game = gattos_turn()
    facts = refused(game, Own.UNSKILLED, "move", skill="Deception")
    there = ("Athletics", "Firearms", "Taunt")
    assert facts == {"character_name": "Gatto", "skill_name": "Deception", "skill_names": there}
    refused(game, Own.UNFIT_TARGET, "attack", skill="Firearms", target="c9", track="Cool")
    refused(game, Own.UNFIT_TARGET, "move_another", skill="Taunt", target="c1")
    refused(game, Own.UNFIT_TARGET, "attack", skill="Firearms", target="z1")
    refused(game, Own.UNFIT_TARGET, "maneuver", skill="Taunt", target="a1", aspect="Wet")


@rule("action.attack")
def test_an_attack_names_a_track_of_its_target() -> None:
    facts = refused(gattos_turn(), Own.UNKNOWN_TRACK, "attack", **{**SHOT, "track": "Reputation"})
    assert facts == {
        "track_name": "Reputation",
        "target_name": "Hargan",
        "track_names": ("Cool", "Health"),
    }
    refused(gattos_turn(), Own.UNKNOWN_TRACK, "attack", skill="Firearms", target="c3")


@rule("action.one")
def test_a_character_has_one_action_in_an_exchange() -> None:
    game = in_conflict()
    game.acts("c1", "move", (-1, -1, -1, -1), skill="Athletics")
    game.stands("c1")
    refused(game, Own.WRONG_MOMENT, "move", skill="Athletics")
    game.move("Bo", "end_turn")
    game.refused("Bo", Own.ACTED_ALREADY, "claim_turn", character="c1")


@rule("action.one")
def test_a_simple_action_needs_no_roll_and_is_free_however_often() -> None:
    game = gattos_turn()
    judgement = game.move("Bo", "act_simply", narration="He shuts the door.")
    assert saw(judgement, "action.one") == {"character": "c1", "is_roll_needed": False}
    again = game.move("Bo", "act_simply", narration="And opens it.")
    assert again.ruling.sentence == "Gatto does something simple: And opens it."
    game.says("c1", "declare", "move", skill="Athletics")


@rule("action.one")
def test_an_action_whose_target_is_gone_before_the_roll_is_given_back() -> None:
    game = in_conflict().given_aspect("a2", "z1", by="c3", free=1, boxes=1)
    game.declares("c1", "attack", skill="Firearms", target="a2")
    game.move("Ann", "close_compels")
    game.agreed("Cy", "drop_aspect", aspect="a2", why="The light is on.")
    judgement = game.move("Bo", "roll")
    assert saw(judgement, "action.one") == {"character": "c1", "is_given_back": True}
    assert judgement.ruling.sentence.endswith(
        "No target is left for an attack on an aspect that is gone with “Firearms”:"
        " Gatto has the action back."
    )
    assert (game.moment(), game.log[-1].dice) == ("choosing", ())


@rule("action.one")
def test_an_action_ends_if_its_target_is_gone_before_the_compels_end() -> None:
    game = in_conflict().given_aspect("a2", "z1", by="c3", free=1, boxes=1)
    game.declares("c1", "attack", skill="Firearms", target="a2")
    game.agreed("Cy", "drop_aspect", aspect="a2", why="The light is on.")
    game.move("Ann", "close_compels")
    assert game.awaited() == {"act": ("Bo",)}


@rule("map.range")
def test_you_can_only_act_on_targets_that_borders_lead_to() -> None:
    game = in_conflict()
    game.given_island("c3")
    facts = refused(game.turned("c1"), Own.NO_WAY_THERE, "move_another", skill="Taunt", target="c3")
    assert facts == {"target_name": "Hargan"}


@rule("action.attack")
def test_the_skill_has_to_reach_the_target() -> None:
    game = in_conflict()
    game.given_zone("c3", "z2")
    game.turn("c1")
    facts = refused(game, Own.OUT_OF_REACH, "attack", **{**SHOT, "skill": "Athletics"})
    assert (facts["zones_away"], facts["reach_zones"]) == (1, 0)
    assert (facts["distance_in_words"], facts["reach_in_words"]) == (
        "1 zone",
        "no farther than its own zone",
    )
    assert saw(game.says("c1", "declare", "attack", **SHOT), "map.range") == {"zones_away": 1}


@rule("map.range")
def test_a_target_out_of_reach_is_refused_for_that_and_not_for_its_track() -> None:
    game = in_conflict()
    game.given_island("c3")
    facts = {**SHOT, "track": "Reputation"}
    refused(game.turned("c1"), Own.NO_WAY_THERE, "attack", **facts)


@rule("action.attack")
def test_a_skill_without_reach_attacks_in_the_own_zone() -> None:
    judgement = in_conflict().declares("c1", "attack", **{**SHOT, "skill": "Athletics"})
    assert "action.attack" in cited(judgement)


@rule("action.roll")
def test_the_target_of_a_push_names_the_skill_that_opposes_the_roll() -> None:
    game = in_conflict()
    game.declares("c1", "move_another", skill="Firearms", target="c3")
    assert game.awaited() == {"oppose": ("Ann",)}
    assert game.refused("Ann", Own.TARGET_FIRST, "close_compels").facts == {"target_name": "Hargan"}
    game.refused("Ann", Own.UNSKILLED, "oppose", skill="Netrunning")
    game.refused("Bo", Own.NOT_YOURS, "oppose", skill="Athletics")
    judgement = game.move("Ann", "oppose", skill="Athletics")
    assert judgement.ruling.sentence == "Hargan opposes the push with “Athletics”."
    game.rolls("c1", (0, 0, 0, 0))
    assert game.shifts() == 2 - 3


@rule("action.roll")
def test_a_target_without_skills_opposes_nothing() -> None:
    game = in_conflict()
    game.places(game.sheet("Gate", None, kind="thing", tracks={"Integrity": 2}), "z1")
    game.declares("c1", "move_another", skill="Firearms", target="c4")
    assert game.awaited() == {"close_compels": ("Ann",)}
    game.refused("Ann", Own.NOTHING_ASKED, "oppose")
