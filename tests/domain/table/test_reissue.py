"""A player who has lost the token gets a new claim code through the GM, all others, or the server's operator."""

from typing import Any

import pytest

from tests.support.game import Game, Naming, seated, tags
from verger.domain.core.decider import Ruleset
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.seating import TOKENS_END

GAMES = list(RULESETS.values())
rule = Naming(GAMES[0])


@pytest.fixture(params=GAMES, ids=[ruleset.name for ruleset in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    """A table of Ann, who is the GM, Bo, Cy and Dee, who watches."""
    ruleset: Ruleset[Any] = request.param
    return seated(Game(ruleset), "A table", "Ann", "Bo", "Cy", "Dee", observers=1)


def lost(seat: str) -> dict[str, str]:
    return {"subject": "reissue_seat", "seat": seat}


@rule("table.reissue")
@pytest.mark.parametrize("name", ["Bo", "Dee"])
def test_the_gm_reissues_a_seat_without_asking(game: Game, name: str) -> None:
    judgement = game.move("Ann", "propose", subject=lost(game.seat(name)))
    assert tags(judgement)[:3] == ["proposed", "proposal_closed", "seat_emptied"]
    told = f"{name}'s seat waits for a new claim code now, {TOKENS_END}."
    assert told in judgement.ruling.sentence
    assert game.state.table.away == (game.seat(name),)
    game.refused(name, Code.SEAT_NOT_TAKEN, "signal")


@rule("table.reissue")
def test_any_other_player_asks_everyone_except_the_seat(game: Game) -> None:
    id = game.proposes("Bo", "reissue_seat", seat="s1")
    assert game.awaited()["agreement"] == ("Cy",)
    game.refused("Ann", Code.NOT_ASKED, "agree", proposal=id)
    game.move("Cy", "agree", proposal=id)
    assert game.awaited()["claim_seat"] == ("Ann",)


@rule("table.reissue")
def test_at_a_table_of_two_the_other_player_can_reissue_a_seat(game: Game) -> None:
    game.move("Cy", "leave")
    assert "seat_emptied" in tags(game.move("Bo", "propose", subject=lost("s1")))


@rule("table.reissue")
def test_nobody_reissues_their_own_seat_nor_one_that_is_empty(game: Game) -> None:
    game.refused("Bo", Code.OTHERS_ONLY, "propose", subject=lost("s2"))
    game.move("Cy", "leave")
    game.refused("Ann", Code.SEAT_NOT_TAKEN, "propose", subject=lost("s3"))
    game.refused("Ann", Code.UNKNOWN_SEAT, "propose", subject=lost("s9"))
    game.refused("Dee", Code.OBSERVERS_WATCH, "propose", subject=lost("s2"))


@rule("table.reissue")
def test_questions_to_the_seat_wait_for_the_returning_player(game: Game) -> None:
    id = game.proposes("Cy", "choose_house_rule", house_rule="undo", value="gm")
    game.move("Ann", "propose", subject=lost("s2"))
    game.move("Ann", "agree", proposal=id)
    assert not game.state.table.house_rules
    game.move("s2", "take_seat", name="Bo")
    game.move("Bo", "agree", proposal=id)
    assert dict(game.state.table.house_rules) == {"undo": "gm"}


@rule("table.reissue", "table.pause")
def test_a_pause_keeps_nobody_out(game: Game) -> None:
    game.move("Bo", "signal")
    game.move("Ann", "propose", subject=lost("s2"))
    game.move("s2", "take_seat", name="Bo")


@rule("table.reissue", "table.rewind")
def test_a_rewind_gives_nobody_a_seat_back(game: Game) -> None:
    game.agreed("Bo", "choose_house_rule", house_rule="undo", value="gm")
    version = len(game.log)
    game.move("Ann", "propose", subject=lost("s2"))
    game.move("Ann", "rewind", to=version)
    assert game.state.table.away == ("s2",)


@rule("table.reissue")
def test_only_the_operator_reissues_even_the_last_seat(game: Game) -> None:
    game.refused("Ann", Code.NOT_ASKED, "reissue_seat", seat="s2")
    for name in ("Bo", "Cy"):
        game.move(name, "leave")
    judgement = game.move(Unseated.OPERATOR, "reissue_seat", seat="s1")
    assert judgement.ruling.sentence.startswith("The server's operator reissues Ann's seat.")
    assert set(game.awaited()) == {"claim_seat"}
    game.move("s1", "take_seat", name="Ann")
