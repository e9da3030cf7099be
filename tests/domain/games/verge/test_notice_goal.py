"""The goals of a first notice's conflict change only the loss and the GM's elements."""

from typing import Any

import pytest

from tests.support.conflict import aside, call, goal, join
from tests.support.loss import in_notice
from tests.support.options import listed
from tests.support.play import Game, action, effect, rule
from verger.domain.games.verge.reason import Code as Own


def kidnapping() -> Game:
    """Return the fight of Bo's notice. Bo loses `e1`, from Knight `n1` to `n2`. `n4` to `n6` are Cy's.

    Ann has written Thugs `n7` with an edge `e5` to Knight, and a Park `n8` without edges.
    """
    game = in_notice("Ann", "Bo", "Cy").grant("Ann", development=5)
    game.draws("Ann", "Thugs! -follow!-> Knight")
    game.node("Ann", "Park", "place")
    call(game, "Ann", notice=True)
    return game


def entry(*changes: dict[str, Any]) -> dict[str, Any]:
    """Return the move that joins with the Park and states a goal with these changes."""
    return {"move": "join_conflict", "node": "n8", "goal": {**goal("n8"), "changes": [*changes]}}


LOSS = ("e1", "n1", "n2")
GMS = ("n7", "e5", "n8")
OTHERS = ("e2", "n3", "n4", "n5", "e3")


@rule("fnol.conflict", "conflict.goals")
@pytest.mark.parametrize("element", [*LOSS, *GMS, *OTHERS])
def test_a_goal_changes_the_loss_and_the_gms_elements(element: str) -> None:
    game, move = kidnapping(), entry(action("weaken", element=element))
    assert listed(game.options("Ann", "join_conflict"), move) == (element not in OTHERS)
    if element in OTHERS:
        label = game.shown(element).rstrip("!")
        refusal = game.refused("Ann", Own.BEYOND_THE_LOSS, "join_conflict", **of(move))
        assert (refusal.rule, refusal.facts["element_label"]) == ("fnol.conflict", label)
    else:
        game.send("Ann", move)


def of(move: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a move, without its name."""
    return {name: value for name, value in move.items() if name != "move"}


@rule("fnol.conflict", "conflict.goals")
@pytest.mark.parametrize(
    ("change", "fits"),
    [
        (action("create", label="Van", edge="takes", other="n2"), True),
        (action("create", label="Van", edge="takes", other="n4"), False),
        (action("connect", label="lure", source="n7", target="n2"), True),
        (action("connect", label="lure", source="n4", target="n2"), False),
        (action("connect", label="lure", source="n2", target="n4"), False),
    ],
)
def test_a_goal_joins_new_things_only_to_these(change: dict[str, Any], fits: bool) -> None:
    game, move = kidnapping(), entry(change)
    assert listed(game.options("Ann", "join_conflict"), move) == fits
    if fits:
        game.send("Ann", move)
    else:
        game.refused("Ann", Own.BEYOND_THE_LOSS, "join_conflict", **of(move))


@rule("fnol.conflict", "conflict.goals")
def test_a_goal_changes_elements_that_it_creates_itself() -> None:
    game = kidnapping()
    van = action("create", label="Van", edge="takes", other="n2")
    join(game, "Ann", "n8", goal("n8", van, action("strengthen", element="a1.node")))
    aside(game)
    assert [game.shown(id) for id in ("n9", "e6")] == ["Van!", "takes"]


@rule("fnol.conflict", "control.grant")
@pytest.mark.parametrize("seat", ["s3", "s1"])
def test_elements_that_a_third_seat_controls_are_the_gms_only_by_its_leave(seat: str) -> None:
    game = kidnapping()
    game.given(
        effect("edge_added", edge="e6", label="feeds", source="n4", target="n8", creator="s3")
    )
    if seat == "s1":
        game.given(effect("control_granted", element="n8", by="s3", seat="s1"))
    moves = listed(game.options("Ann", "join_conflict"), entry(action("weaken", element="n8")))
    assert moves == (seat == "s1")


@rule("fnol.conflict", "conflict.goals")
def test_the_goal_of_another_seat_that_the_gm_could_join_has_the_same_bounds() -> None:
    game = kidnapping().grant("Cy", development=1)
    wanted = goal("n4", action("weaken", element="n3"))
    game.refused("Cy", Own.BEYOND_THE_LOSS, "join_conflict", node="n4", goal=wanted)


@rule("fnol.conflict", "conflict.goals")
def test_an_ordinary_conflict_in_the_scene_has_no_such_bounds() -> None:
    game = in_notice("Ann", "Bo", "Cy").grant("Ann", development=5)
    park = game.node("Ann", "Park", "place")
    call(game, "Ann")
    join(game, "Ann", park, goal(park, action("weaken", element="n4")))


@rule("fnol.conflict", "consent.one_at_a_time")
def test_everything_else_is_declared_and_the_seats_are_asked() -> None:
    game = in_notice("Ann", "Bo", "Cy").grant("Ann", development=5)
    game.declares("Ann", action("weaken", element="n4"))
    assert game.awaited()["consent"] == ("Bo", "Cy")
