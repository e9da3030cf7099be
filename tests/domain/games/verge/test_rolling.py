"""The dice of a conflict: signal and noise, the order, rounds, burning, rerolling, giving up."""

from typing import Any

import pytest

from tests.support.conflict import (
    acting,
    call,
    conflict_of,
    dice_of,
    gathered,
    goal,
    join,
    moved,
    narrate,
    narrated,
    participant,
    roll,
    rolled,
    stop,
)
from tests.support.play import Game, cited, effect, in_run, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own


def stage_of(game: Game) -> str:
    """Return the name of the conflict's stage."""
    return type(conflict_of(game).stage).__name__.lower()


def in_stage(stage: str) -> Game:
    """Return a conflict that Ann called, at this stage. Cy takes no part."""
    game = in_run("Ann", "Bo", "Cy")
    match stage:
        case "gathering":
            call(game, "Ann")
        case "rolling":
            gathered(game, Ann=2, Bo=3)
        case "narrating":
            rolled(game, Ann="66", Bo="123")
        case "acting":
            acting(game, Ann="66", Bo="123")
        case _:
            stop(narrated(game, Ann="66", Bo="123"))
    return game


@rule("conflict.roll")
def test_a_roll_is_on_record_with_its_path_and_signal() -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=2, Bo=6)
    judgement = roll(game, "Bo", "122256")
    rolled = {"path": [], "values": [1, 2, 2, 2, 5, 6], "face": 2, "reported": False}
    assert judgement.effects[0] == effect("pool_rolled", conflict="c1", seat="s2", **rolled)
    assert effect("dice_rolled", count=6) in judgement.effects
    assert saw(judgement, "conflict.roll")["signal"] == 2


@rule("conflict.roll")
@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ("1334555566", "5555 133466"),
        ("1166", "66 11"),
        ("2135", "5 123"),
        ("443322", "44 2233"),
        ("1", "1 "),
    ],
)
def test_without_a_choice_the_higher_of_the_most_frequent_faces_is_the_signal(
    dice: str, shown: str
) -> None:
    assert dice_of(rolled(in_run("Ann", "Bo"), Ann=dice, Bo="1"), "Ann") == shown


@rule("conflict.roll")
def test_without_dice_there_is_no_signal() -> None:
    game = rolled(in_run("Ann", "Bo"), Ann="", Bo="1")
    one = participant(game, "Ann")
    assert (one.face, one.signal, one.noise, one.has_rolled) == (0, 0, 0, True)


@rule("conflict.roll")
def test_a_roller_picks_another_face_that_was_rolled_as_the_signal() -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=1, Bo=4)
    game.refused("Bo", Own.WRONG_STAGE, "choose_signal", face=6)
    roll(game, "Bo", "3361")
    game.refused("Bo", Code.ALREADY_ANSWERED, "choose_signal", face=3)
    refusal = game.refused("Bo", Own.NO_SUCH_DIE, "choose_signal", face=5)
    assert refusal.facts["face_chosen"] == 5
    judgement = game.move("Bo", "choose_signal", face=6)
    assert judgement.effects == (effect("signal_chosen", conflict="c1", seat="s2", face=6),)
    assert dice_of(game, "Bo") == "6 133"


@rule("conflict.roll", "conflict.order")
def test_a_player_that_has_narrated_keeps_their_signal() -> None:
    game = rolled(in_run("Ann", "Bo"), Ann="1", Bo="3361")
    game.move("Bo", "narrate", text="Knight strikes.")
    game.refused("Bo", Own.WRONG_STAGE, "choose_signal", face=6)
    narrate(game).move("Ann", "go_on")
    for name in ("Bo", "Ann"):
        game.move(name, "pass_round")
    game.refused("Bo", Own.WRONG_STAGE, "choose_signal", face=6)


@rule("conflict.roll")
def test_once_all_have_rolled_once_they_narrate() -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=1, Bo=2)
    assert "narrating_began" not in tags(roll(game, "Bo", "12"))
    game.refused("Bo", Code.ALREADY_ANSWERED, "roll", explanation="Again!")
    assert "narrating_began" in tags(roll(game, "Ann", "3"))


@rule("conflict.order")
def test_narration_goes_by_descending_face_of_the_signal() -> None:
    # Bo has the most dice, but Cy's signal has the highest face.
    game = rolled(in_run("Ann", "Bo", "Cy"), Ann="4", Bo="2222", Cy="551")
    refusal = game.refused("Bo", Own.NOT_NEXT, "narrate", text="Me!")
    assert "Wait for Cy: the participant with the higher signal" in refusal.remedy
    narrate(game)
    assert [event.seat for event in game.log[-3:]] == ["s3", "s1", "s2"]


@rule("conflict.order")
def test_equal_faces_go_by_seat() -> None:
    game = narrate(rolled(in_run("Ann", "Bo", "Cy"), Cy="444", Bo="44", Ann="4"))
    assert [event.seat for event in game.log[-3:]] == ["s1", "s2", "s3"]


@rule("conflict.order", "conflict.round")
def test_a_narration_is_on_record_and_all_narrate_before_the_spotlight_seat_decides() -> None:
    game = rolled(in_run("Ann", "Bo"), Ann="4", Bo="2")
    judgement = game.move("Ann", "narrate", text=" The guards close in. ")
    told = effect("narrated", conflict="c1", seat="s1", text="The guards close in.")
    assert judgement.effects == (told,)
    game.refused("Ann", Own.NOT_NEXT, "narrate", text="And more.")
    game.refused("Ann", Own.WRONG_STAGE, "stop_conflict")


@rule("conflict.round")
def test_the_spotlight_seat_stops_or_goes_on() -> None:
    game = narrated(in_run("Ann", "Bo"), Bo="66", Ann="5")
    for move in ("go_on", "stop_conflict"):
        refusal = game.refused("Ann", Own.NOT_IN_THE_SPOTLIGHT, move)
        assert refusal.facts["spotlight_name"] == "Bo"
    assert game.move("Bo", "go_on").effects == (effect("round_began", conflict="c1", round=1),)


@rule("conflict.round")
def test_a_caller_who_stands_aside_has_the_spotlight_all_the_same() -> None:
    game = in_run("Ann", "Bo", "Cy")
    call(game, "Cy")
    for name, text in (("Ann", "Guards!"), ("Bo", "Thugs!")):
        node = game.node(name, text)
        join(game, name, node, goal(node))
    game.move("Cy", "stand_aside")
    for name in ("Ann", "Bo"):
        roll(game, name, "1")
    narrate(game).refused("Ann", Own.NOT_IN_THE_SPOTLIGHT, "stop_conflict")
    assert "conflict_decided" in tags(game.move("Cy", "stop_conflict"))


@rule("conflict.round", "conflict.drop")
@pytest.mark.parametrize("how", ["drop_out", "leave"])
def test_the_spotlight_of_a_caller_who_is_out_is_the_first_in_order_s(how: str) -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Cy="33", Ann="4", Bo="55")
    game.move("Cy", how)
    game.refused("Ann", Own.NOT_IN_THE_SPOTLIGHT, "stop_conflict")
    assert "conflict_decided" in tags(game.move("Bo", "stop_conflict"))


@rule("conflict.round", "conflict.order")
def test_turns_go_by_descending_face_and_each_has_one_before_the_next_round() -> None:
    game = acting(in_run("Ann", "Bo", "Cy"), Ann="1", Bo="33", Cy="5")
    game.refused("Bo", Own.NOT_NEXT, "pass_round")
    for name in ("Cy", "Bo"):
        game.move(name, "pass_round")
    game.refused("Cy", Own.NOT_NEXT, "pass_round")
    game.refused("Ann", Own.WRONG_STAGE, "stop_conflict")
    assert tags(game.move("Ann", "pass_round")) == ["round_passed", "narrating_began"]
    assert narrate(game).move("Ann", "go_on").effects[0].round == 2


@rule("conflict.reroll")
def test_for_one_story_token_all_noise_is_rolled_again() -> None:
    game = acting(in_run("Ann", "Bo").grant("Bo", story=2), Bo="1334555566", Ann="1")
    judgement = game.dice(5, 5, 1, 2, 3, 6).move("Bo", "reroll")
    assert moved(judgement) == [(1, "story", "seat:s2", "bank", "token.pay")]
    assert dice_of(game, "Bo") == "555555 1236"
    assert saw(judgement, "conflict.reroll")["signal"] == 2
    game.refused("Bo", Own.NOT_NEXT, "reroll")


@rule("conflict.reroll", "token.boost")
def test_a_boost_pays_for_rolling_noise_again() -> None:
    game = acting(in_run("Ann", "Bo").grant("Bo", boost=1), Bo="661", Ann="1")
    judgement = game.dice(6).move("Bo", "reroll", payment={"boost": 1})
    assert moved(judgement) == [(1, "boost", "seat:s2", "seat:s1", "token.boost")]


@rule("conflict.reroll", "token.pay")
@pytest.mark.parametrize(
    ("dice", "story", "code"), [("66", 2, Own.NO_NOISE), ("661", 0, Code.NOT_ENOUGH_TOKENS)]
)
def test_rolling_again_takes_noise_and_a_token(dice: str, story: int, code: str) -> None:
    game = acting(in_run("Ann", "Bo").grant("Bo", story=story), Bo=dice, Ann="1")
    game.refused("Bo", code, "reroll")


def lover(edge: str, marietta: str, dice: str = "66") -> Game:
    """Return a conflict at Bo's turn, where Bo's node Knight loves Marietta."""
    game = in_run("Ann", "Bo")
    acting(game, Bo=dice, Ann="1")
    knight, her = participant(game, "Bo").node, game.node("Ann", marietta)
    game.edge("Ann", knight, edge, her)
    return game


@rule("conflict.burn")
def test_loves_next_to_a_node_of_power_four_gives_four_dice_and_is_burnt() -> None:
    game = lover("loves!!!??", "Marietta!!?!!!")
    judgement = game.dice(6, 6, 1, 2).move("Bo", "burn", edge="e1", narration="For her!")
    burned = {"edge": "e1", "values": [6, 6, 1, 2], "face": 6, "reported": False}
    assert effect("edge_burned", conflict="c1", seat="s2", **burned) in judgement.effects
    assert (game.shown("e1"), game.shown("n3")) == ("loves!!!???", "Marietta!!?!!!")
    assert "and two 6s join the signal" in judgement.ruling.sentence
    assert dice_of(game, "Bo") == "6666 12"


@rule("conflict.burn")
def test_an_edge_burns_from_either_end() -> None:
    game = acting(in_run("Ann", "Bo"), Bo="66", Ann="1")
    game.edge("Ann", game.node("Ann", "Dog!"), "follows!", participant(game, "Bo").node)
    judgement = game.dice(6).move("Bo", "burn", edge="e1", narration="Good dog!")
    assert "1 die, and a 6 joins the signal" in judgement.ruling.sentence
    assert dice_of(game, "Bo") == "666 "


@rule("conflict.burn")
@pytest.mark.parametrize("edge", ["loves", "loves!!!???", "loves!X", "loves!??"])
def test_an_edge_without_power_is_not_burned(edge: str) -> None:
    game = lover(edge, "Marietta!!!!")
    refusal = game.refused("Bo", Own.BURNT_OUT, "burn", edge="e1", narration="For her!")
    assert (refusal.rule, refusal.facts["hindrance"]) == ("conflict.burn", "power")


@rule("conflict.burn")
@pytest.mark.parametrize("marietta", ["Marietta", "Marietta!??"])
def test_a_node_without_power_gives_no_dice_and_the_edge_is_burnt(marietta: str) -> None:
    game = lover("loves!", marietta)
    game.move("Bo", "burn", edge="e1", narration="For her!")
    assert (game.shown("e1"), dice_of(game, "Bo")) == ("loves!?", "66 ")


@rule("conflict.burn", "conflict.roll")
def test_a_player_without_dice_burns_for_a_first_signal() -> None:
    game = lover("loves!", "Marietta!!!", dice="")
    game.move("Ann", "pass_round")
    game.dice(2, 4, 4).move("Bo", "burn", edge="e1", narration="For her!")
    assert dice_of(game, "Bo") == "44 2"


@rule("conflict.burn", "mark.elimination")
def test_only_an_edge_at_the_player_s_own_node_that_is_in_the_fiction_is_burned() -> None:
    game = lover("loves!", "Marietta!")
    game.edge("Ann", participant(game, "Ann").node, "guard!!", game.node("Ann", "Tower!!"))
    game.refused("Bo", Own.BURNT_OUT, "burn", edge="e2", narration="For her!")
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "burn", edge="e9", narration="For her!")
    game.given(effect("element_eliminated", element="e1", cause="strikes"))
    game.refused("Bo", Own.BURNT_OUT, "burn", edge="e1", narration="For her!")


@rule("conflict.drop")
def test_a_player_that_gives_up_loses_and_gets_no_insurance() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="666", Bo="5", Cy="44")
    assert game.move("Bo", "drop_out").effects == (effect("dropped_out", conflict="c1", seat="s2"),)
    stop(game)
    for name, dice in (("Ann", (1, 2)), ("Cy", (1, 2, 3))):
        game.dice(*dice).move(name, "trade_dice")
    assert (game.tokens("Bo").total, game.tokens("Cy").story) == (0, 3 - 2)


@rule("conflict.drop")
def test_a_side_wins_if_giving_up_leaves_no_other_side() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="1", Bo="555")
    judgement = game.move("Bo", "drop_out")
    decided = effect("conflict_decided", conflict="c1", goal=1, virtual=None)
    assert decided in judgement.effects


@rule("conflict.drop")
def test_play_no_longer_waits_for_a_player_that_gives_up() -> None:
    game = gathered(in_run("Ann", "Bo", "Cy"), Ann=1, Bo=1, Cy=1)
    for name in ("Ann", "Cy"):
        roll(game, name, "1")
    assert tags(game.move("Bo", "drop_out")) == ["dropped_out", "narrating_began"]
    game.refused("Bo", Own.NOT_IN_CONFLICT, "narrate", text="But I!")


@rule("conflict.drop")
def test_a_player_that_gives_up_in_their_turn_ends_the_round() -> None:
    game = acting(in_run("Ann", "Bo", "Cy"), Ann="6", Cy="5", Bo="4")
    for name in ("Ann", "Cy"):
        game.move(name, "pass_round")
    assert tags(game.move("Bo", "drop_out")) == ["dropped_out", "narrating_began"]
    assert stage_of(game) == "narrating"


PLACES: dict[str, tuple[str, dict[str, Any]]] = {
    "join_conflict": ("gathering", {"node": "n1", "goal": 1}),
    "stand_aside": ("gathering", {}),
    "roll": ("rolling", {"explanation": "Now!"}),
    "narrate": ("narrating", {"text": "Now!"}),
    "stop_conflict": ("narrating", {}),
    "go_on": ("narrating", {}),
    "burn": ("acting", {"edge": "e1", "narration": "Now!"}),
    "reroll": ("acting", {}),
    "pass_round": ("acting", {}),
    "pass_conclusion": ("concluding", {}),
    "trade_dice": ("trading", {}),
}
"""The stage of each move."""


@rule("conflict.round", "conflict.roll")
@pytest.mark.parametrize("stage", ["gathering", "rolling", "narrating", "acting", "trading"])
def test_each_move_has_its_own_stage(subtests: pytest.Subtests, stage: str) -> None:
    for move, (own, fields) in PLACES.items():
        with subtests.test(move):
            if own != stage:
                refusal = in_stage(stage).refused("Ann", Own.WRONG_STAGE, move, **fields)
                assert refusal.facts == {"conflict": "c1", "conflict_stage": stage}


@rule("conflict.call")
def test_without_a_conflict_there_is_none_of_its_moves(subtests: pytest.Subtests) -> None:
    for move, (_, fields) in PLACES.items():
        with subtests.test(move):
            in_run("Ann", "Bo").refused("Ann", Own.NO_CONFLICT, move, **fields)


@rule("conflict.call")
@pytest.mark.parametrize("move", ["roll", "narrate", "burn", "reroll", "pass_round", "trade_dice"])
def test_only_participants_roll_and_narrate(move: str) -> None:
    stage, fields = PLACES[move]
    refusal = in_stage(stage).refused("Cy", Own.NOT_IN_CONFLICT, move, **fields)
    assert refusal.facts == {"conflict": "c1", "seat_name": "Cy"}


@rule("conflict.drop")
@pytest.mark.parametrize("stage", ["rolling", "narrating", "acting"])
def test_only_participants_give_up(stage: str) -> None:
    game = in_stage(stage)
    game.refused("Cy", Own.NOT_IN_CONFLICT, "drop_out")
    assert "conflict.drop" in cited(game.move("Bo", "drop_out"))
