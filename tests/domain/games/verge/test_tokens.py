"""Tokens: paying, boosts, and income in Run."""

import pytest

from tests.support.play import Game, action, cited, in_run, rule, saw, started
from verger.domain.core.ledger import BANK, TokensMoved
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.reason import Code as Own


def with_park(**tokens: int) -> tuple[Game, NodeId]:
    """Return a table in Run, and the id of Ann's park. Bo has tokens."""
    game = in_run("Ann", "Bo").grant("Bo", **tokens)
    return game, game.node("Ann", "Park")


@rule("token.kinds")
def test_at_the_start_the_bank_holds_one_boost_for_each_seat() -> None:
    game = started("Ann", "Bo", "Cy", "Dee", observers=1)
    assert (game.account("bank").boost, game.account("supply").boost) == (3, -3)


@rule("token.pay", "token.kinds")
def test_a_price_goes_into_escrow_and_then_to_the_bank() -> None:
    game, park = with_park(development=1)
    judgement = game.changes("Bo", action("weaken", element=park))
    moved = [effect for effect in game.log[-2].effects if isinstance(effect, TokensMoved)]
    assert [(effect.source, effect.target) for effect in moved] == [("seat:s2", "escrow:d1")]
    paid = next(found for found in judgement.effects if isinstance(found, TokensMoved))
    assert (paid.token, paid.amount, paid.source, paid.target) == (
        "development",
        1,
        "escrow:d1",
        BANK,
    )
    assert (paid.reason, paid.rule) == ("change.weaken", "token.pay")


@rule("token.pay", "token.ratified")
def test_by_default_exactly_the_kinds_that_are_asked_for_are_paid() -> None:
    game, _ = with_park(story=2, development=2, boost=1)
    own = game.node("Bo", "Dog")
    judgement = game.changes("Bo", action("strengthen", element=own))
    assert str(game.tokens("Bo")) == "1 story, 1 development, 1 boost"
    # Nobody earns anything by strengthening their own elements.
    assert "token.ratified" not in cited(judgement)


@rule("token.pay", "token.boost")
@pytest.mark.parametrize(
    ("held", "left"), [({"story": 1, "boost": 1}, "nothing"), ({"boost": 2}, "nothing")]
)
def test_boosts_pay_for_tokens_that_a_seat_lacks(held: dict[str, int], left: str) -> None:
    game, _ = with_park(**held)
    own = game.node("Bo", "Dog")
    game.changes("Bo", action("strengthen", element=own))
    assert str(game.tokens("Bo")) == left


@rule("token.pay", "token.boost")
def test_a_move_may_name_its_payment() -> None:
    game, park = with_park(story=1, boost=1)
    game.changes("Bo", action("strengthen", element=park, payment={"boost": 1}))
    assert str(game.tokens("Bo")) == "1 story"


@rule("token.pay")
@pytest.mark.parametrize(
    "payment", [{"development": 1}, {"story": 2}, {}, {"story": 1, "boost": 1}]
)
def test_a_payment_pays_exactly_the_price(payment: dict[str, int]) -> None:
    game, park = with_park(story=3, development=3, boost=3)
    wanted = action("strengthen", element=park, payment=payment)
    assert game.cannot_declare("Bo", Own.WRONG_PAYMENT, wanted).facts["tokens_needed"] == "1 story"


@rule("token.pay")
@pytest.mark.parametrize("payment", [{"story": 2}, {"development": 2}])
def test_one_kind_of_token_does_not_pay_for_another(payment: dict[str, int]) -> None:
    game, _ = with_park(story=3, development=3)
    wanted = action("strengthen", element=game.node("Bo", "The pier"), payment=payment)
    needed = game.cannot_declare("Bo", Own.WRONG_PAYMENT, wanted).facts["tokens_needed"]
    assert needed == "1 story, 1 development"


@rule("token.pay", "change.create", "change.strengthen")
def test_a_price_that_is_too_high_cites_the_rules_that_set_it() -> None:
    game, park = with_park(story=1)
    create = action("create", label="Kiosk", kind="place", edge="stands in", other=park)
    actions = (action("strengthen", element=park), create, action("strengthen", element=park))
    refusal = game.cannot_declare("Bo", Code.NOT_ENOUGH_TOKENS, *actions)
    assert refusal.facts["price_rules"] == ("change.strengthen", "change.create")


@rule("token.pay")
def test_a_player_that_cannot_pay_the_price_in_any_way_learns_so_at_any_offer() -> None:
    game, park = with_park(development=3)
    wanted = action("strengthen", element=park, payment={"development": 1})
    refusal = game.cannot_declare("Bo", Code.NOT_ENOUGH_TOKENS, wanted)
    assert refusal.facts["tokens_needed"] == "1 story"


@rule("token.pay")
def test_a_later_action_that_offers_too_little_is_named_at_its_price() -> None:
    game, park = with_park(story=1)
    free = action("strengthen", element=park, payment={"boost": 0})
    refusal = game.cannot_declare(
        "Bo", Code.NOT_ENOUGH_TOKENS, action("strengthen", element=park), free
    )
    assert (refusal.facts["tokens_needed"], refusal.facts["tokens_held"]) == ("2 story", "1 story")


@rule("token.pay")
def test_nobody_pays_tokens_that_they_do_not_hold() -> None:
    game, park = with_park(story=3)
    refusal = game.cannot_declare("Bo", Code.NOT_ENOUGH_TOKENS, action("weaken", element=park))
    assert refusal.facts == {
        "price_rules": ("change.weaken",),
        "tokens_needed": "1 development",
        "tokens_held": "3 story",
        "seat_name": "Bo",
    }


@rule("token.boost")
def test_a_players_spent_boost_goes_to_the_gm() -> None:
    game, park = with_park(boost=1)
    judgement = game.changes("Bo", action("weaken", element=park))
    assert (game.tokens("Bo").boost, game.tokens("Ann").boost) == (0, 1)
    assert saw(judgement, "token.boost") == {"boosts_paid": 1, "receiving_account": "seat:s1"}


@rule("token.boost")
def test_the_gms_spent_boost_goes_to_the_bank() -> None:
    game = in_run("Ann", "Bo").grant("Ann", boost=1)
    game.changes("Ann", action("weaken", element=game.node("Bo", "Park")))
    assert (game.tokens("Ann").boost, game.account("bank").boost) == (0, 2)


@rule("token.ratified")
def test_the_author_gets_a_story_token_when_somebody_else_strengthens_their_element() -> None:
    game, park = with_park(story=1)
    judgement = game.changes("Bo", action("strengthen", element=park))
    assert game.tokens("Ann").story == 1
    assert saw(judgement, "token.ratified")["creator"] == "s1"


@rule("token.ratified")
@pytest.mark.parametrize("change", ["weaken", "strike", "repair"])
def test_nothing_is_earned_or_lost_by_other_changes(change: str) -> None:
    game, _ = with_park(story=1, development=1)
    park = game.node("Ann", "Garage!!?")
    game.changes("Bo", action(change, element=park))
    assert game.tokens("Ann").total == 0
