"""Checks: difficulty, factors, the d20 and its result, bonus factors, cancelling."""

import pytest

from tests.support.venus import FC, Game, at_check, cited, in_scene, rule, saw
from verger.domain.core.option import choices
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.games.venus.model.throw import Called, Judging, Ready, Short
from verger.domain.games.venus.reason import Code as Own


@rule("check.difficulty")
@pytest.mark.parametrize(
    ("said", "target"), [((10,), 10), ((5, 10, 25), 10), ((10, 15), 15), ((5, 20), 15), ((5, 5), 5)]
)
def test_the_median_of_the_peers_is_rounded_up_to_a_step(
    said: tuple[int, ...], target: int
) -> None:
    game = in_scene()
    game.calls("Ann")
    for name, difficulty in zip(("Bo", "Cy", FC), said, strict=False):
        game.move(name, "judge_difficulty", difficulty=difficulty)
    game.move(FC, "set_target")
    assert game.stage.target == target


@rule("check.difficulty")
def test_a_peer_may_judge_again_and_counts_once() -> None:
    game = judging()
    for difficulty in (25, 5):
        game.move("Bo", "judge_difficulty", difficulty=difficulty)
    game.move(FC, "set_target")
    assert game.stage.target == 5


@rule("check.factors")
def test_up_to_four_factors_make_a_target_of_29_at_most() -> None:
    assert at_check(difficulty=25, factors=4).stage.target == 29


@rule("check.factors")
def test_more_than_four_factors_mean_that_the_difficulty_was_wrong() -> None:
    game, five = judging(), [{"text": "Rain"}] * 5
    refusal = game.refused(FC, Own.TOO_MANY_FACTORS, "set_target", difficulty=10, factors=five)
    assert refusal.facts == {"factors_given": 5, "factors_allowed": 4}
    refusal = game.refused(FC, Own.TARGET_TOO_HIGH, "set_target", difficulty=30)
    assert refusal.facts == {"target_number": 30, "target_number_maximum": 29}
    game.refused("Bo", Code.GM_ONLY, "set_target", difficulty=10)


@rule("check.roll")
def test_the_die_and_the_score_reach_the_target_or_not() -> None:
    judgement = at_check(difficulty=15).dice(11).move("Ann", "roll_check")
    assert saw(judgement, "check.roll") == {
        "natural_roll": 11,
        "score": 4,
        "roll_total": 15,
        "target_number": 15,
    }
    assert judgement.effects[0].outcome == "passed"
    game = at_check(difficulty=15)
    game.refused("Bo", Own.NOT_THE_ROLLER, "roll_check")
    game.dice(10).move("Ann", "roll_check")
    assert isinstance(game.stage, Short)


@rule("check.auto")
@pytest.mark.parametrize(
    ("caliber", "natural", "outcome"),
    [
        ("bronze", 20, "failed"),
        ("silver", 19, "failed"),
        ("silver", 20, "passed"),
        ("gold", 18, "failed"),
        ("gold", 19, "passed"),
        ("platinum", 19, "passed"),
        ("platinum", 1, "failed"),
    ],
)
def test_the_caliber_says_which_natural_results_pass_an_unreachable_target(
    caliber: str, natural: int, outcome: str
) -> None:
    game = at_check(caliber, 25, 4)
    judgement = game.dice(natural).move("Ann", "roll_check")
    if game.is_rolling:
        judgement = game.move("Ann", "accept_failure")
    assert judgement.effects[0].outcome == outcome


@rule("check.auto", "check.bonus")
def test_a_natural_1_fails_at_any_sum_and_has_a_bonus_only_with_platinum() -> None:
    game = at_check("gold", 5)
    judgement = game.dice(1).move("Ann", "roll_check")
    assert judgement.effects[0].outcome == "failed"
    platinum = at_check("platinum", 5).dice(1).move("Ann", "roll_check")
    assert platinum.effects[0].outcome == "passed"


@rule("check.bonus")
def test_no_bonus_is_rolled_if_even_6_would_not_suffice() -> None:
    game = at_check(difficulty=20)
    assert saw(game.dice(9).move("Ann", "roll_check"), "check.bonus") == {
        "points_missing": 7,
        "bonus_maximum": 6,
    }
    assert not game.is_rolling
    game = at_check(difficulty=20)
    game.dice(10).move("Ann", "roll_check")
    assert isinstance(game.stage, Short)


@rule("check.bonus")
def test_each_valid_factor_gives_a_die_and_the_highest_is_added() -> None:
    game = short(by=4)
    for text in ("High ground", "A lantern"):
        game.claims("Ann", "claim_bonus", "Bo", "Cy", text=text)
    judgement = game.dice(2, 4).move("Ann", "roll_bonus")
    assert saw(judgement, "check.bonus")["best_bonus"] == 4
    assert judgement.effects[0].outcome == "passed"


@rule("check.bonus")
def test_a_bonus_may_not_be_enough() -> None:
    game = short(by=4)
    game.claims("Ann", "claim_bonus", "Bo", "Cy", text="High ground")
    assert game.dice(3).move("Ann", "roll_bonus").effects[0].outcome == "failed"


@rule("check.bonus")
def test_the_fc_may_count_those_who_have_answered() -> None:
    game = short()
    game.move("Ann", "claim_bonus", text="High ground")
    refused = game.refused(FC, Own.NOBODY_ANSWERED, "count_answers", claim=1)
    assert refused.remedy == "Wait for an answer. Bo and Cy can answer."
    game.move("Bo", "answer_claim", claim=1, valid=True)
    game.refused("Bo", Code.GM_ONLY, "count_answers", claim=1)
    game.move(FC, "count_answers", claim=1)
    assert game.roll.claims[0].approved


@rule("check.bonus")
def test_a_majority_waits_for_the_last_peer_unless_the_fc_counts() -> None:
    game = short()
    game.move("Ann", "claim_bonus", text="High ground")
    for name in ("Bo", "Cy"):
        game.move(name, "answer_claim", claim=1, valid=True)
    assert game.roll.claims[0].is_open
    game.move(FC, "answer_claim", claim=1, valid=False)
    assert game.roll.claims[0].approved


@rule("check.bonus")
def test_the_fcs_single_answer_decides_nothing_while_peers_are_there() -> None:
    game = short()
    game.move("Ann", "claim_bonus", text="High ground")
    game.move(FC, "answer_claim", claim=1, valid=True)
    game.move("Bo", "answer_claim", claim=1)
    game.refused(FC, Own.NOBODY_ANSWERED, "count_answers", claim=1)
    assert game.options(FC, "count_answers") == []
    game.move("Cy", "answer_claim", claim=1, valid=False)
    assert game.roll.claims[0].approved is False


@rule("check.bonus", "table.fork")
def test_if_no_other_peer_is_there_the_fcs_answer_is_enough() -> None:
    game = short()
    game.move("Ann", "claim_bonus", text="High ground")
    game.given(*[SeatEmptied(game.seat(name)) for name in ("Bo", "Cy")])
    game.refused(FC, Own.NOBODY_ANSWERED, "count_answers", claim=1)
    game.move(FC, "answer_claim", claim=1, valid=True)
    game.move(FC, "count_answers", claim=1)
    assert game.roll.claims[0].approved


@rule("check.bonus")
def test_only_peers_answer_and_once() -> None:
    game = short()
    game.refused("Bo", Own.UNKNOWN_CLAIM, "answer_claim", claim=1, valid=True)
    game.move("Ann", "claim_bonus", text="High ground")
    game.refused("Ann", Code.NOT_ASKED, "answer_claim", claim=1, valid=True)
    game.move("Bo", "answer_claim", claim=1, valid=True)
    game.refused("Bo", Code.ALREADY_ANSWERED, "answer_claim", claim=1, valid=False)
    game.refused("Ann", Own.CLAIM_OPEN, "roll_bonus")


@rule("check.bonus")
def test_there_are_four_bonus_factors_at_most() -> None:
    game = short()
    game.refused("Ann", Own.NO_BONUS, "roll_bonus")
    game.refused("Bo", Own.NOT_THE_ROLLER, "claim_bonus", text="A rope")
    for number in range(4):
        game.claims("Ann", "claim_bonus", "Bo", "Cy", text=f"Factor {number}")
    game.refused("Ann", Own.TOO_MANY_FACTORS, "claim_bonus", text="A rope")
    assert game.options("Ann", "claim_bonus") == []


@rule("check.bonus")
def test_a_check_has_a_limited_number_of_claims() -> None:
    game = short()
    for number in range(1, 21):
        game.move("Ann", "claim_bonus", text="A rope")
        for peer in ("Bo", "Cy", FC):
            game.move(peer, "answer_claim", claim=number, valid=False)
    game.refused("Ann", Own.TOO_MANY_CLAIMS, "claim_bonus", text="A rope")


@rule("check.lots")
def test_a_lot_is_spent_as_a_factor_once_it_is_valid() -> None:
    game = short()
    game.move("Ann", "claim_bonus", text="Fate", lot=True)
    assert game.purse("Ann").lots == 5
    for peer in ("Bo", "Cy", FC):
        game.move(peer, "answer_claim", claim=1, valid=True)
    assert game.purse("Ann").lots == 4


@rule("check.lots")
def test_no_more_lots_are_claimed_than_are_held_and_one_that_is_gone_is_no_factor() -> None:
    game = short().grant("Ann", lots=-4)
    game.move("Ann", "claim_bonus", text="Fate", lot=True)
    game.refused("Ann", Own.NO_LOTS, "claim_bonus", text="Fate", lot=True)
    lot = game.options("Ann", "claim_bonus")[0].fields[1]
    assert lot == choices("lot", [(False, "No")], optional=True, label="With a Lot")
    game.grant("Ann", lots=-1)
    for peer in ("Bo", "Cy", FC):
        game.move(peer, "answer_claim", claim=1, valid=True)
    assert game.roll.claims[0].approved is False


@rule("check.bonus")
def test_without_peers_nothing_is_valid() -> None:
    game = short()
    for name in ("Bo", "Cy", FC):
        game.move(name, "leave")
    game.refused("Ann", Own.NO_PEERS, "claim_bonus", text="A rope")
    assert game.awaited()["accept_failure"] == ("Ann",)


@rule("check.cancel")
@pytest.mark.parametrize("name", ["Ann", FC])
@pytest.mark.parametrize("settled", [False, True])
def test_the_player_or_the_fc_calls_a_check_off_until_it_is_settled(
    name: str, *, settled: bool
) -> None:
    game = short() if settled else at_check()
    game.move(name, "cancel_roll")
    assert not game.is_rolling
    game.refused(name, Own.NO_ROLL, "cancel_roll")


@rule("check.cancel")
def test_peers_call_no_check_off() -> None:
    game = short()
    refusal = game.refused("Bo", Own.PEERS_CANCEL_NOTHING, "cancel_roll")
    assert refusal.remedy == "Leave it to Ann or to Flo."
    assert not game.options("Bo", "cancel_roll")


@rule("check.lots")
@pytest.mark.parametrize("move", ["cancel_roll", "accept_failure"])
def test_a_lot_whose_die_was_never_rolled_comes_back(move: str) -> None:
    game = short()
    game.claims("Ann", "claim_bonus", "Bo", "Cy", text="Fate", lot=True)
    assert game.purse("Ann").lots == 4
    judgement = game.move("Ann", move)
    assert "Ann gets a Lot back." in judgement.ruling.sentence
    facts = saw(judgement, "check.lots")
    assert (facts["lots_returned"], facts["ego_returned"]) == (1, 0)
    assert game.purse("Ann").lots == 5


@rule("check.lots")
def test_a_lot_is_gone_after_its_die_was_rolled_even_if_it_was_not_enough() -> None:
    game = short(by=5)
    game.claims("Ann", "claim_bonus", "Bo", "Cy", text="Fate", lot=True)
    game.dice(1).move("Ann", "roll_bonus")
    assert game.purse("Ann").lots == 4


@rule("check.cancel")
def test_a_failed_check_may_be_rewound_and_played_as_a_task() -> None:
    game = at_check()
    judgement = game.dice(1).move("Ann", "roll_check")
    back = saw(judgement, "check.cancel")["rewind_version"]
    game.move("Ann", "rewind", to=back)
    for name in (FC, "Bo", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert isinstance(game.stage, Called)
    game.move("Ann", "suggest_roll", way="task", agenda="Over the wall.")
    assert "roll.ability" in cited(game.move(FC, "choose_roll", way="task", stakes="Noise."))


@rule("check.npc")
def test_the_fcs_characters_make_checks_only() -> None:
    game = in_scene()
    game.move(FC, "call_roll", character=game.character("Guard"), ability="Wits")
    game.refused(FC, Own.NPC_CHECKS_ONLY, "choose_roll", way="task", stakes="Nothing.")
    game.refused(FC, Own.NPC_CHECKS_ONLY, "suggest_roll", way="task", agenda="Nothing.")
    game.move(FC, "choose_roll", way="check", stakes="Nothing.")
    game.refused(FC, Code.NOT_ASKED, "judge_difficulty", difficulty=10)
    game.move("Ann", "judge_difficulty", difficulty=10)
    game.move(FC, "set_target")
    assert game.dice(6).move(FC, "roll_check").effects[0].outcome == "passed"


def judging() -> Game:
    """Return Ann's check while the peers judge its difficulty."""
    game = in_scene()
    game.calls("Ann")
    assert isinstance(game.stage, Judging)
    return game


def short(by: int = 1) -> Game:
    """Return Ann's check after the roll fell short by this number."""
    game = at_check(difficulty=15)
    assert isinstance(game.stage, Ready)
    game.dice(11 - by).move("Ann", "roll_check")
    return game
