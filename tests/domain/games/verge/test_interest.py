"""Controlling interest: points in elements, their price, their loss and their effect."""

from typing import Any

import pytest

from tests.support.options import listed
from tests.support.play import NOON, Game, action, cited, effect, in_run, rule, saw, table, tags
from verger.domain.core import decider
from verger.domain.core.decider import Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.core.ledger import BANK, transfer
from verger.domain.core.reason import Code
from verger.domain.games.verge.control import control_of, controlled_by_right, controllers
from verger.domain.games.verge.interest import at_stake, may_use
from verger.domain.games.verge.model.network import ElementId, NodeId
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.model.stake import Stake
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, evolve
from verger.domain.games.verge.token import budget


def megasoft(**house_rules: str) -> tuple[Game, NodeId]:
    """Return a game with controlling interest and tokens for all, and the id of Megasoft!!!."""
    game = in_run("Ann", "Bo", "Cy", **{"controlling_interest": "on", **house_rules})
    for name in ("Ann", "Bo", "Cy"):
        game.grant(name, story=3, development=1)
    return game, game.node("Ann", "Megasoft!!!")


def bought(*names: str) -> tuple[Game, NodeId]:
    """Return the same after each of these seats has bought a point of Megasoft."""
    game, id = megasoft()
    for name in names:
        game.move(name, "buy_interest", element=id)
    return game, id


def points(game: Game, id: ElementId) -> dict[str, int]:
    """Return the points of interest in an element, keyed by seat."""
    return {stake.seat: stake.points for stake in game.state.play.interest.stakes.get(id, ())}


def weakened(game: Game, id: ElementId, times: int = 1) -> Game:
    """Lower an element's power outside a conflict."""
    return game.given(effect("mark_added", element=id, marks="?" * times))


@rule("interest.buy")
def test_the_texts_sample_has_one_point_of_one_seat_and_two_of_another() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    assert game.state.play.interest.stakes[id] == (
        Stake(game.seat("Bo"), 1),
        Stake(game.seat("Cy"), 2),
    )


@rule("interest.buy", "token.pay")
def test_a_point_costs_one_token_which_goes_to_the_bank() -> None:
    game, id = megasoft()
    judgement = game.move("Bo", "buy_interest", element=id)
    assert str(game.tokens("Bo")) == "2 story, 1 development"
    assert saw(judgement, "interest.buy") == {"element": id}
    assert "token.pay" in cited(judgement)


@rule("interest.buy", "token.boost")
@pytest.mark.parametrize(
    ("held", "left"),
    [
        ({"story": 1, "development": 1}, "1 development"),
        ({"development": 1, "boost": 1}, "1 boost"),
        ({"boost": 1}, "nothing"),
    ],
)
def test_interest_is_paid_in_story_then_development_then_boosts(
    held: dict[str, int], left: str
) -> None:
    game = in_run("Ann", "Bo", controlling_interest="on").grant("Bo", **held)
    game.move("Bo", "buy_interest", element=game.node("Ann", "Megasoft!!!"))
    assert str(game.tokens("Bo")) == left
    assert game.tokens("Ann").boost == (held == {"boost": 1})


@rule("interest.buy", "token.pay")
def test_the_payment_may_be_named_and_is_one_token_that_is_held() -> None:
    game, id = megasoft()
    for payment, code in (
        ({"story": 2}, Own.WRONG_PAYMENT),
        ({"boost": 1}, Code.NOT_ENOUGH_TOKENS),
    ):
        game.refused("Bo", code, "buy_interest", element=id, payment=payment)
    game.move("Bo", "buy_interest", element=id, payment={"development": 1})
    assert str(game.tokens("Bo")) == "3 story"


@rule("interest.buy", "mark.power")
def test_all_points_together_never_exceed_the_power() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    refusal = game.refused("Ann", Own.INTEREST_FULL, "buy_interest", element=id)
    assert refusal.facts == {
        "element": id,
        "element_label": "Megasoft",
        "element_power": 3,
        "interest_points": 3,
    }
    game.given(effect("mark_added", element=id, marks="!"))
    game.move("Ann", "buy_interest", element=id)


@rule("interest.buy", "mark.elimination")
def test_interest_is_bought_in_elements_in_play() -> None:
    game, id = megasoft()
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "buy_interest", element="n9")
    game.given(effect("element_eliminated", element=id, cause="strikes"))
    game.refused("Bo", Own.ELIMINATED, "buy_interest", element=id)
    compiling = table("Ann", "Bo", controlling_interest="on")
    compiling.refused("Ann", Code.WRONG_STEP, "buy_interest", element=id)


@rule("interest.buy", "interest.lose")
@pytest.mark.parametrize(
    ("move", "more"), [("buy_interest", {}), ("lose_interest", {"seat": "s2"})]
)
def test_tables_play_without_interest_unless_they_choose_it(
    move: str, more: dict[str, Any]
) -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    id = game.node("Ann", "Megasoft!!!")
    game.refused("Bo", Own.INTEREST_OFF, move, element=id, **more)
    assert game.options("Bo", move) == []


@rule("interest.lose")
def test_when_power_falls_below_the_points_the_gm_says_who_loses() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    assert "lose_interest" not in game.awaited()
    weakened(game, id, times=2)
    assert game.awaited()["lose_interest"] == ("Ann",)
    judgement = game.move("Ann", "lose_interest", element=id, seat="s2")
    assert saw(judgement, "interest.lose") == {"element": id, "seat": "s2"}
    game.move("Ann", "lose_interest", element=id, seat="s3")
    assert points(game, id) == {"s3": 1}
    assert "lose_interest" not in game.awaited()


@rule("interest.lose", "interest.buy")
def test_the_loss_of_a_point_is_another_question_after_it_was_bought_again() -> None:
    game, id = bought("Bo", "Bo", "Bo")
    before = weakened(game, id).question("lose_interest")
    game.move("Ann", "lose_interest", element=id, seat="s2")
    game.given(effect("mark_added", element=id, marks="!"))
    game.grant("Bo", story=1).move("Bo", "buy_interest", element=id)
    assert weakened(game, id).question("lose_interest").id != before.id


@rule("interest.lose")
def test_while_the_gms_seat_is_empty_the_first_who_sits_has_the_say() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    game.move("Ann", "add_seat", kind="player", name="Dee")
    weakened(game, id).given(effect("gm_handed_over", old="s1", new="s4"))
    assert game.awaited()["lose_interest"] == ("Ann",)
    game.move("s4", "take_seat", name="Dee")
    assert game.awaited()["lose_interest"] == ("Dee",)


@rule("interest.lose", "mark.power")
def test_only_if_power_is_too_low_anybody_loses_and_no_more_than_all_points() -> None:
    game, id = bought("Bo")
    game.refused("Ann", Own.INTEREST_COVERED, "lose_interest", element=id, seat="s2")
    game.refused("Ann", Own.UNKNOWN_ELEMENT, "lose_interest", element="n9", seat="s2")
    weakened(game, id, times=5)
    game.move("Ann", "lose_interest", element=id, seat="s2")
    game.refused("Ann", Own.INTEREST_COVERED, "lose_interest", element=id, seat="s2")
    refusal = game.refused("Bo", Own.INTEREST_FULL, "buy_interest", element=id)
    assert (refusal.facts["element_power"], refusal.facts["interest_points"]) == (-2, 0)


@rule("interest.lose")
def test_only_a_seat_with_points_loses_one_and_only_by_the_seat_that_may_decide() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    weakened(game, id)
    game.refused("Ann", Own.NO_INTEREST, "lose_interest", element=id, seat="s1")
    assert game.refused("Bo", Own.NOT_YOURS_TO_SAY, "lose_interest", element=id, seat="s3").facts
    assert game.options("Bo", "lose_interest") == []


@rule("interest.lose", "mark.elimination")
def test_points_in_an_eliminated_element_count_for_nothing() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    weakened(game, id).given(effect("element_eliminated", element=id, cause="strikes"))
    assert "lose_interest" not in game.awaited()
    game.refused("Ann", Own.ELIMINATED, "lose_interest", element=id, seat="s2")


def fought(winner: str) -> tuple[Game, NodeId, Draft]:
    """Return Megasoft after a conflict that lowered its power, and the draft that recorded the result."""
    game, id = bought("Bo", "Cy", "Cy")
    before = game.state.play.network
    facts = Facts(game.seat("Ann"), NOON, RecordedDice(()))
    draft: Draft = decider.Draft(weakened(game, id).state, evolve, facts)
    at_stake(draft, before, game.seat(winner))
    game.given(*draft.accept("It is over.").effects)
    return game, id, draft


@rule("interest.lose")
def test_the_winner_of_the_conflict_that_took_the_power_chooses_the_loser_of_a_point() -> None:
    game, id, draft = fought("Cy")
    assert saw(draft.accept("It is over."), "interest.lose")["winning_seat"] == "s3"
    assert game.awaited()["lose_interest"] == ("Cy",)
    game.refused("Ann", Own.NOT_YOURS_TO_SAY, "lose_interest", element=id, seat="s2")
    game.move("Cy", "lose_interest", element=id, seat="s2")
    assert points(game, id) == {"s3": 2}


@rule("interest.lose")
def test_a_winner_who_has_left_leaves_it_to_the_gm() -> None:
    game, _, _ = fought("s9")
    assert game.awaited()["lose_interest"] == ("Ann",)


@rule("interest.lose")
@pytest.mark.parametrize("settled", ["mark", "loss"])
def test_the_winners_choice_ends_with_the_effects_of_the_conflict(settled: str) -> None:
    game, id, _ = fought("Cy")
    if settled == "mark":
        game.given(effect("mark_removed", element=id, mark="?"))
    else:
        game.move("Cy", "lose_interest", element=id, seat="s3")
    weakened(game, id)
    assert game.awaited()["lose_interest"] == ("Ann",)


@rule("interest.lose")
def test_a_conflict_that_took_no_power_gives_no_say() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    facts = Facts(game.seat("Ann"), NOON, RecordedDice(()))
    draft: Draft = decider.Draft(weakened(game, id).state, evolve, facts)
    at_stake(draft, game.state.play.network, game.seat("Cy"))
    assert draft.accept("It is over.").effects == ()


def who(game: Game, id: ElementId) -> list[tuple[str, str]]:
    """Return the seats that control an element without a grant, and their rules."""
    return [(one.seat, one.rule) for one in control_of(game.state, id) if one.by is None]


@rule("interest.control", "control.own", "control.gm")
def test_most_points_give_control_before_every_other_right() -> None:
    game, id = bought("Cy")
    assert who(game, id) == [("s3", "interest.control")]
    game.edge("Bo", game.character("Bo", "Rex"), "owns", id)
    assert who(game, id) == [("s3", "interest.control")]
    game.move("Bo", "buy_interest", element=id)
    assert who(game, id) == [("s2", "control.own")]


@rule("interest.control", "control.own")
def test_no_points_give_control_of_a_claimed_character() -> None:
    game, id = bought("Cy")
    game.given(effect("character_claimed", seat="s2", node=id))
    assert who(game, id) == [("s2", "control.own")]


@rule("interest.control")
def test_control_by_interest_needs_more_points_than_anyone_else() -> None:
    game, id = bought("Bo", "Cy")
    assert who(game, id) == [("s1", "control.gm")]
    game.move("Bo", "buy_interest", element=id)
    assert who(game, id) == [("s2", "interest.control")]


@rule("interest.control")
def test_points_of_an_empty_seat_do_not_count() -> None:
    game, id = bought("Bo")
    for _ in range(2):
        game.given(effect("interest_bought", element=id, seat="s9"))
    assert who(game, id) == [("s2", "interest.control")]


@rule("interest.control", "control.grant")
def test_a_holder_of_interest_grants_control_and_earlier_grants_rest() -> None:
    game, id = bought()
    game.move("Ann", "grant_control", element=id, seat="s3")
    game.move("Bo", "buy_interest", element=id)
    assert controllers(game.state, id) == ("s2",)
    game.move("Bo", "grant_control", element=id, seat="s1")
    assert controllers(game.state, id) == ("s2", "s1")


@rule("interest.control", "control.grant")
def test_a_seat_can_grant_the_control_that_its_points_leave_it() -> None:
    game, id = bought("Bo")
    rex, bone = game.character("Cy", "Rex!!"), game.node("Cy", "Bone!!")
    game.edge("Cy", rex, "buries", bone)
    for element in (rex, bone):
        game.move("Bo", "buy_interest", element=element)
    found = {name: controlled_by_right(game.state, game.seat(name)) for name in ("Ann", "Bo", "Cy")}
    cys = [(rex, "Rex"), ("e1", "buries")]
    assert found == {"Ann": [], "Bo": [(id, "Megasoft"), (bone, "Bone")], "Cy": cys}


@rule("interest.control", "control.protected")
def test_elements_that_you_control_by_interest_are_protected() -> None:
    game, id = bought("Bo")
    judgement = game.declares("Bo", action("strengthen", element=id))
    assert "control.protected" in cited(judgement)


@rule("interest.control")
def test_points_rest_while_the_table_plays_without_interest() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    weakened(game, id)
    game.agreed("Ann", "choose_house_rule", house_rule="controlling_interest", value="off")
    assert who(game, id) == [("s1", "control.gm")]
    assert "lose_interest" not in game.awaited()
    game.refused("Ann", Own.INTEREST_OFF, "lose_interest", element=id, seat="s2")


@rule("interest.dice")
def test_a_node_out_of_reach_counts_for_dice_if_you_control_it() -> None:
    game, id = bought("Bo")
    assert [may_use(game.state, game.seat(name), id) for name in ("Ann", "Bo")] == [False, True]
    game.move("Bo", "grant_control", element=id, seat="s1")
    assert may_use(game.state, game.seat("Ann"), id)
    # Without the house rule `controlling_interest`, every node can be used.
    plain = in_run("Ann", "Bo")
    assert may_use(plain.state, plain.seat("Bo"), plain.node("Ann", "Megasoft!!!"))


def test_options_show_the_elements_for_sale_and_their_prices() -> None:
    game, id = bought("Bo", "Cy")
    full = game.node("Ann", "Rival")
    (option,) = game.options("Bo", "buy_interest")
    assert option.tokens == 1
    assert listed([option], {"move": "buy_interest", "element": id, "payment": {"development": 1}})
    assert not listed([option], {"move": "buy_interest", "element": id, "payment": {"boost": 1}})
    assert not listed([option], {"move": "buy_interest", "element": full})


def test_options_say_who_can_lose() -> None:
    game, id = bought("Bo", "Cy", "Cy")
    (option,) = weakened(game, id).options("Ann", "lose_interest")
    sent = [{"move": "lose_interest", "element": id, "seat": seat} for seat in ("s2", "s3", "s1")]
    assert [listed([option], move) for move in sent] == [True, True, False]


def test_a_seat_without_tokens_buys_nothing() -> None:
    game = in_run("Ann", "Bo", controlling_interest="on")
    id = game.node("Ann", "Megasoft!!!")
    assert game.options("Bo", "buy_interest") == []
    game.refused("Bo", Code.NOT_ENOUGH_TOKENS, "buy_interest", element=id)


@rule("interest.buy", "fnol.budget")
def test_in_a_first_notice_of_loss_the_gms_budget_buys_too() -> None:
    game = in_run("Ann", "Bo", controlling_interest="on")
    id, rex = game.node("Bo", "Megasoft!!!"), game.character("Bo", "Rex")
    tie = game.edge("Bo", rex, "guards", id, thing=1)
    game.given(
        effect("loss_chosen", seat="s2", thing=1, edge=tie),
        effect("notice_began", seat="s2"),
        *transfer(Purse(story=12), BANK, budget(game.seat("Bo")), "given", "fnol.budget"),
    )
    assert listed(game.options("Ann", "buy_interest"), {"move": "buy_interest", "element": id})
    game.move("Ann", "buy_interest", element=id)
    assert game.account("fnol:s2").story == 11


def on_the_way_to_the_pier() -> tuple[Game, dict[str, Any]]:
    """Return a conflict, and Bo's path from a bar next to Bo's own node to docks and a pier."""
    game = in_run("Ann", "Bo", "Cy", controlling_interest="on")
    line = "Hero!! (Bo) -visits-> Bar -is by-> Docks -lead to-> Pier"
    hero, *path = game.draws("Ann", line)
    pier = path[-1]
    game.move("Bo", "call_conflict", reason="He searches the pier.")
    game.move("Bo", "join_conflict", node=hero, goal={"statement": "Find it.", "target": pier})
    game.move("Ann", "join_conflict", node=pier, goal={"statement": "Hide it.", "target": pier})
    game.move("Cy", "stand_aside")
    return game, {"path": path, "explanation": "From the bar."}


@rule("interest.dice")
def test_every_node_between_the_first_and_the_target_has_to_be_ones_own_to_use() -> None:
    game, way = on_the_way_to_the_pier()
    docks = way["path"][3]
    assert game.refused("Bo", Own.NOT_USABLE, "roll", **way).facts["element"] == docks
    game.move("Ann", "grant_control", element=docks, seat="s2")
    assert "pool_rolled" in tags(game.move("Bo", "roll", **way))
