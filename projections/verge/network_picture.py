"""A network as a picture: nodes with power, arrows with labels, and the characters of seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.text import counted
from verger.domain.games.verge.model.network import Edge, Network, Node, shown
from verger.domain.games.verge.model.network import Element as Written
from verger.domain.games.verge.state import State
from verger.projections.picture.arrangement import Arrangement, Stand
from verger.projections.picture.arrow import arrow
from verger.projections.picture.change import Element, ElementChange
from verger.projections.picture.ghost import TAG, Ghost, Spot, described, ghosts_drawn
from verger.projections.picture.lettering import Lines, one_line, width
from verger.projections.picture.shape import PlacedShape, sized
from verger.projections.picture.svg import (
    PictureDescription,
    Style,
    group,
    lettered,
    picture,
    seat_class,
    text,
    underlined,
)
from verger.projections.verge.fate import fates
from verger.projections.verge.network_paper import (
    EDGE_FONT,
    EDGE_LINE,
    NODE_FONT,
    NODE_LINE,
    RING,
    SEAT_LINE,
    edge_lines,
    node_lines,
    power_shown,
)
from verger.projections.verge.pips import PIP, in_words, pips

HEAVIEST = 6
"""The highest power that makes lines thicker."""
SENTENCES = 60
"""The maximum number of elements that a picture describes one by one. If there are more, it gives
only their numbers."""

_NODE, _EDGE = (
    Style("label", NODE_FONT, NODE_LINE),
    Style("label", EDGE_FONT, EDGE_LINE, is_on_line=True),
)
_SEAT = Style("seat", EDGE_FONT, SEAT_LINE)
_FATE = Style("fate", EDGE_FONT, EDGE_LINE, is_on_line=True)
_RAISED, _EDGE_RAISED = 5, 6
"""The distance that a label moves up for the pips below it, at a node and at an edge."""
_PIPS_OF_NODE = 0.7
"""The part of a node's width that its pips can take."""
_PIPS_OF_EDGE = 60
"""The width that the pips of an edge can take if its label is shorter."""


def network_picture(
    state: State,
    frame: Arrangement,
    version: int,
    styles: Sequence[str],
    ghosts: Sequence[Ghost] = (),
) -> str:
    """Return the network at a version, as SVG."""
    drawing = _Drawing(state, frame)
    text = described(drawing.described(), ghosts, state.table)
    named = PictureDescription(f"{state.table.title}: the network at version {version}", text)
    wanted = ghosts_drawn(
        ghosts,
        state.table,
        lambda ghost: partial(_spot, drawing, _Drawing(ghost.after, ghost.within(frame))),
    )
    return picture(f"network-{version}", named, frame, styles, chain(drawing.parts(), wanted))


def elements(state: State) -> Mapping[str, Element]:
    """Return the elements of a network, in words."""
    return {
        str(id): Element(
            label=shown(element),
            number=element.marks.power,
            ends=(element.source, element.target) if isinstance(element, Edge) else (),
            gone=element.eliminated is not None,
            called=element.label,
        )
        for id, element in state.play.network.elements
    }


def _spot(now: "_Drawing", then: "_Drawing", change: ElementChange) -> Spot | None:
    """Return the ghost of a change: the whole drawing of a new element, or an outline of an existing one."""
    return then.whole(change.id) if change.sort == "added" else now.outline(change.id)


class _Drawing:
    def __init__(self, state: State, frame: Arrangement) -> None:
        self._names = {seat.id: seat.name for seat in state.table.seats}
        self._network: Network = state.play.network
        self._fates = fates(state)
        self._frame = frame
        characters = in_order(self._network.characters.items())
        self._players: dict[str, SeatId] = {node: seat for seat, node in characters}
        self._nodes = {str(id): node for id, node in in_order(self._network.nodes.items())}
        self._edges = {str(id): edge for id, edge in in_order(self._network.edges.items())}
        self._standing = {id: self._stand(id, node) for id, node in self._nodes.items()}

    def parts(self) -> Iterator[str]:
        """Yield the drawings: lines first, then nodes over them, then the labels of edges on top."""
        for id, edge in self._edges.items():
            yield self._line(id, edge)
        for id, node in self._nodes.items():
            yield self._node(id, node)
        for id, edge in self._edges.items():
            yield self._label(id, edge)

    def whole(self, id: str) -> Spot:
        """Return the whole drawing of an element, and the middle of the text line below it."""
        if edge := self._edges.get(id):
            _, x, y = self._below(id, edge)
            return Spot(self._line(id, edge) + self._label(id, edge), x, y)
        standing = self._standing[id]
        drawn = self._node(id, self._nodes[id])
        return Spot(drawn, standing.x, self._free(id, standing))

    def outline(self, id: str) -> Spot | None:
        """Return the outline that marks a drawn element."""
        if edge := self._edges.get(id):
            line, x, y = self._below(id, edge)
            return Spot(line, x, y)
        standing = self._standing.get(id)
        if standing is None:
            return None
        around = standing.grown(RING + 2)
        return Spot(around.drawn("halo"), around.x, self._free(id, around))

    def _free(self, id: str, shape: PlacedShape) -> int:
        """Return the vertical position of the first free text line below a node."""
        taken = EDGE_LINE if id in self._fates else 0
        return shape.y + shape.height // 2 + TAG.high // 2 + 3 + taken

    def _below(self, id: str, edge: Edge) -> tuple[str, int, int]:
        """Return an edge's line, and the middle of the text line below its label."""
        route = self._frame.routes[f"{id} {edge.source} {edge.target}"]
        line = arrow(self._standing[edge.source], self._standing[edge.target], route)
        high = len(edge_lines(edge.label).texts) * EDGE_LINE
        pipped = _EDGE_RAISED if edge.marks.written else 0
        return line, route.x, route.y + high // 2 + TAG.high // 2 + pipped

    def described(self) -> str:
        """Describe the network."""
        elements: list[Written] = [*self._nodes.values(), *self._edges.values()]
        gone = sum(element.eliminated is not None for element in elements)
        played = ", ".join(
            f"{self._nodes[node].label} ({self._name(seat)})"
            for node, seat in self._players.items()
            if node in self._nodes
        )
        counts = f"{counted(len(self._nodes), 'node')} and {counted(len(self._edges), 'edge')}"
        sentences = [f"{counts}, {gone} eliminated." if gone else f"{counts}."]
        sentences += [f"Characters: {played}."] if played else []
        fated = [(id, self._fates[id].in_words) for id in self._nodes if id in self._fates]
        sentences += [f"{self._nodes[id].label} is {fate}." for id, fate in fated]
        if len(elements) <= SENTENCES:
            tied = {end for edge in self._edges.values() for end in (edge.source, edge.target)}
            sentences += [f"{self._sentence(edge, _powered)}." for edge in self._edges.values()]
            sentences += [
                f"{_powered(node)}." for id, node in self._nodes.items() if id not in tied
            ]
        return " ".join(sentences)

    def _sentence(self, edge: Edge, called: Callable[[Written], str]) -> str:
        ends = self._nodes[edge.source], self._nodes[edge.target]
        return f"{called(ends[0])} —{called(edge)}→ {called(ends[1])}"

    def _name(self, seat: SeatId) -> str:
        return self._names.get(seat, seat)

    def _stand(self, id: str, node: Node) -> PlacedShape:
        """Return a node's shape, with its ring if it is a seat's character."""
        stand, kind = self._frame.stands[id], str(node.kind or "plain")
        lines, power = node_lines(node.label), power_shown(node.marks)
        wide = max(lines.width, lines.widths[-1] + width(power)) * NODE_FONT
        high = len(lines.texts) * NODE_LINE
        if id not in self._players:
            return _placed(kind, stand, wide, high)
        wide = max(wide, width(self._name(self._players[id])) * EDGE_FONT)
        return _placed(kind, stand, wide, high + SEAT_LINE).grown(RING)

    def _line(self, id: str, edge: Edge) -> str:
        route = self._frame.routes[f"{id} {edge.source} {edge.target}"]
        line = arrow(self._standing[edge.source], self._standing[edge.target], route)
        title = text(f"{self._sentence(edge, _plain)} · {self._facts(id, edge)}{self._tie(edge)}")
        return group(
            _classes(f"edge{self._fated(id)}", edge), id, title, line, (edge.source, edge.target)
        )

    def _label(self, id: str, edge: Edge) -> str:
        route = self._frame.routes[f"{id} {edge.source} {edge.target}"]
        rank, lines = f"#{edge.thing}" if edge.thing else "", edge_lines(edge.label)
        up = _EDGE_RAISED if edge.marks.written else 0
        label = _label_lines(_EDGE, edge, lines, route.x, route.y - up, rank)
        below = route.y + len(lines.texts) * EDGE_LINE // 2
        label += _pips_of_edge(edge, route.x, below, lines.width * EDGE_FONT)
        return group(_classes("edge says", edge), id, "", label)

    def _node(self, id: str, node: Node) -> str:
        standing, seat = self._standing[id], self._players.get(id)
        kind, x, lines = standing.kind, standing.x, node_lines(node.label)
        y = standing.y - (_RAISED if node.marks.written else 0)
        description = f"{node.label} · {node.kind or 'node'} · {self._facts(id, node)}"
        half = len(lines.texts) * NODE_LINE // 2
        if seat is None:
            classes, shape = f"node {kind}", standing.drawn("shape")
            label = _label_lines(_NODE, node, lines, x, y)
        else:
            classes, description = (
                f"node {kind} character {seat_class(seat)}",
                f"{description} · {self._name(seat)}",
            )
            shape = standing.drawn("ring") + standing.grown(-RING).drawn("shape")
            label = _label_lines(_NODE, node, lines, x, y - SEAT_LINE // 2)
            label += lettered(_SEAT, one_line(self._name(seat)), x, y + half)
            half += SEAT_LINE // 2
        label += _pips_of_node(node, x, y + half, standing.width)
        if fate := self._fates.get(id):
            below = standing.y + standing.height // 2 + EDGE_LINE // 2 + 3
            label += lettered(_FATE, one_line(fate.in_words), x, below)
        return group(
            _classes(f"{classes}{self._fated(id)}", node), id, text(description), shape + label
        )

    def _fated(self, id: str) -> str:
        return f" {fate.kind}" if (fate := self._fates.get(id)) else ""

    def _facts(self, id: str, element: Written) -> str:
        gone = f" · eliminated ({element.eliminated})" if element.eliminated else ""
        # Marks are not part of the label, because a screen reader would read them aloud one by one.
        marks = element.marks
        written = f" · {marks.written} · {in_words(marks)}" if marks.written else ""
        explained = f" · {element.explanation}" if element.explanation else ""
        creator = f" · written by {self._name(element.creator)}"
        fate = f" · {fate.in_words}" if (fate := self._fates.get(id)) else ""
        return f"power {element.marks.power}{gone}{fate}{written}{creator}{explained}"

    def _tie(self, edge: Edge) -> str:
        if not edge.thing or edge.person is None:
            return ""
        return f" · #{edge.thing} of {self._nodes[edge.person].label}"


def _plain(element: Written) -> str:
    return element.label


def _powered(element: Written) -> str:
    return f"{element.label}{power_shown(element.marks)}"


def _classes(kind: str, element: Written) -> str:
    weight = max(0, min(HEAVIEST, element.marks.power))
    return f"{kind} weight-{weight}{' eliminated' if element.eliminated else ''}"


def _label_lines(
    style: Style, element: Written, lines: Lines, x: int, y: int, rank: str = ""
) -> str:
    power, out = power_shown(element.marks), element.eliminated is not None
    label = lettered(style, lines, x, y, power, rank, out=out)
    return label + underlined(style, lines, x, y, element.creator)


def _pips_of_node(node: Node, x: int, below: float, wide: int) -> str:
    """Return the pips of a node below its text."""
    if not node.marks.written:
        return ""
    return pips(node.marks, wide * _PIPS_OF_NODE).drawn(x, below + PIP / 2 + 1)


def _pips_of_edge(edge: Edge, x: int, below: int, wide: float) -> str:
    """Return the pips of an edge below its label, with a background."""
    if not edge.marks.written:
        return ""
    row = pips(edge.marks, max(wide, _PIPS_OF_EDGE))
    left = f"{x - row.wide / 2 - 2:.0f}"
    ground = f"M{left} {below - PIP // 2 - 1}h{row.wide + 4:.0f}v{PIP + 2}H{left}z"
    return f'<path class="ground" d="{ground}"/>{row.drawn(x, below)}'


def _placed(kind: str, stand: Stand, wide: float, high: float) -> PlacedShape:
    """Return the shape of a node whose text has this size."""
    size = sized(kind, wide, high)
    return PlacedShape(kind=kind, x=stand.x, y=stand.y, width=size[0], height=size[1])
