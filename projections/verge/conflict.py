"""A conflict in the API, and the paths from its participants to a target."""

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.model.conflict import Conflict
from verger.domain.games.verge.model.network import ElementId, NodeId
from verger.domain.games.verge.pool import Way, pool, ways
from verger.domain.games.verge.rolling import goes_without, unfit_to_use
from verger.domain.games.verge.state import State
from verger.domain.games.verge.views import ConflictView, conflict_view
from verger.projections.shown import Misnamed


class ConflictAtView(msgspec.Struct, frozen=True):
    """The conflict that is open at a version."""

    version: int
    """The version that was read."""
    conflict: ConflictView
    """The conflict at this version."""


class WayView(msgspec.Struct, frozen=True):
    """A path, and its number of dice (`conflict.pool`)."""

    path: tuple[ElementId, ...]
    """Alternating edges and nodes, without the first node."""
    pool: int
    """The number of dice."""


class PathsView(msgspec.Struct, frozen=True):
    """The paths that a seat can choose from a node to a target, the best first.

    If no path leads to the target, or if the node is the target, the only path is the empty one.
    """

    version: int
    """The version that was read."""
    node: NodeId
    """The id of the node at the start of the paths."""
    target: ElementId
    """The id of the element that they reach."""
    paths: tuple[WayView, ...]
    """The paths, the best first."""
    found: int
    """The number of all usable paths, including those that `limit` leaves out."""
    complete: bool
    """Whether all paths with this number of edges were examined."""


def conflict(state: State, version: int, id: str) -> ConflictAtView | None:
    """Return the conflict with this id, or None if it is not open."""
    under_way = _under_way(state, id)
    return ConflictAtView(version, conflict_view(state, under_way)) if under_way else None


def paths(
    state: State,
    version: int,
    id: str,
    seat: SeatId,
    ends: tuple[str | None, str | None],
    edges: int,
    limit: int,
) -> PathsView | Misnamed | None:
    """Return the paths that a seat can choose for its roll, the best first; None if the conflict is not open.

    The paths lead from a node to a target. By default, these are the seat's own node and the target
    of its goal.
    """
    under_way = _under_way(state, id)
    if under_way is None:
        return None
    between = _ends(state, under_way, seat, ends)
    if isinstance(between, Misnamed):
        return between
    node, target = between
    network = state.play.network
    open_ways = ways(network, node, target, edges)
    usable = [way for way in open_ways.ways if not unfit_to_use(state, seat, way.path)]
    if goes_without(state, seat, node, target):
        usable = [Way((), pool(network, node, target, ()))]
    shown = tuple(WayView(way.path, way.pool) for way in usable[:limit])
    return PathsView(
        version=version,
        node=node,
        target=target,
        paths=shown,
        found=len(usable),
        complete=open_ways.complete,
    )


def _under_way(state: State, id: str) -> Conflict | None:
    conflict = state.play.conflict
    return conflict if conflict and conflict.id == id else None


def _ends(
    state: State, conflict: Conflict, seat: SeatId, requested: tuple[str | None, str | None]
) -> tuple[NodeId, ElementId] | Misnamed:
    """Return the ends of the paths: the requested elements, or the seat's own node and the target of its goal."""
    network, own = state.play.network, conflict.participant(seat)
    node = requested[0] or (own.node if own else None)
    target = requested[1] or (conflict.goals[own.goal - 1].target if own else None)
    if node is None or node not in network.nodes:
        return Misnamed("node", "it names no node")
    if target is None or network.element(ElementId(target)) is None:
        return Misnamed("target", "it names no element")
    return NodeId(ElementId(node)), ElementId(target)
