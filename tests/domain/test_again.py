"""What a log holds, judged again: the same, refused, different, or short of dice."""

from typing import Any

from domain.again import Divergence, compared
from domain.verge import RULESET
from tests.support.conflict import call, fighter, goal, join, roll
from tests.support.play import Game, action, effect, in_run, table


def again(game: Game, *instead: Any) -> Divergence | None:
    """Judge the last event of a game again, at the state before it with some effects more."""
    before = game.copy()
    event = before.log.pop()
    before.state = RULESET.empty
    before.given(*(one for other in before.log for one in other.effects), *instead)
    return compared(RULESET, before.state, event, len(game.log))[1]


def test_where_nothing_is_different_it_comes_out_the_same() -> None:
    game = table("Ann", "Bo")
    for name, move in (("Bo", {"kind": "line", "text": "Spiders."}), ("Ann", {})):
        game.move(name, "add_limit" if move else "signal", **move)
        assert again(game) is None


def test_what_would_be_refused_says_why() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "signal")
    found = again(game, effect("play_paused"))
    assert found is not None
    assert (found.version, found.outcome, found.code) == (3, "refused", "paused")
    assert (found.was, found.now[:6]) == ("Ann pauses play.", "Somebo")


def test_what_would_come_out_differently_is_told_and_goes_on_from_there() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    cyborgs = game.node("Ann", "Cyborgs!!!!")
    struck = game.copy().given(effect("mark_added", element=cyborgs, marks="XX")).state
    game.changes("Bo", action("strike", element=cyborgs))
    after, found = compared(RULESET, struck, game.log[-1], 9)
    assert found is not None
    assert (found.outcome, found.code) == ("different", "")
    assert after.play.network.nodes[cyborgs].eliminated == "strikes"


def test_dice_that_were_never_thrown_are_not_made_up() -> None:
    game = in_run("Ann", "Bo")
    mine, hers = fighter(game, "Bo", 2), fighter(game, "Ann", 2)
    call(game, "Bo")
    join(game, "Bo", mine, goal(mine))
    join(game, "Ann", hers, goal(hers))
    stronger = game.copy().given(effect("mark_added", element=mine, marks="!")).state
    roll(game, "Bo", "35")
    event = game.log[-1]
    assert compared(RULESET, stronger, event, 9) == (
        stronger,
        Divergence(9, "needs_dice", event.ruling.sentence, "", ""),
    )
