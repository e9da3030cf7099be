"""First notices of loss: the player's choice, the order, and the fight that the GM wins."""

import pytest

from tests.support.conflict import call
from tests.support.loss import chooses, frame, in_notice, lose, with_things
from tests.support.options import labels
from tests.support.play import Game, action, effect, in_load, in_run, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.model.network import EdgeId, ElementId
from verger.domain.games.verge.model.notice import Loss
from verger.domain.games.verge.reason import Code as Own


@rule("fnol.choice")
@pytest.mark.parametrize(("thing", "edge"), [(1, "e1"), (2, "e2")])
def test_the_player_picks_which_of_two_things_is_lost(thing: int, edge: str) -> None:
    judgement = chooses(with_things("Ann", "Bo"), "Bo", thing)
    assert judgement.effects == (effect("loss_chosen", seat="s2", edge=edge),)


@rule("fnol.choice")
def test_a_possible_loss_is_named_by_the_elements_that_it_joins() -> None:
    (option,) = with_things("Ann", "Bo").options("Bo", "choose_loss")
    network = with_things("Ann", "Bo").state.play.network
    edge = network.edges[EdgeId(ElementId("e1"))]
    ends = " → ".join(network.nodes[end].label for end in (edge.source, edge.target))
    assert labels(option, "edge")["e1"] == f"{edge.label} ({ends})"


@rule("fnol.choice")
def test_a_player_picks_only_their_own_loss() -> None:
    game = with_things("Ann", "Bo", "Cy")
    chooses(game, "Cy")
    for name in ("Ann", "Cy"):
        game.refused(name, Own.NOTHING_TO_LOSE, "choose_loss", edge="e1")
    assert list(game.state.play.notices.chosen) == ["s3"]


@rule("fnol.choice")
def test_the_choice_may_change_until_the_scene() -> None:
    game = with_things("Ann", "Bo")
    chooses(game, "Bo")
    game.refused("Bo", Code.ALREADY_ANSWERED, "choose_loss", edge="e1")
    chooses(game, "Bo", 2)
    frame(game, "Bo")
    game.refused("Bo", Own.NOTICE_UNDER_WAY, "choose_loss", edge="e1")


@rule("fnol.choice", "mark.elimination")
@pytest.mark.parametrize("gone", ["e1", "n2"])
def test_an_element_that_has_left_the_fiction_cannot_be_lost(gone: str) -> None:
    game = with_things("Ann", "Bo").given(effect("notices_owed", seats=[]))
    game.grant("Ann", story=12)
    for _ in range(3):
        if game.eliminated(gone) is None:
            game.declares("Ann", action("strike", element=gone))
    refusal = game.refused("Bo", Own.NOTHING_TO_LOSE, "choose_loss", edge="e1")
    assert refusal.facts["hindrance_in_words"] == "it is eliminated"
    chooses(game, "Bo", 2)


@rule("fnol.choice")
def test_a_player_whose_chosen_edge_is_eliminated_gets_another_question() -> None:
    game = with_things("Ann", "Bo").given(effect("notices_owed", seats=["s2"]))
    before = game.question("choose_loss")
    chooses(game, "Bo")
    game.given(effect("notices_owed", seats=[])).grant("Ann", story=12)
    for _ in range(3):
        if game.eliminated("e1") is None:
            game.declares("Ann", action("strike", element="e1"))
    game.given(effect("notices_owed", seats=["s2"]))
    again = game.question("choose_loss")
    assert (again.seats, again.id != before.id) == (("s2",), True)


@rule("fnol.choice")
def test_the_loss_is_chosen_in_run() -> None:
    in_load("Ann", "Bo").refused("Bo", Code.WRONG_STEP, "choose_loss", edge="e1")


@rule("fnol.order")
def test_everybody_owes_a_first_notice_when_run_begins() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=7)
    judgement = game.agreed("Ann", "accept_network")
    assert effect("notices_owed", seats=["s2", "s3"]) in judgement.effects


def waits_for_the_choice(game: Game) -> Refused:
    """Require that the GM cannot frame Bo's first notice yet."""
    fields = {"camera": "Rain.", "place": "A park", "notice": "s2"}
    return game.refused("Ann", Own.LOSS_NOT_CHOSEN, "frame", **fields)


@rule("fnol.order", "fnol.choice")
def test_a_first_notice_waits_for_the_choice() -> None:
    game = with_things("Ann", "Bo")
    assert waits_for_the_choice(game).facts["seat_name"] == "Bo"
    fields = {"camera": "Rain.", "place": "A park", "notice": "s9"}
    game.refused("Ann", Code.UNKNOWN_SEAT, "frame", **fields)


@rule("fnol.order", "fnol.choice")
def test_a_chosen_loss_that_then_left_the_fiction_has_to_be_chosen_again() -> None:
    game = with_things("Ann", "Bo")
    chooses(game, "Bo")
    game.given(effect("element_eliminated", element="e1", cause="strikes"))
    waits_for_the_choice(game)


@rule("fnol.choice", "fnol.order", "compile.gm")
def test_a_loss_chosen_for_a_former_character_does_not_happen() -> None:
    game = with_things("Ann", "Bo")
    chooses(game, "Bo")
    for gm in ("s2", "s1"):
        game.agreed("Ann", "hand_over_gm", seat=gm)
    waits_for_the_choice(game)
    assert "frame" not in game.awaited()


@rule("fnol.choice", "character.claim")
def test_a_player_that_claims_another_character_chooses_again() -> None:
    game = with_things("Ann", "Bo", "Cy")
    chooses(game, "Bo")
    for seat, own in (("s2", "n1"), ("s3", "n4")):
        game.given(effect("character_released", seat=seat, node=own))
    game.given(effect("character_claimed", seat="s2", node="n4"))
    assert game.awaited()["choose_loss"] == ("Bo",)
    waits_for_the_choice(game)


@rule("fnol.order")
def test_first_notices_come_in_the_order_that_the_gm_likes() -> None:
    game = with_things("Ann", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        chooses(game, name)
    judgement = frame(game, "Cy")
    assert effect("notice_began", seat="s3") in judgement.effects
    assert saw(judgement, "fnol.order") == {"seat": "s3"}


@rule("fnol.order")
def test_after_every_first_notice_ordinary_scenes_are_framed() -> None:
    game = lose(in_notice("Ann", "Bo"))
    judgement = game.move("Ann", "end_scene")
    assert effect("notice_ended", seat="s2") in judgement.effects
    assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order", "scene.frame")
def test_framing_an_ordinary_scene_ends_the_last_first_notice() -> None:
    game = lose(in_notice("Ann", "Bo"))
    ended = [tag for tag in tags(frame(game)) if tag != "tokens_moved"]
    assert ended == ["notice_ended", "scene_framed"]


@rule("fnol.order")
def test_framing_the_next_first_notice_ends_the_one_before() -> None:
    game = lose(in_notice("Ann", "Bo", "Cy"))
    chooses(game, "Cy", 2)
    judged = [tag for tag in tags(frame(game, "Cy")) if tag != "tokens_moved"]
    assert judged == ["notice_ended", "scene_framed", "notice_began"]


@rule("fnol.order", "table.leave")
def test_a_seat_with_nothing_to_lose_or_no_character_or_nobody_in_it_is_not_waited_for() -> None:
    poor, left = with_things("Ann", "Bo"), with_things("Ann", "Bo")
    for edge in ("e1", "e2"):
        poor.given(effect("element_eliminated", element=edge, cause="strikes"))
    left.move("Bo", "leave")
    nobody = in_run("Ann", "Bo").given(effect("notices_owed", seats=["s2"]))
    for game in (poor, left, nobody):
        assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order")
def test_a_notice_that_ends_without_a_fight_is_still_owed() -> None:
    game = in_notice("Ann", "Bo")
    game.move("Ann", "end_scene")
    game.refused("Ann", Own.NOTICES_FIRST, "frame", camera="Rain.", place="A park")
    assert "notice_began" in tags(frame(game, "Bo"))


@rule("fnol.order")
def test_more_losses_may_be_called_later_and_chosen_again() -> None:
    game = lose(in_notice("Ann", "Bo"))
    game.move("Ann", "end_scene")
    waits_for_the_choice(game)
    chooses(game, "Bo", 2)
    assert "notice_began" in tags(frame(game, "Bo"))


@rule("fnol.loss")
def test_each_loss_is_kept_with_its_cause_and_its_author() -> None:
    game = lose(in_notice("Ann", "Bo"))
    (lost,) = game.state.play.notices.lost
    guards = next(
        id for id, node in game.state.play.network.nodes.items() if node.label == "Guards"
    )
    assert lost == Loss(game.seat("Bo"), EdgeId(ElementId("e1")), "To win.", guards)
    game.move("Ann", "end_scene")
    assert game.state.play.notices.lost == (lost,)


@rule("fnol.loss", "fnol.choice")
def test_a_later_loss_may_be_anything_that_the_character_is_tied_to() -> None:
    game = with_things("Ann", "Bo")
    dog = game.node("Ann", "Dog")
    tie = game.edge("Ann", dog, "follows", game.state.play.network.characters[game.seat("Bo")])
    refusal = game.refused("Bo", Own.NOTHING_TO_LOSE, "choose_loss", edge=tie)
    assert "one of the two most important things" in refusal.sentence
    assert all(f"(#{thing})" in refusal.remedy for thing in (1, 2))
    chooses(game, "Bo")
    frame(game, "Bo")
    lose(game)
    game.move("Ann", "end_scene")
    game.move("Bo", "choose_loss", edge=tie)
    assert "notice_began" in tags(frame(game, "Bo"))


@rule("fnol.loss")
@pytest.mark.parametrize(("edge", "why"), [("e9", None), ("e3", "it is not at “Knight”")])
def test_nobody_loses_a_thing_that_their_character_does_not_have(
    edge: str, why: str | None
) -> None:
    game = lose(in_notice("Ann", "Bo", "Cy"))
    game.move("Ann", "end_scene")
    refusal = game.refused(
        "Bo", Own.NOTHING_TO_LOSE if why else Own.UNKNOWN_ELEMENT, "choose_loss", edge=edge
    )
    assert refusal.facts.get("hindrance_in_words") == why


@rule("fnol.order")
@pytest.mark.parametrize("gone", [(), ("e1",), ("e1", "e2")])
def test_a_player_that_has_lost_both_things_owes_no_first_notice(gone: tuple[str, ...]) -> None:
    game = with_things("Ann", "Bo")
    for edge in gone:
        game.given(effect("element_eliminated", element=edge, cause="strikes"))
    owed = RULESET.view(game.state, game.seat("Bo")).notices.owed
    assert owed == (() if len(gone) == 2 else ("s2",))


@rule("fnol.order", "scene.frame")
def test_ordinary_scenes_and_play_wait_for_every_first_notice() -> None:
    game = with_things("Ann", "Bo", "Cy").grant("Cy", story=1)
    for refusal in (
        game.refused("Ann", Own.NOTICES_FIRST, "frame", camera="Rain.", place="A park"),
        game.cannot_declare("Cy", Own.NOTICES_FIRST, action("strike", element="n2")),
        game.refused("Cy", Own.NOTICES_FIRST, "call_conflict", reason="Now!"),
    ):
        assert refusal.facts["seat_names"] == ("Bo", "Cy")
    assert not [*game.options("Cy", "declare"), *game.options("Cy", "call_conflict")]


@rule("fnol.order")
def test_in_the_scene_of_a_first_notice_everybody_plays() -> None:
    game = in_notice("Ann", "Bo", "Cy").grant("Cy", story=1)
    game.declares("Cy", action("strike", element="n2"))
    call(game, "Cy")
