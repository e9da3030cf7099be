"""After a glitch of its leader, the rolls of a team's smallest pools count."""

from tests.domain.games.afterverse.test_team import LEAD, guarded
from tests.support.afterverse import LIFT, WIT, Game, rule, saw

GLITCH = (1, 1)
PART_OF_EACH = {"c1": LIFT, "c2": WIT, "c3": LIFT, "c4": WIT}
ROLLS = {
    "c1": (5, 1, 1, 1, 1, 1, 1, 1),
    "c2": (5, 5, 5, 1),
    "c3": (1, 1, 1, 1, 1, 1, 1, 1),
    "c4": (6, 5, 1, 1),
}
"""The rolls: the larger pools have 1 and 0 hits, and the smaller ones 3 and 2."""


def lifted(*glitch: int) -> Game:
    """Return a game after a team of four has lifted debris. Two rolls count, and the leader had these glitch dice."""
    game = guarded()
    actors = [{"character": id, "pool": pool} for id, pool in PART_OF_EACH.items()]
    how = {"form": "teamwork", "glitch": "open", "together": True}
    game.move("Ann", "call_test", about="Debris.", actors=actors, **how)
    game.joins("Ann", "t1", "leader", "c5", LEAD)
    game.rolls("Ann", "c5", 5, 5, 1, 1, 1, 1, *glitch)
    for id, dice in ROLLS.items():
        hand = {"c1": "Bo", "c2": "Cy"}.get(id, "Ann")
        game.rolls(hand, id, *dice, *((2, 2, 2) if id == "c4" else ()))
    return game


@rule("team.teamwork")
def test_after_a_glitch_in_leading_the_smallest_pools_count() -> None:
    game = lifted(*GLITCH)
    assert game.outcome()[0] == 2 + 3
    assert game.view()["done"][0]["rolls"] == "lowest"


@rule("team.teamwork")
def test_if_the_leader_has_no_glitch_the_highest_results_count() -> None:
    assert lifted(2, 2).outcome()[0] == 3 + 2


@rule("team.teamwork")
def test_of_equal_pools_those_with_fewer_hits_count() -> None:
    game = guarded()
    actors = [{"character": id, "pool": WIT} for id in ("c1", "c2", "c3")]
    game.move("Ann", "call_test", about="So.", actors=actors, form="teamwork", glitch="open")
    game.joins("Ann", "t1", "leader", "c5", LEAD)
    game.rolls("Ann", "c5", 5, 1, 1, 1, 1, 1, *GLITCH)
    for hand, id, dice in (("Bo", "c1", (5, 5)), ("Cy", "c2", (5, 1))):
        game.rolls(hand, id, *dice, 1, 1, 2, 2)
    judged = game.rolls("Ann", "c3", 5, 6, 1, 1, 2, 2)
    assert saw(judged, "team.teamwork")["rolls_counted"] == ("c2: 1",)
