"""Cashing out at the end of Load, and accepting the network or scrapping it."""

import pytest
from msgspec.structs import replace

from tests.support.play import Game, cited, effect, in_load, rule, saw, steps, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import Network
from verger.domain.games.verge.reason import Code as Own

THREE = ("Ann", "Bo", "Cy")


@rule("load.cash_out")
@pytest.mark.parametrize(
    ("texts", "tokens"),
    [
        (["Megasoft!!!X!"], 3),
        (["loathes!!!XX"], 1),
        (["Knight Carson!!!!!XXX"], 2),
        (["Megasoft!!!X!", "Knight Carson!!XXX"], 2),
        (["Knight Carson!!XXX"], 0),
        ([], 0),
    ],
)
def test_a_seat_cashes_out_what_it_wrote(texts: list[str], tokens: int) -> None:
    game = before_cash_out()
    for text in texts:
        game.node("Cy", text)
    game.move("Cy", "end_turn")
    assert game.tokens("Cy").story == tokens


def before_cash_out() -> Game:
    """Return the last turn of Load. The network has nothing that can be marked."""
    game = in_load(*THREE, phase=6)
    list(steps(game, "Cy"))
    game.move("Cy", "tie", thing={"label": "Fame"}, label="wants")
    play = game.state.play
    game.state = replace(game.state, play=replace(play, network=Network()))
    return game


@rule("load.cash_out", "mark.standing")
def test_at_cash_out_a_standing_below_zero_eliminates_and_still_counts() -> None:
    game = before_cash_out()
    zombies, ghosts = game.node("Cy", "Zombies!XX"), game.node("Cy", "Ghosts!X")
    game.node("Cy", "Magic!!")
    judgement = game.move("Cy", "end_turn")
    assert (game.eliminated(zombies), game.tokens("Cy").story) == ("standing", 1)
    assert game.eliminated(ghosts) is None
    assert saw(judgement, "mark.standing") == {"element": zombies, "standing_marks": -1}


@rule("load.cash_out")
def test_the_free_marks_of_phases_5_and_6_count() -> None:
    game = in_load(*THREE, phase=7)
    assert game.tokens("Cy").story == 10 + 4 + 2
    assert effect("cashed_out") in game.log[-1].effects


@rule("load.accept")
def test_run_begins_when_everyone_finds_the_network_good() -> None:
    judgement = in_load(*THREE, phase=7).agreed("Bo", "accept_network")
    assert tags(judgement)[-2:] == ["run_started", "notices_owed"]
    assert "load.accept" in cited(judgement)


@rule("load.accept")
def test_the_network_is_accepted_after_the_cash_out() -> None:
    game = in_load(*THREE, phase=6)
    refusal = game.refused("Bo", Own.WRONG_PHASE, "propose", subject={"subject": "accept_network"})
    assert refusal.facts == {"load_phase": 6}


@rule("load.accept", "load.cash_out")
@pytest.mark.parametrize("phase", [1, 3, 7])
def test_everyone_agrees_to_scrap_and_load_starts_over_without_the_cashed_out_tokens(
    phase: int,
) -> None:
    game = in_load(*THREE, phase=phase)
    assert (game.tokens("Ann").story > 0) == (phase == 7)
    judgement = game.agreed("Cy", "scrap_network")
    assert tags(judgement)[-3:] == ["network_scrapped", "load_started", "turn_started"]
    assert list(game.state.play.network.elements) == []
    assert [game.tokens(name).story for name in THREE] == [0, 0, 0]
    assert game.account("bank").story == 0


@rule("load.accept", "load.cash_out")
def test_there_are_no_turns_after_the_cash_out_and_nothing_to_scrap_outside_load() -> None:
    game = in_load(*THREE, phase=7)
    game.refused("Ann", Own.WRONG_PHASE, "end_turn")
    game.agreed("Bo", "accept_network")
    for subject in ("scrap_network", "accept_network"):
        game.refused("Ann", Code.WRONG_STEP, "propose", subject={"subject": subject})
