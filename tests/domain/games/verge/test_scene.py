"""Scenes: the camera, and characters that cut in."""

import pytest

from tests.support.play import Game, action, between_scenes, cited, effect, in_load, in_run, rule
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.scene import DETAIL_LIMIT


def framed(*names: str) -> Game:
    """Return a game in a scene, with the node `n1` present."""
    game = in_run(*names)
    game.node(names[0], "Knight")
    game.move(names[0], "frame", camera="Neon and rain.", place="A garage", present=["n1"])
    return game


@rule("scene.frame")
def test_the_gm_frames_a_scene() -> None:
    game = in_run("Ann", "Bo")
    judgement = game.move("Ann", "frame", camera=" Rain. ", place="A roof")
    assert judgement.effects == (
        effect("scene_framed", camera="Rain.", place="A roof", present=()),
    )
    assert "scene.frame" in cited(judgement)


@rule("scene.frame", "scene.cut_in")
def test_the_rulings_say_what_the_camera_shows_and_others_add_to_it() -> None:
    game = in_run("Ann", "Bo")
    game.node("Ann", "Knight")
    rain = {"camera": "Rain.", "place": "A roof", "present": ["n1"]}
    said = game.move("Ann", "frame", **rain).ruling.sentence
    assert said == "Ann frames a scene at “A roof”, with “Knight”: “Rain.”"
    judgement = game.move("Bo", "add_to_camera", text="A coin")
    assert judgement.ruling.sentence == "Bo adds to the picture of the camera: “A coin”."
    assert judgement.effects == (effect("camera_saw", seat="s2", text="A coin"),)


@rule("scene.frame")
def test_a_new_frame_ends_the_scene_before_and_a_person_named_twice_is_present_once() -> None:
    game = framed("Ann", "Bo")
    fields = {"camera": "Night.", "place": "The Church", "present": ["n1", "n1"]}
    assert game.move("Ann", "frame", **fields).effects[0].present == ("n1",)
    game.move("Ann", "frame", camera="Night.", place="A roof")
    scene = game.state.play.scene
    assert scene is not None
    assert (scene.place, scene.present) == ("A roof", ())


@rule("scene.frame")
def test_present_characters_are_on_the_network() -> None:
    fields = {"camera": "Rain", "place": "Roof", "present": ["n9"]}
    in_run("Ann", "Bo").refused("Ann", Own.UNKNOWN_ELEMENT, "frame", **fields)


@rule("scene.frame", "scene.cut_in")
@pytest.mark.parametrize("begun", ["declare", "call_conflict"])
def test_once_something_happens_others_add_to_the_camera_with_the_gms_word(begun: str) -> None:
    game = framed("Ann", "Bo").grant("Bo", story=1)
    plan = {"overview": "So.", "actions": [action("strike", element=game.node("Ann", "Dog"))]}
    game.move("Bo", begun, **(plan if begun == "declare" else {"reason": "No!"}))
    refusal = game.refused("Bo", Own.SCENE_UNDER_WAY, "add_to_camera", text="A coin.")
    assert (refusal.rule, refusal.facts) == ("scene.cut_in", {"gm_name": "Ann"})
    assert not game.options("Bo", "add_to_camera")
    game.move("Ann", "add_to_camera", text="A coin.")


@rule("scene.frame")
def test_a_new_scene_is_framed_by_everybody_again() -> None:
    game = framed("Ann", "Bo").grant("Bo", story=1)
    game.declares("Bo", action("strike", element=game.node("Ann", "Dog")))
    game.move("Ann", "frame", camera="Night.", place="The Church")
    game.move("Bo", "add_to_camera", text="A coin.")


@rule("change.create")
@pytest.mark.parametrize("nature", ["fiction", "backstory"])
def test_an_action_in_the_fiction_needs_a_scene(nature: str) -> None:
    game = between_scenes("Ann", "Bo").grant("Bo", story=1)
    dog = action("create", label="Dog", edge="bites", other=game.node("Ann", "Cat"), nature=nature)
    if nature == "backstory":
        game.declares("Bo", dog)
        return
    refusal = game.cannot_declare("Bo", Own.NO_SCENE, dog)
    assert refusal.rule == "change.create"
    game.move("Ann", "frame", camera="Rain.", place="A roof")
    game.declares("Bo", dog)


@rule("scene.frame", "scene.cut_in")
def test_without_a_scene_the_camera_sees_nothing_and_nobody_joins() -> None:
    game, subject = between_scenes("Ann", "Bo"), {"subject": "join_scene", "text": "A van."}
    game.refused("Bo", Own.NO_SCENE, "add_to_camera", text="A coin.")
    game.refused("Ann", Own.NO_SCENE, "end_scene")
    game.refused("Bo", Own.NO_SCENE, "propose", subject=subject)


@rule("scene.frame")
def test_a_scene_takes_a_limited_number_of_details() -> None:
    game = framed("Ann", "Bo")
    game.given(*[effect("camera_saw", seat=game.seat("Bo"), text="Rain.")] * DETAIL_LIMIT)
    refusal = game.refused("Bo", Own.SCENE_FULL, "add_to_camera", text="More rain.")
    assert refusal.facts == {"additions_seen": DETAIL_LIMIT, "additions_allowed": DETAIL_LIMIT}


@rule("scene.frame")
def test_only_the_gm_frames_and_cuts() -> None:
    game = framed("Ann", "Bo")
    refusal = game.refused("Bo", Code.GM_ONLY, "frame", camera="Rain", place="Roof")
    assert refusal.facts == {"gm": "s1", "gm_name": "Ann"}
    game.refused("Bo", Code.GM_ONLY, "end_scene")
    assert game.move("Ann", "end_scene").effects == (effect("scene_ended"),)


@rule("scene.frame")
def test_scenes_belong_to_run() -> None:
    in_load("Ann", "Bo").refused("Ann", Code.WRONG_STEP, "frame", camera="Rain", place="Roof")


@rule("scene.cut_in")
def test_joining_a_scene_needs_only_the_gms_agreement() -> None:
    game = framed("Ann", "Bo", "Cy")
    proposal = game.proposes("Cy", "join_scene", text="A white van.", present=["n1"])
    game.refused("Bo", Code.NOT_ASKED, "agree", proposal=proposal)
    judgement = game.move("Ann", "agree", proposal=proposal)
    assert judgement.effects[-1] == effect(
        "cut_in", seat="s3", text="A white van.", present=("n1",)
    )


@rule("scene.cut_in")
def test_the_gm_cuts_in_without_asking() -> None:
    game = framed("Ann", "Bo")
    game.proposes("Ann", "join_scene", text="A van.")
    assert game.state.play.scene is not None
    assert game.state.play.scene.seen == ("A van.",)


@rule("scene.cut_in")
def test_the_gm_may_say_no_and_a_player_who_asked_too_late_finds_the_scene_over() -> None:
    game = framed("Ann", "Bo")
    game.move("Ann", "decline", proposal=game.proposes("Bo", "join_scene", text="A van."))
    assert game.state.play.scene is not None
    assert game.state.play.scene.seen == ()
    proposal = game.proposes("Bo", "join_scene", text="A van.")
    game.move("Ann", "end_scene")
    assert game.move("Ann", "agree", proposal=proposal).effects[-1].outcome == "lapsed"


@rule("scene.cut_in", "table.pause")
def test_nobody_cuts_in_on_a_pause() -> None:
    game = framed("Ann", "Bo")
    game.move("Bo", "signal")
    subject = {"subject": "join_scene", "text": "A van."}
    game.refused("Bo", Code.PAUSED, "propose", subject=subject)
