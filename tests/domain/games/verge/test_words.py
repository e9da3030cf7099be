"""The sentences of rulings: actors, subjects and wording."""

import pytest

from tests.support.conflict import call, goal, join, roll
from tests.support.override import PAST, SARASVATI, gil_bates, matches, overrides, raises, sarasvati
from tests.support.play import Game, action, effect, in_run
from verger.domain.core.text import listed, narrated
from verger.domain.games.verge.model.declaration import ChangeDeclared
from verger.domain.games.verge.model.words import counted, faces
from verger.domain.judging.offer import awaited_of

WISH = "to create “Sarasvati” and join it to “Gil Bates” by “loves”"


def said(game: Game) -> str:
    """Return the sentence of the latest ruling."""
    return game.log[-1].ruling.sentence


def declared(*more: dict[str, object]) -> Game:
    """Return a table where Bo has declared an action about Sarasvati."""
    game = gil_bates()
    game.declares("Bo", {**SARASVATI, "narration": "In spring"}, *more)
    return game


def test_the_first_action_stands_for_a_missing_overview() -> None:
    game = gil_bates()
    wanted = {**SARASVATI, "narration": " In spring "}
    first, *_ = game.move("Bo", "declare", actions=(wanted,)).effects
    assert isinstance(first, ChangeDeclared)
    assert first.overview == "In spring"


def test_a_declaration_shows_its_goal_and_its_actions() -> None:
    follows = action("strengthen", element="n1", **PAST)
    assert said(declared()) == f"Bo wants {WISH}: “In spring”."
    assert said(declared(follows)).endswith("“In spring”. After that comes 1 more change.")
    more = said(declared(follows, follows))
    assert more.endswith("“In spring”. After that come 2 more changes.")


def test_consent_shows_its_subject_the_record_and_the_next_step() -> None:
    game = declared(action("connect", label="knows", source="n1", target="a1.node", **PAST))
    for name in ("Ann", "Di"):
        game.move(name, "consent", declaration="d1")
        assert said(game) == f"{name} consents to Bo's wish {WISH}."
    game.move("Cy", "consent", declaration="d1")
    recorded = "It is recorded: “Sarasvati” is joined to “Gil Bates” by “loves”."
    follows = "Next, Bo wants to connect “Gil Bates” to “Sarasvati” by “knows”: “It happens.”"
    assert said(game) == f"Cy consents to Bo's wish {WISH}. {recorded} {follows}"


@pytest.mark.parametrize(
    ("ground", "sentence"),
    [
        (
            "fiction",
            f"Cy objects, within the fiction, to Bo's wish {WISH}: “Never!” The action waits.",
        ),
        (
            "authorship",
            f"Cy objects, as an author, to Bo's wish {WISH}: “Never!” The action waits.",
        ),
        (
            "bogus",
            f"Cy finds Bo's wish {WISH} bogus: “Never!” The action goes on, and anybody may answer it with a strike.",
        ),
    ],
)
def test_an_objection_shows_its_subject_and_its_reason(ground: str, sentence: str) -> None:
    game = declared()
    game.move("Cy", "object", declaration="d1", ground=ground, reason=" Never! ")
    assert said(game) == sentence


def test_an_override_shows_its_price_its_complications_and_their_solutions() -> None:
    game = declared()
    game.move("Cy", "object", declaration="d1", ground="authorship", reason="No.")
    overrides(game)
    assert said(game) == "Bo overrides for 2 tokens: power 2 of “Gil Bates”."
    raises(game, "Di", 1)
    assert said(game) == "Di raises the price of the override by 1: “He is married.”"
    matches(game)
    assert said(game) == "Bo matches the raise with 1 token: “So what?”"


def test_abandoned_and_withdrawn_actions_are_shown() -> None:
    game = declared()
    game.move("Cy", "object", declaration="d1", ground="authorship", reason="No.")
    overrides(game)
    game.move("Bo", "give_up", declaration="d1")
    assert said(game) == f"Bo gives up. Nothing comes of Bo's wish {WISH}."
    game.declares("Bo", SARASVATI)
    game.move("Bo", "withdraw", declaration="d2")
    assert said(game) == f"Bo's wish {WISH} is withdrawn."


def test_an_element_that_an_earlier_action_was_to_write_is_named_by_its_label() -> None:
    game = declared(action("connect", label="knows", source="n1", target="a1.node", **PAST))
    game.move("Bo", "withdraw", declaration="d1")
    why = "The action that it builds on was never recorded."
    lost = "So Bo's wish to connect “Gil Bates” to “Sarasvati” by “knows” lapses."
    assert said(game) == f"Bo's wish {WISH} is withdrawn. {why} {lost}"


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("strike", "Park!X"), ("strengthen", "Park!!"), ("weaken", "Park!?")],
)
def test_a_mark_shows_the_standing_of_its_element(kind: str, shown: str) -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=1, development=1)
    game.changes("Ann", action(kind, element=game.node("Bo", "Park!")))
    assert said(game).endswith(f"It is recorded: “Park” stands as “{shown}”.")


def test_a_conflict_shows_its_reason_its_goals_and_the_way_of_each_roll() -> None:
    game = in_run("Ann", "Bo")
    knight, edge, tower = game.draws("Ann", "Knight (Bo) -climbs-> Tower")
    game.given(effect("mark_added", element=knight, marks="!!!!"))
    call(game, "Bo")
    assert said(game) == "Bo calls a conflict: “It is not that easy.”"
    join(game, "Bo", knight, goal(tower, statement="Up there"))
    assert said(game) == "Bo joins with “Knight” and fights for this: “Up there”."
    join(game, "Ann", game.node("Ann", "Wind!"), goal(tower))
    roll(game, "Bo", "55", edge, tower)
    way = "by “climbs” and “Tower”"
    assert said(game) == f"Bo rolls 2 dice, {way}, with two 5s for a signal: “By force.”"


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "no tokens"), (1, "1 token"), (2, "2 tokens"), (12, "12 tokens")]
)
def test_tokens_are_counted(number: int, shown: str) -> None:
    assert counted(number, "token") == shown


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "no 5s"), (1, "a 5"), (3, "three 5s"), (12, "12 5s")]
)
def test_faces_are_counted(number: int, shown: str) -> None:
    assert faces(number, 5) == shown


def test_names_are_listed_and_sentences_end_once() -> None:
    assert listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert (narrated("Yes!"), narrated(" Yes ")) == (": “Yes!”", ": “Yes”.")


def question(game: Game, what: str) -> str:
    """Return the sentence of the pending question of this kind."""
    waits = awaited_of(game.ruleset, game.state)
    return next(wait.sentence for wait in waits if wait.what == what)


def test_a_question_about_a_raise_names_the_overridden_objections() -> None:
    objections = f"The objections to Bo's wish {WISH} are overridden for"
    assert question(sarasvati(), "pass_raise").startswith(objections)


def test_a_call_of_a_conflict_names_the_goals_so_far() -> None:
    game = gil_bates()
    call(game, "Bo")
    assert question(game, "join_conflict").startswith("Bo has called a conflict. Answer")
    join(game, "Cy", "n2", goal("n1", statement="It holds."))
    assert "called a conflict. The goals so far: “It holds”." in question(game, "join_conflict")
