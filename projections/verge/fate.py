"""Fates, in words: elements at stake in a first notice of loss, and elements that characters have lost."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import listed
from verger.domain.games.verge.model.network import Edge, EdgeId, Network
from verger.domain.games.verge.state import State


class Fate(NamedTuple):
    """The fate of an element, and the names of the seats whose characters it concerns."""

    kind: Literal["at-stake", "lost"]
    names: tuple[str, ...]

    @property
    def in_words(self) -> str:
        """The fate in words."""
        how = "at stake for" if self.kind == "at-stake" else "lost by"
        return f"{how} {listed(self.names)}"


def fates(state: State) -> Mapping[str, Fate]:
    """Return the fates of lost edges and of the things at their ends, keyed by element.

    The subject of the current notice is at stake until its conflict ends.
    """
    notices, found = state.play.notices, dict[str, Fate]()
    for loss in notices.lost:
        name = state.table.name(loss.seat)
        for id in _concerned(state.play.network, loss.seat, loss.edge):
            before = found[id].names if id in found else ()
            names = before if name in before else (*before, name)
            found[id] = Fate("lost", names)
    if (current := notices.current) and not current.was_fought:
        at_stake = Fate("at-stake", (state.table.name(current.seat),))
        found |= dict.fromkeys(_concerned(state.play.network, current.seat, current.edge), at_stake)
    return found


def _concerned(network: Network, seat: SeatId, id: EdgeId) -> tuple[str, ...]:
    """Return an edge and the thing at its end; nothing if the network was scrapped after the loss."""
    edge = network.edges.get(id)
    if edge is None:
        return ()
    thing = _thing(network, seat, edge)
    return (id, thing) if thing else (id,)


def _thing(network: Network, seat: SeatId, edge: Edge) -> str | None:
    """Return the node that a character loses with an edge, even if the seat has no character now."""
    ends = edge.source, edge.target
    own = next((node for node in (network.characters.get(seat), edge.person) if node in ends), None)
    return edge.beyond(own) if own else None
