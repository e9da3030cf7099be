"""Dice pools: the power of a node, and of the path from it to the target."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.model.network import EdgeId, ElementId, Network, NodeId, label_of
from verger.domain.games.verge.reason import Code as Own

POOL = "conflict.pool"

PATH_LIMIT = 200
"""The maximum number of edges and nodes in a path."""
PATHS_LIMIT = 20_000
"""The maximum number of paths that are examined. Their number grows exponentially with the
edges."""


def power(network: Network, id: ElementId) -> int:
    """Return the power of an element; 0 if it is eliminated."""
    element = network.element(id)
    return element.marks.power if element and not element.eliminated else 0


def unfit_path(
    network: Network, node: NodeId, target: ElementId, path: Sequence[ElementId]
) -> Refused | None:
    """Return why a path does not lead from a node to the target, or None (`conflict.pool`).

    A path alternates edges and nodes, without its first node.
    """
    end, seen = node, {ElementId(node)}
    for place, id in enumerate(path):
        if place % 2 == 0:
            other = _across(network, EdgeId(id), end)
            fits = other is not None
            end = other or end
        else:
            fits = id == end
        if not fits or id in seen:
            return _broken(network, id, target)
        seen.add(id)
    return None if path[-1] == target else _broken(network, path[-1], target)


def is_reachable(
    network: Network, node: NodeId, target: ElementId, is_open: Callable[[NodeId], bool]
) -> bool:
    """Return whether a path leads from a node to another element (`conflict.pool`).

    The path can contain a node that is not open only as its first node, or as the target
    (`interest.dice`).
    """
    known, fringe = {node}, [node]
    for step in range(PATH_LIMIT // 2):
        further: list[NodeId] = []
        for end in fringe:
            for edge in network.nodes[end].edges:
                other = _across(network, edge, end)
                if other is not None and target in (edge, other):
                    return True
                if other is not None and other not in known and (step == 0 or is_open(other)):
                    known.add(other)
                    further.append(other)
        fringe = further
    return False


def _broken(network: Network, id: ElementId, target: ElementId) -> Refused:
    label, target_label = label_of(network, id), label_of(network, target)
    return refuse(
        Own.BROKEN_PATH,
        POOL,
        element=id,
        target_element=target,
        element_label=label,
        target_label=target_label,
    )


def _across(network: Network, id: EdgeId, node: NodeId) -> NodeId | None:
    """Return the other end of an active edge at a node, or None."""
    edge = network.edges.get(id)
    if edge is None or edge.eliminated or node not in (edge.source, edge.target):
        return None
    return edge.beyond(node)


def pool(network: Network, node: NodeId, target: ElementId, path: Sequence[ElementId]) -> int:
    """Return the number of dice (`conflict.pool`). If the node is the target, this is its power."""
    own = power(network, node)
    if not path:
        # conflict.pool_gm: without a path, the formula is the same. Its step to the target also
        # costs 1.
        return max(0, own if node == target else own - 1)
    return max(0, own + sum(power(network, edge) for edge in crossed(path)) - len(path))


def crossed(path: Sequence[ElementId]) -> Sequence[ElementId]:
    """Return the edges of a path that add their power (`conflict.pool`).

    If the target is an edge, it costs its step and adds nothing.
    """
    return path[0 : len(path) - len(path) % 2 : 2]


class Way(msgspec.Struct, frozen=True):
    """A path to a target, and its number of dice."""

    path: tuple[ElementId, ...]
    pool: int


class Ways(msgspec.Struct, frozen=True):
    """Paths to a target, the best first.

    `complete` is false if there were too many paths to examine.
    """

    ways: tuple[Way, ...]
    complete: bool


def ways(network: Network, node: NodeId, target: ElementId, edges: int) -> Ways:
    """Return the paths of at most `edges` edges to a target, the best first."""
    paths: list[Way] = []
    looked = 0
    for path in _walks(network, node, edges):
        looked += 1
        if looked > PATHS_LIMIT:
            break
        if path[-1] == target:
            paths.append(Way(path, pool(network, node, target, path)))
    paths.sort(key=lambda way: (-way.pool, len(way.path), way.path))
    return Ways(tuple(paths), looked <= PATHS_LIMIT)


def _walks(network: Network, node: NodeId, edges: int) -> Iterator[tuple[ElementId, ...]]:
    """Yield every walk from a node that contains no element twice, the shortest first."""
    fringe: list[tuple[NodeId, tuple[ElementId, ...]]] = [(node, ())]
    for _ in range(edges):
        further: list[tuple[NodeId, tuple[ElementId, ...]]] = []
        for end, path in fringe:
            for edge in network.nodes[end].edges:
                other = _across(network, edge, end)
                if other is None or edge in path:
                    continue
                yield (*path, edge)
                if other != node and other not in path:
                    yield (*path, edge, other)
                    further.append((other, (*path, edge, other)))
        fringe = further
