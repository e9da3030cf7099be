"""The network as a graph for other programs: in Graphviz's language, and as GraphML."""

import re
from collections.abc import Iterable, Iterator

from verger.projections.picture.svg import text
from verger.projections.verge.network import EdgeView, NetworkView, NodeView

_MEANS = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;"})
"""Escapes of the characters that Graphviz would interpret in a label."""
_NOT_SAID = re.compile("[\x00-\x1f]")

_FIELDS = {
    "label": "string",
    "marks": "string",
    "power": "int",
    "standing": "int",
    "kind": "string",
    "explanation": "string",
    "creator": "string",
    "eliminated": "string",
    "claimed_by": "string",
    "control": "string",
    "thing": "int",
}
"""The fields of an element, with their types in GraphML. Seats are ids separated by spaces."""
_ONLY = {"kind": "node", "claimed_by": "node", "thing": "edge"}
"""The fields that only one kind of element has."""


def dot(network: NetworkView, title: str) -> str:
    """Return the network in Graphviz's language: labels with marks, and fields."""
    return (
        f'digraph {_quoted(title)} {{\n  graph [version="{network.version}"];\n'
        f"{''.join(_statements(network))}}}\n"
    )


def graphml(network: NetworkView, title: str) -> str:
    """Return the network as GraphML, with a typed key for each field of nodes and of edges."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns'
        ' http://graphml.graphdrawing.org/xmlns/1.1/graphml.xsd">\n'
        f"{''.join(_keys())}"
        f'<graph id="network" edgedefault="directed"><desc>{text(title)}</desc>\n'
        f"{''.join(_elements(network))}</graph>\n</graphml>\n"
    )


def _statements(network: NetworkView) -> Iterator[str]:
    for node in network.nodes:
        yield f"  {_quoted(node.id)} [{_drawn(node)}];\n"
    for edge in network.edges:
        ends = f"{_quoted(edge.source)} -> {_quoted(edge.target)}"
        yield f"  {ends} [key={_quoted(edge.id)}, {_drawn(edge)}];\n"


def _keys() -> Iterator[str]:
    """Yield the keys of nodes, and the keys of edges. Some programs cannot read a key for both."""
    for kind in ("node", "edge"):
        for name, written in _FIELDS.items():
            if _ONLY.get(name, kind) == kind:
                names = f'id="{kind}_{name}" for="{kind}" attr.name="{name}"'
                yield f'<key {names} attr.type="{written}"/>\n'


def _elements(network: NetworkView) -> Iterator[str]:
    for node in network.nodes:
        yield f'<node id="{node.id}">{"".join(_data("node", node))}</node>\n'
    for edge in network.edges:
        ends = f'source="{edge.source}" target="{edge.target}"'
        yield f'<edge id="{edge.id}" {ends}>{"".join(_data("edge", edge))}</edge>\n'


def _data(kind: str, element: NodeView | EdgeView) -> Iterator[str]:
    for name, value in _fields(element):
        yield f'<data key="{kind}_{name}">{text(value)}</data>'


def _drawn(element: NodeView | EdgeView) -> str:
    gone = ["style=dashed"] if element.eliminated else []
    own = [f"{name}={_quoted(value)}" for name, value in _fields(element) if name != "label"]
    # Some Python programs use an attribute `name` as the name of the node itself.
    shown = [f"label={_quoted(element.shown)}", f"text={_quoted(element.label)}"]
    return ", ".join([*shown, *own, *gone])


def _fields(element: NodeView | EdgeView) -> Iterable[tuple[str, str]]:
    """Return the fields of an element, with their values."""
    control = dict.fromkeys(controller.seat for controller in element.control)
    values: dict[str, object] = {
        "label": element.label,
        "marks": element.marks,
        "power": element.power,
        "standing": element.standing,
        "explanation": element.explanation,
        "creator": element.creator,
        "eliminated": element.eliminated,
        "control": " ".join(control),
    }
    match element:
        case NodeView():
            values |= {"kind": element.kind, "claimed_by": element.claimed_by}
        case EdgeView():
            values |= {"thing": element.thing}
    return [(name, str(value)) for name, value in values.items() if value not in (None, "")]


def _quoted(written: str) -> str:
    """Return a text as a string of Graphviz's language, with all special characters escaped."""
    return f'"{_NOT_SAID.sub(" ", written).translate(_MEANS)}"'
