"""Windows of consent: silence for a while is consent, where the table plays so."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support.play import NOON, Game, action, cited, effect, in_run, rule, saw, table, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.model.declaration import WindowClosed
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.views import view

DOG = action("create", label="Dog", edge="plays in", other="n1", nature="backstory")
CAT = {**DOG, "label": "Cat-5"}


def playing(seconds: int = 60, **house_rules: str) -> Game:
    """Give a table in Run that takes silence for consent, and where all can pay."""
    game = in_run("Ann", "Bo", "Cy", consent="window", consent_seconds=seconds, **house_rules)
    game.node("Ann", "Park!")
    for name in ("Ann", "Bo", "Cy"):
        game.grant(name, story=5)
    return game


def declared(*actions: dict[str, Any]) -> Game:
    """Give that table where Cy has declared changes at noon."""
    game = playing()
    game.declares("Cy", *(actions or (DOG,)))
    return game


def due(game: Game) -> int | None:
    """Give when time alone makes something happen, in seconds after noon."""
    at = RULESET.due(game.state)
    return None if at is None else int((at - NOON).total_seconds())


def passes(game: Game) -> Accepted:
    """Let time be over, which the server says by itself."""
    return game.move(Unseated.SERVER, "time_passes")


@rule("consent.one_at_a_time", "table.time")
def test_an_open_action_says_when_silence_becomes_consent() -> None:
    opened = declared().log[-1].effects[-1]
    assert opened.until == NOON + timedelta(seconds=60)


@rule("consent.one_at_a_time")
def test_without_the_house_rule_silence_is_no_consent() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    game.node("Ann", "Park!")
    game.declares("Bo", DOG)
    assert due(game) is None
    game.later(999).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("consent.one_at_a_time", "compile.house_rules")
def test_the_house_rule_says_how_long_it_takes() -> None:
    game = playing(seconds=5)
    game.declares("Cy", DOG)
    assert due(game) == 5


@rule("table.time")
def test_when_the_time_is_over_who_was_silent_has_consented() -> None:
    game = declared()
    game.move("Bo", "consent", declaration="d1")
    judgement = passes(game.later(60))
    assert judgement.effects[0] == effect("window_closed", declaration="d1", silent=["s1"])
    assert tags(judgement)[-2:] == ["action_recorded", "declaration_closed"]
    assert "table.time" in cited(judgement)


@rule("table.time", "consent.one_at_a_time")
def test_the_ruling_names_who_was_silent() -> None:
    judgement = passes(declared().later(61))
    silent = {"declaration": "d1", "action_number": 1, "silent_seats": ("s1", "s2")}
    assert saw(judgement, "consent.one_at_a_time") == silent


@rule("table.time")
def test_nothing_happens_before_its_time() -> None:
    game = declared().later(59)
    refusal = game.refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")
    assert refusal.facts == {"due_at": "2026-01-01T12:01:00+00:00"}


@rule("table.time")
@pytest.mark.parametrize("game", [Game(), table("Ann", "Bo"), in_run("Ann", "Bo")])
def test_where_nothing_is_open_nothing_is_due(game: Game) -> None:
    assert due(game) is None
    assert game.refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes").facts == {"due_at": None}


@rule("table.time")
def test_time_has_nothing_more_to_do_once_everyone_has_answered() -> None:
    game = declared()
    for name in ("Ann", "Bo"):
        game.move(name, "consent", declaration="d1")
    assert due(game) is None


@rule("table.time", "consent.one_at_a_time")
def test_the_next_action_has_its_whole_time_from_when_it_comes_up() -> None:
    game = declared(DOG, CAT).later(70)
    passes(game)
    assert due(game) == 70 + 60
    assert tags(passes(game.later(60)))[-1] == "declaration_closed"


@rule("table.time", "consent.negotiate")
def test_a_reworded_action_has_its_whole_time_again() -> None:
    game = declared().later(50)
    game.move("Cy", "reword", declaration="d1", wording=CAT)
    assert due(game) == 50 + 60


@rule("table.time", "consent.negotiate")
def test_what_is_withdrawn_is_due_no_more() -> None:
    game = declared()
    game.move("Cy", "withdraw", declaration="d1")
    assert due(game) is None


def objected(ground: str = "authorship") -> Game:
    """Give the table where Bo has objected to Cy's action after ten seconds."""
    game = declared().later(10)
    game.move("Bo", "object", declaration="d1", ground=ground, reason="No.")
    return game


@rule("table.time", "consent.objection")
@pytest.mark.parametrize("ground", ["fiction", "authorship"])
def test_what_is_contested_does_not_close_by_itself(ground: str) -> None:
    game = objected(ground)
    assert due(game) is None
    game.later(600).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("table.time", "consent.objection")
def test_what_one_seat_holds_bogus_closes_all_the_same() -> None:
    game = objected("bogus").later(60)
    judgement = passes(game)
    assert judgement.effects[0] == effect("window_closed", declaration="d1", silent=["s1"])
    assert "node_added" in tags(judgement)


@rule("table.time", "consent.objection")
def test_an_objection_that_is_withdrawn_leaves_the_time_as_it_was() -> None:
    game = objected().later(10)
    game.move("Bo", "consent", declaration="d1")
    assert due(game) == 60


@rule("table.time", "override.match")
def test_silence_does_not_let_the_price_of_an_override_stand() -> None:
    game = objected()
    game.move("Cy", "override", declaration="d1")
    assert due(game) is None


@rule("table.time", "table.leave", "override.match")
def test_silence_decides_nothing_that_tokens_decide_about_though_the_objector_left() -> None:
    game = objected()
    game.move("Cy", "override", declaration="d1")
    game.move("Bo", "leave")
    assert due(game) is None


@rule("table.time", "consent.spent")
def test_silence_decides_nothing_that_dice_decide_about() -> None:
    game = objected("fiction")
    game.move("Bo", "call_conflict", reason="No.", declaration="d1")
    assert due(game) is None


def two() -> Game:
    """Give a table where Cy has declared at noon, and Bo twenty seconds later."""
    game = declared().later(20)
    game.declares("Bo", CAT)
    return game


@rule("table.time")
def test_of_several_windows_the_first_to_close_is_due_first() -> None:
    game = two()
    assert due(game) == 60
    judgement = passes(game.later(40))
    assert closed(judgement) == ["d1"]
    assert due(game) == 80


def closed(judgement: Accepted) -> list[str]:
    """Give the declarations whose windows closed."""
    return [one.declaration for one in judgement.effects if isinstance(one, WindowClosed)]


@rule("table.time")
def test_windows_that_are_all_due_close_together_in_order() -> None:
    game = two()
    assert closed(passes(game.later(60))) == ["d1", "d2"]
    assert due(game) is None


@rule("table.time", "consent.one_at_a_time")
def test_what_an_earlier_window_makes_impossible_fails_and_is_not_paid() -> None:
    game = declared()
    game.declares("Bo", {**CAT, "label": "Dogs"})
    judgement = passes(game.later(60))
    assert effect("declaration_closed", declaration="d2", outcome="failed") in judgement.effects
    assert (game.tokens("Cy").story, game.tokens("Bo").story) == (4, 5)


@rule("table.time", "table.pause", "compile.signal")
def test_a_pause_stops_the_clock() -> None:
    game = declared()
    game.move("Ann", "signal")
    assert due(game) is None
    game.later(600).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("table.time", "table.pause", "compile.signal")
def test_after_a_pause_every_window_is_open_for_its_whole_time_again() -> None:
    game = two()
    game.move("Ann", "signal")
    judgement = game.later(600).agreed("Ann", "resume_play")
    assert tags(judgement)[-3:] == ["play_resumed", "window_set", "window_set"]
    assert due(game) == 20 + 600 + 60
    game.refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("table.time", "table.pause", "consent.objection")
def test_after_a_pause_what_is_contested_has_its_whole_time_again_too() -> None:
    game = objected()
    game.move("Ann", "signal")
    game.later(600).agreed("Ann", "resume_play")
    game.move("Bo", "consent", declaration="d1")
    assert due(game) == 10 + 600 + 60


@rule("table.time", "compile.house_rules")
def test_silence_is_no_consent_once_the_table_has_dropped_the_window() -> None:
    game = declared()
    game.agreed("Ann", "choose_house_rule", house_rule="consent", value="explicit")
    assert due(game) is None
    game.later(600).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")
    game.agreed("Ann", "choose_house_rule", house_rule="consent", value="window")
    assert due(game) == 600 + 60


@rule("consent.one_at_a_time", "override.raise")
def test_no_silence_is_told_of_once_tokens_decide() -> None:
    game = declared()
    game.move("Bo", "object", declaration="d1", ground="authorship", reason="No.")
    assert view(game.state, game.seat("Bo")).declarations[0].until
    game.move("Cy", "override", declaration="d1")
    assert view(game.state, game.seat("Bo")).declarations[0].until is None


@rule("table.time", "consent.one_at_a_time")
def test_an_answer_counts_until_the_server_has_closed_the_window() -> None:
    game = declared().later(75)
    game.move("Bo", "object", declaration="d1", ground="authorship", reason="No.")
    game.refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("table.time", "consent.one_at_a_time")
def test_an_answer_after_that_is_too_late() -> None:
    game = declared().later(60)
    passes(game)
    late = {"declaration": "d1", "ground": "authorship", "reason": "No."}
    game.refused("Bo", Own.UNKNOWN_DECLARATION, "object", **late)


@rule("table.leave", "table.time")
def test_a_window_does_not_name_who_has_left_as_silent() -> None:
    game = declared()
    game.move("Bo", "leave")
    silent = effect("window_closed", declaration="d1", silent=["s1"])
    assert passes(game.later(60)).effects[0] == silent


@rule("consent.one_at_a_time", "table.rewind")
def test_after_a_rewind_a_window_that_is_over_is_open_for_its_whole_time_again() -> None:
    game = playing(undo="gm")
    game.declares("Cy", DOG)
    asked = len(game.log)
    game.later(60)
    passes(game)
    game.later(300).move("Ann", "rewind", to=asked)
    assert due(game) == 60 + 300 + 60
