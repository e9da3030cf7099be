"""Banks: hits that are kept for later, and the points that the GM gives and takes."""

import pytest

from tests.support.afterverse import WIT, Game, in_session, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own


def banked(cap: int | str, *rolls: tuple[int, ...]) -> Game:
    """Return a game: the guard has a bank with the hits of tests of four dice."""
    game = in_session()
    game.move("Ann", "open_bank", character="c3", name=" Spare  parts ", cap=cap)
    for number, dice in enumerate(rolls, 1):
        game.calls("c3", pool=WIT, into="b1")
        game.rolls("Ann", "c3", *dice, test=f"t{number}")
    return game


@rule("bank.hits")
def test_the_hits_of_a_test_are_kept_and_later_tests_add() -> None:
    game = banked("none", (5, 6, 1, 1), (5, 5, 5, 6))
    assert game.hits("b1") == 6
    bank = game.view()["banks"][0]
    assert (bank["name"], bank["character"], bank["hits"]) == ("Spare parts", "c3", 6)


@rule("bank.hits")
@pytest.mark.parametrize(("cap", "kept"), [(3, 3), ("first_pool", 4), (50, 6)])
def test_a_bank_may_have_a_cap_such_as_its_first_pool(cap: int | str, kept: int) -> None:
    assert banked(cap, (5, 6, 1, 1), (5, 5, 5, 6)).hits("b1") == kept


@rule("bank.hits")
def test_a_first_pool_is_all_dice_that_were_rolled_for_it() -> None:
    game = banked("first_pool")
    game.thing("Helper")
    game.calls("c3", "c4", pool=WIT, into="b1", form="assistance")
    game.rolls("Ann", "c4", 5, 5, 1, 1)
    game.rolls("Ann", "c3", 5, 5, 5, 5, 5, 1)
    assert game.view()["banks"][0]["cap"] == 6


@rule("bank.hits")
def test_a_declined_test_is_no_first_pool() -> None:
    game = banked("first_pool")
    game.calls("c3", pool=WIT, into="b1")
    game.move("Ann", "let_be", test="t1", character="c3")
    assert game.view()["banks"][0]["cap"] == "first_pool"


@rule("bank.hits")
def test_a_ruling_shows_the_kept_hits_and_all_hits() -> None:
    game = banked(3, (5, 6, 1, 1))
    game.calls("c3", pool=WIT, into="b1")
    facts = saw(game.rolls("Ann", "c3", 5, 5, 1, 1, test="t2"), "bank.hits")
    assert (facts["hits"], facts["hits_held"], facts["hits_kept"], facts["hits_allowed"]) == (
        2,
        2,
        1,
        3,
    )


@rule("bank.hits")
def test_a_failed_test_keeps_nothing() -> None:
    game = in_session()
    game.move("Ann", "open_bank", character="c3", name="Parts")
    game.calls("c3", pool=WIT, into="b1", threshold={"threshold": "open", "hits": 3})
    game.rolls("Ann", "c3", 5, 5, 1, 1)
    assert game.hits("b1") == 0


@rule("bank.hits", "test.critical")
@pytest.mark.parametrize(("critical", "kept"), [(True, 1), (False, 3)])
@pytest.mark.parametrize("cap", ["none", 50])
def test_a_critical_success_keeps_its_worth(cap: int | str, critical: bool, kept: int) -> None:
    game = banked(cap)
    game.calls("c3", pool=WIT, into="b1", threshold={"threshold": "open", "hits": 1})
    game.rolls("Ann", "c3", 6, 5, 5, 1)
    game.move("Ann", "take_result", test="t1", character="c3", critical=critical)
    assert game.hits("b1") == kept


@rule("bank.hits")
def test_hits_are_spent_by_their_owner_or_by_the_gm() -> None:
    game = in_session()
    game.move("Ann", "open_bank", character="c1", name="Plans")
    game.calls("c1", pool=WIT, into="b1")
    game.rolls("Bo", "c1", 5, 5, 5, 1)
    game.refused("Cy", Own.NOT_YOUR_CHARACTER, "spend_hits", bank="b1", hits=1)
    game.move("Bo", "spend_hits", bank="b1", hits=2)
    game.move("Ann", "spend_hits", bank="b1", hits=1)
    assert game.hits("b1") == 0


@rule("bank.hits")
def test_nobody_spends_more_than_a_bank_holds() -> None:
    game = banked("none", (5, 6, 1, 1))
    refusal = game.refused("Ann", Own.TOO_FEW_POINTS, "spend_hits", bank="b1", hits=3)
    bank = {"bank": "b1", "bank_in_words": "the bank “Spare parts”"}
    assert refusal.facts == bank | {"points_held": 2, "points_needed": 3}
    game.refused("Ann", Own.WRONG_NUMBER, "spend_hits", bank="b1", hits=0)
    game.refused("Ann", Own.UNKNOWN_BANK, "spend_hits", bank="b2", hits=1)


@rule("bank.hits")
def test_a_closed_bank_holds_and_takes_nothing() -> None:
    game = banked("none", (5, 6, 1, 1))
    game.calls("c3", pool=WIT, into="b1")
    game.refused("Bo", Code.GM_ONLY, "close_bank", bank="b1")
    game.move("Ann", "close_bank", bank="b1")
    judgement = game.rolls("Ann", "c3", 5, 5, 1, 1, test="t2")
    assert "closed" in judgement.ruling.sentence
    assert (game.view()["banks"], game.hits("b1")) == ((), 0)


@rule("bank.hits")
def test_a_test_goes_into_a_bank_that_there_is() -> None:
    fields = {"about": "It.", "form": "alone", "actors": [{"character": "c1", "pool": WIT}]}
    game = in_session()
    game.refused("Ann", Own.UNKNOWN_BANK, "call_test", **fields, into="b1")
    game.refused("Ann", Own.UNKNOWN_BANK, "call_test", **fields, into="")


@rule("bank.hits")
def test_there_are_at_most_fifty_banks_and_caps_are_possible_numbers() -> None:
    game = in_session()
    wanted = {"character": "c1", "name": "More"}
    for cap in (0, -1, 101):
        game.refused("Ann", Own.WRONG_NUMBER, "open_bank", **wanted, cap=cap)
    for _ in range(50):
        game.move("Ann", "open_bank", **wanted)
    game.refused("Ann", Own.TOO_MANY_BANKS, "open_bank", **wanted)
    assert game.options("Ann", "open_bank") == []


@rule("bank.hits", "test.attribute")
def test_initiative_is_a_bank_that_every_character_has() -> None:
    game = in_session()
    game.calls("c3", pool=WIT, into="initiative")
    game.rolls("Ann", "c3", 5, 6, 1, 1)
    game.move("Ann", "give_points", character="c3", kind="initiative", points=3)
    game.move("Ann", "take_points", character="c3", kind="initiative", points=1)
    assert game.points("c3", "initiative") == 4


@rule("bank.hits")
def test_only_the_gm_gives_and_takes_points() -> None:
    game = in_session()
    wanted = {"character": "c1", "kind": "stun", "points": 2}
    game.refused("Bo", Code.GM_ONLY, "give_points", **wanted)
    game.refused("Ann", Own.TOO_FEW_POINTS, "take_points", **wanted)
    game.refused("Ann", Own.WRONG_NUMBER, "give_points", **{**wanted, "points": 0})
    game.refused("Ann", Code.UNKNOWN_CHARACTER, "give_points", **{**wanted, "character": "c9"})
    game.move("Ann", "give_points", **wanted)
    assert game.points("c1", "stun") == 2
