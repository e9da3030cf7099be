"""Scenes: turns and rounds, passing, offers, scenes side by side, pauses."""

import pytest

from tests.support.venus import FC, Game, cited, in_chapter, in_scene, prepared, rule
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Choices, Group
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.games.venus.reason import Code as Own


def side_by_side(pacing: str) -> Game:
    """Return a game with Ann and Cy in one scene and Bo in another."""
    game = in_chapter()
    game.move(FC, "set_scene", text="A wall.", present=["s2", "s4"])
    game.move(FC, "set_scene", text="A cellar.", present=["s3"])
    game.move(FC, "pace_scenes", pacing=pacing)
    return game


def turns(game: Game, number: int) -> list[str | None]:
    """The order of this number of turns. The FC begins each new round."""
    found = []
    for _ in range(number):
        found.append(game.turn)
        game.move(FC, "pass_turn")
        while game.turn is None:
            game.move(FC, "next_round")
    return found


@rule("scene.turns")
def test_the_turn_goes_round_in_seat_order_and_then_the_fc_goes_on() -> None:
    game = in_scene()
    assert game.turn == "Ann"
    for name in ("Ann", "Bo", "Cy"):
        assert game.awaited()["pass_turn"] == (name,)
        game.move(name, "pass_turn")
    assert game.awaited() == {"next_round": (FC,), "end_scene": (FC,)}
    game.move(FC, "next_round")
    assert (game.turn, game.state.play.scenes.open["n1"].round) == ("Ann", 2)


@rule("scene.turns")
def test_only_the_fc_sets_scenes_goes_on_and_ends_them() -> None:
    game = in_scene()
    game.refused("Ann", Code.GM_ONLY, "set_scene", text="A roof.")
    game.refused("Ann", Code.GM_ONLY, "next_round")
    game.refused("Ann", Code.GM_ONLY, "end_scene", scene="n1")
    game.refused(FC, Own.NO_ROUND_OVER, "next_round")
    game.refused(FC, Own.UNKNOWN_SCENE, "end_scene", scene="n2")
    game.refused(FC, Own.NOBODY_FREE, "set_scene", text="A roof.")


@rule("scene.turns")
def test_a_scene_may_have_some_of_the_players_in_it() -> None:
    game = in_chapter()
    game.refused(FC, Own.NOT_FREE, "set_scene", text="A wall.", present=["s1"])
    game.move(FC, "set_scene", text="A wall.", present=["s4", "s3"])
    assert turns(game, 3) == ["Bo", "Cy", "Bo"]
    game.refused(FC, Own.NOT_FREE, "set_scene", text="A roof.", present=["s3"])


@rule("scene.turns")
def test_scenes_belong_to_a_chapter_and_turns_to_a_round() -> None:
    game = prepared()
    game.refused(FC, Code.WRONG_STEP, "set_scene", text="A wall.")
    game.refused("Ann", Code.WRONG_STEP, "pass_turn")
    in_chapter().refused(FC, Own.NOBODYS_TURN, "pass_turn")


@rule("scene.pass")
def test_the_player_or_the_fc_passes_a_turn_without_a_roll() -> None:
    game = in_scene()
    game.refused("Bo", Code.OUT_OF_TURN, "pass_turn")
    assert "scene.pass" in cited(game.move("Ann", "pass_turn"))
    game.move(FC, "pass_turn")
    assert game.turn == "Cy"


@rule("scene.pass")
def test_a_turn_with_a_roll_ends_after_it() -> None:
    game = in_scene()
    game.calls("Ann")
    game.refused("Ann", Own.ROLL_OPEN, "pass_turn")
    game.refused(FC, Own.ROLL_OPEN, "end_scene", scene="n1")
    game.refused(FC, Own.ROLL_OPEN, "next_round")


def elsewhere(*present: str) -> Game:
    """Return a game with a scene for some of the players."""
    game = in_chapter()
    game.move(FC, "set_scene", text="A wall.", present=list(present))
    return game


@rule("scene.enter")
def test_a_player_enters_a_scene_under_way_by_the_fcs_word() -> None:
    game = elsewhere("s2", "s4")
    game.proposes("Bo", "enter_scene", seat="s3", scene="n1")
    assert game.awaited()["agreement"] == (FC,)
    game.move("Ann", "pass_turn")
    judgement = game.move(FC, "agree", proposal=f"p{game.state.play.proposals.ever}")
    assert "Bo enters the scene “A wall”. It is Cy's turn." in judgement.ruling.sentence
    assert turns(game, 3) == ["Cy", "Bo", "Ann"]


@rule("scene.enter")
def test_a_character_that_enters_between_rounds_has_a_turn_in_the_finished_round() -> None:
    game = elsewhere("s2")
    game.move("Ann", "pass_turn")
    game.agreed("Bo", "enter_scene", seat="s3", scene="n1")
    assert turns(game, 3) == ["Bo", "Ann", "Bo"]


@rule("scene.enter", "scene.pass")
def test_a_seat_that_leaves_and_enters_again_in_the_same_round_gets_another_question() -> None:
    game = in_scene()
    before = game.question("pass_turn")
    for name in ("Ann", "Bo", "Cy"):
        game.move(name, "pass_turn")
    game.agreed("Ann", "leave_scene", seat="s2")
    game.agreed("Ann", "enter_scene", seat="s2", scene="n1")
    again = game.question("pass_turn")
    assert again.seats == before.seats
    assert again.id != before.id


@rule("scene.enter")
def test_a_request_of_the_fc_needs_the_players_agreement() -> None:
    game = in_scene()
    game.proposes(FC, "leave_scene", seat="s2")
    assert game.awaited()["agreement"] == ("Ann",)
    game.move("Ann", "agree", proposal=f"p{game.state.play.proposals.ever}")
    assert (game.turn, game.state.play.scenes.open["n1"].order) == ("Bo", ("s3", "s4"))


@rule("scene.enter", "table.fork")
def test_nobody_is_asked_to_leave_whose_seat_a_fork_has_emptied() -> None:
    game = in_scene()
    assert leaving(game) == ["Ann", "Bo", "Cy"]
    game.given(SeatEmptied(SeatId("s4")))
    assert leaving(game) == ["Ann", "Bo"]
    leave = {"subject": "leave_scene", "seat": "s4"}
    refused = game.refused(FC, Code.SEAT_NOT_TAKEN, "propose", subject=leave)
    assert refused.facts["seat_name"] == "Cy"


def leaving(game: Game) -> list[str]:
    """The players that the FC may ask to leave a scene."""
    (option,) = game.options(FC, "propose")
    (subject,) = option.fields
    assert isinstance(subject, Group)
    (shape,) = [one for one in subject.shapes if one.fixed["subject"] == "leave_scene"]
    (seat,) = shape.fields
    assert isinstance(seat, Choices)
    return [choice.label for choice in seat.choices]


@rule("scene.enter")
def test_the_last_one_who_leaves_ends_the_scene() -> None:
    game = elsewhere("s2")
    game.agreed("Ann", "leave_scene", seat="s2")
    assert not game.state.play.scenes.open
    assert game.state.play.scenes.has_ended


@rule("scene.enter")
@pytest.mark.parametrize(
    ("name", "code", "subject"),
    [
        ("Bo", Code.GM_ONLY, {"subject": "enter_scene", "seat": "s4", "scene": "n1"}),
        ("Bo", Own.UNKNOWN_SCENE, {"subject": "enter_scene", "seat": "s3", "scene": "n2"}),
        ("Ann", Own.NOT_FREE, {"subject": "enter_scene", "seat": "s2", "scene": "n1"}),
        (FC, Own.NOT_FREE, {"subject": "enter_scene", "seat": "s1", "scene": "n1"}),
        ("Bo", Own.NOT_IN_SCENE, {"subject": "leave_scene", "seat": "s3"}),
    ],
)
def test_you_enter_scenes_that_you_are_not_in_and_leave_scenes_that_you_are_in(
    name: str, code: str, subject: dict[str, str]
) -> None:
    elsewhere("s2").refused(name, code, "propose", subject=subject)


@rule("scene.enter")
def test_during_a_roll_one_may_come_to_aid_and_nobody_goes() -> None:
    game = elsewhere("s2")
    game.calls("Ann", "task")
    game.agreed("Bo", "enter_scene", seat="s3", scene="n1")
    game.move("Ann", "take_job", job="Scout")
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.refused("Bo", Own.ROLL_OPEN, "propose", subject={"subject": "leave_scene", "seat": "s3"})


@rule("scene.enter")
def test_nobody_comes_during_a_pause_or_without_an_fc() -> None:
    game = elsewhere("s2")
    enter = {"subject": "enter_scene", "seat": "s3", "scene": "n1"}
    game.move("Cy", "signal")
    game.refused("Bo", Code.PAUSED, "propose", subject=enter)
    game.move(FC, "leave")
    game.agreed("Ann", "resume_play")
    game.refused("Bo", Code.SEAT_NOT_TAKEN, "propose", subject=enter)


@rule("scene.offer", "ego.earn")
def test_at_a_scenes_end_a_player_sets_the_next_and_earns_ego() -> None:
    game = in_scene()
    game.move(FC, "end_scene", scene="n1")
    offer = game.proposes("Bo", "offer_scene", text="A garden.", present=["s2"])
    assert game.awaited()["agreement"] == (FC,)
    game.move(FC, "agree", proposal=offer)
    assert game.purse("Bo").ego == 1
    assert turns(game, 2) == ["Bo", "Ann"]


@rule("scene.offer", "ego.earn")
def test_a_player_who_holds_ego_earns_no_more() -> None:
    game = in_scene().grant("Bo", ego=1)
    game.move(FC, "end_scene", scene="n1")
    game.agreed("Bo", "offer_scene", text="A garden.")
    assert game.purse("Bo").ego == 1
    assert turns(game, 3) == ["Bo", "Cy", "Ann"]


@rule("scene.offer")
def test_the_fc_may_decline_or_set_a_scene_instead() -> None:
    game = in_scene()
    game.move(FC, "end_scene", scene="n1")
    game.move(FC, "decline", proposal=game.proposes("Bo", "offer_scene", text="A garden."))
    game.proposes("Cy", "offer_scene", text="A roof.")
    game.move(FC, "set_scene", text="A street.")
    assert not game.state.play.proposals.open
    assert game.purse("Cy").ego == 0


def cannot_offer(game: Game, name: str, code: str) -> None:
    """Require that the offer of a scene is refused."""
    game.refused(name, code, "propose", subject={"subject": "offer_scene", "text": "A roof."})


@rule("scene.offer")
def test_scenes_are_offered_by_players_to_the_fc_when_one_has_ended() -> None:
    game = in_scene()
    cannot_offer(game, "Bo", Own.NO_SCENE_ENDED)
    game.move(FC, "end_scene", scene="n1")
    cannot_offer(game, FC, Own.FC_SETS_SCENES)
    without_fc = game.copy()
    without_fc.move(FC, "leave")
    cannot_offer(without_fc, "Bo", Code.SEAT_NOT_TAKEN)
    game.move("Bo", "signal")
    cannot_offer(game, "Bo", Code.PAUSED)


@rule("scene.split")
@pytest.mark.parametrize(
    ("pacing", "order"),
    [
        ("one_by_one", ["Ann", "Cy", "Ann", "Cy", "Ann"]),
        ("turns", ["Ann", "Bo", "Cy", "Ann", "Bo"]),
        ("rounds", ["Ann", "Cy", "Bo", "Ann", "Cy"]),
    ],
)
def test_scenes_side_by_side_alternate_as_the_fc_chooses(pacing: str, order: list[str]) -> None:
    assert turns(side_by_side(pacing), 5) == order


@rule("scene.split", "table.fork")
@pytest.mark.parametrize("pacing", ["one_by_one", "turns", "rounds"])
def test_a_player_with_a_reserved_seat_has_their_turn_when_it_comes(pacing: str) -> None:
    game = side_by_side(pacing)
    order = turns(side_by_side(pacing), 5)
    game.given(SeatEmptied(SeatId("s3")), SeatEmptied(SeatId("s4")))
    assert turns(game, 5) == order


@rule("scene.split")
def test_one_scene_after_the_other_means_a_return_to_the_waiting_characters() -> None:
    game = side_by_side("one_by_one")
    game.move("Ann", "pass_turn")
    game.move(FC, "end_scene", scene="n1")
    assert game.turn == "Bo"
    game.move(FC, "end_scene", scene="n2")
    assert game.awaited() == {"set_scene": (FC,), "end_chapter": (FC, "Ann", "Bo", "Cy")}


@rule("scene.split")
def test_a_new_scene_is_cut_to_when_the_round_of_another_is_over() -> None:
    game = in_chapter()
    game.move(FC, "set_scene", text="A wall.", present=["s2"])
    game.move("Ann", "pass_turn")
    game.move(FC, "set_scene", text="A cellar.", present=["s3"])
    assert game.turn == "Bo"
    game.move(FC, "end_scene", scene="n2")
    assert game.awaited() == {"next_round": (FC,), "end_scene": (FC,)}


@rule("scene.split")
def test_another_pacing_gives_waiting_players_their_turn() -> None:
    game = side_by_side("one_by_one")
    for name in ("Ann", "Cy"):
        game.move(name, "pass_turn")
    assert game.turn is None
    game.refused("Ann", Code.GM_ONLY, "pace_scenes", pacing="turns")
    assert "scene.split" in cited(game.move(FC, "pace_scenes", pacing="turns"))
    assert game.turn == "Bo"


@rule("scene.pause")
@pytest.mark.parametrize("name", [FC, "Bo"])
def test_anybody_pauses_the_game_at_any_time(name: str) -> None:
    game = in_scene()
    assert "scene.pause" in cited(game.move(name, "signal"))
    game.refused("Ann", Code.PAUSED, "pass_turn")
    game.agreed("Cy", "resume_play")
    game.move("Ann", "pass_turn")
