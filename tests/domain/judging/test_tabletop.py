"""The moves that every game has, in each game."""

from typing import Any

import pytest

from tests.support.game import Game, Naming, seated
from verger.domain.core.decider import Ruleset
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS

GAMES = [ruleset for name, ruleset in RULESETS.items() if name != "verge"]
rule = Naming(GAMES[0])


@pytest.fixture(params=GAMES, ids=[ruleset.name for ruleset in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    """A table of Ann, who is the GM, Bo, Cy and Dee, who watches."""
    ruleset: Ruleset[Any] = request.param
    return seated(Game(ruleset), "A table", "Ann", "Bo", "Cy", "Dee", observers=1)


@rule("table.limits")
def test_anybody_says_what_stays_out_of_play(game: Game) -> None:
    game.move("Dee", "add_limit", kind="line", text="No spiders.")
    assert [limit.text for limit in game.state.table.limits] == ["No spiders."]


@rule("table.signal", "table.pause")
def test_anybody_pauses_play_and_all_resume_it(game: Game) -> None:
    game.move("Dee", "signal", anonymous=True)
    game.refused("Bo", Code.PAUSED, "signal")
    assert game.awaited()["resume_play"] == ("Ann", "Bo", "Cy")
    game.agreed("Bo", "resume_play")
    assert not game.state.table.paused


@rule("table.gm")
def test_the_gm_s_seat_is_handed_over_by_agreement(game: Game) -> None:
    game.agreed("Bo", "hand_over_gm", seat="s3")
    assert game.state.table.gm == "s3"
    game.refused("Ann", Code.GM_ONLY, "remove_seat", seat="s4")


@rule("table.gm")
def test_nobody_makes_the_gm_s_moves_while_the_gm_s_seat_is_empty(game: Game) -> None:
    game.move("Ann", "leave")
    game.refused("Bo", Code.GM_AWAY, "remove_seat", seat="s4")


@rule("table.leave", "table.seats")
def test_a_seat_is_left_and_taken_away(game: Game) -> None:
    game.move("Cy", "leave")
    assert game.awaited()["claim_seat"] == ("Cy",)
    game.move("Ann", "remove_seat", seat="s3")
    assert game.state.table.seat(game.seat("Cy")) is None


@rule("table.leave")
def test_the_others_empty_the_seat_of_an_absent_player(game: Game) -> None:
    game.agreed("Ann", "vacate_seat", seat="s3")
    assert game.state.table.sitting == ("s1", "s2")
    game.refused("Bo", Code.NOT_ALONE, "propose", subject={"subject": "vacate_seat", "seat": "s1"})


@rule("table.agreement")
def test_a_question_is_shown_until_everyone_has_agreed(game: Game) -> None:
    game.proposes("Bo", "choose_house_rule", house_rule="undo", value="gm")
    game.move("Cy", "agree", proposal="p1")
    (shown,) = game.ruleset.view(game.state, game.seat("Dee")).proposals
    assert (shown.id, shown.by, shown.asked, shown.waiting) == ("p1", "s2", ("s1", "s3"), ("s1",))


@rule("table.leave", "table.agreement")
def test_a_leaver_is_asked_no_longer_and_withdraws_their_own_questions(game: Game) -> None:
    game.proposes("Bo", "choose_house_rule", house_rule="undo", value="gm")
    game.proposes("Cy", "choose_house_rule", house_rule="undo", value="mover")
    game.move("Cy", "leave")
    game.move("Ann", "agree", proposal="p1")
    assert dict(game.state.table.house_rules) == {"undo": "gm"}
    assert not game.state.play.proposals.open


@rule("table.rewind")
def test_an_agreement_is_undone_and_done_again(game: Game) -> None:
    before = game.state.play
    game.proposes("Cy", "hand_over_gm", seat="s2")
    asked = game.state.play
    version = len(game.log)
    for to in (version - 1, version):
        game.move("Bo", "rewind", to=to)
        for name in ("Ann", "Cy"):
            game.move(name, "agree", proposal=f"r{game.state.table.timeline.asked_ever}")
        assert game.state.play == (before if to < version else asked)


@rule("table.rewind", "table.leave")
def test_a_question_about_an_observer_outlasts_a_rewind(game: Game) -> None:
    game.proposes("Ann", "vacate_seat", seat="s4")
    asked, version = game.state.play, len(game.log)
    game.proposes("Bo", "hand_over_gm", seat="s3")
    game.move("Bo", "rewind", to=version)
    for name in ("Ann", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert game.state.play == asked
