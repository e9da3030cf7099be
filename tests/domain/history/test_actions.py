"""An action and its answers and throws belong together: if any of its moves is left out, all are.

The tests of Verge are in `test_undoing.py`.
"""

from tests.support import afterverse, edgerunner, venus
from tests.support.game import Game
from tests.support.play import rule

SHOT = {"skill": "Firearms", "target": "c3", "track": "Cool"}


def interrupted(game: Game, seat: str) -> int:
    """Make a move of the table in the middle of an action, and return its version."""
    game.move(seat, "give_nonce", nonce="ab" * 16)
    return len(game.log)


def left_out(game: Game, version: int) -> list[int]:
    """Return the versions that are left out if one of them is."""
    gm = game.state.table.name(game.state.table.gm)
    rewound = game.copy().move(gm, "leave_out", version=version).effects[-1]
    return [rewound.without, *rewound.also]


def are_one(game: Game, first: int, last: int, *others: int) -> bool:
    """Return whether leaving out any of these moves leaves out all of them, except `others`."""
    whole = [version for version in range(first, last + 1) if version not in others]
    return len(whole) > 1 and all(left_out(game, version) == whole for version in whole)


@rule("table.leave_out")
def test_a_check_is_one_action_from_its_call_to_its_roll() -> None:
    game = venus.in_scene()
    game.agreed(venus.FC, "choose_house_rule", house_rule="undo", value="gm")
    called = len(game.log) + 1
    game.calls("Ann")
    other = interrupted(game, "Cy")
    game.move("Bo", "judge_difficulty", difficulty=15)
    game.move(venus.FC, "set_target", factors=[])
    game.dice(12).move("Ann", "roll_check")
    rolled = len(game.log)
    game.calls("Bo", "task")
    assert are_one(game, called, rolled, other)
    assert are_one(game, rolled + 1, len(game.log))


@rule("table.leave_out")
def test_a_task_is_one_action_with_its_job_claims_and_spending() -> None:
    game = venus.at_task()
    game.agreed(venus.FC, "choose_house_rule", house_rule="undo", value="gm")
    rolled = len(game.log) + 1
    game.dice(6, 6, 6).move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    first, *others = left_out(game, rolled)
    assert game.log[first - 1].ruling.sentence.startswith(f"{venus.FC} calls for a roll")
    assert len(game.log) in others


@rule("table.leave_out")
def test_an_attack_is_one_action_from_its_declaration_to_its_resistance() -> None:
    game = edgerunner.in_conflict(undo="gm")
    game.turn("c1")
    declared = len(game.log) + 1
    game.says("c1", "declare", "attack", **SHOT)
    other = interrupted(game, "Cy")
    game.rolls("c1", (1, 0, 0, 0))
    game.stands("c1", "c3")
    resisted = len(game.log)
    game.move("Bo", "end_turn")
    game.declares("c2", "attack", **SHOT)
    assert are_one(game, declared, resisted, other)
    assert left_out(game, len(game.log)) == [len(game.log)]


@rule("table.leave_out")
def test_a_test_is_one_action_also_while_another_one_is_open() -> None:
    game = afterverse.in_session(undo="gm")
    called = len(game.log) + 1
    game.calls("c1", pool=afterverse.WIT)
    other = interrupted(game, "Cy")
    game.calls("c2", pool=afterverse.WIT)
    game.rolls("Bo", "c1", 6, 6, 1, 1)
    assert are_one(game, called, len(game.log), other, other + 1)
    assert left_out(game, other + 1) == [other + 1]
