"""Conflicts: the one under way at a version, and the paths that give its participants dice."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from domain.games.verge.model.network import ElementId, NodeId
from projections.verge import conflict as projection
from projections.verge.conflict import ConflictAtView, PathsView
from service.edge.body import AnyRequest
from service.edge.reading import AsOf, At, Found, Point, Seat, only_with, read_at, versioned
from service.problem.problem import ProblemError

Element = Annotated[str | None, Parameter(description="An element's id.", max_length=40)]
Edges = Annotated[int, Parameter(ge=1, le=6, description="Edges in a path at most.")]
Limit = Annotated[int, Parameter(ge=1, le=200, description="Paths to show at most.")]


@get(
    "/sessions/{session:str}/conflicts/{conflict:str}",
    operation_id="getConflict",
    opt={"gives": ConflictAtView},
)
async def get_conflict(
    request: AnyRequest,
    session: str,
    conflict: str,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """A conflict while it is under way: its stage, goals, participants and their dice."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        only_with(found, "conflicts")
        shown = projection.conflict(found.state, conflict, found.version)
        if shown is None:
            raise _unknown(found, conflict)
        return versioned(request, found, shown)


@get(
    "/sessions/{session:str}/conflicts/{conflict:str}/paths",
    operation_id="listPaths",
    opt={"gives": PathsView},
)
async def list_paths(
    request: AnyRequest,
    session: str,
    conflict: str,
    node: Element = None,
    target: Element = None,
    edges: Edges = 4,
    limit: Limit = 50,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """The open paths and the dice that they give, the best first.

    Without `node` and `target` they lead from one's own participant to its goal's target.
    """
    async with read_at(request, session, Point(at, as_of), seat) as found:
        only_with(found, "conflicts")
        ends = _ends(found, conflict, node, target)
        own = found.asking.seat
        shown = projection.paths(found.state, own, ends, edges, limit, found.version)
        return versioned(request, found, shown)


def _ends(found: Found, id: str, node: str | None, target: str | None) -> tuple[NodeId, ElementId]:
    """From where to where: as asked for, or as the asker takes part."""
    conflict = found.state.play.conflict
    if conflict is None or conflict.id != id:
        raise _unknown(found, id)
    own = projection.own_way(conflict, found.asking.seat)
    start = node or (own[0] if own else None)
    end = target or (own[1] if own else None)
    network = found.state.play.network
    if start is None or start not in network.nodes:
        raise ProblemError("invalid_parameter", parameter="node", reason="it names no node")
    if end is None or network.element(ElementId(end)) is None:
        raise ProblemError("invalid_parameter", parameter="target", reason="it names no element")
    return NodeId(ElementId(start)), ElementId(end)


def _unknown(found: Found, id: str) -> ProblemError:
    return ProblemError("no_such_conflict", conflict=id[:40], version=found.version)
