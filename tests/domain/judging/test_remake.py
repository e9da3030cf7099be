"""`table.leave_out`: the moves after a left-out move are made again. If one is impossible, the reason is named."""

from tests.domain.history.test_fork import fork
from tests.golden.second_thought import makes_again
from tests.support.conflict import call, fighter, goal, join, roll
from tests.support.dispute import amendment, disputed, settles
from tests.support.play import Game, action, in_run, rule
from verger.domain.core.clock import TimePasses
from verger.domain.core.divergence import NEEDS_DICE, UNREACHED, Divergence
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code

TO_BO = {"correction": "move_tokens", "token": "story", "amount": 1}
TO_BO |= {"source": "bank", "target": "seat:s2"}
DOG = action("create", label="Dog", edge="plays in", other="n1", nature="backstory")


def scene(*names: str, **house_rules: str | int) -> Game:
    """Return a table in Run, with a GM that decides about undos. Its newest event is a drawn line."""
    game = in_run(*names, undo="gm", **house_rules)
    game.node("Ann", "Park!")
    for name in names:
        game.grant(name, story=5)
    game.move("Ann", "add_limit", kind="line", text="Spiders.")
    return game


def framed(game: Game) -> int:
    """Frame a scene, and return the version, which is left out later."""
    game.move("Ann", "frame", camera="A door.", place="The ward")
    return len(game.log)


def bribed(game: Game) -> int:
    """Have Bo place a bribe and take it back. Return the version of the bribe, which is left out later."""
    game.move("Bo", "place_bribe", element="n1", condition="It burns.")
    game.move("Bo", "take_back_bribe")
    return len(game.log) - 1


def declined(game: Game) -> int:
    """Make a proposal that Ann declines. Return its version, which is left out later."""
    subject = {"subject": "choose_house_rule", "house_rule": "undo", "value": "gm"}
    asked = game.move("Bo", "propose", subject=subject).effects[0].proposal
    game.move("Ann", "decline", proposal=asked)
    return len(game.log) - 1


def leaves_out(game: Game, version: int) -> tuple[Divergence, ...]:
    """Have the GM leave a move out. Return the moves that could not be made again."""
    judgement = game.move("Ann", "leave_out", version=version)
    asked = len(game.log)
    makes_again(game, judgement)
    return game.log[asked - 1].missed


def repeated(game: Game) -> list[tuple[int, object]]:
    """Return the repeated events, with the versions that they repeat."""
    again = [event for event in game.log if event.repeats]
    return [(one.repeats or 0, type(one.move).__struct_config__.tag) for one in again]


def labels(game: Game) -> set[str]:
    """Return the labels in the network."""
    return {node.label for node in game.state.play.network.nodes.values()}


@rule("table.leave_out")
def test_a_later_move_that_is_refused_now_has_a_reason() -> None:
    game = scene("Ann", "Bo")
    gone = bribed(game)
    was = game.log[-1].ruling.sentence
    (missed,) = leaves_out(game, gone)
    assert (missed.version, missed.outcome, missed.code) == (gone + 1, "refused", "no_bribe")
    assert (missed.was, missed.now[:11], missed.rule) == (was, "Bo has no a", "token.bribe")


@rule("table.leave_out", "dispute.amend")
def test_corrections_of_a_settled_dispute_are_made_again() -> None:
    game = disputed("Ann", "Bo", "Cy", undo="gm")
    gone = framed(game)
    settles(game, "Cy", remedy="amendment", name="As it was", corrections=[TO_BO])
    settled, had = len(game.log), game.tokens("Bo").story
    assert leaves_out(game, gone) == ()
    assert repeated(game) == [(settled, "correct_again")]
    assert (game.log[-1].seat, game.tokens("Bo").story, had) == (None, had, 1)


@rule("table.leave_out", "dispute.amend")
def test_a_correction_that_is_no_longer_possible_is_named() -> None:
    game = disputed("Ann", "Bo", "Cy", undo="gm")
    game.move("Ann", "award_boost", seat="s2", reason="A leap.")
    gone = len(game.log)
    settles(game, "Cy", **amendment({**TO_BO, **BACK}))
    (missed,) = leaves_out(game, gone)
    assert (missed.version, missed.code) == (len(game.log) - 1, "too_few_there")
    assert missed.rule == "dispute.amend"


BACK = {"token": "boost", "source": "seat:s2", "target": "bank"}


@rule("dispute.settle")
def test_only_the_server_makes_corrections_again() -> None:
    game = disputed("Ann", "Bo", "Cy")
    remedy = amendment(TO_BO)
    settles(game, "Cy", **remedy)
    for name in (Unseated.SERVER, "Bo"):
        game.refused(name, Code.NO_SETTLEMENT, "correct_again", dispute="q1", remedy=remedy)


def time_passes(game: Game, times: int) -> None:
    """Let the time limits of this number of seats pass."""
    for _ in range(times):
        game.move(Unseated.SERVER, "time_passes")


@rule("table.leave_out", "table.time")
def test_consent_by_silence_is_repeated() -> None:
    game = scene("Ann", "Bo", "Cy", answer_seconds=60)
    gone = framed(game)
    game.declares("Bo", DOG)
    time_passes(game.later(60), times=2)
    assert leaves_out(game.later(9_999), gone) == ()
    both = [(gone + 2, "time_passes"), (gone + 3, "time_passes")]
    assert repeated(game) == [(gone + 1, "declare"), *both]
    assert "Dog" in labels(game)


@rule("table.leave_out", "table.time")
def test_silence_about_one_thing_is_no_consent_to_another() -> None:
    game = scene("Ann", "Bo", "Cy", answer_seconds=60)
    game.changes("Ann", {**DOG, "label": "Yard"})
    gone = len(game.log)
    game.declares("Bo", {**DOG, "other": "n2"})
    game.later(30).declares("Cy", {**DOG, "label": "Cat"})
    time_passes(game.later(30), times=1)
    missed = [(one.version, one.outcome) for one in leaves_out(game, gone)]
    assert missed == [(gone + 1, "refused"), (gone + 3, "different")]
    assert not {"Cat", "Dog"} & labels(game)


@rule("table.leave_out", "table.time")
def test_silence_is_repeated_for_the_seat_that_was_silent() -> None:
    game = scene("Ann", "Bo", "Cy", answer_seconds=60)
    gone = framed(game)
    game.declares("Bo", DOG)
    # Ann's time begins again, so Cy is silent first.
    game.later(30).move("Ann", "add_limit", kind="line", text="Spiders.")
    time_passes(game.later(30), times=1)
    time_passes(game.later(30), times=1)
    assert leaves_out(game, gone) == ()
    silent = [event.move.seat for event in game.log if type(event.move) is TimePasses]
    assert silent == [None, None, "s3", "s1"]
    assert "Dog" in labels(game)


@rule("table.leave_out", "table.time")
def test_time_limits_that_began_one_after_the_other_end_in_that_order_again() -> None:
    game = scene("Ann", "Bo", "Cy", answer_seconds=60)
    gone = framed(game)
    game.declares("Bo", DOG)
    game.later(10).declares("Cy", {**DOG, "label": "Cat"})
    game.later(10).move("Bo", "reword", declaration="d1", wording={**DOG, "label": "Pup"})
    # The time for the reworded action begins again, so the other action is consented to first.
    time_passes(game.later(50), times=1)
    time_passes(game.later(10), times=3)
    assert leaves_out(game, gone) == ()
    assert labels(game) & {"Cat", "Pup"} == {"Cat", "Pup"}


@rule("table.leave_out")
def test_moves_that_are_made_again_happen_one_after_the_other() -> None:
    # So their time limits end in the same order.
    game = scene("Ann", "Bo", "Cy", answer_seconds=60)
    gone = framed(game)
    game.declares("Bo", DOG)
    game.declares("Cy", {**DOG, "label": "Cat"})
    assert leaves_out(game, gone) == ()
    first, second = (event.at for event in game.log if event.repeats)
    assert first < second


@rule("table.leave_out", "table.fork")
def test_moves_of_seats_that_a_fork_has_emptied_are_made_again() -> None:
    game = scene("Ann", "Bo", "Cy")
    gone = framed(game)
    game.changes("Bo", DOG)
    fork(game, "Ann")
    assert leaves_out(game, gone) == ()
    assert [event.seat for event in game.log if event.repeats] == ["s2", "s1", "s3"]
    assert ("Dog" in labels(game), game.state.table.sitting) == (True, ("s1",))


@rule("table.leave_out", "table.pause")
def test_a_pause_keeps_nothing_from_being_made_again() -> None:
    game = scene("Ann", "Bo")
    gone = framed(game)
    game.changes("Bo", DOG)
    game.move("Bo", "signal")
    assert leaves_out(game, gone) == ()
    assert ("Dog" in labels(game), game.state.table.paused) == (True, True)


def fought() -> tuple[Game, int]:
    """Return a conflict after both rolls, and the version of a change that gave Bo one more die."""
    game = in_run("Ann", "Bo", undo="gm")
    mine, hers = fighter(game, "Bo", 2), fighter(game, "Ann", 2)
    game.grant("Bo", story=5, development=5).move("Bo", "add_limit", kind="line", text="Spiders.")
    game.changes("Bo", action("strengthen", element=mine, nature="backstory"))
    stronger = len(game.log)
    call(game, "Bo")
    join(game, "Bo", mine, goal(mine))
    join(game, "Ann", hers, goal(hers))
    roll(game, "Bo", "351")
    roll(game, "Ann", "61")
    return game, stronger


@rule("table.leave_out")
def test_a_move_that_needs_new_dice_is_named_with_all_later_moves() -> None:
    told = [(one.outcome, one.now) for one in leaves_out(*fought())]
    assert told == [("needs_dice", NEEDS_DICE), ("unreached", UNREACHED)]


def test_a_repeated_move_can_be_repeated_again() -> None:
    game = disputed("Ann", "Bo", "Cy", undo="gm")
    first, second = framed(game), declined(game)
    settles(game, "Cy", remedy="amendment", name="As it was", corrections=[TO_BO])
    assert leaves_out(game, first) == ()
    again = len(game.log)
    assert leaves_out(game, again - 2) == ()
    assert (second, repeated(game)[-1]) == (first + 1, (again, "correct_again"))
    assert game.tokens("Bo").story == 1
