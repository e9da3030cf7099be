"""The text's three procedures of changing the network, with their tokens, and its samples of dice."""

import pytest

from tests.support.conflict import call, goal, join, narrate, narrated, roll, stop, trade
from tests.support.override import gil_bates, matches, raises, sarasvati, stands
from tests.support.play import Game, action, effect, in_run, rule

LOVES = action("create", label="Sarasvati", edge="loves", other="n1", kind="person", direction="in")
"""He loves her: the edge points from Gil to the new node."""


@rule("consent.declare", "consent.one_at_a_time", "change.create")
def test_where_nobody_objects_sarasvati_takes_one_token_and_gil_loves_her() -> None:
    game = gil_bates()
    game.changes("Bo", LOVES)
    edge = game.state.play.network.edges[max(game.state.play.network.edges)]
    assert (edge.label, edge.source, game.shown(edge.target)) == ("loves", "n1", "Sarasvati")
    assert game.tokens("Bo").story == 20 - 1


def overridden(**house_rules: str) -> Game:
    """Give the override: 2 for Gil, raised by 3 with six tokens and by 2 with four, matched with 5."""
    game = sarasvati(**house_rules)
    raises(game, "Di", 3)
    raises(game, "Ann", 2)
    matches(game)
    stands(game, "Ann", "Cy", "Di")
    return game


@rule("override.create", "override.raise", "override.match", "override.payee")
@pytest.mark.parametrize(("payee", "earned"), [("controller", 2), ("bank", 0)])
def test_sarasvati_is_overridden_for_two_and_five(payee: str, earned: int) -> None:
    # The text contradicts itself: the price goes to who controls Gil, and in the procedure to the
    # bank. The house rule `override_payee` has both.
    game = overridden(override_payee=payee)
    found = {name: game.tokens(name).story - 20 for name in ("Bo", "Di", "Ann", "Cy")}
    assert found == {"Bo": -1 - 2 - 5, "Di": -6, "Ann": -4, "Cy": earned}
    assert game.shown("n3") == "Sarasvati"


@rule("override.raise", "override.cost")
@pytest.mark.parametrize("payment", [{"story": 2}, {"story": 1, "boost": 1}])
def test_four_development_tokens_raise_by_two_and_two_of_any_kind_match(
    payment: dict[str, int],
) -> None:
    game = sarasvati().grant("Di", development=4).grant("Bo", boost=1)
    raises(game, "Di", 2, payment={"development": 4})
    before = game.tokens("Bo").total
    matches(game, payment=payment)
    assert (before - game.tokens("Bo").total, game.tokens("Di").development) == (2, 0)


def seduced(bo: str, cy: str) -> Game:
    """Give the conflict about Gil's heart, of these dice: Cy defends with Gil, who is in control."""
    game = gil_bates()
    game.declares("Bo", LOVES)
    game.move("Cy", "object", declaration="d1", ground="fiction", reason="He is self-controlled.")
    girl = game.character("Bo", "Aliana" + "!" * (len(bo) + 1))
    call(game, "Bo", declaration="d1")
    join(game, "Bo", girl, 1)
    join(game, "Cy", "n2", goal("n2"))
    for name in ("Ann", "Di"):
        game.move(name, "stand_aside")
    game.given(effect("mark_added", element="n2", marks="!" * len(cy)))
    for name, dice in (("Bo", bo), ("Cy", cy)):
        roll(game, name, dice)
    stop(narrate(game))
    return game


@rule("conflict.call", "conflict.conclude", "consent.spent", "token.interest")
@pytest.mark.parametrize(("bo", "cy", "won"), [("666", "1", True), ("6", "111", False)])
def test_by_dice_the_winner_writes_sarasvati_the_loser_is_insured_the_gm_has_interest(
    bo: str, cy: str, won: bool
) -> None:
    game = seduced(bo, cy)
    for name, dice in (("Bo", cy), ("Cy", bo)):
        trade(game, name, dice)
    labels = [node.label for node in game.state.play.network.nodes.values()]
    assert ("Sarasvati" in labels) is won
    assert game.tokens("Bo").story == 20 - 1 + (0 if won else 2)
    assert game.tokens("Cy").story == 20 + (2 if won else 0)
    # Cy's Knight has no power yet when he joins.
    assert game.tokens("Ann").story == 20 + len(bo) + 1


@rule("conflict.insurance")
def test_against_a_signal_of_four_two_dice_are_insured_by_two_and_one_by_three() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Cy="5555", Ann="33", Bo="1")
    stop(game)
    for name in ("Cy", "Ann"):
        trade(game, name, "12" if name == "Cy" else "1234")
    # The GM has interest too: the powers of Aliana and Knight.
    assert (game.tokens("Ann").story, game.tokens("Bo").story) == (2 + 4 + 1, 3)


@rule("conflict.development")
def test_four_of_fifteen_traded_dice_against_two_of_ten_earn_two_development_tokens() -> None:
    ten, fifteen = "6665544332", "111122233344455"
    game = narrated(in_run("Ann", "Bo"), Bo=ten, Ann=fifteen)
    stop(game)
    trade(game, "Bo", "666611122233345")
    trade(game, "Ann", "1122334456")
    assert (game.tokens("Bo").development, game.tokens("Ann").development) == (4 - 2, 0)


@rule("token.kinds")
def test_five_players_and_a_gm_have_six_boosts() -> None:
    game = in_run("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
    assert game.account("bank").boost == 6
