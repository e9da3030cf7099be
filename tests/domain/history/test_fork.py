"""Forks: play continues in a copy, and questions wait for the players who claim its seats."""

from typing import Any

import pytest

from tests.support.conflict import call, conflict_of, fighter, goal, join
from tests.support.loss import frame, in_notice
from tests.support.override import sarasvati
from tests.support.play import (
    Game,
    action,
    effect,
    in_load,
    in_run,
    rule,
    saw,
    started,
    table,
    tags,
    turn_of,
)
from verger.domain.core.decider import Accepted
from verger.domain.core.mover import NO_SEAT, Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.state import Load
from verger.domain.judging import silence
from verger.domain.judging.offer import options_of

PARENT = "0b7a2c7e-2f0e-4d52-9f6e-5b9a3c1d7e42"
DOG = action("create", label="Dog", edge="plays in", other="n1", nature="backstory")


def asked(game: Game, **changed: Any) -> dict[str, Any]:
    """Return the fields of a fork at the newest version, with some of them changed."""
    known = {"parent": PARENT, "version": len(game.log), "hash": "ab" * 32}
    return {"title": "What if", "dice_commitment": "11" * 32, **known, **changed}


def fork(game: Game, name: str) -> Accepted:
    """Fork a game. In the fork, only this seat is taken."""
    return game.move(name, "fork_session", **asked(game))


def claim(game: Game, *names: str) -> Accepted:
    """Let somebody claim each of these seats."""
    return [game.move(name, "take_seat", name=name) for name in names][-1]


def declared() -> Game:
    """Return a table in Run: Bo asks for a change, and Cy has consented."""
    game = in_run("Ann", "Bo", "Cy", "Di").grant("Bo", story=3)
    game.node("Ann", "Park!")
    game.declares("Bo", DOG)
    game.move("Cy", "consent", declaration="d1")
    return game


@rule("table.fork")
def test_play_is_as_it_was_and_only_the_forker_sits() -> None:
    game = declared()
    play = game.state.play
    judgement = fork(game, "Cy")
    assert game.state.play == play
    assert game.state.table.sitting == ("s3",)
    assert tags(judgement) == ["session_forked", "dice_epoch_started", *["seat_emptied"] * 3]
    assert saw(judgement, "table.fork") == {"parent_session": PARENT, "version": 6, "seat": "s3"}


@rule("table.fork")
def test_the_ruling_of_a_fork_shows_its_title() -> None:
    game = table("Ann", "Bo")
    assert fork(game, "Bo").ruling.sentence == "Bo forks the session at version 2: “What if”."
    assert game.state.table.title == "What if"


@rule("table.fork")
def test_a_seat_that_nobody_had_taken_is_the_forkers() -> None:
    game = started("Ann", "Bo")
    assert tags(fork(game, "Bo"))[2:] == ["seat_taken", "seat_emptied"]
    assert [seat.taken for seat in game.state.table.seats] == [False, True]


@rule("table.fork")
def test_observers_do_not_come_along_and_cannot_be_who_forks() -> None:
    game = table("Ann", "Bo", "Vi", observers=1)
    refusal = game.refused("Vi", Code.OBSERVERS_WATCH, "fork_session", **asked(game))
    assert refusal.rule == "table.fork"
    fork(game, "Ann")
    assert [seat.taken for seat in game.state.table.seats] == [True, False, False]


@rule("table.fork")
def test_the_forkers_seat_is_one_of_the_tables() -> None:
    game = table("Ann", "Bo")
    game.refused("s9", Code.UNKNOWN_SEAT, "fork_session", **asked(game))
    Game().refused("s1", Code.NOT_STARTED, "fork_session", **asked(Game()))
    game.refused("Ann", Code.UNUSABLE_TEXT, "fork_session", **asked(game, title=" "))


@rule("table.fork")
def test_dice_come_from_another_seed_and_their_numbers_go_on() -> None:
    game = in_run("Ann", "Bo").given(effect("dice_rolled", count=7))
    fork(game, "Bo")
    own = game.state.table
    assert (own.dice_commitment, own.dice_epoch, own.dice_rolled) == ("11" * 32, len(game.log), 7)


@rule("table.fork", "consent.one_at_a_time")
def test_consent_waits_for_the_player_that_claims_the_seat() -> None:
    game = declared()
    fork(game, "Ann")
    for seat in (NO_SEAT, game.seat("Bo")):
        assert options_of(RULESET, game.state, len(game.log), seat) == []
    assert game.awaited()["claim_seat"] == ("Bo", "Cy", "Di")
    assert game.awaited()["consent"] == ("Ann",)
    game.move("Ann", "consent", declaration="d1")
    assert "consent" not in game.awaited()
    claim(game, "Di", "Bo")
    game.move("Di", "consent", declaration="d1")
    assert game.shown("n2") == "Dog"


@rule("table.fork", "consent.one_at_a_time")
def test_all_that_an_absent_mover_declared_is_asked_for_in_turn() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=6)
    game.node("Ann", "Park!")
    game.declares("Bo", DOG, {**DOG, "label": "Cat"})
    fork(game, "Ann")
    claim(game, "Cy")
    for label in ("Dog", "Cat"):
        for name in ("Ann", "Cy"):
            game.move(name, "consent", declaration="d1")
        assert label in [node.label for node in game.state.play.network.nodes.values()]
    assert game.seat("Bo") in game.state.table.away


@rule("table.fork", "table.agreement")
def test_a_proposal_waits_for_the_player_that_claims_the_seat() -> None:
    game = table("Ann", "Bo", "Cy")
    game.proposes("Ann", "adopt_premise", aspect="tone", text="Eerie")
    fork(game, "Bo")
    assert game.awaited()["agreement"] == ("Bo",)
    game.move("Bo", "agree", proposal="p1")
    claim(game, "Cy")
    game.move("Cy", "agree", proposal="p1")
    assert [premise.text for premise in game.state.play.premises] == ["Eerie"]


@rule("table.fork", "override.match")
def test_an_override_waits_for_the_players_that_claim_the_seats() -> None:
    game = sarasvati()
    fork(game, "Cy")
    game.move("Cy", "pass_raise", declaration="d1")
    claim(game, "Ann", "Di")
    for name in ("Ann", "Di"):
        game.move(name, "pass_raise", declaration="d1")
    assert game.shown("n3") == "Sarasvati"


@rule("table.fork", "conflict.call")
def test_a_conflict_waits_for_the_players_that_claim_the_seats() -> None:
    game = in_run("Ann", "Bo", "Cy")
    mine, hers = fighter(game, "Bo", 2), fighter(game, "Ann", 2)
    call(game, "Bo")
    join(game, "Bo", mine, goal(mine))
    fork(game, "Cy")
    game.move("Cy", "stand_aside")
    assert game.awaited() == {"claim_seat": ("Ann", "Bo"), "play": ("Cy",)}
    claim(game, "Ann")
    join(game, "Ann", hers, goal(hers))
    assert conflict_of(game).stage_name == "rolling"


@rule("table.fork", "fnol.order")
def test_a_first_notice_waits_for_its_player() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    fork(game, "Ann")
    notice = game.state.play.notices.current
    assert notice is not None
    assert game.state.table.name(notice.seat) == "Bo"
    claim(game, "Bo", "Cy")
    game.move("Ann", "end_scene")
    frame(game, "Bo")


@rule("table.fork", "load.ideas")
def test_a_turn_waits_for_its_player_even_if_another_seat_is_claimed_first() -> None:
    game = in_load("Ann", "Bo", "Cy", "Di")
    game.move("Ann", "write_node", label="Rain")
    fork(game, "Ann")
    order = order_of(game)
    assert claim(game, "Di").effects[1:] == ()
    assert (order_of(game), game.awaited()) == (order, {"claim_seat": ("Bo", "Cy")})
    claim(game, "Bo")
    game.move("Bo", "write_node", label="Debt")
    assert game.awaited() == {"claim_seat": ("Cy",)}
    claim(game, "Cy")
    game.move("Cy", "write_node", label="Salt")
    assert turn_of(game) == "Di"


def order_of(game: Game) -> tuple[str, ...]:
    """Return the order of turns."""
    step = game.state.play.step
    assert isinstance(step, Load)
    return step.order


@rule("table.fork", "table.seats")
def test_nothing_waits_for_a_place_that_is_taken_away() -> None:
    game = in_load("Ann", "Bo", "Cy")
    game.move("Ann", "write_node", label="Rain")
    fork(game, "Ann")
    game.move("Ann", "remove_seat", seat="s2")
    assert order_of(game) == ("s1", "s3")
    claim(game, "Cy")
    assert turn_of(game) == "Cy"


@rule("table.fork", "table.seats")
@pytest.mark.parametrize("gone", ["Bo", "Di"])
def test_the_questions_to_and_from_a_seat_go_with_it(gone: str) -> None:
    game = declared()
    fork(game, "Ann")
    game.move("Ann", "remove_seat", seat=game.seat(gone))
    declaration = game.state.play.declarations.get(DeclarationId("d1"))
    assert (declaration is None) is (gone == "Bo")
    if declaration:
        assert declaration.agreement.waiting == ("s1",)


def declared_in_time() -> Game:
    """Return a table with a time limit. Bo asks for a change."""
    game = in_run("Ann", "Bo", "Cy", answer_seconds=60).grant("Bo", story=3)
    game.node("Ann", "Park!")
    game.declares("Bo", DOG)
    return game


def due(game: Game) -> float | None:
    """Return the seconds until the next time limit is over, or None."""
    at = silence.due(game.state.table)
    return None if at is None else (at - game.at).total_seconds()


@rule("table.fork", "table.time")
def test_the_forker_has_the_whole_time_to_answer() -> None:
    game = declared_in_time().later(59)
    fork(game, "Ann")
    assert due(game) == 60


@rule("table.fork", "table.time")
def test_each_player_that_claims_a_seat_has_the_whole_time_to_answer() -> None:
    game = declared_in_time().later(999)
    fork(game, "Bo")
    assert due(game) is None
    claim(game.later(999), "Cy")
    assert due(game) == 60
    claim(game.later(60), "Ann")
    game.move(Unseated.SERVER, "time_passes")
    game.move("Ann", "consent", declaration="d1")
    assert game.shown("n2") == "Dog"


@rule("table.fork", "table.rewind")
def test_a_question_about_a_rewind_does_not_come_along() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Ann", "rewind", to=2)
    assert tags(fork(game, "Ann"))[-1] == "rewind_closed"


@rule("table.fork", "table.rewind")
def test_a_rewind_keeps_the_questions_to_players_that_claim_the_seats() -> None:
    game = declared()
    play = game.state.play
    game.move("Di", "consent", declaration="d1")
    fork(game, "Ann")
    game.move("Ann", "rewind", to=6)
    assert game.state.play == play
    claim(game, "Di")
    game.move("Di", "consent", declaration="d1")
    game.move("Ann", "consent", declaration="d1")
    assert game.shown("n2") == "Dog"


@rule("table.fork", "table.leave")
def test_play_no_longer_waits_for_a_player_that_claims_a_seat_and_leaves() -> None:
    game = declared()
    fork(game, "Ann")
    claim(game, "Di")
    game.move("Di", "leave")
    assert game.state.play.declarations[DeclarationId("d1")].agreement.waiting == ("s1",)
    assert game.state.table.away == ("s2", "s3")
