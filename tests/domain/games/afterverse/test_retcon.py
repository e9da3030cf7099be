"""Retcon: a player changes a past act, if the GM agrees. The log keeps both versions."""

from typing import Any

from tests.support.afterverse import WIT, Game, in_session, rule, skill
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

CHANGE = {"character": "c1", "was": "She came unarmed.", "now": "A gun."}


def played() -> Game:
    """A session after an action of Bo's character, and an action with luck of Cy's."""
    game = in_session()
    game.calls("c1", "c2", pool=WIT)
    game.move("Cy", "good_luck", test="t1", character="c2")
    game.rolls("Bo", "c1", 1, 1, 1, 1)
    game.rolls("Cy", "c2", 1, 1, 1, 1)
    return game


def refused(game: Game, name: str, code: str, **changed: Any) -> None:
    """Require that a change of the past is refused."""
    game.refused(name, code, "propose", subject={"subject": "retcon", **CHANGE, **changed})


@rule("chutzpah.retcon", "chutzpah.bank")
def test_only_the_gm_is_asked_and_the_log_keeps_both_versions() -> None:
    game = in_session()
    proposal = game.proposes("Bo", "retcon", **CHANGE)
    assert game.awaited()["agreement"] == ("Ann",)
    declined = game.copy()
    declined.move("Ann", "decline", proposal=proposal)
    assert (declined.points("c1", "chutzpah"), declined.view()["retcons"]) == (3, ())
    game.move("Ann", "agree", proposal=proposal)
    assert game.points("c1", "chutzpah") == 2
    (retcon,) = game.view()["retcons"]
    assert retcon == {"character": "c1", "was": "She came unarmed.", "now": "A gun."}


@rule("chutzpah.retcon", "chutzpah.bank")
def test_an_act_that_chutzpah_has_affected_is_not_affected_again() -> None:
    game = played()
    refused(game, "Cy", Own.CHUTZPAH_USED, character="c2", test="t1")
    game.agreed("Bo", "retcon", **CHANGE, test="t1")
    refused(game, "Bo", Own.CHUTZPAH_USED, test="t1")


@rule("chutzpah.retcon", "chutzpah.bank")
def test_of_two_rolls_the_one_changes_that_chutzpah_has_not_affected() -> None:
    game = in_session()
    game.calls("c1", pool=WIT, form="teamwork")
    game.joins("Ann", "t1", "leader", "c1", skill("MAN", "Leadership"))
    game.move("Bo", "keep_rolls", character="c1")
    game.rolls("Bo", "c1", 5, 5, 1, 1, 1, 1)
    game.move("Bo", "good_luck", test="t1", character="c1")
    game.rolls("Bo", "c1", 1, 1, 1, 1)
    game.agreed("Bo", "retcon", **CHANGE, test="t1")
    assert [(one.use, one.place) for one in game.test("t1").used] == [
        ("good_luck", 0),
        ("retcon", 1),
    ]


@rule("chutzpah.retcon")
def test_a_character_can_only_change_an_act_that_it_had_part_in() -> None:
    game = played()
    game.calls("c3", pool=WIT)
    game.rolls("Ann", "c3", 1, 1, 1, 1, test="t2")
    refused(game, "Bo", Own.NOT_IN_TEST, test="t2")
    refused(game, "Bo", Own.UNKNOWN_TEST, test="t9")


@rule("chutzpah.retcon")
def test_a_retcon_needs_the_players_own_character_and_a_point() -> None:
    game = in_session()
    refused(game, "Cy", Own.NOT_YOUR_CHARACTER)
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    refused(game, "Bo", Own.NO_CHUTZPAH)


@rule("chutzpah.retcon")
def test_there_is_no_retcon_without_a_gm_or_during_a_pause() -> None:
    game = in_session()
    away = game.copy()
    away.move("Ann", "leave")
    refused(away, "Bo", Code.SEAT_NOT_TAKEN)
    game.move("Cy", "signal")
    refused(game, "Bo", Code.PAUSED)


@rule("chutzpah.retcon")
def test_a_retcon_lapses_if_its_point_is_spent_first() -> None:
    game = in_session()
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=2)
    game.calls("c1", pool=WIT)
    proposal = game.proposes("Bo", "retcon", **CHANGE)
    game.move("Bo", "good_luck", test="t1", character="c1")
    judgement = game.move("Ann", "agree", proposal=proposal)
    assert "lapses" in judgement.ruling.sentence
