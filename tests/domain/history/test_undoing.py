"""The question about an undo names its moves. Whole actions are left out, and a house rule can protect throws."""

import pytest

from tests.domain.history.test_rewind import fought, head, scene
from tests.support.dispute import amendment, disputed, outcome, settles
from tests.support.play import Game, action, rule, tags
from verger.domain.core.reason import Code
from verger.domain.judging.offer import awaited_of


def asked(game: Game) -> str:
    """The sentence of the pending question about an undo."""
    waits = awaited_of(game.ruleset, game.state)
    return next(wait.sentence for wait in waits if wait.about.startswith("r"))


@rule("table.rewind")
def test_the_question_names_the_undone_move_and_its_seat() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "add_to_camera", text="It opens.")
    said = game.move("Bo", "rewind", to=head(game) - 1).ruling
    undone = game.log[3].ruling.sentence.removesuffix(".")
    assert said.sentence == f"Bo asks to take back: {undone}."
    assert asked(game) == f"Take back: {undone}? Bo asks."
    assert (said.rules[0].facts["moves_undone"], said.rules[0].facts["first_undone"]) == (1, 4)


@rule("table.rewind")
def test_the_question_about_many_moves_names_the_first_and_the_last() -> None:
    game = scene("Ann", "Bo")
    game.move("Ann", "add_limit", kind="line", text="Spiders.")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Bo", "rewind", to=2)
    first, last = game.log[2].ruling.sentence, game.log[4].ruling.sentence
    assert asked(game) == f"Take back 2 moves? Bo asks. The first: {first} The last: {last}"


@rule("table.rewind")
def test_the_question_ends_with_a_full_stop_also_after_a_text_that_has_none() -> None:
    game = scene("Ann", "Bo", "Cy")
    game.move("Bo", "add_to_camera", text="It opens")
    game.move("Bo", "add_to_camera", text="It shuts")
    game.move("Bo", "rewind", to=2)
    assert asked(game).endswith("“It shuts”.")
    game.move("Ann", "decline", proposal="r1")
    game.move("Bo", "rewind", to=head(game) - 1, reason="A slip")
    assert asked(game).endswith("? Bo asks: “A slip”.")


@rule("table.rewind")
def test_a_no_to_an_undo_can_have_a_reason() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Bo", "rewind", to=head(game) - 1)
    said = game.move("Ann", "decline", proposal="r1", reason="It stays.").ruling.sentence
    assert said.startswith("Ann declines to take back: Bo adds")
    assert said.endswith(": “It stays.”")


@rule("table.rewind")
def test_an_undo_of_nothing_but_table_events_says_so() -> None:
    game = scene("Ann", "Bo")
    game.move("Ann", "add_limit", kind="line", text="Spiders.")
    game.move("Bo", "rewind", to=head(game) - 1)
    assert asked(game) == "Take back no move of play? Bo asks."


@rule("table.rewind")
def test_the_question_names_the_throws_that_are_undone() -> None:
    game = fought()
    ruling = game.move("Ann", "rewind", to=1).ruling
    thrown = str(head(game) - 1)
    assert asked(game).endswith("That takes back 1 throw. The dice stay thrown.")
    assert ruling.rules[0].facts["throws_undone"] == (thrown,)


@rule("table.rewind")
@pytest.mark.parametrize("undo", ["gm", "mover"])
def test_if_throws_are_never_undone_all_others_are_asked(undo: str) -> None:
    game = fought(undo=undo, undo_dice="never")
    assert "rewound" not in tags(game.move("Ann", "rewind", to=head(game) - 1))
    assert game.awaited()["agreement"] == ("Bo",)


@rule("table.rewind")
def test_moves_without_dice_are_undone_as_before_if_throws_are_never_undone() -> None:
    game = fought(undo="gm", undo_dice="never")
    game.move("Bo", "place_bribe", element="n1", condition="It runs.")
    assert "rewound" in tags(game.move("Ann", "rewind", to=head(game) - 1))


@rule("table.leave_out")
def test_if_throws_are_never_undone_all_are_asked_about_a_move_before_a_throw() -> None:
    game = fought(undo="gm", undo_dice="never")
    game.move("Ann", "leave_out", version=3)
    assert game.awaited()["agreement"] == ("Bo",)


@rule("table.leave_out")
def test_an_action_is_left_out_with_all_its_consents() -> None:
    game = scene("Ann", "Bo", "Cy", undo="gm").grant("Bo", story=5)
    game.node("Ann", "Park!")
    before = head(game)
    game.changes("Bo", action("create", label="Dog", edge="plays in", other="n1"))
    first, *others = range(before + 1, head(game) + 1)
    for version in (first, *others):
        rewound = game.copy().move("Ann", "leave_out", version=version).effects[-1]
        assert (rewound.to, rewound.without, rewound.also) == (before, first, tuple(others))


@rule("table.leave_out")
@pytest.mark.parametrize("version", [2, 4])
def test_events_of_the_table_are_never_left_out(version: int) -> None:
    game = scene("Ann", "Bo", undo="gm")
    game.move("Bo", "give_nonce", nonce="ab" * 16)
    game.refused("Ann", Code.NOT_OF_PLAY, "leave_out", version=version)


def amended() -> Game:
    """Return a table where the GM decides about undos, after a dispute was settled with a correction."""
    game = disputed("Ann", "Bo", "Cy", undo="gm")
    correction = {"correction": "move_tokens", "token": "story", "amount": 1}
    settles(game, "Cy", **amendment({**correction, "source": "bank", "target": "seat:s2"}))
    return game


@rule("table.rewind", "dispute.amend")
def test_an_undo_says_before_and_after_that_a_remedy_is_no_longer_in_force() -> None:
    game, over = amended(), "The remedy of dispute 1 is no longer in force."
    settled = head(game)
    (option,) = game.options("Ann", "rewind")
    assert f"before {settled}, dispute 1 is no longer remedied" in option.fields[0].label
    ruling = game.move("Ann", "rewind", to=1).ruling
    assert ruling.sentence.count(over) == 2
    assert ruling.rules[0].facts["disputes_undone"] == ("q1",)
    assert (outcome(game), game.tokens("Bo").story) == ("overturned", 0)


@rule("table.rewind", "dispute.amend")
def test_a_redo_says_that_a_remedy_is_in_force_again() -> None:
    game = amended()
    settled = head(game)
    game.move("Ann", "rewind", to=1)
    redone = game.move("Ann", "rewind", to=settled).ruling.sentence
    assert "The remedy of dispute 1 is in force again." in redone
