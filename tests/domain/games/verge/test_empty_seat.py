"""An empty seat: it controls nothing, is paid nothing, and keeps its tokens."""

from tests.support.conflict import goal
from tests.support.override import SARASVATI, contested, gil_bates, overrides
from tests.support.play import action, in_load, phase_of, rule, saw, step, steps
from verger.domain.games.verge.model.purse import Purse


@rule("table.leave", "override.payee")
def test_the_gms_empty_seat_is_not_paid_for_the_elements_of_the_gm() -> None:
    game = gil_bates()
    contested(game, {**SARASVATI, "other": game.node("Di", "Money!!!")}, by="Di")
    game.move("Ann", "leave")
    assert saw(overrides(game), "override.payee")["receiver"] == "bank"
    assert (game.tokens("s1").story, game.tokens("Bo").story) == (20, 20 - 1 - 3)


@rule("table.leave", "token.boost", "token.ratified", "token.interest")
def test_an_empty_seat_earns_nothing() -> None:
    game = gil_bates().grant("Bo", boost=1)
    gil = game.node("Ann", "Gil Bates the Elder", "person")
    knight = game.character("Bo", "Aliana!!!")
    game.move("Ann", "leave")
    game.changes("Bo", action("strengthen", element=gil, payment={"boost": 1}))
    game.move("Bo", "call_conflict", reason="Now.")
    game.move("Bo", "join_conflict", node=knight, goal=goal(gil))
    assert game.tokens("s1") == Purse(20)


@rule("table.leave", "load.cash_out")
def test_the_first_tokens_of_an_empty_seat_wait_for_its_next_player() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=6)
    list(steps(game, "Cy"))
    game.move("Bo", "leave")
    for _ in range(3):
        step(game)
    assert (phase_of(game), game.tokens("s2").story > 0) == (7, True)
