"""The nodes of a path to the target, where the table plays with controlling interest."""

from typing import Any

from tests.support.play import Game, in_run, rule, tags
from verger.domain.games.verge.reason import Code as Own


def on_the_way_to_the_pier() -> tuple[Game, dict[str, Any]]:
    """Give a conflict. Bo's way leads from a bar next to Bo's own node to docks and a pier."""
    game = in_run("Ann", "Bo", "Cy", controlling_interest="on")
    line = "Hero!! (Bo) -visits-> Bar -is by-> Docks -lead to-> Pier"
    hero, *path = game.draws("Ann", line)
    pier = path[-1]
    game.move("Bo", "call_conflict", reason="He searches the pier.")
    game.move("Bo", "join_conflict", node=hero, goal={"statement": "Find it.", "target": pier})
    game.move("Ann", "join_conflict", node=pier, goal={"statement": "Hide it.", "target": pier})
    game.move("Cy", "stand_aside")
    return game, {"path": path, "explanation": "From the bar."}


@rule("interest.dice")
def test_every_node_beyond_the_first_has_to_be_ones_own_to_use() -> None:
    game, way = on_the_way_to_the_pier()
    for element in way["path"][3::2]:
        assert game.refused("Bo", Own.NOT_USABLE, "roll", **way).facts["element"] == element
        game.move("Ann", "grant_control", element=element, seat="s2")
    assert "pool_rolled" in tags(game.move("Bo", "roll", **way))
