"""A network as a picture: nodes with their marks, arrows with their labels, whose characters they are."""

from collections.abc import Iterator, Mapping

from domain.identifier import SeatId, in_order
from domain.verge.network import Edge, Element, Network, Node, shown
from domain.verge.state import State
from projections.arrangement import Arrangement
from projections.arrow import Standing, arrow
from projections.lettering import Lines, width
from projections.network_paper import (
    EDGE_LINE,
    NODE_FONT,
    NODE_LINE,
    edge_lines,
    marks_shown,
    node_lines,
)
from projections.shape import grown, outline, path, sized
from projections.svg import Told, lettered, picture, text

HEAVIEST = 6
"""The power from which on lines get no heavier."""
SENTENCES = 60
"""Elements that a picture tells in words; of more it tells the numbers."""
SEAT_COLOURS = 8
RING = 5


def network_picture(state: State, frame: Arrangement, version: int, rules: str) -> str:
    """The network at a version, as SVG."""
    drawing = _Drawing(state, frame)
    told = Told(f"{state.table.title}: the network at version {version}", drawing.told())
    return picture(f"network-{version}", told, frame, rules, drawing.parts())


def seat_class(seat: SeatId) -> str:
    """The class of a seat's colour."""
    return f"seat-{(int(seat[1:]) - 1) % SEAT_COLOURS + 1}"


class _Drawing:
    def __init__(self, state: State, frame: Arrangement) -> None:
        self._names = {seat.id: seat.name for seat in state.table.seats}
        self._network: Network = state.play.network
        self._frame = frame
        self._players: Mapping[str, SeatId] = {
            node: seat for seat, node in self._network.characters.items()
        }
        self._nodes = {str(id): node for id, node in in_order(self._network.nodes.items())}
        self._edges = {str(id): edge for id, edge in in_order(self._network.edges.items())}
        self._standing = {id: self._stand(id, node) for id, node in self._nodes.items()}

    def parts(self) -> Iterator[str]:
        """Lines first, nodes upon them, and what edges are called upon everything."""
        for id, edge in self._edges.items():
            yield self._line(id, edge)
        for id, node in self._nodes.items():
            yield self._node(id, node)
        for id, edge in self._edges.items():
            yield self._label(id, edge)

    def told(self) -> str:
        """The network in words."""
        gone = sum(bool(one.eliminated) for one in (*self._nodes.values(), *self._edges.values()))
        played = ", ".join(
            f"{self._nodes[node].label} ({self._name(seat)})"
            for node, seat in self._players.items()
            if node in self._nodes
        )
        counts = f"{_many(len(self._nodes), 'node')} and {_many(len(self._edges), 'edge')}"
        told = [f"{counts}, {gone} eliminated." if gone else f"{counts}."]
        told += [f"Characters: {played}."] if played else []
        if len(self._nodes) + len(self._edges) <= SENTENCES:
            tied = {end for edge in self._edges.values() for end in (edge.source, edge.target)}
            told += [f"{self._sentence(edge)}." for edge in self._edges.values()]
            told += [f"{shown(node)}." for id, node in self._nodes.items() if id not in tied]
        return " ".join(told)

    def _sentence(self, edge: Edge) -> str:
        ends = self._nodes[edge.source], self._nodes[edge.target]
        return f"{shown(ends[0])} —{shown(edge)}→ {shown(ends[1])}"

    def _name(self, seat: SeatId) -> str:
        return self._names.get(seat, seat)

    def _stand(self, id: str, node: Node) -> Standing:
        stand, kind = self._frame.stands[id], node.kind or ""
        lines, marks = node_lines(node.label), marks_shown(node.marks.written)
        wide = max(lines.width, lines.widths[-1] + width(marks)) * NODE_FONT
        size = sized(kind, wide, len(lines.texts) * NODE_LINE)
        corners = outline(kind, *size)
        if id in self._players:
            corners = grown(corners, *size, RING)
        return Standing(stand.x, stand.y, corners)

    def _line(self, id: str, edge: Edge) -> str:
        route = self._frame.routes[f"{id} {edge.source} {edge.target}"]
        line = arrow(self._standing[edge.source], self._standing[edge.target], route.bend)
        title = text(f"{self._sentence(edge)} · {self._facts(edge)}{self._tie(edge)}")
        return (
            f'<g class="{_classes("edge", edge)}" data-id="{id}"><title>{title}</title>{line}</g>\n'
        )

    def _label(self, id: str, edge: Edge) -> str:
        route = self._frame.routes[f"{id} {edge.source} {edge.target}"]
        lines = edge_lines(edge.label)
        thing = f'<tspan class="thing"> #{edge.thing}</tspan>' if edge.thing else ""
        said = lettered("label", lines, route.x, route.y, EDGE_LINE, _marks(edge) + thing)
        return f'<g class="{_classes("edge says", edge)}" data-id="{id}">{said}</g>\n'

    def _node(self, id: str, node: Node) -> str:
        standing, seat = self._standing[id], self._players.get(id)
        x, y, kind = standing.x, standing.y, node.kind or "plain"
        classes, ring, name = _classes(f"node {kind}", node), "", ""
        corners = standing.corners
        if seat:
            classes = _classes(f"node {kind} character {seat_class(seat)}", node)
            ring = f'<path class="ring" d="{path(corners, x, y)}"/>'
            high = max(down for _, down in corners)
            line = Lines((self._name(seat),), (0.0,), is_right_to_left=False)
            name = lettered("seat", line, x, round(y + high + 9), 15)
            wide = max(across for across, _ in corners)
            corners = grown(corners, wide * 2, high * 2, -RING)
        lines = node_lines(node.label)
        said = lettered("label", lines, x, y, NODE_LINE, _marks(node))
        played = f" · {self._name(seat)}’s character" if seat else ""
        title = text(f"{shown(node)} · {node.kind or 'node'} · {self._facts(node)}{played}")
        shape = f'<path class="shape" d="{path(corners, x, y)}"/>'
        return f'<g class="{classes}" data-id="{id}"><title>{title}</title>{ring}{shape}{said}{name}</g>\n'

    def _facts(self, element: Element) -> str:
        gone = f" · eliminated ({element.eliminated})" if element.eliminated else ""
        return f"power {element.marks.power}{gone}"

    def _tie(self, edge: Edge) -> str:
        if not edge.thing or edge.person is None:
            return ""
        return f" · #{edge.thing} of {self._nodes[edge.person].label}"


def _classes(kind: str, element: Element) -> str:
    weight = max(0, min(HEAVIEST, element.marks.power))
    return f"{kind} weight-{weight}{' eliminated' if element.eliminated else ''}"


def _marks(element: Element) -> str:
    marks = marks_shown(element.marks.written)
    return f'<tspan class="marks">{marks}</tspan>' if marks else ""


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
