"""The network as a graph, for programs that draw and measure graphs: Graphviz's language, GraphML."""

from functools import partial
from http import HTTPStatus
from typing import Any

from litestar import Response, get

from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import TEXT, Operation
from verger.service.edge.reading import (
    AsOf,
    At,
    Point,
    Seat,
    SessionAt,
    only_with,
    read_at,
    versioned,
)
from verger.service.problem.code import ProblemCode
from verger.service.work import in_thread

DOT, GRAPHML = "text/vnd.graphviz", "application/graphml+xml"


@get(
    "/sessions/{session:str}/network.dot",
    operation_id="getNetworkDot",
    opt=Operation(forms={DOT: TEXT}, problems=(ProblemCode.NOT_IN_THIS_GAME,)),
)
async def get_network_dot(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The network in Graphviz's language: labels with marks, and a field for everything else."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        return await _written(request, found, "network.dot", DOT)


@get(
    "/sessions/{session:str}/network.graphml",
    operation_id="getNetworkGraphml",
    opt=Operation(forms={GRAPHML: TEXT}, problems=(ProblemCode.NOT_IN_THIS_GAME,)),
)
async def get_network_graphml(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The network as GraphML, with a typed key for each field."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        return await _written(request, found, "network.graphml", GRAPHML)


async def _written(request: AnyRequest, found: SessionAt, read: str, form: str) -> Response[Any]:
    graph = only_with(found, "network").reads[read]
    shown = await in_thread(partial(graph.of, found.state, found.version))
    answer = versioned(request, found, shown)
    if answer.status_code != HTTPStatus.NOT_MODIFIED:
        answer.media_type = form
    return answer
