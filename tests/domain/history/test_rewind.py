"""Rewinds: undo, redo, leaving an older move out, and who has to agree."""

import pytest

from tests.support.play import Game, in_load, in_run, rule, table, tags
from verger.domain.core.reason import Code
from verger.domain.core.timeline import Rewinding, Timeline, spans
from verger.domain.history import rewind


def scene(*names: str, **house_rules: str | int) -> Game:
    """Return a table in Run whose newest event frames a scene."""
    game = in_run(*names, **house_rules)
    game.move(names[0], "frame", camera="A door.", place="The ward")
    return game


def seen(game: Game) -> tuple[str, ...]:
    """The texts of the current scene."""
    assert game.state.play.scene is not None
    return game.state.play.scene.seen


def head(game: Game) -> int:
    """The newest version."""
    return len(game.log)


@rule("table.rewind")
def test_undo_takes_the_latest_move_back_when_everyone_agrees() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Bo", "rewind", to=head(game) - 1, reason="I meant the window.")
    judgement = game.move("Ann", "agree", proposal="r1")
    assert tags(judgement) == ["rewind_agreed", "rewind_closed", "rewound"]
    assert seen(game) == ()


@rule("table.rewind")
def test_redo_brings_back_undone_moves() -> None:
    game = scene("Ann", "Bo", undo="gm")
    game.move("Bo", "add_to_camera", text="It opens.")
    play, undone = game.state.play, head(game)
    for to in (undone - 1, undone, 1, undone):
        game.move("Ann", "rewind", to=to)
        assert (game.state.play == play) == (to == undone)
    assert seen(game) == ("It opens.",)


def test_any_branch_can_be_made_current_again() -> None:
    game = scene("Ann", "Bo", undo="gm")
    framed = head(game)
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Ann", "rewind", to=framed)
    game.move("Bo", "add_to_camera", text="It stays shut.")
    game.move("Ann", "rewind", to=framed + 1)
    assert seen(game) == ("It opens.",)


def test_nothing_is_undone_while_somebody_has_not_answered() -> None:
    game = scene("Ann", "Bo", "Cy")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Bo", "rewind", to=head(game) - 1)
    game.move("Ann", "agree", proposal="r1")
    game.refused("Ann", Code.ALREADY_ANSWERED, "agree", proposal="r1")
    assert seen(game) == ("It opens.",)
    assert game.awaited()["agreement"] == ("Cy",)


def test_one_no_closes_the_question_about_a_rewind() -> None:
    game = scene("Ann", "Bo", "Cy")
    game.move("Bo", "rewind", to=1)
    game.move("Ann", "agree", proposal="r1")
    game.move("Ann", "decline", proposal="r1")
    assert game.state.table.timeline.request is None
    assert game.state.play.scene is not None


def test_the_question_expires_when_play_goes_on() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "rewind", to=1)
    assert tags(game.move("Bo", "add_to_camera", text="It opens."))[-1] == "rewind_closed"
    game.refused("Ann", Code.UNKNOWN_PROPOSAL, "agree", proposal="r1")


@pytest.mark.parametrize("name", ["Bo", "Cy"])
def test_the_question_expires_when_somebody_in_it_leaves(name: str) -> None:
    game = scene("Ann", "Bo", "Cy")
    game.move("Bo", "rewind", to=1)
    assert tags(game.move(name, "leave")) == ["seat_left", "rewind_closed"]
    assert game.state.table.timeline.request is None


def test_only_the_gm_decides_about_undo_if_the_table_chose_so() -> None:
    game = scene("Ann", "Bo", "Cy", undo="gm")
    game.move("Bo", "rewind", to=1)
    game.refused("Cy", Code.NOT_ASKED, "agree", proposal="r1")
    assert "rewound" in tags(game.move("Ann", "agree", proposal="r1"))


def test_without_a_gm_at_the_table_all_others_are_asked() -> None:
    game = scene("Ann", "Bo", "Cy", undo="gm")
    game.move("Ann", "leave")
    assert "rewound" not in tags(game.move("Bo", "rewind", to=1))
    assert game.awaited()["agreement"] == ("Cy",)
    assert "rewound" in tags(game.move("Cy", "agree", proposal="r1"))


@pytest.mark.parametrize(("moves", "asks"), [(99, False), (100, True)])
def test_a_mover_has_to_ask_before_it_undoes_very_many_moves(moves: int, asks: bool) -> None:
    game = table("Ann", "Bo", undo="mover")
    before = head(game)
    for number in range(moves):
        game.move("Bo", "add_limit", kind="veil", text=f"Number {number}.")
    game.move("Bo", "rewind", to=before)
    assert (game.state.table.timeline.request is not None) == asks


def test_a_mover_undoes_their_own_latest_moves_without_a_vote_if_the_table_chose_so() -> None:
    game = scene("Ann", "Bo", undo="mover")
    framed = head(game)
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Bo", "add_to_camera", text="It creaks.")
    assert "rewound" in tags(game.move("Bo", "rewind", to=framed))


def test_a_mover_has_to_ask_if_somebody_acted_on_the_move() -> None:
    game = scene("Ann", "Bo", undo="mover")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Ann", "add_to_camera", text="It creaks.")
    assert "rewound" not in tags(game.move("Bo", "rewind", to=head(game) - 2))


def test_nobody_undoes_anothers_moves_without_asking() -> None:
    game = scene("Ann", "Bo", undo="mover")
    framed = head(game)
    game.move("Bo", "add_to_camera", text="It opens.")
    assert "rewound" not in tags(game.move("Ann", "rewind", to=framed))
    assert game.awaited()["agreement"] == ("Bo",)


def test_thrown_dice_are_not_undone_without_asking() -> None:
    game = fought(undo="mover")
    assert "rewound" not in tags(game.move("Ann", "rewind", to=head(game) - 1))


def fought(**house_rules: str | int) -> Game:
    """Return a table in a conflict, where the GM has just thrown dice."""
    game = scene("Ann", "Bo", **house_rules)
    one, _, other = game.draws("Ann", "Cat!!!!! -chases-> Mouse (Bo)")
    game.move("Ann", "call_conflict", reason="A chase.")
    goal = {"statement": "To win.", "changes": []}
    game.move("Ann", "join_conflict", node=one, goal={**goal, "target": other})
    game.move("Bo", "join_conflict", node=other, goal={**goal, "target": one})
    game.dice(6, 6, 1).move("Ann", "roll", explanation="Claws.", path=["e1", other])
    return game


def test_the_roll_counter_never_goes_back() -> None:
    game = fought(undo="gm")
    rolled = game.state.table.dice_rolled
    game.move("Ann", "rewind", to=head(game) - 1)
    assert game.state.table.dice_rolled == rolled > 0
    assert game.state.play.conflict is not None
    assert not game.state.play.conflict.participants[0].has_rolled


@rule("table.rewind")
def test_a_version_that_is_not_earlier_is_refused() -> None:
    game = scene("Ann", "Bo")
    refused = game.refused("Bo", Code.NOT_EARLIER, "rewind", to=head(game))
    assert refused.facts == {"version": head(game), "head": head(game)}


def test_one_rewind_is_asked_for_at_a_time_until_its_seat_takes_it_back() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "rewind", to=1)
    # A move of the table, which is no move of play, does not make the question expire.
    game.move("Ann", "add_limit", kind="line", text="No spiders.")
    refused = game.refused("Ann", Code.REWIND_OPEN, "rewind", to=1)
    assert refused.remedy == "Wait for the answer of Ann, or until play goes on."
    game.refused("Ann", Code.NOT_THE_PROPOSER, "retract", proposal="r1")
    assert tags(game.move("Bo", "retract", proposal="r1")) == ["rewind_closed"]


@rule("table.leave_out")
def test_the_table_agrees_to_leave_an_older_move_out() -> None:
    game = scene("Ann", "Bo")
    game.move("Bo", "add_to_camera", text="It opens.")
    game.move("Ann", "add_to_camera", text="It creaks.")
    game.move("Bo", "leave_out", version=head(game) - 1)
    judgement = game.move("Ann", "agree", proposal="r1")
    assert judgement.effects[-1].without == judgement.effects[-1].to + 1


@rule("table.leave_out")
def test_undone_moves_cannot_be_left_out() -> None:
    game = scene("Ann", "Bo", undo="gm")
    game.move("Bo", "add_to_camera", text="It opens.")
    undone = head(game)
    game.move("Ann", "rewind", to=undone - 1)
    game.refused("Ann", Code.NOT_ON_THE_LINE, "leave_out", version=undone)


@rule("table.leave_out")
def test_only_the_newest_moves_of_the_line_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewind, "AGAIN_LIMIT", 3)
    game = scene("Ann", "Bo", undo="gm")
    framed = head(game)
    for text in ("It opens.", "It falls."):
        game.move("Bo", "add_to_camera", text=text)
    game.move("Ann", "rewind", to=framed + 1)
    for text in ("It creaks.", "It stops."):
        game.move("Bo", "add_to_camera", text=text)
    refused = game.refused("Bo", Code.NOT_ON_THE_LINE, "leave_out", version=framed)
    assert refused.facts == {"version": framed, "earliest_version": framed + 1}
    game.move("Bo", "leave_out", version=framed + 1)


def test_a_paused_table_may_rewind() -> None:
    game = scene("Ann", "Bo", undo="gm")
    game.move("Bo", "signal")
    game.move("Ann", "rewind", to=head(game) - 2)
    assert game.state.table.paused
    assert game.state.play.scene is None


def test_a_seat_that_joined_since_keeps_its_place_and_brings_its_boost() -> None:
    game = table("Ann", "Bo", undo="gm")
    before = head(game)
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.move("s3", "take_seat", name="Cy")
    game.move("Ann", "rewind", to=before)
    assert len(game.state.table.sitting) == 3
    assert game.account("bank").boost == 3


def test_a_seat_that_is_gone_has_nothing_at_the_table() -> None:
    game = table("Ann", "Bo", "Cy", undo="gm")
    game.grant("Cy", story=2)
    game.move("Ann", "add_limit", kind="veil", text="Blood.")
    before = head(game)
    game.move("Cy", "leave")
    game.move("Ann", "remove_seat", seat="s3")
    game.move("Ann", "rewind", to=before)
    assert (game.account("seat:s3").total, game.account("bank").boost) == (0, 2)


def test_the_turn_of_a_leaver_goes_to_the_next() -> None:
    game = in_load("Ann", "Bo", "Cy")
    game.move("Ann", "write_node", label="Rain")
    before = head(game)
    game.move("Bo", "leave")
    game.move("Cy", "rewind", to=before)
    game.move("Ann", "agree", proposal="r1")
    assert game.awaited()["node"] == ("Cy",)


def test_a_player_that_has_become_gm_has_no_notice_and_no_character() -> None:
    game = scene("Ann", "Bo", undo="gm")
    game.character("Bo", "Mouse")
    game.move("Ann", "add_limit", kind="veil", text="Blood.")
    before = head(game)
    game.agreed("Ann", "hand_over_gm", seat="s2")
    game.move("Bo", "rewind", to=before)
    assert dict(game.state.play.network.characters) == {}


@pytest.mark.parametrize(
    ("rewinds", "head", "line"),
    [
        ((), 9, [(1, 9)]),
        (((10, 7),), 10, [(1, 7)]),
        (((10, 7),), 12, [(1, 7), (11, 12)]),
        (((10, 7), (13, 11)), 15, [(1, 7), (11, 11), (14, 15)]),
        (((10, 7), (13, 9)), 14, [(1, 9), (14, 14)]),
        (((10, 7), (12, 10)), 12, [(1, 7)]),
    ],
)
def test_the_line_of_play_leaves_out_what_was_undone(
    rewinds: tuple[tuple[int, int], ...], head: int, line: list[tuple[int, int]]
) -> None:
    timeline = Timeline(tuple(Rewinding(*rewind) for rewind in rewinds))
    assert spans(timeline, head) == line
