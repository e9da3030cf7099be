"""Dice pools: the power of the fighter's node and of the edges on the way to the target, less the steps."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest

from tests.support.conflict import call, goal, join, roll
from tests.support.play import Game, effect, in_run, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.games.verge.model.network import EdgeId, ElementId, Network, NodeId
from verger.domain.games.verge.pool import PATHS_LIMIT, pool, unfit_path, ways
from verger.domain.games.verge.reason import Code as Own


def chain(line: str) -> Game:
    """Return a game whose network is this chain of nodes and edges."""
    game = in_run("Ann", "Bo")
    game.draws("Ann", line)
    return game


def pool_of(game: Game, target: str, *path: str) -> int:
    """Return the number of dice that `n1` has against a target by this path."""
    network = game.state.play.network
    ids = [ElementId(id) for id in path]
    if ids:
        assert unfit_path(network, NodeId(ElementId("n1")), ElementId(target), ids) is None
    return pool(network, NodeId(ElementId("n1")), ElementId(target), ids)


def broken(game: Game, target: str, *path: str) -> str:
    """Return the id of the element that makes this path from `n1` invalid."""
    ids = [ElementId(id) for id in path]
    refusal = unfit_path(game.state.play.network, NodeId(ElementId("n1")), ElementId(target), ids)
    assert isinstance(refusal, Refused)
    assert (refusal.code, refusal.rule) == (str(Own.BROKEN_PATH), "conflict.pool")
    return str(refusal.facts["element"])


LONG = "Knight!!! -hacks!!-> Megasoft!!!!! -owns!!!!-> Tower!!!!!!"


@rule("conflict.pool")
@pytest.mark.parametrize(
    ("line", "path", "dice"),
    [
        # 3 for Knight, 2 and 4 for the edges, less 4 steps. The power of the other nodes does not count.
        (LONG, ("e1", "n2", "e2", "n3"), 3 + 2 + 4 - 4),
        (LONG, ("e1", "n2"), 3 + 2 - 2),
        # An edge with negative power takes dice away.
        ("Knight!!!!! -hacks!??-> Megasoft", ("e1", "n2"), 5 - 1 - 2),
        # An edge that is the target costs one and adds nothing.
        (LONG, ("e1",), 3 - 1),
        (LONG, ("e1", "n2", "e2"), 3 + 2 - 3),
        # A pool never has fewer than 0 dice.
        ("Knight -hacks-> Megasoft!!!", ("e1", "n2"), 0),
        ("Knight! -hacks-> Megasoft!!!", ("e1", "n2"), 0),
        ("Knight!! -hacks-> Megasoft!!!", ("e1", "n2"), 0),
        ("Knight!??? -hacks-> Megasoft!!!", ("e1", "n2"), 0),
    ],
)
def test_a_pool_is_the_character_and_the_edges_less_one_for_each_step(
    line: str, path: tuple[str, ...], dice: int
) -> None:
    assert pool_of(chain(line), path[-1], *path) == dice


@rule("conflict.pool")
def test_a_path_follows_edges_in_either_direction() -> None:
    game = chain("Knight!")
    park, *_ = game.draws("Ann", "Park -shelters!!!-> Knight")
    assert pool_of(game, park, "e1", park) == 1 + 3 - 2


@rule("conflict.pool")
def test_of_two_edges_between_nodes_either_may_be_taken() -> None:
    game = chain("Knight!!! -hacks!!-> Megasoft")
    game.draws("Ann", "Megasoft -fears!!!!-> Knight")
    assert [pool_of(game, "n2", edge, "n2") for edge in ("e1", "e2")] == [3, 5]


@rule("conflict.pool_gm")
@pytest.mark.parametrize(("text", "dice"), [("Alarm!!!?", 2), ("Alarm", 0), ("Alarm!??", 0)])
def test_a_node_that_is_itself_the_target_has_its_power_in_dice(text: str, dice: int) -> None:
    assert pool_of(chain(text), "n1") == dice


def joined(line: str, target: str) -> Game:
    """Return a conflict on this network: Ann wants this target with `n1`, and Bo is against it."""
    game = chain(line)
    call(game, "Ann")
    join(game, "Ann", "n1", goal(target))
    join(game, "Bo", game.node("Bo", "Dog"), goal("n1"))
    return game


@rule("conflict.pool_gm")
def test_an_antagonist_rolls_by_the_same_formula() -> None:
    game = joined("Guards!! -catch!!!-> Knight!!!!!", "n2")
    judgement = roll(game, "Ann", "123", "e1", "n2")
    path = {"path": ("e1", "n2"), "edge_powers": ("e1: 3",), "path_steps": 2}
    facts = {"node": "n1", "element_power": 2, **path, "dice": 3}
    assert saw(judgement, "conflict.pool_gm") == facts


@rule("conflict.pool")
def test_the_step_to_an_edge_that_is_the_target_is_among_the_facts() -> None:
    game = joined("Knight!! -catch!!!-> Guards", "e1")
    facts = saw(roll(game, "Ann", "1", "e1"), "conflict.pool_gm")
    assert (facts["element_power"], facts["edge_powers"], facts["path_steps"]) == (2, (), 1)


@rule("conflict.pool")
@pytest.mark.parametrize(
    ("target", "path", "at"),
    [
        ("n3", ["e1", "n2"], "n2"),  # it ends elsewhere
        ("n2", ["e1"], "e1"),  # it ends at an edge
        ("n2", ["n2"], "n2"),  # it begins with a node
        ("n3", ["e2", "n3"], "e2"),  # its first edge is not at the character
        ("n3", ["e1", "n3"], "n3"),  # the edge leads elsewhere
        ("n3", ["e1", "n2", "e9", "n3"], "e9"),  # no such edge
        ("n1", ["e1", "n2", "e1", "n1"], "e1"),  # an edge twice
        ("n1", ["e1", "n2", "e3", "n1"], "n1"),  # back to the character
        ("n3", ["e1", "n2", "e3", "n1", "e1", "n2", "e2", "n3"], "n1"),
        ("e2", ["e1", "n2", "e2", "n3"], "n3"),  # past its target
    ],
)
def test_a_path_that_does_not_lead_there_is_broken(target: str, path: list[str], at: str) -> None:
    game = chain("Knight!!! -hacks!!-> Megasoft!!!!! -owns!!!!-> Tower!!!!!!")
    game.draws("Ann", "Megasoft -fears-> Knight")
    assert broken(game, target, *path) == at


@rule("conflict.pool", "mark.elimination")
@pytest.mark.parametrize("gone", ["e1", "n2"])
def test_a_path_takes_no_edge_that_is_eliminated(gone: str) -> None:
    game = chain("Knight!!! -hacks!!-> Megasoft")
    game.given(effect("element_eliminated", element="e1", cause="strikes"))
    if gone == "n2":
        game.given(effect("element_eliminated", element="n2", cause="strikes"))
    assert broken(game, "n2", "e1", "n2") == "e1"


@rule("conflict.pool")
def test_nobody_rolls_without_an_explained_path_if_one_leads_to_the_target() -> None:
    game = joined("Guards!! -catch!!!-> Knight!!!!!", "n2")
    fields = {"explanation": "A leap.", "path": ["e1"]}
    broken = game.refused("Ann", Own.BROKEN_PATH, "roll", **fields)
    assert broken.sentence == "The path breaks at “catch”."
    refusal = game.refused("Ann", Own.PATH_NEEDED, "roll", explanation="A leap.")
    assert refusal.sentence == "At least one path leads from “Guards” to “Knight”."
    game.refused("Ann", Code.UNUSABLE_TEXT, "roll", explanation=" ", path=["e1", "n2"])
    assert "pool_rolled" in tags(game.move("Bo", "roll", explanation="A bark."))


PAIRS = (("n1", "n2"), ("n2", "n3"), ("n3", "n1"), ("n2", "n1"))
EVERY_NETWORK = [drawn for number in range(5) for drawn in combinations(PAIRS, number)]
"""The edges of every network of three nodes that has some, all or none of these four."""


def drawn_as(edges: Sequence[tuple[str, str]]) -> Network:
    """Return a network of three nodes and these edges. Powers differ."""
    game = in_run("Ann", "Bo")
    for label in ("Alfa!!!", "Bravo!", "Charlie!??"):
        game.node("Ann", label)
    for (source, target), marks in zip(edges, ("", "!", "!!!", "!??"), strict=False):
        ends = NodeId(ElementId(source)), NodeId(ElementId(target))
        game.edge("Ann", ends[0], f"knows{marks}", ends[1])
    return game.state.play.network


def leads(network: Network, node: str, target: str, path: Sequence[str]) -> bool:
    """Return whether elements in this order are a path, by the words of the rule."""
    nodes, edges = [node, *path[1::2]], path[::2]
    if len({node, *path}) <= len(path) or path[-1] != target:
        return False
    for place, id in enumerate(edges):
        edge = network.edges.get(EdgeId(ElementId(id)))
        ends = {edge.source, edge.target} if edge else set()
        if nodes[place] not in ends or not set(nodes[place : place + 2]) <= ends:
            return False
    return all(id in network.nodes for id in nodes)


def worth(network: Network, node: str, path: Sequence[str]) -> int:
    """Return the number of dice of a path, computed from the words of the rule."""
    counted = [node, *path[::2]] if len(path) % 2 == 0 else [node, *path[:-1:2]]
    found = [network.element(ElementId(id)) for id in counted]
    return max(0, sum(element.marks.power for element in found if element) - len(path))


@rule("conflict.pool")
@pytest.mark.parametrize("edges", EVERY_NETWORK, ids=str)
def test_exactly_the_paths_that_lead_there_are_fit_and_are_ways(
    edges: Sequence[tuple[str, str]],
) -> None:
    network = drawn_as(edges)
    ids = [id for id, _ in network.elements]
    paths = [path for size in range(1, 7) for path in permutations(ids, size)]
    for node, target in product(network.nodes, ids):
        leading = [path for path in paths if leads(network, node, target, path)]
        fit = [path for path in paths if unfit_path(network, node, target, path) is None]
        assert fit == leading
        expected = {(path, worth(network, node, path)) for path in leading}
        found = [(way.path, way.pool) for way in ways(network, node, target, 3).ways]
        assert (sorted(found), len(found)) == (sorted(expected), len(expected))


@rule("conflict.pool")
def test_ways_take_no_more_edges_than_are_asked_for() -> None:
    network = drawn_as(PAIRS[:2])
    found = [ways(network, NodeId(ElementId("n1")), ElementId("n3"), edges) for edges in (1, 2)]
    assert [[way.path for way in one.ways] for one in found] == [[], [("e1", "n2", "e2", "n3")]]


@rule("conflict.pool")
def test_the_ways_with_most_dice_come_first() -> None:
    game = chain("Knight!!! -hacks!!-> Megasoft -owns!!!!!-> Tower")
    game.draws("Ann", "Knight -climbs!!-> Tower")
    network = game.state.play.network
    found = ways(network, NodeId(ElementId("n1")), ElementId("n3"), 3).ways
    assert [(way.pool, way.path) for way in found] == [
        (6, ("e1", "n2", "e2", "n3")),
        (3, ("e3", "n3")),
    ]


def test_some_ways_are_left_out_if_there_are_too_many() -> None:
    game = in_run("Ann", "Bo")
    nodes = [game.node("Ann", label) for label in "ABCDEFGHI"]
    for source, target in combinations(nodes, 2):
        game.edge("Ann", source, "knows", target)
    network = game.state.play.network
    found = ways(network, nodes[0], nodes[-1], 8)
    assert (found.complete, 0 < len(found.ways) < PATHS_LIMIT) == (False, True)
