"""Verge's own reads and pictures."""

from collections.abc import Callable

from verger.domain.games.verge.state import State
from verger.projections.shown import Picture, Read, Shown
from verger.projections.verge.conflict import ConflictAtView, PathsView, conflict, paths
from verger.projections.verge.graph_export import dot, graphml
from verger.projections.verge.network import NetworkView, network
from verger.projections.verge.network_paper import NetworkReader, entry
from verger.projections.verge.network_picture import elements, network_picture


def _graph(write: Callable[[NetworkView, str], str]) -> Read:
    def written(state: State, version: int) -> str:
        return write(network(state, version), state.table.title)

    return Read(str, written)


SHOWN = Shown(
    reads={
        "network": Read(NetworkView, network, lambda state: len(state.play.network.elements)),
        "network.dot": _graph(dot),
        "network.graphml": _graph(graphml),
        "conflicts": Read(ConflictAtView, conflict),
        "conflicts.paths": Read(PathsView, paths),
    },
    pictures={"network": Picture(NetworkReader, network_picture, elements, entry)},
)
