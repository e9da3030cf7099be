"""Calling a roll: the ability, the player's answer, the FC's choice, and the requirements."""

from tests.support.venus import FC, Game, at_check, in_chapter, in_scene, rule, saw, sheet
from verger.domain.core.reason import Code
from verger.domain.games.venus.reason import Code as Own


@rule("roll.ability")
def test_the_fc_names_the_ability_then_hears_the_player_and_decides() -> None:
    game = called()
    assert game.awaited() == {"suggest_roll": ("Ann",)}
    game.refused(FC, Own.NOT_HEARD, "choose_roll", way="check", stakes="Noise.")
    game.refused("Bo", Own.NOT_THE_ROLLER, "suggest_roll", way="check", agenda="Now.")
    game.move("Ann", "suggest_roll", way="check", agenda="Over the wall.")
    game.refused("Ann", Code.GM_ONLY, "choose_roll", way="check", stakes="Noise.")
    judgement = game.move(FC, "choose_roll", way="task", stakes="Noise.")
    assert saw(judgement, "roll.ability") == {"roll": "t1", "way_chosen": "task"}


@rule("roll.ability")
def test_the_roll_has_the_caliber_and_the_score_of_the_ability() -> None:
    game = in_scene("gold")
    judgement = game.move(FC, "call_roll", character="c1", ability="Wits")
    facts = {"roll": "t1", "ability_name": "Wits", "caliber": "gold", "score": 4}
    assert saw(judgement, "roll.ability") == facts


@rule("roll.ability")
def test_only_the_fc_calls_for_rolls_and_only_of_present_characters() -> None:
    game = in_scene()
    game.refused("Ann", Code.GM_ONLY, "call_roll", character="c1", ability="Wits")
    game.refused(FC, Code.UNKNOWN_CHARACTER, "call_roll", character="c9", ability="Wits")
    game.refused(FC, Own.NO_SUCH_ABILITY, "call_roll", character="c1", ability="Luck")
    game.refused("Ann", Own.NO_ROLL, "suggest_roll", way="check", agenda="Now.")


@rule("roll.ability")
def test_there_is_one_roll_at_a_time_and_each_thing_in_its_place() -> None:
    game = at_check()
    game.refused(FC, Own.ROLL_OPEN, "call_roll", character="c2", ability="Wits")
    game.refused("Ann", Own.WRONG_STAGE_OF_ROLL, "roll_task")


@rule("roll.ability")
def test_rolls_are_made_in_scenes() -> None:
    game = in_chapter()
    game.refused(FC, Own.NO_OPEN_SCENE, "call_roll", character="c4", ability="Wits")
    game.move(FC, "set_scene", text="A wall.", present=["s3"])
    game.refused(FC, Own.NOT_IN_SCENE, "call_roll", character="c1", ability="Wits")
    game.move(FC, "call_roll", character="c4", ability="Wits")


@rule("roll.ability")
def test_an_absent_character_does_not_roll() -> None:
    game = in_scene()
    game.move("Ann", "leave")
    game.refused(FC, Code.SEAT_NOT_TAKEN, "call_roll", character="c1", ability="Wits")


@rule("roll.ability")
def test_before_a_task_is_rolled_the_fc_may_call_it_off() -> None:
    game = in_scene()
    game.calls("Ann", "task")
    game.refused("Ann", Code.GM_ONLY, "cancel_roll")
    game.move(FC, "cancel_roll")
    assert not game.is_rolling


@rule("task.job")
def test_a_character_without_a_job_that_can_learn_none_makes_a_check() -> None:
    game = in_chapter()
    only = {"abilities": sheet()["abilities"][:1]}
    game.agreed("Ann", "write_sheet", name="Ann", sheet=only, seat="s2", character="c1")
    game.move(FC, "set_scene", text="A wall.")
    game.move(FC, "call_roll", character="c1", ability="Wits")
    game.move("Ann", "suggest_roll", way="task", agenda="Now.")
    game.refused(FC, Own.NO_JOB_POSSIBLE, "choose_roll", way="task", stakes="Noise.")
    (option,) = game.options(FC, "choose_roll")
    assert [choice.value for choice in option.fields[0].choices] == ["check"]  # type: ignore[union-attr]


def called() -> Game:
    """Return a game: the FC has called a roll on Wits for Ann."""
    game = in_scene()
    game.move(FC, "call_roll", character="c1", ability="Wits")
    return game
