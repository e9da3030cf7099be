"""Overrides: raising the price, matching it, giving up, going to dice."""

from typing import Any

import pytest

from tests.support.override import (
    PAST,
    SARASVATI,
    contested,
    gil_bates,
    matches,
    overrides,
    raises,
    sarasvati,
    stands,
)
from tests.support.play import action, cited, effect, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own

STALKER = action("strengthen", element="a1.node", **PAST)


@rule("override.create", "override.raise", "override.match")
def test_the_texts_example_to_the_token() -> None:
    game = sarasvati()
    raises(game, "Cy", 3)
    raises(game, "Di", 2)
    assert game.tokens("Bo").story == 20 - 1 - 2
    matches(game)
    last = stands(game, "Ann", "Cy", "Di")
    assert [game.tokens(name).story for name in ("Bo", "Cy", "Di")] == [12, 20 + 2 - 6, 20 - 4]
    said = "Overridden for 7 tokens: power 2 of “Gil Bates”, raised twice."
    assert said in last.ruling.sentence
    assert game.shown("n3") == "Sarasvati"


@rule("override.match")
@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ([], "power 2 of “Gil Bates”."),
        ([1], "raised once."),
        ([1, 1], "raised twice."),
        ([1, 1, 1], "raised 3 times."),
    ],
)
def test_the_ruling_says_what_the_price_came_from(raised: list[int], said: str) -> None:
    game = sarasvati()
    for by in raised:
        raises(game, "Cy", by)
    if raised:
        matches(game)
    assert f"{said} It is recorded:" in stands(game, "Ann", "Cy", "Di").ruling.sentence


@rule("override.raise")
def test_two_tokens_to_the_bank_raise_the_price_by_one_with_a_complication() -> None:
    game = sarasvati()
    out = game.account("bank").story
    judgement = raises(game, "Di", 1)
    assert game.account("bank").story == out + 2
    told = {"by": 1, "complication": "He is married."}
    assert judgement.effects[-1] == effect("override_raised", declaration="d1", seat="s4", **told)
    assert saw(judgement, "override.raise") == {"tokens_raised": 1, "tokens_paid": 2}


@rule("override.raise", "token.boost")
def test_boosts_that_raise_or_match_go_to_the_gm() -> None:
    game = sarasvati().grant("Di", boost=2).grant("Bo", boost=1)
    raises(game, "Di", 1, payment={"boost": 2})
    matches(game, payment={"boost": 1})
    assert game.tokens("Ann").boost == 3


@rule("override.raise")
def test_raises_are_paid_two_for_one() -> None:
    complication = {"declaration": "d1", "by": 2, "complication": "No.", "payment": {"story": 2}}
    refusal = sarasvati().refused("Di", Own.WRONG_PAYMENT, "raise_override", **complication)
    assert refusal.facts["tokens_needed"] == "4 of any kind"


@rule("override.raise", "override.match")
def test_raises_stack_and_are_matched_together_and_the_match_goes_to_the_bank() -> None:
    game = sarasvati()
    for name, by in [("Cy", 1), ("Di", 2), ("Cy", 1)]:
        raises(game, name, by)
    out, cys = game.account("bank").story, game.tokens("Cy")
    judgement = matches(game)
    assert saw(judgement, "override.match") == {"tokens_due": 4, "raises_made": 3}
    matched = effect("raises_matched", declaration="d1", tokens=4, solution="So what?")
    assert judgement.effects[-1] == matched
    assert (game.account("bank").story, game.tokens("Cy")) == (out + 4, cys)
    assert game.tokens("Bo").story == 20 - 1 - 2 - 4


@rule("override.match")
def test_a_matched_price_can_be_raised_again_and_all_others_are_asked() -> None:
    game = sarasvati()
    stands(game, "Ann", "Di")
    raises(game, "Cy", 1)
    matches(game)
    assert tags(stands(game, "Cy", "Ann")) == ["raise_passed"]
    raises(game, "Di", 1)
    assert saw(matches(game), "override.match") == {"tokens_due": 1, "raises_made": 1}
    assert tags(stands(game, "Ann", "Cy", "Di"))[-1] == "declaration_closed"


@rule("override.match")
def test_a_player_that_let_the_price_stand_may_still_raise_it() -> None:
    game = sarasvati()
    stands(game, "Ann", "Di")
    raises(game, "Di", 1)
    assert tags(stands(game, "Cy")) == ["raise_passed"]
    assert tags(stands(game, "Di")) == ["raise_passed"]


@rule("override.match")
def test_nothing_is_recorded_while_a_raise_is_not_matched() -> None:
    game = sarasvati()
    raises(game, "Di", 1)
    assert tags(stands(game, "Ann", "Cy", "Di")) == ["raise_passed"]
    assert tags(matches(game))[-1] == "raises_matched"


@rule("override.match")
def test_the_change_is_recorded_when_every_other_seat_has_passed_once() -> None:
    game = sarasvati()
    judgement = stands(game, "Ann", "Cy")
    assert saw(judgement, "override.match") == {"waiting_seats": ("s4",)}
    game.refused("Ann", Code.ALREADY_ANSWERED, "pass_raise", declaration="d1")
    assert tags(stands(game, "Di"))[1:] == [
        *("node_added", "edge_added", "action_recorded", "declaration_closed"),
    ]


@rule("override.match", "consent.one_at_a_time")
@pytest.mark.parametrize("given_up", [False, True])
def test_after_an_override_or_giving_up_the_next_action_is_open_to_everyone(
    *, given_up: bool
) -> None:
    game = sarasvati({**SARASVATI, "label": "Rival"})
    give_up = {"move": "give_up", "declaration": "d1"}
    judgement = game.send("Bo", give_up) if given_up else stands(game, "Ann", "Cy", "Di")
    opened = effect("action_opened", declaration="d1", action=2, asked=("s1", "s3", "s4"))
    assert judgement.effects[-1] == opened
    assert game.account("escrow:d1").story == 1


@rule("override.match", "table.leave")
def test_a_match_settles_the_override_if_nobody_is_left_to_pass() -> None:
    game = sarasvati()
    raises(game, "Di", 1)
    for name in ("Ann", "Cy", "Di"):
        game.move(name, "leave")
    assert tags(matches(game))[-1] == "declaration_closed"


@rule("override.match")
def test_a_matched_raise_is_not_matched_again_nor_for_dice() -> None:
    game = sarasvati()
    raises(game, "Di", 1)
    matches(game)
    game.refused("Bo", Own.NOTHING_RAISED, "match_raise", declaration="d1", solution="Again.")
    game.refused("Bo", Own.NOT_FOR_DICE, "call_conflict", **DICE)


@rule("override.match", "token.pay")
@pytest.mark.parametrize(
    ("payment", "code"), [({"story": 9}, "wrong_payment"), ({"boost": 2}, "not_enough_tokens")]
)
def test_a_raise_is_matched_in_full(payment: dict[str, int], code: str) -> None:
    game = sarasvati()
    raises(game, "Di", 2)
    matching = {"declaration": "d1", "solution": "Easy.", "payment": payment}
    game.refused("Bo", code, "match_raise", **matching)


@rule("override.match", "consent.spent")
def test_the_mover_may_give_up_and_all_that_was_paid_stays_spent() -> None:
    game = sarasvati()
    raises(game, "Di", 3)
    judgement = game.move("Bo", "give_up", declaration="d1")
    lost = effect("action_lost", declaration="d1", action=1)
    closed = effect("declaration_closed", declaration="d1", outcome="done")
    assert judgement.effects == (lost, closed)
    assert "consent.spent" in cited(judgement)
    assert game.tokens("Bo").story == 17


@rule("override.match", "consent.one_at_a_time")
def test_an_action_that_builds_on_an_abandoned_one_fails() -> None:
    game = gil_bates().grant("Bo", development=1)
    overrides(contested(game, SARASVATI, STALKER))
    failed, closed = game.move("Bo", "give_up", declaration="d1").effects[-2:]
    assert (failed.action, failed.code) == (2, Own.UNKNOWN_RESULT)
    assert closed == effect("declaration_closed", declaration="d1", outcome="failed")


@rule("override.match", "consent.spent")
def test_an_action_that_has_become_impossible_fails_and_is_spent() -> None:
    game = sarasvati().given(effect("element_eliminated", element="n1", cause="strikes"))
    judgement = stands(game, "Ann", "Cy", "Di")
    failed = {"code": "eliminated", "rule": "mark.elimination"}
    assert effect("action_failed", declaration="d1", action=1, **failed) in judgement.effects
    assert game.tokens("Bo").story == 17


DICE = {"reason": "She seduces him.", "declaration": "d1"}


@rule("override.match")
def test_the_mover_and_not_the_raiser_goes_to_dice_against_any_raise() -> None:
    game = sarasvati()
    raises(game, "Di", 1)
    game.refused("Di", Own.NOT_THE_MOVER, "call_conflict", **DICE)
    judgement = game.move("Bo", "call_conflict", **DICE)
    assert effect("taken_to_dice", declaration="d1", action=1, conflict="c1") in judgement.effects
    assert "tokens_moved" not in tags(judgement)
    game.refused("Bo", Own.NOT_OVERRIDDEN, "match_raise", declaration="d1", solution="Easy.")


@rule("override.match")
def test_no_dice_decide_about_an_override_that_nobody_has_raised() -> None:
    refusal = sarasvati().refused("Bo", Own.NOT_FOR_DICE, "call_conflict", **DICE)
    assert "and no unmatched raise" in refusal.sentence


@rule("override.raise", "override.match")
@pytest.mark.parametrize(
    ("name", "move", "fields", "code"),
    [
        ("Bo", "raise_override", {"by": 1, "complication": "No."}, Code.NOT_ASKED),
        ("Bo", "pass_raise", {}, Code.NOT_ASKED),
        ("Cy", "match_raise", {"solution": "No."}, Own.NOT_THE_MOVER),
        ("Cy", "give_up", {}, Own.NOT_THE_MOVER),
        ("Bo", "match_raise", {"solution": "Easy."}, Own.NOTHING_RAISED),
        ("Di", "raise_override", {"by": 11, "complication": "No."}, Code.NOT_ENOUGH_TOKENS),
    ],
)
def test_the_others_raise_or_pass_and_the_mover_matches_the_raise_or_gives_up(
    name: str, move: str, fields: dict[str, Any], code: str
) -> None:
    sarasvati().refused(name, code, move, declaration="d1", **fields)


NEEDED: dict[str, dict[str, Any]] = {
    "raise_override": {"by": 1, "complication": "No."},
    "match_raise": {"solution": "No."},
    "pass_raise": {},
    "give_up": {},
}


@rule("override.raise", "override.match")
@pytest.mark.parametrize(("move", "name"), list(zip(NEEDED, ("Di", "Bo", "Di", "Bo"), strict=True)))
def test_raising_passing_matching_and_giving_up_need_an_open_override(move: str, name: str) -> None:
    game = contested(gil_bates(), SARASVATI)
    game.refused(name, Own.NOT_OVERRIDDEN, move, declaration="d1", **NEEDED[move])
    game.refused(name, Own.UNKNOWN_DECLARATION, move, declaration="d9", **NEEDED[move])


@rule("override.raise", "table.observers")
def test_an_observer_raises_no_price() -> None:
    game = gil_bates()
    game.move("Ann", "add_seat", kind="observer", name="Eve")
    game.move("s5", "take_seat", name="Eve")
    overrides(contested(game, SARASVATI))
    game.refused("Eve", Code.OBSERVERS_WATCH, "pass_raise", declaration="d1")
    assert tags(stands(game, "Ann", "Cy", "Di"))[-1] == "declaration_closed"
