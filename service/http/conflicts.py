"""Conflicts: the open conflict at a version, and the paths that give its participants dice."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from verger.projections.games import given
from verger.projections.shown import Misnamed
from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import Operation
from verger.service.edge.reading import (
    AsOf,
    At,
    LogPoint,
    Seat,
    SessionAt,
    only_with,
    read_at,
    versioned,
)
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Start = Annotated[
    str | None,
    Parameter(
        description="The id of the node at the start of the paths. Default: the node of your participant.",
        max_length=40,
    ),
]
Target = Annotated[
    str | None,
    Parameter(
        description="The id of the element to reach. Default: the target of your goal.",
        max_length=40,
    ),
]
Edges = Annotated[int, Parameter(ge=1, le=6, description="The maximum number of edges in a path.")]
Limit = Annotated[
    int, Parameter(ge=1, le=200, description="The maximum number of paths to return.")
]


@get(
    "/sessions/{session:str}/conflicts/{conflict:str}",
    operation_id="getConflict",
    opt=Operation(
        gives=given("conflicts"),
        problems=(ProblemCode.NO_SUCH_CONFLICT, ProblemCode.NOT_IN_THIS_GAME),
    ),
)
async def get_conflict(
    request: AnyRequest,
    session: str,
    conflict: str,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """Get an open conflict.

    The answer has the conflict's stage, goals, participants and dice. You can read only an open
    conflict (`no_such_conflict`). To read an earlier conflict, send `at` with a version when it was
    open.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        read = only_with(point, "conflicts").reads["conflicts"]
        shown = read.of(point.state, point.version, conflict)
        if shown is None:
            raise _unknown(point, conflict)
        return versioned(request, point, shown)


@get(
    "/sessions/{session:str}/conflicts/{conflict:str}/paths",
    operation_id="listPaths",
    opt=Operation(
        gives=given("conflicts.paths"),
        problems=(ProblemCode.NO_SUCH_CONFLICT, ProblemCode.NOT_IN_THIS_GAME),
    ),
)
async def list_paths(
    request: AnyRequest,
    session: str,
    conflict: str,
    node: Start = None,
    target: Target = None,
    edges: Edges = 4,
    limit: Limit = 50,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """List paths in a conflict.

    Use it to choose a path before a roll. The answer has the possible paths and their dice. The
    best paths are first. By default, they lead from your own participant to the target of its goal.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        read = only_with(point, "conflicts").reads["conflicts.paths"]
        own, ends = point.asking.viewer, (node, target)
        shown = read.of(point.state, point.version, conflict, own, ends, edges, limit)
        if shown is None:
            raise _unknown(point, conflict)
        if isinstance(shown, Misnamed):
            raise ProblemError(
                ProblemCode.INVALID_PARAMETER, parameter=shown.parameter, reason=shown.reason
            )
        return versioned(request, point, shown)


def _unknown(point: SessionAt, id: str) -> ProblemError:
    return ProblemError(ProblemCode.NO_SUCH_CONFLICT, conflict=id[:40], version=point.version)
