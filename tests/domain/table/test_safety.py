"""Lines, veils and the pause."""

import pytest

from tests.support.play import effect, rule, started, table, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.reason import Code
from verger.domain.core.table import LimitKind


@rule("compile.limits")
@pytest.mark.parametrize("kind", list(LimitKind))
def test_any_seat_draws_a_limit_and_asks_nobody(kind: LimitKind) -> None:
    game = table("Ann", "Bo")
    judgement = game.move("Bo", "add_limit", kind=kind, text=" Very scary clowns ")
    assert judgement.effects == (effect("limit_added", kind=kind, text="Very scary clowns"),)


@rule("compile.limits")
def test_an_observer_draws_a_line_too() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    game.move("Dee", "add_limit", kind="line", text="Clowns")


@rule("compile.limits", "table.pause")
def test_a_line_may_be_drawn_while_play_is_paused() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "signal")
    game.move("Bo", "add_limit", kind="line", text="Clowns")


@rule("compile.signal")
def test_any_seat_pauses_play_at_once() -> None:
    game = table("Ann", "Bo")
    judgement = game.move("Bo", "signal")
    assert tags(judgement) == ["play_paused"]
    assert judgement.ruling.sentence == "Bo pauses play."


@rule("compile.signal")
def test_an_anonymous_signal_names_nobody() -> None:
    game = table("Ann", "Bo", "Cy")
    anonymous = {"move": "signal", "anonymous": True}
    judgement = game.judge("Cy", anonymous)
    assert judgement == game.judge("Bo", anonymous)
    assert isinstance(judgement, Accepted)
    assert "s3" not in repr((judgement.ruling, judgement.effects))


@rule("compile.signal")
def test_an_observer_may_pause_play() -> None:
    table("Ann", "Bo", "Dee", observers=1).move("Dee", "signal")


@rule("compile.signal")
def test_play_is_paused_once() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "signal")
    assert game.refused("Ann", Code.PAUSED, "signal").rule == "compile.signal"


@rule("table.pause")
def test_while_play_is_paused_only_the_tables_own_moves_are_open() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "signal")
    game.refused("Ann", Code.PAUSED, "frame", camera="A garage", place="Downtown")


@rule("compile.signal", "table.agreement")
def test_everyone_agrees_to_resume() -> None:
    game = table("Ann", "Bo", "Cy")
    game.move("Bo", "signal")
    proposal = game.proposes("Ann", "resume_play")
    assert tags(game.move("Bo", "agree", proposal=proposal)) == ["agreed"]
    assert "play_resumed" in tags(game.move("Cy", "agree", proposal=proposal))


@rule("compile.signal")
def test_play_that_goes_on_cannot_be_resumed() -> None:
    game = table("Ann", "Bo")
    game.refused("Ann", Code.NOT_PAUSED, "propose", subject={"subject": "resume_play"})


@rule("table.pause", "table.claim")
def test_somebody_may_sit_down_while_play_is_paused() -> None:
    game = started("Ann", "Bo")
    game.move("Ann", "signal")
    game.move("Bo", "take_seat", name="Bo")
