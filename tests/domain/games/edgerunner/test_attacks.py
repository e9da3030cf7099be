"""Attacks: stress, resistance, taking a target out, and attacks on borders, aspects and things."""

from tests.support.edgerunner import Game, in_conflict, rule, saw, tags
from verger.domain.games.edgerunner.reason import Code as Own

SHOT = {"skill": "Firearms", "target": "c1", "track": "Cool"}


def shot(*dice: int, **fields: str) -> Game:
    """Return a game: Hargan shoots at Gatto with 4 and leaves the roll as it is."""
    game = in_conflict()
    game.acts("c3", "attack", dice, **{**SHOT, **fields})
    game.stands("c3")
    return game


@rule("action.attack", "stress.mark")
def test_shifts_are_stress_on_the_track() -> None:
    game = shot(0, 0, 0, 0)
    judgement = game.stands("c1")
    assert saw(judgement, "stress.mark") == {
        "stress_taken": 4,
        "box_number": 4,
        "stress_threshold": 5,
    }
    assert game.marked("c1", "Cool") == (4,)


@rule("stress.mark")
def test_stress_marks_the_next_free_box_above() -> None:
    game = in_conflict().given_stress("c1", "Cool", 3, 4)
    game.acts("c3", "attack", (-1, 0, 0, 0), **SHOT)
    game.stands("c3", "c1")
    assert game.marked("c1", "Cool") == (3, 4, 5)


@rule("action.resist")
def test_a_box_takes_its_number_off_once_and_up_to_the_threshold() -> None:
    game = shot(0, 0, 0, 0)
    judgement = game.move("Bo", "take_stress", track="Cool", box=3, why="He ducks.")
    assert saw(judgement, "action.resist") == {"track_name": "Cool", "box_number": 3}
    assert game.shifts() == 1
    for box in (3, 6, 0):
        told = {"track": "Cool", "box": box, "why": "Again."}
        facts = game.refused("Bo", Own.BOX_NOT_FREE, "take_stress", **told).facts
        assert facts["boxes_free"] == ("1", "2", "4", "5")
    game.stands("c1")
    assert game.marked("c1", "Cool") == (3, 1)


@rule("action.resist")
def test_consequences_take_2_4_and_6_off_one_each() -> None:
    game = shot(1, 1, 1, 1)
    told = {"severity": "mild", "name": "Rattled", "why": "Close."}
    game.move("Bo", "take_consequence", **told)
    refused = game.refused("Bo", Own.CONSEQUENCE_TAKEN, "take_consequence", **told)
    assert refused.facts["severities_free"] == ("moderate", "severe")
    game.move("Bo", "take_consequence", **{**told, "severity": "moderate"})
    assert game.shifts() == 8 - 2 - 4


@rule("action.resist")
def test_a_consequence_is_an_aspect() -> None:
    game = shot(0, 0, 0, 0)
    told = {"severity": "severe", "name": "Broken  hand", "why": "Close."}
    judgement = game.move("Bo", "take_consequence", **told)
    assert "action_settled" in tags(judgement)
    aspect = game.view().aspects[-1]
    assert (aspect.name, aspect.on, aspect.source) == ("Broken hand", "c1", "consequence")


@rule("action.resist")
def test_only_the_target_resists() -> None:
    game = shot(0, 0, 0, 0)
    told = {"track": "Cool", "box": 1, "why": "She pulls him down."}
    refused = game.refused("Cy", Own.NOT_THE_TARGET, "take_stress", **told)
    assert (refused.rule, refused.facts) == ("action.resist", {"target_name": "Gatto"})
    fields = {"aspect": "a1", "pay": "fate", "use": "shifts", "why": "No."}
    game.refused("Cy", Own.NOT_THE_TARGET, "invoke", **fields)
    game.refused("Ann", Own.NOT_THE_TARGET, "stand")


@rule("action.resist")
def test_a_direct_attack_is_resisted_on_the_track_that_it_is_about() -> None:
    game = shot(0, 0, 0, 0)
    told = {"track": "Health", "box": 1, "why": "A graze."}
    assert game.refused("Bo", Own.OTHER_TRACK, "take_stress", **told).facts == {
        "track_name": "Cool"
    }
    game.refused("Bo", Own.UNKNOWN_TRACK, "take_stress", **{**told, "track": "Luck"})


@rule("action.resist", "action.attack")
def test_an_action_that_is_no_attack_is_resisted_on_any_track() -> None:
    # The text's own example has bullets, but a direct attack allows no choice of the track.
    game = in_conflict()
    game.acts("c3", "move_another", (0, 0, 0, 1), skill="Taunt", target="c1")
    game.stands("c3")
    refused = game.refused("Bo", Own.NOTHING_TO_GIVE_IN_TO, "give_in", why="All right.")
    assert refused.facts == {"action": "move_another", "action_in_words": "a push"}
    assert game.options("Bo", "give_in") == []
    judgement = game.move("Bo", "take_stress", track="Health", box=3, why="He clings on.")
    assert judgement.ruling.sentence.startswith("Gatto marks box 3 of “Health”: He clings on.")
    assert game.zone("c1") == "z1"


@rule("action.resist")
def test_an_invoke_of_the_target_takes_2_off() -> None:
    game = shot(0, 0, 0, 0)
    fields = {"aspect": "a1", "pay": "fate", "use": "shifts", "why": "Cover."}
    judgement = game.move("Bo", "invoke", **fields)
    assert saw(judgement, "action.invoke")["shifts"] == -2
    assert game.shifts() == 2


@rule("action.resist")
def test_an_invoke_of_the_target_may_force_the_dice_again() -> None:
    game = shot(1, 1, 0, 0)
    fields = {"aspect": "a1", "pay": "fate", "use": "reroll", "why": "Cover."}
    judgement = game.fudge(-1, -1, -1, -1).move("Bo", "invoke", **fields)
    assert "action_settled" in tags(judgement)
    assert game.marked("c1", "Cool") == ()


@rule("action.resist")
def test_no_shifts_left_stop_the_action() -> None:
    game = shot(0, 0, 0, 0)
    game.move("Bo", "take_stress", track="Cool", box=4, why="He ducks.")
    assert game.awaited() == {"end_turn": ("Ann",)}
    assert game.marked("c1", "Cool") == (4,)


@rule("action.attack", "action.resist")
def test_a_target_that_does_not_resist_is_taken_out() -> None:
    game = shot(-1, -1, -1, 0)
    judgement = game.move("Bo", "give_in", why="He lowers his gun.")
    assert judgement.ruling.sentence == (
        "Gatto does not resist: He lowers his gun. Gatto is taken out."
    )
    assert (saw(judgement, "action.attack")["is_resisted"], game.marked("c1", "Cool")) == (
        False,
        (),
    )
    assert game.awaited() == {"decide_fate": ("Ann",)}


@rule("action.attack")
def test_an_attack_meets_no_skill_of_its_target() -> None:
    game = in_conflict()
    game.declares("c3", "attack", **SHOT)
    assert game.awaited() == {"close_compels": ("Ann",)}
    assert game.refused("Bo", Own.NOTHING_ASKED, "oppose", skill="Athletics").facts == {
        "action": "attack",
        "action_in_words": "an attack",
    }


@rule("stress.taken_out")
def test_8_points_on_the_cool_track_take_gatto_out() -> None:
    game = in_conflict().given_stress("c1", "Cool", 1, 2)
    game.acts("c3", "attack", (1, 1, 0, 0), **SHOT)
    fields = {"aspect": "a1", "pay": "fate", "use": "shifts", "why": "Only if it fired."}
    game.move("Ann", "invoke", **fields)
    judgement = game.stands("c3", "c1")
    assert saw(judgement, "stress.taken_out") == {
        "target": "c1",
        "stress_taken": 8,
        "stress_threshold": 5,
    }
    assert game.awaited() == {"decide_fate": ("Ann",)}


@rule("stress.taken_out", "action.attack_thing")
def test_the_attacker_decides_the_fate_of_a_target_that_is_taken_out_and_is_no_border() -> None:
    game = shot(1, 1, 1, 1)
    game.stands("c1")
    game.refused("Ann", Own.UNKNOWN_BORDER, "redefine_border", border="c1")
    game.refused("Ann", Own.NOT_THAT_BORDER, "redefine_border", border="b1")
    game.refused("Bo", Own.NOT_YOURS, "decide_fate", story="I get away.")
    said = game.move("Ann", "decide_fate", story="Two bullets in his right arm.").ruling.sentence
    assert said == "Hargan says what becomes of Gatto: Two bullets in his right arm."
    game.move("Ann", "end_turn")
    refused = game.refused("Bo", Own.TAKEN_OUT, "claim_turn", character="c1")
    assert refused.facts == {"character_name": "Gatto"}


@rule("action.attack_thing")
def test_anything_that_resists_can_be_attacked() -> None:
    game = in_conflict()
    game.places(game.sheet("Lock", None, kind="thing", tracks={"Integrity": 1}), "z1")
    told = {"skill": "Firearms", "target": "c4", "track": "Integrity"}
    game.acts("c1", "attack", (0, 0, 0, 0), **told)
    game.stands("c1", "c4")
    judgement = game.move("Bo", "decide_fate", story="The gate swings open.")
    assert saw(judgement, "stress.taken_out") == {"target": "c4", "deciding_character": "c1"}
    assert game.view().sheets[3].is_out


@rule("action.attack_thing")
def test_a_thing_without_tracks_is_not_attacked() -> None:
    game = in_conflict()
    game.places(game.sheet("Crate", None, kind="thing"), "z1")
    game.turn("c1")
    told = {"action": {"action": "attack", "skill": "Firearms", "target": "c4"}}
    game.refused("Bo", Own.UNFIT_TARGET, "declare", narration="So.", **told)


@rule("action.attack_thing")
def test_a_borders_threshold_is_declared_by_a_player_or_assigned_by_the_referee() -> None:
    game = in_conflict()
    game.move("Bo", "assign_threshold", border="b1", threshold=2)
    refused = game.refused(
        "Cy", Own.THRESHOLD_ASSIGNED, "assign_threshold", border="b1", threshold=0
    )
    assert refused.facts == {
        "border_name": "the border between “Here” and “There”",
        "stress_threshold": 2,
    }
    game.refused("Ann", Own.UNFIT_THRESHOLD, "assign_threshold", border="b1", threshold=-1)
    game.refused("Ann", Own.UNKNOWN_BORDER, "assign_threshold", border="b9", threshold=1)
    game.move("Ann", "assign_threshold", border="b1", threshold=3)


def border_taken_out() -> Game:
    """Return a game: Gatto has taken out the border between Here and There."""
    game = in_conflict()
    game.move("Bo", "assign_threshold", border="b1", threshold=1)
    game.acts("c1", "attack", (0, 0, 0, 0), skill="Firearms", target="b1")
    game.stands("c1")
    return game


@rule("action.attack_thing")
def test_a_player_who_takes_a_border_out_redefines_it() -> None:
    game = border_taken_out()
    game.refused("Bo", Own.REDEFINE_IT, "decide_fate", story="It is gone.")
    game.refused("Bo", Own.NOT_THAT_BORDER, "redefine_border", border="b2")
    game.refused("Bo", Own.UNFIT_VALUE, "redefine_border", border="b1", ways=[{"value": -1}])
    game.move("Bo", "redefine_border", border="b1", ways=[{"value": 0, "condition": "a hole"}])
    border = game.view().map.borders[0]
    assert (border.ways[0].value, border.threshold) == (0, None)


@rule("action.attack_thing")
def test_a_border_takes_stress_too() -> None:
    game = in_conflict()
    game.move("Ann", "assign_threshold", border="b1", threshold=5)
    game.acts("c1", "attack", (0, 0, 0, 0), skill="Firearms", target="b1")
    game.stands("c1")
    assert game.view().map.borders[0].marked == (2,)
