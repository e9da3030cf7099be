"""Prices in tokens of any kind: the payment, and its field in an option."""

from random import Random

import pytest

from tests.support.options import draw, listed
from tests.support.play import Game, in_run, rule
from verger.domain.core.option import AnyTokens, Number, move_option
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.games.verge.model.action import Payment
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.token import any_payment

HELD = {"story": 2, "development": 1, "boost": 1}
DOUBLE = move_option("pay", (Number("by", 1, 2), AnyTokens("payment", 2, HELD, "by")), tokens=2)


def pay(amount: int, offered: Payment | None = None) -> Purse | Refused:
    """Pay a price from Bo's tokens."""
    game: Game = in_run("Ann", "Bo").grant("Bo", **HELD)
    return any_payment(game.state, game.seat("Bo"), amount, offered, by="interest.buy")


@rule("token.pay")
@pytest.mark.parametrize(
    ("amount", "offered", "paid"),
    [
        (0, None, Purse()),
        (1, None, Purse(1)),
        (3, None, Purse(2, 1)),
        (4, None, Purse(2, 1, 1)),
        (2, Payment(boost=1, development=1), Purse(0, 1, 1)),
    ],
)
def test_any_kinds_pay_and_by_default_story_then_development_then_boosts(
    amount: int, offered: Payment | None, paid: Purse
) -> None:
    assert pay(amount, offered) == paid


@rule("token.pay")
@pytest.mark.parametrize("offered", [Payment(), Payment(1), Payment(2, 1)])
def test_an_offer_of_another_number_is_refused(offered: Payment) -> None:
    refusal = pay(2, offered)
    assert isinstance(refusal, Refused)
    assert (refusal.code, refusal.facts["tokens_needed"]) == (
        str(Own.WRONG_PAYMENT),
        "2 of any kind",
    )


@rule("token.pay")
@pytest.mark.parametrize(("amount", "offered"), [(5, None), (2, Payment(boost=2))])
def test_nobody_pays_more_than_they_hold(amount: int, offered: Payment | None) -> None:
    refusal = pay(amount, offered)
    assert isinstance(refusal, Refused)
    assert refusal.code == Code.NOT_ENOUGH_TOKENS


@pytest.mark.parametrize(
    ("payment", "covered"),
    [
        ({"story": 2}, True),
        ({"boost": 1, "story": 1}, True),
        ({"boost": 2}, False),
        ({"story": 1}, False),
        (None, True),
    ],
)
def test_an_option_covers_as_many_tokens_as_are_held(
    payment: dict[str, int] | None, covered: bool
) -> None:
    assert listed([DOUBLE], {"move": "pay", "by": 1, "payment": payment}) is covered


def test_a_drawn_token_pays_as_often_as_the_other_field_says() -> None:
    drawn = [draw(DOUBLE, Random(seed)) for seed in range(20)]  # noqa: S311  # the same every time
    paid = [(move["by"], sum(move["payment"].values())) for move in drawn if "payment" in move]
    assert {total // by for by, total in paid} == {2}
    assert all(listed([DOUBLE], move) for move in drawn)
