"""Answers to questions: the ids of the questions, the order of the answers, and their words."""

from collections.abc import Sequence

from tests.support.conflict import call
from tests.support.edgerunner import in_conflict
from tests.support.game import Game
from tests.support.override import SARASVATI, contested, gil_bates, overrides, raises
from tests.support.play import action, effect, in_load, step, table
from verger.domain.core.option import Choices, Option
from verger.domain.judging.answering import answered_options
from verger.domain.judging.offer import awaited_of


def answers(game: Game, name: str) -> list[Option]:
    """The options of a seat that answer a question."""
    options = answered_options(game.ruleset, game.state, len(game.log), game.seat(name))
    return [option for option in options if option.answers]


def moves(options: Sequence[Option]) -> list[object]:
    """The moves of some options."""
    return [option.fixed["move"] for option in options]


def question(game: Game, what: str) -> str:
    """The id of the question of a kind."""
    (id,) = [wait.id for wait in awaited_of(game.ruleset, game.state) if wait.what == what]
    return id


def test_a_reworded_action_is_another_question() -> None:
    game = contested(gil_bates(), SARASVATI)
    before = question(game, "negotiate")
    game.move("Bo", "reword", declaration="d1", wording={**SARASVATI, "edge": "admires"})
    assert (before, question(game, "consent")) == ("negotiate-d1-1", "consent-d1-2")


def test_each_raise_of_a_price_is_another_question() -> None:
    game = contested(gil_bates(), SARASVATI)
    overrides(game)
    raises(game, "Cy", 1)
    first = question(game, "match_raise")
    game.move("Bo", "match_raise", declaration="d1", solution="So what?")
    raises(game, "Cy", 1)
    assert (first, question(game, "match_raise")) == (
        "match_raise-d1-1-1-0",
        "match_raise-d1-1-2-1",
    )


def test_each_roll_to_resist_is_another_question() -> None:
    game = in_conflict()
    ids = []
    for skill in ("Firearms", "Taunt"):
        game.acts("c3", "attack", (-1, 0, 0, 0), skill=skill, target="c1", track="Cool")
        game.stands("c3")
        ids.append(question(game, "resist"))
        game.stands("c1")
        game.move("Ann", "end_turn")
        game.passes("c1", "c2")
    assert len({*ids}) == 2


def test_after_an_undo_the_earlier_question_has_another_id() -> None:
    game = table("Ann", "Bo", "Cy", undo="gm")
    game.move(
        "Ann", "propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": "Sad."}
    )
    version, before = len(game.log), question(game, "agreement")
    game.move("Bo", "agree", proposal="p1")
    game.move("Ann", "rewind", to=version)
    assert (before, question(game, "agreement")) == ("agreement-p1", "agreement-p1-u1")


def test_an_answer_that_destroys_something_is_the_last_one() -> None:
    game = contested(gil_bates(), SARASVATI)
    shown = [option for option in answers(game, "Bo") if option.fixed.get("declaration") == "d1"]
    assert moves(shown) == ["reword", "override", "withdraw"]
    assert [bool(one.answers and one.answers.destroys) for one in shown] == [False, False, True]


def test_an_objection_in_the_fiction_can_be_fought_about() -> None:
    game = contested(gil_bates(), SARASVATI, ground="fiction")
    (fight,) = [one for one in answers(game, "Bo") if one.fixed["move"] == "call_conflict"][:1]
    about = next(field for field in fight.fields if field.name == "declaration")
    assert isinstance(about, Choices)
    assert [choice.value for choice in about.choices] == ["d1"]


def test_a_conflict_is_asked_about_before_an_objection() -> None:
    game = contested(gil_bates(), SARASVATI)
    call(game, "Ann")
    asked = [wait.what for wait in awaited_of(game.ruleset, game.state)]
    assert asked.index("join_conflict") < asked.index("negotiate")


def test_equal_proposals_have_labels_that_differ() -> None:
    game = table("Ann", "Bo", "Cy")
    tone = {"subject": "adopt_premise", "aspect": "tone", "text": "Sad."}
    for name in ("Ann", "Ann", "Bo"):
        game.move(name, "propose", subject=tone)
    agreeing = [one.label for one in answers(game, "Cy") if one.fixed["move"] == "agree"]
    of = "proposal of the tone “Sad.”"
    assert agreeing == [f"Agree: Ann's {of} (1)", f"Agree: Ann's {of} (2)", f"Agree: Bo's {of}"]


def test_a_declared_change_of_another_seat_is_named_in_its_answers() -> None:
    game = gil_bates()
    game.declares("Bo", action("strengthen", element="n1"))
    consent, refuse = answers(game, "Cy")[:2]
    assert moves([consent, refuse]) == ["consent", "object"]
    assert consent.label == "Consent: to strengthen “Gil Bates”"


def test_the_gm_can_tie_another_person_instead_of_ending_the_turn() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=5)
    step(game)
    for id, element in list(game.state.play.network.elements):
        if element.creator != "s1" and not element.eliminated:
            game.given(effect("element_eliminated", element=id, cause="strikes"))
    before = question(game, "end_turn")
    assert [*dict.fromkeys(moves(answers(game, "Ann")))] == ["end_turn", "tie", "relabel"]
    game.move("Ann", "tie", thing={"label": "Fame"}, label="wants")
    assert question(game, "end_turn") != before
