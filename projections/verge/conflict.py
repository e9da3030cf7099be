"""A conflict as people read it, and the ways by which its participants may reach a target."""

import msgspec

from domain.core.identifier import SeatId
from domain.games.verge.model.conflict import Conflict
from domain.games.verge.model.network import ElementId, NodeId
from domain.games.verge.pool import ways
from domain.games.verge.rolling import unfit_to_use
from domain.games.verge.state import State
from domain.games.verge.views import ConflictView, conflict_view


class ConflictAtView(msgspec.Struct, frozen=True):
    """A conflict at a version at which it was under way."""

    version: int
    conflict: ConflictView


class WayView(msgspec.Struct, frozen=True):
    """A path, and the dice that it gives (`conflict.pool`)."""

    path: tuple[ElementId, ...]
    """Edges and nodes in turn, without the node that it starts from."""
    pool: int


class PathsView(msgspec.Struct, frozen=True):
    """The open paths from a node to a target, the best first."""

    version: int
    node: NodeId
    target: ElementId
    paths: tuple[WayView, ...]
    found: int
    """How many there are, those beyond the limit included."""
    complete: bool
    """Whether all paths of so many edges were looked at."""


def conflict(state: State, id: str, version: int) -> ConflictAtView | None:
    """The conflict of this id, where it is the one under way."""
    under_way = state.play.conflict
    if under_way is None or under_way.id != id:
        return None
    return ConflictAtView(version, conflict_view(under_way))


def own_way(conflict: Conflict, seat: SeatId) -> tuple[NodeId, ElementId] | None:
    """From where to where a seat's own dice lead, if it takes part."""
    one = conflict.participant(seat)
    return (one.node, conflict.goals[one.goal - 1].target) if one else None


def paths(
    state: State, seat: SeatId, ends: tuple[NodeId, ElementId], edges: int, limit: int, version: int
) -> PathsView:
    """The paths that a seat may take from a node to a target, the best first."""
    node, target = ends
    found = ways(state.play.network, node, target, edges)
    usable = [way for way in found.ways if not unfit_to_use(state, seat, way.path)]
    shown = tuple(WayView(way.path, way.pool) for way in usable[:limit])
    return PathsView(version, node, target, shown, len(usable), found.complete)
