"""Lines, veils and the pause."""

import pytest

from tests.support.play import effect, rule, started, table, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.reason import Code
from verger.domain.core.table import LimitKind


@rule("compile.limits", "table.pause")
@pytest.mark.parametrize("kind", list(LimitKind))
def test_any_seat_draws_a_limit_and_asks_nobody_also_while_play_is_paused(kind: LimitKind) -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    judgement = game.move("Bo", "add_limit", kind=kind, text=" Very scary clowns ")
    assert judgement.effects == (effect("limit_added", kind=kind, text="Very scary clowns"),)
    game.move("Bo", "signal")
    for name in ("Bo", "Dee"):
        game.move(name, "add_limit", kind=kind, text=f"Spiders of {name}")


@rule("compile.signal", "table.pause")
@pytest.mark.parametrize(
    ("name", "names", "observers"), [("Bo", "Ann Bo", 0), ("Dee", "Ann Bo Dee", 1)]
)
def test_any_seat_pauses_play_at_once_and_only_the_tables_own_moves_are_open(
    name: str, names: str, observers: int
) -> None:
    game = table(*names.split(), observers=observers)
    judgement = game.move(name, "signal")
    assert tags(judgement) == ["play_paused"]
    assert judgement.ruling.sentence == f"{name} pauses play."
    assert game.refused("Ann", Code.PAUSED, "signal").rule == "compile.signal"
    game.refused("Ann", Code.PAUSED, "frame", camera="A garage", place="Downtown")


@rule("compile.signal")
def test_an_anonymous_signal_names_nobody() -> None:
    game = table("Ann", "Bo", "Cy")
    anonymous = {"move": "signal", "anonymous": True}
    judgement = game.judge("Cy", anonymous)
    assert judgement == game.judge("Bo", anonymous)
    assert isinstance(judgement, Accepted)
    assert "s3" not in repr((judgement.ruling, judgement.effects))


@rule("compile.signal", "table.agreement")
def test_everyone_agrees_to_resume_play() -> None:
    game = table("Ann", "Bo", "Cy")
    game.refused("Ann", Code.NOT_PAUSED, "propose", subject={"subject": "resume_play"})
    game.move("Bo", "signal")
    proposal = game.proposes("Ann", "resume_play")
    assert tags(game.move("Bo", "agree", proposal=proposal)) == ["agreed"]
    assert "play_resumed" in tags(game.move("Cy", "agree", proposal=proposal))


@rule("table.pause", "table.claim")
def test_somebody_may_sit_down_while_play_is_paused() -> None:
    game = started("Ann", "Bo")
    game.move("Ann", "signal")
    game.move("Bo", "take_seat", name="Bo")
