"""Time limits for answers: the default answer for a silent seat, and its time."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support.conflict import gathered
from tests.support.play import NOON, Game, action, in_run, rule, saw, table, tags
from verger.domain.core.clock import AnswersDue
from verger.domain.core.decider import Accepted
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own
from verger.domain.history.free_text import Texts
from verger.domain.judging import silence
from verger.domain.judging.offer import awaited_of

DOG = action("create", label="Dog", edge="plays in", other="n1", nature="backstory")
CAT = {**DOG, "label": "Cat-5"}
OBJECTION = {"declaration": "d1", "ground": "authorship", "reason": "No."}


def playing(*names: str, seconds: int = 60, **house_rules: str) -> Game:
    """Return a game in Run with a time limit, where all can pay."""
    names = names or ("Ann", "Bo", "Cy")
    game = in_run(*names, answer_seconds=seconds, **house_rules)
    game.node("Ann", "Park!")
    for name in names:
        game.grant(name, story=5)
    return game


def declared(*actions: dict[str, Any]) -> Game:
    """Return the same game after Cy has declared changes at noon."""
    game = playing()
    game.declares("Cy", *(actions or (DOG,)))
    return game


def due(game: Game) -> int | None:
    """Return when the next time limit is over, in seconds after noon, or None."""
    at = silence.due(game.state.table)
    return None if at is None else int((at - NOON).total_seconds())


def limits(game: Game) -> list[tuple[str, str, int]]:
    """Return the questions with a time limit: seat name, question, and seconds after noon."""
    return [
        (game.state.table.name(one.seat), one.question, int((one.until - NOON).total_seconds()))
        for one in game.state.table.due
    ]


def passes(game: Game) -> Accepted:
    """Let the next time limit pass."""
    return game.move(Unseated.SERVER, "time_passes")


def silent(game: Game) -> list[str]:
    """Return the names of the silent seats."""
    return [game.state.table.name(seat) for seat in game.state.table.silent]


@rule("table.time")
def test_each_seat_that_is_asked_has_the_whole_time() -> None:
    assert limits(declared()) == [("Ann", "consent", 60), ("Bo", "consent", 60)]


@rule("table.time")
def test_without_the_house_rule_nothing_is_due() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    game.node("Ann", "Park!")
    game.declares("Bo", DOG)
    assert due(game) is None
    game.later(999).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")


@rule("table.time", "consent.one_at_a_time")
def test_silence_is_consent_when_the_time_is_over() -> None:
    game = declared()
    game.move("Bo", "consent", declaration="d1")
    judgement = passes(game.later(60))
    assert tags(judgement)[:1] == ["consented"]
    assert "action_recorded" in tags(judgement)
    facts = {"seat": "s1", "question": "consent", "default_answer": "consent"}
    assert saw(judgement, "table.time") == facts
    sentence = judgement.ruling.sentence
    assert sentence.startswith("Ann has not answered in time. Ann consents")


@rule("table.time")
def test_nothing_happens_before_its_time_and_then_only_by_the_server() -> None:
    game = declared()
    refusal = game.later(59).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")
    assert refusal.facts == {"due_at": "2026-01-01T12:01:00+00:00"}
    game.later(1).refused(Unseated.OPERATOR, Code.UNKNOWN_SEAT, "time_passes")


@rule("table.time")
@pytest.mark.parametrize("game", [Game(), table("Ann", "Bo"), in_run("Ann", "Bo")])
def test_nothing_is_due_at_a_table_without_a_limit(game: Game) -> None:
    assert due(game) is None
    assert game.refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes").facts == {"due_at": None}


@rule("table.time")
def test_a_question_that_is_answered_is_not_due() -> None:
    game = declared()
    for name in ("Ann", "Bo"):
        game.move(name, "consent", declaration="d1")
    assert due(game) is None


@rule("table.time", "consent.one_at_a_time")
def test_the_next_action_has_the_whole_time() -> None:
    game = declared(DOG, CAT).later(70)
    passes(game)
    passes(game)
    assert limits(game) == [("Ann", "consent", 130), ("Bo", "consent", 130)]


@rule("table.time", "consent.negotiate")
def test_a_reworded_action_has_the_whole_time() -> None:
    game = declared().later(50)
    game.move("Cy", "reword", declaration="d1", wording=CAT)
    assert due(game) == 110


@rule("table.time")
def test_a_move_gives_its_seat_the_whole_time_for_its_other_questions() -> None:
    game = declared().later(30)
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    assert limits(game) == [("Ann", "consent", 60), ("Bo", "consent", 90)]


@rule("table.time", "consent.negotiate")
def test_a_mover_who_is_silent_about_an_objection_withdraws() -> None:
    game = declared().later(10)
    game.move("Bo", "object", **OBJECTION)
    assert limits(game) == [("Cy", "negotiate", 70)]
    assert "action_withdrawn" in tags(passes(game.later(60)))


@rule("table.time", "override.match")
def test_silence_lets_the_price_of_an_override_stand() -> None:
    game = declared()
    game.move("Bo", "object", **OBJECTION)
    game.move("Cy", "override", declaration="d1")
    assert {question for _, question, _ in limits(game)} == {"pass_raise"}
    assert tags(passes(game.later(60)))[:1] == ["raise_passed"]


@rule("table.time", "conflict.call")
def test_silence_about_a_conflict_stands_aside() -> None:
    game = declared()
    game.move("Bo", "object", **{**OBJECTION, "ground": "fiction"})
    game.move("Bo", "call_conflict", reason="No.", declaration="d1")
    assert "join_conflict" in {question for _, question, _ in limits(game)}
    assert saw(passes(game.later(60)), "table.time")["default_answer"] == "stand_aside"


@rule("table.time", "conflict.pool")
def test_a_silent_seat_rolls_on_the_shortest_path() -> None:
    game = gathered(playing(), Ann=3, Bo=2)
    assert {question for _, question, _ in limits(game)} == {"roll"}
    judgement = passes(game.later(60).dice(1, 2, 3))
    assert tags(judgement)[0] == "pool_rolled"
    assert silent(game) == ["Ann"]


@rule("table.time", "table.agreement")
def test_silence_about_a_proposal_declines_it() -> None:
    game = playing()
    game.proposes("Ann", "adopt_premise", aspect="tone", text="Quiet.")
    judgement = passes(game.later(60))
    assert tags(judgement)[0] == "proposal_closed"
    assert silent(game) == ["Bo"]


@rule("table.time", "table.rewind")
def test_silence_about_a_rewind_declines_it() -> None:
    game = playing(undo="unanimous")
    game.move("Ann", "rewind", to=2)
    assert tags(passes(game.later(60)))[0] == "rewind_closed"


@rule("table.time")
def test_the_first_limit_that_is_over_is_due_first() -> None:
    game = declared().later(20)
    game.declares("Bo", CAT)
    assert sorted(time for *_, time in limits(game)) == [60, 80, 80, 80]
    first = passes(game.later(60)).effects[0]
    assert (first.declaration, first.seat) == ("d1", game.seat("Ann"))


@rule("table.time", "table.pause", "compile.signal")
def test_a_pause_stops_the_clock_of_play() -> None:
    game = declared()
    game.move("Ann", "signal")
    assert due(game) is None
    game.later(600).refused(Unseated.SERVER, Code.NOTHING_DUE, "time_passes")
    game.agreed("Ann", "resume_play")
    assert due(game) == 660


@rule("table.time", "table.pause")
def test_a_proposal_has_a_limit_during_a_pause_too() -> None:
    game = playing()
    game.move("Ann", "signal")
    game.proposes("Ann", "resume_play")
    assert {question for _, question, _ in limits(game)} == {"agreement"}


@rule("table.time", "table.house_rules")
def test_a_new_limit_begins_when_it_is_chosen() -> None:
    game = declared().later(10)
    game.agreed("Ann", "choose_house_rule", house_rule="answer_seconds", value=0)
    assert (due(game), game.state.table.silent) == (None, ())
    game.later(600).agreed("Ann", "choose_house_rule", house_rule="answer_seconds", value=30)
    assert due(game) == 640


@rule("table.time")
def test_an_answer_counts_until_the_server_has_made_the_default_one() -> None:
    game = declared().later(75)
    game.move("Ann", "object", **OBJECTION)
    assert limits(game) == [("Cy", "negotiate", 135)]


@rule("table.time")
def test_an_answer_after_the_default_one_is_too_late() -> None:
    game = declared().later(60)
    passes(game)
    passes(game)
    game.refused("Bo", Own.UNKNOWN_DECLARATION, "object", **OBJECTION)


@rule("table.time")
def test_a_seat_is_silent_until_its_next_move() -> None:
    game = declared().later(60)
    passes(game)
    assert silent(game) == ["Ann"]
    game.move("Ann", "add_limit", kind="line", text="Spiders.")
    assert silent(game) == []


@rule("table.time", "compile.signal")
def test_an_anonymous_move_does_not_show_its_seat_by_the_time_limits() -> None:
    for name in ("Ann", "Bo", "Cy"):
        game = playing()
        game.proposes("Ann", "adopt_premise", aspect="tone", text="Quiet.")
        game.later(30).move(name, "signal", anonymous=True)
        assert limits(game) == [("Bo", "agreement", 60), ("Cy", "agreement", 60)]


@rule("table.time")
def test_nothing_is_due_while_every_seat_is_silent() -> None:
    game = table("Ann", "Bo", answer_seconds=60)
    game.agreed("Ann", "finish_compile")
    game.proposes("Ann", "adopt_premise", aspect="tone", text="Quiet.")
    passes(game.later(60))
    assert len(limits(game)) == 1
    passes(game)
    assert (silent(game), limits(game)) == (["Ann", "Bo"], [])
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    assert limits(game) == [("Ann", "node", 120)]


@rule("table.time", "table.leave")
def test_one_seat_can_empty_the_seat_of_another_that_is_silent() -> None:
    game = playing("Ann", "Bo")
    game.declares("Ann", DOG)
    game.refused("Ann", Code.NOT_ALONE, "propose", subject=vacate(game, "Bo"))
    passes(game.later(60))
    assert "seat_left" in tags(game.move("Ann", "propose", subject=vacate(game, "Bo")))


def vacate(game: Game, name: str) -> dict[str, str]:
    """Return the subject of a proposal to empty a seat."""
    return {"subject": "vacate_seat", "seat": game.seat(name)}


@rule("table.time", "table.leave")
def test_silent_seats_are_not_asked_about_the_seat_of_another() -> None:
    game = declared().later(60)
    passes(game)
    passes(game)
    assert "seat_left" in tags(game.move("Cy", "propose", subject=vacate(game, "Bo")))


@rule("table.time", "table.leave")
def test_silent_seats_are_asked_about_the_seat_of_one_that_is_not_silent() -> None:
    game = declared().later(60)
    passes(game)
    assert silent(game) == ["Ann"]
    assert "seat_left" not in tags(game.move("Cy", "propose", subject=vacate(game, "Bo")))
    assert game.awaited()["agreement"] == ("Ann",)


@rule("table.time", "table.leave")
def test_silence_about_an_empty_seat_agrees() -> None:
    game = playing("Ann", "Bo", "Cy", "Dee")
    game.move("Ann", "propose", subject=vacate(game, "Dee"))
    passes(game.later(60))
    assert "seat_left" in tags(passes(game))


@rule("table.leave", "table.time")
def test_a_seat_that_was_left_has_no_limit() -> None:
    game = declared()
    game.move("Bo", "leave")
    assert limits(game) == [("Ann", "consent", 60)]


@rule("table.time", "table.rewind")
def test_after_a_rewind_every_question_has_the_whole_time() -> None:
    game = playing(undo="gm")
    game.declares("Cy", DOG)
    asked = len(game.log)
    passes(game.later(60))
    passes(game)
    game.later(300).move("Ann", "rewind", to=asked)
    assert limits(game) == [("Ann", "consent", 420), ("Bo", "consent", 420)]


@rule("table.time")
def test_a_question_that_nobody_can_answer_for_the_seat_is_asked_once() -> None:
    game = table("Ann", "Bo", answer_seconds=60)
    game.agreed("Ann", "finish_compile")
    assert [question for _, question, _ in limits(game)] == ["node"]
    judgement = passes(game.later(60))
    assert saw(judgement, "table.time")["default_answer"] == ""
    assert (tags(judgement), due(game)) == (["answers_due"], None)


@rule("table.time")
def test_the_pending_actions_tell_the_limit_and_the_default_answer() -> None:
    game = declared()
    wait = next(one for one in awaited_of(game.ruleset, game.state) if one.what == "consent")
    assert (wait.until, wait.by_default) == (NOON + timedelta(seconds=60), ("consent",))


@rule("table.time", "table.redact")
def test_a_redacted_text_that_reads_like_a_question_damages_no_limit() -> None:
    (limits,) = [one for one in declared().log[-1].effects if isinstance(one, AnswersDue)]
    assert Texts(["consent", "d1"]).taken_out(limits) is limits
