"""Leaving during a declaration: the leaver's own declaration, and questions to the leaver."""

from tests.support.override import SARASVATI, contested, gil_bates, overrides, raises, sarasvati
from tests.support.play import rule, tags
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.reason import Code as Own


@rule("table.leave", "consent.negotiate")
def test_the_leavers_declaration_is_withdrawn_and_its_cost_comes_back() -> None:
    game = gil_bates()
    game.declares("Bo", SARASVATI)
    judgement = game.move("Bo", "leave")
    assert tags(judgement)[-2:] == ["action_withdrawn", "declaration_closed"]
    assert game.tokens("s2").story == 20


@rule("table.leave", "consent.negotiate")
def test_the_leavers_declaration_is_withdrawn_before_another_seat_is_emptied() -> None:
    game = gil_bates()
    game.declares("Di", SARASVATI)
    for name in ("Ann", "Bo"):
        game.move(name, "consent", declaration="d1")
    game.proposes("Ann", "vacate_seat", seat="s3")
    game.move("Bo", "agree", proposal="p1")
    judgement = game.move("Di", "leave")
    assert game.state.table.sitting == ("s1", "s2")
    assert "action_withdrawn" in tags(judgement)
    assert "action_recorded" not in tags(judgement)


@rule("table.leave", "consent.spent")
def test_the_leavers_override_is_lost_and_its_cost_is_spent() -> None:
    game = sarasvati()
    assert tags(game.move("Bo", "leave"))[-2:] == ["action_lost", "declaration_closed"]
    assert game.tokens("s2").story == 17


@rule("table.leave", "consent.one_at_a_time")
def test_a_declared_action_no_longer_waits_for_the_leaver() -> None:
    game = gil_bates()
    game.declares("Bo", SARASVATI)
    assert tags(game.move("Di", "leave"))[-1:] == ["excused"]
    game.move("Ann", "consent", declaration="d1")
    assert tags(game.move("Cy", "leave"))[-2:] == ["action_recorded", "declaration_closed"]


@rule("table.leave", "consent.objection")
def test_an_objection_leaves_with_the_seat() -> None:
    game = contested(gil_bates(), SARASVATI)
    for name in ("Ann", "Di"):
        game.move(name, "consent", declaration="d1")
    assert tags(game.move("Cy", "leave"))[-2:] == ["action_recorded", "declaration_closed"]


@rule("table.leave", "consent.objection")
def test_an_objection_of_somebody_else_stays() -> None:
    game = contested(gil_bates(), SARASVATI)
    game.move("Ann", "consent", declaration="d1")
    assert tags(game.move("Di", "leave"))[-1:] == ["excused"]
    assert game.awaited()["negotiate"] == ("Bo",)


@rule("table.leave", "consent.one_at_a_time")
def test_consent_to_the_whole_leaves_with_its_giver() -> None:
    game = gil_bates()
    game.declares("Bo", SARASVATI, {**SARASVATI, "label": "Rival"}, {**SARASVATI, "label": "Fan"})
    for name in ("Di", "Ann", "Cy"):
        game.move(name, "consent", declaration="d1", all=name == "Di")
    game.move("Di", "leave")
    game.move("s4", "take_seat", name="Eve")
    for name in ("Ann", "Cy"):
        game.move(name, "consent", declaration="d1")
    assert game.state.play.declarations[DeclarationId("d1")].agreement.asked == ("s1", "s3", "s4")


@rule("table.leave", "override.match")
def test_an_override_no_longer_waits_for_the_leaver() -> None:
    game = sarasvati()
    for name in ("Ann", "Cy"):
        game.move(name, "pass_raise", declaration="d1")
    judgement = game.move("Di", "leave")
    assert tags(judgement)[-2:] == ["action_recorded", "declaration_closed"]
    assert "Overridden for 2" in judgement.ruling.sentence


@rule("table.leave", "table.claim", "override.match")
def test_a_player_that_sat_down_before_an_override_began_may_raise_and_leave_again() -> None:
    game = contested(gil_bates(), SARASVATI)
    game.move("Ann", "add_seat", kind="player", name="Eve")
    game.move("s5", "take_seat", name="Eve")
    overrides(game)
    for name in ("Ann", "Cy", "Di"):
        game.move(name, "pass_raise", declaration="d1")
    assert tags(game.move("Eve", "leave"))[-1] == "declaration_closed"


@rule("table.leave", "table.reissue", "override.match")
def test_a_seat_that_was_empty_when_an_override_began_is_not_asked_after_leaving_again() -> None:
    game = contested(gil_bates(), SARASVATI)
    game.proposes("Ann", "reissue_seat", seat="s4")
    overrides(game)
    game.move("s4", "take_seat", name="Di")
    assert tags(game.move("Di", "leave"))[-1:] == ["excused"]
    declaration = game.state.play.declarations[DeclarationId("d1")]
    assert declaration.agreement.asked == declaration.agreement.waiting == ("s1", "s3")


@rule("table.leave", "override.raise")
def test_a_raise_stays_when_the_raiser_leaves() -> None:
    game = sarasvati()
    raises(game, "Di", 2)
    for name in ("Ann", "Cy"):
        game.move(name, "pass_raise", declaration="d1")
    assert tags(game.move("Di", "leave"))[-1:] == ["excused"]
    refused = {"declaration": "d1", "solution": "Easy.", "payment": {"story": 1}}
    game.refused("Bo", Own.WRONG_PAYMENT, "match_raise", **refused)
