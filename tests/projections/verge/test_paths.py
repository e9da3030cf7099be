"""The listed paths are exactly those that the judge accepts."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.support.few import few
from tests.support.options import listed
from tests.support.play import Game, effect, in_run, rule
from verger.domain.core.decider import Accepted
from verger.domain.games.verge.model.network import ElementId, Network, NodeId
from verger.domain.games.verge.pool import ways
from verger.domain.games.verge.reason import Code as Own
from verger.projections.verge.conflict import PathsView, paths

EDGES = 5


def rolling(game: Game, node: str, target: str) -> Game:
    """Let Bo fight with a node about a target. Bo has to roll next."""
    about = {"by": "s2", "statement": "To win.", "target": target}
    called = {"spotlight": "s2", "asked": ["s1", "s2"], "notice": None, "reason": "No!"}
    return game.given(
        effect("conflict_called", conflict="c1", **called),
        effect("goal_stated", conflict="c1", goal=about),
        effect("conflict_joined", conflict="c1", seat="s2", node=node, goal=1),
        effect("rolling_began", conflict="c1"),
    )


def drawn(seed: int) -> Game:
    """Return a game with a network of five nodes and some edges. Bo controls the nodes that were granted to Bo."""
    random = Random(seed)  # noqa: S311  # the same networks in every run
    game = in_run("Ann", "Bo", controlling_interest=random.choice(("on", "off")))
    nodes = [game.node("Ann", f"{label}!!") for label in ("Alfa", "Bravo", "Charlie", "Delta")]
    nodes.insert(0, game.character("Bo", "Knight!!!"))
    for number in range(random.randint(1, 7)):
        source, target = random.sample(nodes, 2)
        edge = game.edge("Ann", source, f"knows {number}!", target)
        if random.random() < 0.2:
            game.given(effect("element_eliminated", element=edge, cause="strikes"))
    for node in nodes[1:]:
        if random.random() < 0.5:
            game.given(effect("control_granted", element=node, by="s1", seat="s2"))
    return game


def shown(game: Game, node: str, target: str) -> PathsView:
    """Return the answer about Bo's paths from a node to a target."""
    view = paths(game.state, 1, "c1", game.seat("Bo"), (node, target), EDGES, 1_000)
    assert isinstance(view, PathsView)
    return view


def walks(network: Network, node: NodeId) -> Iterator[tuple[ElementId, ...]]:
    """Yield the empty path, and every path from a node to any element."""
    yield ()
    for id, _ in network.elements:
        yield from (way.path for way in ways(network, node, id, EDGES).ways)


def sent(path: tuple[ElementId, ...]) -> dict[str, Any]:
    """Return the move that rolls with a path."""
    return {"move": "roll", "explanation": "By force.", "path": list(path)}


@rule("conflict.pool", "conflict.pool_gm", "interest.dice")
@pytest.mark.parametrize("seed", few(range(24), 6))
def test_paths_and_options_list_exactly_what_can_be_rolled_on(seed: int) -> None:
    network, node = drawn(seed).state.play.network, NodeId(ElementId("n1"))
    for target, element in network.elements:
        game = rolling(drawn(seed), node, target)
        found = {way.path: way.pool for way in shown(game, node, target).paths}
        for path in walks(network, node):
            judged = game.dice(*[6] * found.get(path, 0)).judge("Bo", sent(path))
            assert isinstance(judged, Accepted) == (path in found), (target, element, path)
            assert listed(game.options("Bo", "roll"), sent(path)) == (path in found)


@rule("conflict.pool")
def test_nobody_saves_the_steps_to_a_target_that_a_path_leads_to() -> None:
    game = in_run("Ann", "Bo")
    game.draws("Ann", "Knight!!! (Bo) -hacks?-> Megasoft -owns-> Tower")
    refusal = rolling(game, "n1", "n3").refused("Bo", Own.PATH_NEEDED, "roll", explanation="So.")
    assert refusal.rule == "conflict.pool"
    assert refusal.sentence == "At least one path leads from “Knight” to “Tower”."
    assert [way.path for way in shown(game, "n1", "n3").paths] == [("e1", "n2", "e2", "n3")]


@rule("conflict.pool")
def test_a_path_with_more_edges_than_are_listed_still_leads_there() -> None:
    game = in_run("Ann", "Bo")
    knight, *_ = game.draws("Ann", "Knight (Bo) -a-> B -c-> D -e-> F -g-> H -i-> J -k-> L")
    rolling(game, knight, "n7").refused("Bo", Own.PATH_NEEDED, "roll", explanation="So.")
    assert shown(game, knight, "n7").paths == ()


@rule("conflict.pool")
@pytest.mark.parametrize(("knight", "dice"), [("Knight!!!!!", 4), ("Knight!", 0), ("Knight?", 0)])
def test_without_a_path_the_pool_is_the_own_power_less_one_for_the_target(
    knight: str, dice: int
) -> None:
    game = in_run("Ann", "Bo")
    node, moon = game.character("Bo", knight), game.node("Ann", "Moon")
    (way,) = shown(rolling(game, node, moon), node, moon).paths
    assert (way.path, way.pool) == ((), dice)


@rule("interest.dice")
def test_the_target_is_always_open_and_the_nodes_before_it_are_not() -> None:
    game = in_run("Ann", "Bo", controlling_interest="on")
    knight, *path = game.draws("Ann", "Knight!!!!!! (Bo) -sees-> Bar -has-> Docks -lead-> Pier")
    docks, pier = path[3], path[5]
    near = rolling(game.copy(), knight, docks).dice(6, 6)
    assert isinstance(near.judge("Bo", sent(tuple(path[:4]))), Accepted)
    fields = {"explanation": "So.", "path": path}
    far = rolling(game.copy(), knight, pier)
    assert far.refused("Bo", Own.NOT_USABLE, "roll", **fields).facts["element"] == docks


@rule("interest.dice", "conflict.pool")
def test_a_seat_rolls_without_a_path_until_it_may_use_every_node_of_one() -> None:
    game = in_run("Ann", "Bo", controlling_interest="on")
    knight, *path = game.draws("Ann", "Knight!!! (Bo) -sees-> Bar -has-> Docks -lead-> Pier")
    docks, pier = path[3], path[5]
    rolling(game, knight, pier)
    assert [way.path for way in shown(game, knight, pier).paths] == [()]
    assert isinstance(game.copy().dice(6, 6).judge("Bo", sent(())), Accepted)
    game.given(effect("control_granted", element=docks, by="s1", seat="s2"))
    assert [list(way.path) for way in shown(game, knight, pier).paths] == [path]
    game.refused("Bo", Own.PATH_NEEDED, "roll", explanation="So.")
