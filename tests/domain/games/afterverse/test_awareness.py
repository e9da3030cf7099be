"""Situational awareness: its uses, and the higher price of a second look."""

from tests.support.afterverse import Game, attributes, in_session, interest, rule, saw, special
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

PERCEPTION = attributes("PER", "INT")


def aware(*rolls: tuple[int, ...]) -> Game:
    """Return a game in a warehouse. Ann's guard has looked about with these dice."""
    game = in_session()
    game.move("Ann", "open_situation", text="A warehouse.")
    for number, dice in enumerate(rolls, 1):
        game.calls("c3", pool=PERCEPTION, into="awareness")
        game.rolls("Ann", "c3", *dice, test=f"t{number}")
    return game


def asks(game: Game) -> None:
    """Have the guard ask a question."""
    game.move("Ann", "ask", character="c3", text="Is there a window?")


@rule("awareness.bank")
def test_another_fitting_pool_may_be_called_for() -> None:
    game = aware()
    for number, pool in enumerate((special("PER", "Terrain"), interest("PER", "Earth Flora")), 1):
        game.calls("c3", pool=pool, into="awareness")
        dice = game.test(f"t{number}").actors[0].pool
        game.rolls("Ann", "c3", *[5] * dice, test=f"t{number}")
    assert game.points("c3", "awareness") == 6 + 5


@rule("awareness.bank")
def test_a_question_costs_the_player_a_point_and_the_gm_answers() -> None:
    game = aware()
    game.calls("c1", pool=PERCEPTION, into="awareness")
    game.rolls("Bo", "c1", 5, 5, 1, 1, 1)
    game.refused("Cy", Own.NOT_YOUR_CHARACTER, "ask", character="c1", text="A door?")
    game.move("Bo", "ask", character="c1", text="A door?")
    assert (game.points("c1", "awareness"), game.awaited()["answer"]) == (1, ("Ann",))
    game.refused("Bo", Code.GM_ONLY, "answer", question="u1", text="No.")
    game.move("Ann", "answer", question="u1", text="No.")
    assert (game.points("c1", "awareness"), game.view()["questions"]) == (1, ())


@rule("awareness.bank")
def test_a_question_that_is_not_taken_costs_nothing() -> None:
    game = aware((5, 1, 1, 1, 1))
    asks(game)
    game.refused("Bo", Code.GM_ONLY, "turn_away", question="u1")
    game.move("Ann", "turn_away", question="u1")
    game.refused("Ann", Own.UNKNOWN_QUESTION, "turn_away", question="u1")
    game.refused("Ann", Own.UNKNOWN_QUESTION, "answer", question="u1", text="No.")
    assert game.points("c3", "awareness") == 1
    asks(game)
    game.move("Ann", "answer", question="u2", text="No.")


@rule("awareness.bank")
def test_the_gm_spends_a_point_when_a_character_notices_something() -> None:
    game = aware((5, 1, 1, 1, 1))
    wanted = {"character": "c3", "text": "A shadow."}
    game.refused("Bo", Code.GM_ONLY, "notice", **wanted)
    game.move("Ann", "notice", **wanted)
    game.refused("Ann", Own.TOO_FEW_POINTS, "notice", **wanted)
    game.refused("Ann", Own.TOO_FEW_POINTS, "ask", **wanted)


@rule("awareness.again")
def test_looking_again_adds_to_the_bank_and_old_details_cost_double() -> None:
    game = aware((5, 5, 1, 1, 1), (5, 5, 5, 1, 1))
    assert game.points("c3", "awareness") == 5
    asks(game)
    judgement = game.move("Ann", "answer", question="u1", text="All along.", before=True)
    assert (game.points("c3", "awareness"), saw(judgement, "awareness.again")["points_spent"]) == (
        3,
        2,
    )
    game.move("Ann", "notice", character="c3", text="It was there.", before=True)
    assert game.points("c3", "awareness") == 1


@rule("awareness.again")
def test_a_character_that_finds_nothing_has_looked_and_one_that_declines_has_not() -> None:
    game = aware((5, 5, 1, 1, 1))
    hard = {"threshold": "open", "hits": 3}
    game.calls("c3", pool=PERCEPTION, into="awareness", threshold=hard)
    game.move("Ann", "let_be", test="t2", character="c3")
    assert game.view()["situation"]["looked"] == {"c3": 1}
    game.calls("c3", pool=PERCEPTION, into="awareness", threshold=hard)
    game.rolls("Ann", "c3", 1, 1, 1, 1, 1, test="t3")
    assert game.view()["situation"]["looked"] == {"c3": 2}


@rule("awareness.again")
def test_a_new_detail_costs_the_usual() -> None:
    game = aware((5, 5, 1, 1, 1), (1, 1, 1, 1, 1))
    asks(game)
    game.move("Ann", "answer", question="u1", text="Just now.")
    game.move("Ann", "notice", character="c3", text="An intruder.")
    assert game.points("c3", "awareness") == 0


@rule("awareness.again")
def test_after_one_look_nothing_costs_double() -> None:
    game = aware((5, 5, 5, 1, 1))
    asks(game)
    wanted = {"text": "All along.", "before": True}
    game.refused("Ann", Own.NOTHING_BEFORE, "answer", question="u1", **wanted)
    game.refused("Ann", Own.NOTHING_BEFORE, "notice", character="c3", **wanted)


@rule("awareness.again")
def test_a_player_who_cannot_pay_double_is_turned_away() -> None:
    game = aware((5, 1, 1, 1, 1), (1, 1, 1, 1, 1))
    asks(game)
    wanted = {"text": "All along.", "before": True}
    game.refused("Ann", Own.TOO_FEW_POINTS, "answer", question="u1", **wanted)
    (option,) = game.options("Ann", "answer")
    assert [choice.value for choice in option.fields[1].choices] == [False]  # type: ignore[union-attr]


@rule("awareness.refresh")
def test_awareness_ends_when_the_gm_leaves_the_situation_or_opens_another() -> None:
    game = aware((5, 5, 5, 1, 1), (5, 1, 1, 1, 1))
    asks(game)
    other = game.copy()
    other.move("Ann", "open_situation", text="The roof.")
    assert (other.points("c3", "awareness"), other.view()["situation"]["looked"]) == (0, {})
    game.refused("Bo", Code.GM_ONLY, "leave_situation")
    game.move("Ann", "leave_situation")
    assert (game.points("c3", "awareness"), game.view()["questions"]) == (0, ())
    game.refused("Ann", Own.NO_SITUATION, "leave_situation")


@rule("awareness.bank", "awareness.refresh")
def test_without_a_situation_there_is_nothing_to_be_aware_of() -> None:
    game = in_session()
    fields = {"about": "It.", "form": "alone"}
    actors = [{"character": "c1", "pool": PERCEPTION}]
    game.refused("Ann", Own.NO_SITUATION, "call_test", **fields, actors=actors, into="awareness")
    game.refused("Bo", Own.NO_SITUATION, "ask", character="c1", text="A door?")
    game.refused("Ann", Own.NO_SITUATION, "notice", character="c1", text="A door.")


@rule("awareness.refresh")
def test_a_look_that_ends_after_the_situation_finds_nothing() -> None:
    game = aware()
    game.calls("c3", pool=PERCEPTION, into="awareness")
    game.move("Ann", "leave_situation")
    judgement = game.rolls("Ann", "c3", 5, 5, 5, 1, 1)
    assert "nothing to be aware of" in judgement.ruling.sentence
    assert game.points("c3", "awareness") == 0


@rule("awareness.bank")
def test_at_most_twenty_questions_wait_at_a_time() -> None:
    game = aware(*[(5, 5, 5, 5, 5)] * 5)
    for _ in range(20):
        asks(game)
    game.refused("Ann", Own.TOO_MANY_QUESTIONS, "ask", character="c3", text="Another?")
    assert game.options("Ann", "ask") == []
    game.calls("c1", pool=PERCEPTION, into="awareness")
    game.rolls("Bo", "c1", 5, 5, 1, 1, 1, test="t6")
    assert game.options("Bo", "ask")
    game.move("Bo", "ask", character="c1", text="A door?")
