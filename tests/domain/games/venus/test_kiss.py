"""KISSing dice with Lots, Ego, insights, stunts and specialties, also by allies. Each die is KISSed once."""

import pytest

from tests.support.venus import FC, Game, at_task, cited, kissing, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.venus.model.throw import Spending
from verger.domain.games.venus.reason import Code as Own


def values(game: Game) -> list[int]:
    """The values of the dice on the table."""
    return [die.value for die in game.stage.dice]


def aided() -> Game:
    """Return Ann's task with three dice of Ann's and one of Bo's, which have all failed."""
    game = at_task()
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.move("Ann", "answer_aid", seat="s3", accept=True)
    game.dice(1, 2, 3, 4).move("Ann", "roll_task")
    return game


@rule("kiss.lot", "kiss.once")
@pytest.mark.parametrize(
    ("die", "again", "shown", "successes"), [(1, 5, [5, 2, 6], 2), (3, 1, [1, 2, 1], 0)]
)
def test_a_lot_rolls_one_die_again_and_the_reroll_stands_even_when_it_is_worse(
    die: int, again: int, shown: list[int], successes: int
) -> None:
    game = kissing(1, 2, 6)
    judgement = game.move("Ann", "kiss_lot", die=die)
    assert saw(judgement, "kiss.lot")["lots_left"] == game.purse("Ann").lots == 4
    game.dice(again).move("Ann", "finish_kissing")
    assert (values(game), game.stage.successes) == (shown, successes)


@rule("kiss.lot")
def test_without_lots_there_is_nothing_to_spend() -> None:
    game = kissing(1, 2, 6).grant("Ann", lots=-5)
    game.refused("Ann", Own.NO_LOTS, "kiss_lot", die=1)
    assert game.options("Ann", "kiss_lot") == []
    game.refused("Bo", Own.NOT_AN_ALLY, "kiss_lot", die=1)


@rule("kiss.once")
def test_a_die_is_kissed_once() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "kiss_lot", die=1)
    refusal = game.refused("Ann", Own.DIE_KISSED, "kiss_lot", die=1)
    assert refusal.sentence == "Die 1 is KISSed already, by a Lot."
    game.refused("Ann", Own.DIE_KISSED, "claim_insight", die=1, text="A secret.")
    game.refused("Ann", Own.UNKNOWN_DIE, "kiss_lot", die=4)
    game.refused("Ann", Own.UNKNOWN_DIE, "kiss_lot", die=0)


@rule("kiss.once")
def test_dice_are_kissed_in_only_one_round() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "finish_kissing")
    assert isinstance(game.stage, Spending)
    game.refused("Ann", Own.WRONG_STAGE_OF_ROLL, "kiss_lot", die=1)


@rule("kiss.ego")
def test_ego_rolls_all_that_disappoints_again() -> None:
    game = kissing(1, 2, 6).grant("Ann", ego=1)
    judgement = game.move("Ann", "kiss_ego", use="reroll")
    assert saw(judgement, "kiss.ego")["dice_rerolled"] == 2
    assert game.purse("Ann").ego == 0
    game.dice(5, 4).move("Ann", "finish_kissing")
    assert (values(game), game.stage.successes) == ([5, 4, 6], 2)


@rule("kiss.ego")
def test_ego_makes_every_6_count_twice_rerolled_ones_too() -> None:
    game = kissing(1, 2, 6).grant("Ann", ego=1)
    doubled = game.move("Ann", "kiss_ego", use="sixes")
    assert saw(doubled, "kiss.ego")["dice_rerolled"] == 0
    game.move("Ann", "kiss_lot", die=1)
    judgement = game.dice(6).move("Ann", "finish_kissing")
    dice = {"dice_shown": ("bronze: 6", "bronze: 2", "bronze: 6")}
    assert saw(judgement, "task.successes") == {**dice, "successes_rolled": 4, "is_doubled": True}


@rule("kiss.ego")
def test_ego_is_held_to_be_spent_and_not_wasted() -> None:
    game = kissing(5, 5, 6)
    game.refused("Ann", Own.NO_EGO, "kiss_ego", use="sixes")
    game.grant("Ann", ego=1)
    game.refused("Ann", Own.NOTHING_DISAPPOINTS, "kiss_ego", use="reroll")
    (option,) = game.options("Ann", "kiss_ego")
    assert [choice.value for choice in option.fields[0].choices] == ["sixes"]  # type: ignore[union-attr]


@rule("kiss.insight")
def test_each_insight_that_the_peers_approve_is_one_die() -> None:
    game = kissing(1, 2, 6)
    game.claims("Ann", "claim_insight", "Bo", "Cy", die=1, text="The wall is old.")
    game.claims("Ann", "claim_insight", "Bo", "Cy", die=2, text="The guard is deaf.")
    game.dice(6, 6).move("Ann", "finish_kissing")
    assert game.stage.successes == 3


@rule("kiss.insight")
def test_a_die_waits_for_the_answer_and_is_free_again_after_a_no() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "claim_insight", die=1, text="The wall is old.")
    game.refused("Ann", Own.DIE_CLAIMED, "kiss_lot", die=1)
    game.refused("Ann", Own.CLAIM_OPEN, "finish_kissing")
    for name in ("Bo", FC, "Cy"):
        game.move(name, "answer_claim", claim=1, valid=False)
    game.move("Ann", "kiss_lot", die=1)


@rule("kiss.specialty")
def test_a_specialty_is_an_attribute_that_the_peers_approve() -> None:
    game = kissing(1, 2, 6)
    game.claims("Ann", "claim_specialty", "Bo", "Cy", die=1, attribute=2)
    assert game.stage.dice[0].kissed == "specialty"
    game.refused("Ann", Own.ATTRIBUTE_USED, "claim_specialty", die=2, attribute=2)
    game.refused("Ann", Own.NO_SUCH_ATTRIBUTE, "claim_specialty", die=2, attribute=6)


@rule("kiss.specialty")
def test_a_specialty_that_was_found_not_valid_may_be_tried_for_another_die() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "claim_specialty", die=1, attribute=2)
    for name in ("Bo", FC, "Cy"):
        game.move(name, "answer_claim", claim=1, valid=False)
    game.move("Ann", "claim_specialty", die=2, attribute=2)


@rule("kiss.specialty")
def test_there_are_four_specialties_at_most() -> None:
    job = {"name": "Scout", "abilities": ["Wits", "Grace"], "level": 6, "exp": 0}
    game = kissing(1, 2, 6, 1, 1, 1, jobs=[job])
    for number in range(1, 5):
        game.claims("Ann", "claim_specialty", "Bo", "Cy", die=number, attribute=number)
    game.refused("Ann", Own.SPECIALTIES_FULL, "claim_specialty", die=5, attribute=5)
    assert game.options("Ann", "claim_specialty") == []


@rule("kiss.stunt")
def test_a_stunt_takes_no_approval_and_stands_unless_the_fc_vetoes_it() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "perform_stunt", die=1, text="A somersault.")
    game.refused("Ann", Own.STUNT_OPEN, "finish_kissing")
    game.refused("Ann", Own.DIE_CLAIMED, "kiss_lot", die=1)
    assert game.awaited() == {"answer_stunt": (FC,)}
    game.refused("Bo", Code.GM_ONLY, "answer_stunt", seat="s2", stands=True)
    game.refused(FC, Own.NO_STUNT, "answer_stunt", seat="s3", stands=True)
    game.move(FC, "answer_stunt", seat="s2", stands=True)
    game.dice(6).move("Ann", "finish_kissing")
    assert game.stage.successes == 2


@rule("kiss.stunt")
def test_a_vetoed_stunt_kisses_nothing_and_there_is_one_a_task() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "perform_stunt", die=1, text="A somersault.")
    game.move(FC, "answer_stunt", seat="s2", stands=False)
    for die in (1, 2):
        game.refused("Ann", Own.STUNT_DONE, "perform_stunt", die=die, text="Another.")
    game.refused("Bo", Own.NOT_AN_ALLY, "perform_stunt", die=1, text="Mine.")
    game.move("Ann", "finish_kissing")
    assert game.stage.successes == 1


@rule("kiss.stunt")
def test_each_ally_performs_a_stunt_for_the_own_die() -> None:
    game = aided()
    game.refused("Bo", Own.NOT_YOUR_DIE, "perform_stunt", die=1, text="A whistle.")
    game.move("Bo", "perform_stunt", die=4, text="A whistle.")
    game.move("Ann", "perform_stunt", die=1, text="A somersault.")
    for seat in ("s2", "s3"):
        game.move(FC, "answer_stunt", seat=seat, stands=True)
    game.dice(5, 6).move("Ann", "finish_kissing")
    assert values(game) == [5, 2, 3, 6]


@rule("kiss.stunt")
def test_without_an_fc_at_the_table_nobody_vetoes() -> None:
    game = kissing(1, 2, 6)
    game.move("Ann", "perform_stunt", die=1, text="A somersault.")
    game.move(FC, "leave")
    game.dice(5).move("Ann", "finish_kissing")
    assert game.stage.successes == 2


@rule("kiss.stunt")
def test_the_roller_gets_another_question_when_the_fc_leaves_a_stunt_unanswered() -> None:
    game = kissing(1, 2, 6)
    before = game.question("finish_kissing")
    game.move("Ann", "perform_stunt", die=1, text="A somersault.")
    game.move(FC, "leave")
    assert game.question("finish_kissing").id != before.id


@rule("kiss.allies")
@pytest.mark.parametrize("move", ["kiss_lot", "claim_insight", "perform_stunt"])
def test_the_actor_kisses_no_allys_die(move: str) -> None:
    game = aided()
    more = {} if move == "kiss_lot" else {"text": "So."}
    refusal = game.refused("Ann", Own.NOT_YOUR_DIE, move, die=4, **more)
    assert refusal.facts == {"die_number": 4, "seat_name": "Bo"}
    game.refused("Cy", Own.NOT_AN_ALLY, move, die=4, **more)
    (option,) = game.options("Ann", move)
    assert 4 not in [choice.value for choice in option.fields[0].choices]  # type: ignore[union-attr]


@rule("kiss.allies", "kiss.lot", "kiss.stunt")
def test_an_ally_pays_for_kissing_the_own_die_once() -> None:
    game = aided()
    assert "kiss.allies" in cited(game.move("Bo", "kiss_lot", die=4))
    assert (game.purse("Ann").lots, game.purse("Bo").lots) == (5, 4)
    game.refused("Bo", Own.DIE_KISSED, "perform_stunt", die=4, text="A whistle.")
    game.dice(6).move("Ann", "finish_kissing")
    assert values(game) == [1, 2, 3, 6]


@rule("kiss.allies", "kiss.insight", "kiss.specialty")
@pytest.mark.parametrize("claim", [{"text": "It is old."}, {"attribute": 1}])
def test_the_peers_of_an_ally_judge_its_knowledge_and_possessions(
    claim: dict[str, str | int],
) -> None:
    game, move = aided(), "claim_insight" if "text" in claim else "claim_specialty"
    game.move("Bo", move, die=4, **claim)
    assert game.awaited() == {"answer_claim": (FC, "Ann", "Cy")}
    for name in ("Ann", FC, "Cy"):
        game.move(name, "answer_claim", claim=1, valid=True)
    assert game.stage.dice[3].kissed
    game.move("Ann", "claim_specialty", die=1, attribute=1)


@rule("kiss.allies", "kiss.ego")
def test_ego_affects_the_dice_of_the_player_that_spends_it() -> None:
    game = aided().grant("Ann", ego=1).grant("Bo", ego=1)
    game.refused("Bo", Own.NOT_THE_ROLLER, "kiss_ego", use="sixes")
    for name in ("Ann", "Bo"):
        game.move(name, "kiss_ego", use="reroll")
    game.dice(1, 1, 1, 6).move("Ann", "finish_kissing")
    assert (game.purse("Bo").ego, game.stage.successes) == (0, 1)
