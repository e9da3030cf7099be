"""Boosts: any seat can give a boost from the bank to another seat that did something cool."""

import pytest

from tests.support.play import NOON, Game, action, in_run, rule, saw, table
from verger.domain.core import decider
from verger.domain.core.decider import Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.core.ledger import BANK, TokensMoved
from verger.domain.core.reason import Code
from verger.domain.games.verge.boost import return_bribe
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.model.purse import held
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, evolve
from verger.domain.games.verge.views import view


def cool(game: Game, name: str, winner: str) -> None:
    """Award a boost for any cool thing."""
    game.move(name, "award_boost", seat=game.seat(winner), reason="The leap!")


@rule("token.award_boost")
@pytest.mark.parametrize(("giver", "winner"), [("Bo", "Cy"), ("Bo", "Ann"), ("Ann", "Bo")])
def test_any_seat_hands_another_a_boost_from_the_bank(giver: str, winner: str) -> None:
    game = in_run("Ann", "Bo", "Cy")
    cool(game, giver, winner)
    assert (game.tokens(winner).boost, game.account("bank").boost) == (1, 2)


@rule("token.award_boost", "token.kinds")
def test_the_ledger_shows_the_reason_for_a_boost_and_its_rule() -> None:
    game = in_run("Ann", "Bo")
    judgement = game.move("Ann", "award_boost", seat="s2", reason=" The leap! ")
    (moved,) = judgement.effects
    assert isinstance(moved, TokensMoved)
    assert (moved.source, moved.target, moved.amount) == ("bank", "seat:s2", 1)
    assert (moved.reason, moved.rule) == ("The leap!", "token.award_boost")
    assert saw(judgement, "token.award_boost") == {"seat": "s2"}


@rule("token.award_boost", "token.kinds")
def test_there_are_only_as_many_boosts_as_seats() -> None:
    game = in_run("Ann", "Bo")
    for winner, giver in (("Bo", "Ann"), ("Ann", "Bo")):
        cool(game, giver, winner)
    game.refused("Ann", Own.NO_BOOSTS, "award_boost", seat="s2", reason="Again!")
    assert game.options("Ann", "award_boost") == []


@rule("token.award_boost")
@pytest.mark.parametrize(
    ("seat", "code"),
    [("s2", Code.OTHERS_ONLY), ("s9", Code.UNKNOWN_SEAT), ("s3", Code.OBSERVERS_WATCH)],
)
def test_a_boost_goes_to_another_seat_that_plays(seat: str, code: str) -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "add_seat", kind="observer", name="Vi")
    game.refused("Bo", code, "award_boost", seat=seat, reason="The leap!")


@rule("token.award_boost", "token.bribe")
@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("award_boost", {"seat": "s2", "reason": "The leap!"}),
        ("place_bribe", {"element": "n1", "condition": "It burns."}),
    ],
)
def test_boosts_belong_to_run(move: str, fields: dict[str, str]) -> None:
    table("Ann", "Bo").refused("Ann", Code.WRONG_STEP, move, **fields)


@rule("token.award_boost")
def test_nobody_awards_an_empty_seat() -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.refused("Bo", Code.SEAT_NOT_TAKEN, "award_boost", seat="s3", reason="The leap!")


def bribed() -> tuple[Game, NodeId]:
    """Return a table where Bo has placed a bribe on the park, and the park's id."""
    game = in_run("Ann", "Bo", "Cy")
    park = game.node("Ann", "Park")
    game.move("Bo", "place_bribe", element=park, condition="Somebody burns it down.")
    return game, park


@rule("token.bribe")
def test_a_bribe_has_its_own_account_and_returns_to_the_bank_if_it_is_taken_back() -> None:
    game, park = bribed()
    assert (game.account("bribe:s2").boost, game.account("bank").boost) == (1, 2)
    bribe = game.state.play.bribes[game.seat("Bo")]
    assert (bribe.element, bribe.condition) == (park, "Somebody burns it down.")
    game.move("Bo", "take_back_bribe")
    assert (game.account("bribe:s2").boost, game.account("bank").boost) == (0, 3)
    assert game.state.play.bribes.get(game.seat("Bo")) is None


@rule("token.bribe", "token.kinds")
def test_a_bribe_keeps_its_boost_if_play_goes_back_to_when_there_were_more_seats() -> None:
    game = in_run("Ann", "Bo", undo="gm")
    park = game.node("Ann", "Park")
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.move("Bo", "place_bribe", element=park, condition="Somebody burns it down.")
    cool(game, "Ann", "Bo")
    cool(game, "Bo", "Ann")
    none_left = len(game.log)
    game.move("Bo", "take_back_bribe")
    game.move("Ann", "remove_seat", seat="s3")
    game.move("Ann", "rewind", to=none_left)
    held_now = [game.account(account).boost for account in ("bribe:s2", "seat:s1", "seat:s2")]
    assert held_now == [1, 0, 1]


@rule("token.bribe")
def test_a_bribe_takes_a_boost_from_the_bank() -> None:
    game = in_run("Ann", "Bo")
    park = game.node("Ann", "Park")
    cool(game, "Ann", "Bo")
    cool(game, "Bo", "Ann")
    game.refused("Bo", Own.NO_BOOSTS, "place_bribe", element=park, condition="It burns.")


@rule("token.bribe")
def test_a_seat_has_one_active_bribe() -> None:
    game, park = bribed()
    refusal = game.refused(
        "Bo", Own.BRIBE_ACTIVE, "place_bribe", element=park, condition="It rains."
    )
    assert refusal.facts["element"] == park
    game.move("Cy", "place_bribe", element=park, condition="It rains.")


@rule("token.bribe", "mark.elimination")
def test_a_bribe_lies_on_an_element_in_play() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    park = game.node("Ann", "Park")
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "place_bribe", element="n9", condition="It burns.")
    game.changes("Bo", action("strike", element=park))
    game.refused("Bo", Own.ELIMINATED, "place_bribe", element=park, condition="It burns.")


@rule("token.bribe")
def test_the_seat_that_placed_a_bribe_awards_it_to_another() -> None:
    game, _ = bribed()
    game.refused("Bo", Code.OTHERS_ONLY, "award_bribe", seat="s2", reason="I did it.")
    judgement = game.move("Bo", "award_bribe", seat="s3", reason="She lit a match.")
    moved = judgement.effects[-1]
    assert isinstance(moved, TokensMoved)
    assert (moved.source, moved.target) == ("bribe:s2", "seat:s3")
    assert (moved.reason, moved.rule) == ("She lit a match.", "token.bribe")
    assert game.state.play.bribes.get(game.seat("Bo")) is None


@rule("token.bribe")
@pytest.mark.parametrize("name", ["Ann", "Cy"])
@pytest.mark.parametrize("move", ["award_bribe", "take_back_bribe"])
def test_only_the_seat_that_placed_a_bribe_awards_it_or_takes_it_back(name: str, move: str) -> None:
    game, _ = bribed()
    fields = {"seat": "s2", "reason": "I did it."} if move == "award_bribe" else {}
    game.refused(name, Own.NO_BRIBE, move, **fields)


@rule("token.bribe")
@pytest.mark.parametrize(("name", "returned"), [("Bo", 1), ("Cy", 0)])
def test_a_seat_without_a_bribe_has_none_to_return(name: str, returned: int) -> None:
    game, _ = bribed()
    facts = Facts(game.seat(name), NOON, RecordedDice(()))
    draft: Draft = decider.Draft(game.state, evolve, facts)
    return_bribe(draft, game.seat(name))
    assert held(draft.play.ledger, BANK).boost == 2 + returned


@rule("token.bribe")
def test_every_seat_sees_both_sides_and_the_reason_of_a_bribe() -> None:
    game, park = bribed()
    shown = view(game.state, game.seat("Cy")).bribes
    assert [(one.seat, one.element, one.condition) for one in shown] == [
        ("s2", park, "Somebody burns it down.")
    ]


@rule("token.bribe")
def test_a_bribe_outlives_its_element() -> None:
    game, park = bribed()
    game.grant("Cy", story=1).changes("Cy", action("strike", element=park))
    assert game.account("bribe:s2").boost == 1
    game.move("Bo", "award_bribe", seat="s3", reason="It is gone.")


@rule("token.bribe", "token.kinds")
def test_a_seat_cannot_be_removed_while_all_boosts_are_bribes_or_held() -> None:
    game, park = bribed()
    game.move("Ann", "add_seat", kind="player", name="Dee")
    game.move("Ann", "place_bribe", element=park, condition="It rains.")
    game.move("Cy", "place_bribe", element=park, condition="It rains.")
    cool(game, "Ann", "Bo")
    game.refused("Ann", Own.BOOSTS_OUT, "remove_seat", seat="s4")
