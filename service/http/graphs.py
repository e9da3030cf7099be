"""The network as a file for graph programs: in DOT, the language of Graphviz, and as GraphML."""

from functools import partial
from typing import Any

from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import TEXT, Operation
from verger.service.edge.reading import SessionAt, only_with, session_read
from verger.service.problem.code import ProblemCode
from verger.service.work import in_thread


def _in_form(media_type: str) -> Operation:
    return Operation(forms={media_type: TEXT}, problems=(ProblemCode.NOT_IN_THIS_GAME,))


@session_read("/network.dot", "getNetworkDot", _in_form("text/vnd.graphviz"))
async def get_network_dot(_: AnyRequest, point: SessionAt) -> Any:
    """Get the network for Graphviz.

    Use it to draw the network with your own tools. The labels show the marks, and the attributes
    contain all other members. Not every game has a network (`not_in_this_game`).
    """
    return await _written(point, "network.dot")


@session_read("/network.graphml", "getNetworkGraphml", _in_form("application/graphml+xml"))
async def get_network_graphml(_: AnyRequest, point: SessionAt) -> Any:
    """Get the network as GraphML.

    Use it for graph editors and analysis tools. The file has a typed key for each member. Not every
    game has a network (`not_in_this_game`).
    """
    return await _written(point, "network.graphml")


async def _written(point: SessionAt, read: str) -> Any:
    graph = only_with(point, "network").reads[read]
    return await in_thread(partial(graph.of, point.state, point.version))
