"""The network as a graph, for programs that draw and measure graphs: Graphviz's language, GraphML."""

from collections.abc import Callable
from typing import Any

from litestar import Response, get

from projections.verge.graph_export import dot, graphml
from projections.verge.network import NetworkView, network
from service.edge.body import AnyRequest
from service.edge.reading import AsOf, At, Found, Point, Seat, only_with, read_at, versioned

DOT, GRAPHML = "text/vnd.graphviz", "application/graphml+xml"


@get(
    "/sessions/{session:str}/network.dot",
    operation_id="getNetworkDot",
    opt={"gives": str, "form": DOT},
)
async def get_network_dot(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The network in Graphviz's language: labels with marks, and a field for everything else."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        return _written(request, found, dot, DOT)


@get(
    "/sessions/{session:str}/network.graphml",
    operation_id="getNetworkGraphml",
    opt={"gives": str, "form": GRAPHML},
)
async def get_network_graphml(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The network as GraphML, with a typed key for each field."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        return _written(request, found, graphml, GRAPHML)


def _written(
    request: AnyRequest, found: Found, write: Callable[[NetworkView, str], str], form: str
) -> Response[Any]:
    only_with(found, "network")
    graph = write(network(found.state, found.version), found.state.table.title)
    answer = versioned(request, found, graph)
    answer.media_type = form
    return answer
