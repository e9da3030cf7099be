"""Compels: between a declaration and its roll, an aspect can keep the actor from acting."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.reason import Code as Own


def declared() -> Game:
    """Return a game: Gatto has declared a move. Aspect a1 is his jamming gun."""
    game = in_conflict()
    game.declares("c1", "move", skill="Athletics")
    return game


def compelled(seat: str = "Ann", by: str | None = None) -> Game:
    """Have somebody compel Gatto by the aspect of his jamming gun."""
    game = declared()
    game.move(seat, "compel", aspect="a1", why="It jams.", by=by)
    return game


@rule("action.compel")
def test_the_caller_calls_for_compels_before_the_roll() -> None:
    game = declared()
    assert game.awaited() == {"close_compels": ("Ann",)}
    game.refused("Bo", Own.WRONG_MOMENT, "roll")
    game.refused("Cy", Own.NOT_THE_CALLER, "close_compels")
    game.move("Ann", "close_compels")
    game.refused("Cy", Own.WRONG_MOMENT, "compel", aspect="a1", by="c2", why="It jams.")


@rule("action.compel")
def test_a_compel_that_is_taken_skips_the_turn() -> None:
    game = compelled("Cy", by="c2")
    assert game.awaited() == {"answer_compel": ("Bo",)}
    judgement = game.move("Bo", "answer_compel", take=True)
    assert saw(judgement, "action.compel") == {"is_accepted": True, "aspect": "a1"}
    assert (game.tokens("c1").fate, game.tokens("c2").fate) == (4, 2)
    game.refused("Bo", Own.ACTED_ALREADY, "claim_turn", character="c1")


@rule("action.compel", "action.roll")
def test_a_compel_asks_the_same_question_after_the_target_opposes_the_action() -> None:
    game = in_conflict()
    game.declares("c1", "move_another", skill="Firearms", target="c3")
    game.move("Cy", "compel", aspect="a1", why="It jams.", by="c2")
    before = game.question("answer_compel")
    game.move("Ann", "oppose", skill="Athletics")
    assert game.question("answer_compel") == before


@rule("action.compel")
def test_a_compel_is_refused_for_a_fate_point() -> None:
    game = compelled("Cy", by="c2")
    game.move("Bo", "answer_compel", take=False)
    assert (game.tokens("c1").fate, game.tokens("c2").fate) == (2, 3)
    assert game.awaited() == {"close_compels": ("Ann",)}
    refused = game.refused("Cy", Own.COMPELLED_ALREADY, "compel", aspect="a1", by="c2", why="No.")
    assert refused.facts == {"aspect_name": "Jamming gun"}
    unknown = game.refused("Cy", Own.DOES_NOT_HOLD, "compel", aspect="a9", by="c2", why="No.")
    assert "Jamming gun" not in str(unknown.facts["aspect_names"])


@rule("action.compel")
def test_the_referees_compels_are_paid_by_the_bank() -> None:
    game = compelled("Ann")
    game.move("Bo", "answer_compel", take=True)
    assert game.tokens("c1").fate == 4
    declared().refused("Cy", Code.GM_ONLY, "compel", aspect="a1", why="It jams.")


@rule("action.compel")
def test_a_player_without_a_fate_point_neither_compels_nor_refuses() -> None:
    game = in_conflict()
    game.spends("c1", 3)
    game.spends("c2", 3)
    game.declares("c1", "move", skill="Athletics")
    told = {"aspect": "a1", "why": "It jams."}
    assert game.refused("Cy", Own.NO_FATE, "compel", by="c2", **told).facts == {
        "character_name": "Jade"
    }
    game.move("Ann", "compel", **told)
    game.refused("Bo", Own.NO_FATE, "answer_compel", take=False)


@rule("action.compel")
def test_you_compel_neither_yourself_nor_for_another_player() -> None:
    game = declared()
    told = {"aspect": "a1", "why": "It jams."}
    assert game.refused("Bo", Own.OWN_ACTION, "compel", by="c1", **told).facts == {
        "character_name": "Gatto"
    }
    game.refused("Cy", Own.NOT_YOURS, "compel", by="c3", **told)
    game.refused("Cy", Code.UNKNOWN_CHARACTER, "compel", by="c9", **told)


@rule("action.compel")
def test_a_compel_is_on_an_aspect_that_holds() -> None:
    game = declared()
    refused = game.refused("Ann", Own.DOES_NOT_HOLD, "compel", aspect="a9", why="Rain.")
    assert refused.facts == {
        "aspect": "a9",
        "aspect_name": "“a9”",
        "aspect_names": ("Jamming gun",),
    }
    game.sheet("Bystander", "Ann", aspects=["Curious"])
    game.refused("Ann", Own.DOES_NOT_HOLD, "compel", aspect="a2", why="Not on the map.")


@rule("action.compel")
def test_there_is_one_compel_at_a_time() -> None:
    game = compelled("Ann")
    game.refused("Cy", Own.COMPEL_OPEN, "compel", aspect="a1", by="c2", why="Me too.")
    game.refused("Ann", Own.COMPEL_OPEN, "close_compels")
    game.refused("Cy", Own.NOT_YOURS, "answer_compel", take=True)
    declared().refused("Bo", Own.NO_COMPEL, "answer_compel", take=True)
