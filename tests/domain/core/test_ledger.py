"""The ledger: each movement of tokens takes from one account and adds to another."""

from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from tests.support.play import rule
from verger.domain.core.identifier import Account, RuleId, SeatId
from verger.domain.core.ledger import BANK, TokensMoved, moved, seat_account, transfer
from verger.domain.games.verge.model.purse import NOTHING, Ledger, Purse, Token, held

BO = seat_account(SeatId("s2"))
NOBODYS: Ledger = Map()
accounts = st.sampled_from([BANK, BO, seat_account(SeatId("s3")), Account("escrow:d1")])
amounts = st.integers(0, 9)
movements = st.builds(
    TokensMoved,
    token=st.sampled_from(Token),
    amount=amounts,
    source=accounts,
    target=accounts,
    reason=st.just("a test"),
    rule=st.just(RuleId("token.kinds")),
)


@rule("token.kinds")
def test_the_loss_of_one_account_is_the_gain_of_another() -> None:
    paid = TokensMoved(Token.STORY, 3, BANK, BO, "cash-out", RuleId("token.kinds"))
    ledger = moved(NOBODYS, paid, NOTHING)
    assert (held(ledger, BANK), held(ledger, BO)) == (Purse(story=-3), Purse(story=3))


@rule("token.kinds")
@given(st.lists(movements))
def test_nothing_is_created_and_nothing_is_lost(effects: list[TokensMoved[Token]]) -> None:
    ledger: Ledger = NOBODYS
    for effect in effects:
        ledger = moved(ledger, effect, NOTHING)
    totals = [sum(getattr(purse, token) for purse in ledger.values()) for token in Token]
    assert totals == [0, 0, 0]


@given(amounts, amounts, amounts)
def test_a_transfer_moves_a_whole_purse(story: int, development: int, boost: int) -> None:
    ledger, purse = NOBODYS, Purse(story, development, boost)
    for effect in transfer(purse, BANK, BO, "a test", "token.kinds"):
        ledger = moved(ledger, effect, NOTHING)
    assert held(ledger, BO) == purse


def test_a_transfer_of_no_tokens_has_no_effects() -> None:
    assert transfer(NOTHING, BANK, BO, "a test", "token.kinds") == []


def test_an_account_that_nothing_reached_holds_nothing() -> None:
    assert held(NOBODYS, BO) == NOTHING


def test_a_purse_covers_another_kind_by_kind() -> None:
    purse = Purse(story=2, boost=1)
    assert purse.covers(Purse(story=2))
    assert not purse.covers(Purse(development=1))


def test_a_purse_is_printed_as_its_tokens() -> None:
    assert [str(Purse(2, 0, 1)), str(NOTHING)] == ["2 story, 1 boost", "nothing"]
