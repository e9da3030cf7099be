"""Relaxing a layout with Graphviz: stress majorization from where everything stands, then room made.

Graphviz is a library of C, not thread-safe, and holds the interpreter while it works: this module is
for a process of its own. It is told ids and sizes that we have made, and no word that people wrote.
"""

from collections.abc import Mapping, Sequence

import pygraphviz

from projections.layout import GAP, Box, Places, Tie, components

_INCH = 72
"""Points in Graphviz's unit of sizes."""
_WIDER = 1.9
"""Pictures are stretched so much sideways, as screens and labels are."""
_STEPS = 30
_ROOM = 20
"""Between two boxes that a tie joins, besides its label."""
_SHORTER = 0.8
"""Of the length that would fit at any angle: what is too near is moved apart afterwards."""
_FULL = 0.7
"""How much of the picture boxes may fill before they are moved apart."""

_Exact = dict[str, tuple[float, float]]


def relaxed(boxes: Mapping[str, Box], ties: Sequence[Tie], places: Places) -> Places:
    """Better places for boxes, near to those that they have, none upon another."""
    found: _Exact = {id: (float(x), float(y)) for id, (x, y) in places.items()}
    for part in components(boxes, ties):
        if len(part) > 2:
            found |= _drawn_together(part, boxes, ties, found)
    parted = _parted(boxes, ties, _loosened(boxes, found))
    return {id: (round(x), round(y)) for id, (x, y) in parted.items()}


def _drawn_together(
    part: Sequence[str], boxes: Mapping[str, Box], ties: Sequence[Tie], places: _Exact
) -> _Exact:
    """What hangs together, each tie about as long as it should be; its middle stays."""
    graph = pygraphviz.AGraph(strict=True, mode="major", maxiter=_STEPS, overlap="true", start="1")
    for id in part:
        x, y = places[id]
        graph.add_node(id, pos=f"{x / _INCH:.4f},{y * _WIDER / _INCH:.4f}", **_size(0.1, 0.1))
    for tie in ties:
        if tie.source in graph and tie.source != tie.target:
            far = _length(tie, boxes[tie.source], boxes[tie.target])
            graph.add_edge(tie.source, tie.target, len=far / _INCH)
    graph.layout("neato")
    found = {id: (x, y / _WIDER) for id, (x, y) in _read(graph, part).items()}
    return _moved(found, places)


def _length(tie: Tie, one: Box, other: Box) -> float:
    """How long a tie should be: between what it takes with its ends side by side, and one above the other."""
    across = (one.width + other.width) / 2 + tie.width + _ROOM
    down = (one.height + other.height) / 2 + tie.height + _ROOM
    return (across + down * _WIDER) / 2 * _SHORTER


def _loosened(boxes: Mapping[str, Box], places: _Exact) -> _Exact:
    """What is crowded with more room to its sides: parted as it is, it would become a tower."""
    spots = [(x, y, boxes[id]) for id, (x, y) in places.items()]
    taken = sum((box.width + GAP) * (box.height + GAP) for _, _, box in spots)
    left, right = (
        min(x - box.width / 2 for x, _, box in spots),
        max(x + box.width / 2 for x, _, box in spots),
    )
    top, bottom = (
        min(y - box.height / 2 for _, y, box in spots),
        max(y + box.height / 2 for _, y, box in spots),
    )
    wider = max(1.0, taken / _FULL / ((right - left) * (bottom - top)))
    return {id: (x * wider, y) for id, (x, y) in places.items()}


def _parted(boxes: Mapping[str, Box], ties: Sequence[Tie], places: _Exact) -> _Exact:
    """Everything where it stands, but for what stood too near to something else, or to a label."""
    graph = pygraphviz.AGraph(strict=True, overlap="vpsc", sep=f"+{GAP // 2}")
    for id, (x, y) in places.items():
        box = boxes[id]
        graph.add_node(id, pos=f"{x:.3f},{y:.3f}", **_size(box.width / _INCH, box.height / _INCH))
    for tie in ties:
        if tie.source != tie.target:
            (x, y), (a, b) = places[tie.source], places[tie.target]
            # Labels may stand closer than boxes.
            size = _size(max(1, tie.width - GAP) / _INCH, max(1, tie.height - GAP / 2) / _INCH)
            graph.add_node(tie.route, pos=f"{(x + a) / 2:.3f},{(y + b) / 2:.3f}", **size)
    graph.layout("nop")
    return _moved(_read(graph, list(places)), places)


def _size(width: float, height: float) -> dict[str, str]:
    sides = {"width": f"{width:.4f}", "height": f"{height:.4f}", "fixedsize": "true"}
    return {"shape": "box", "label": "", **sides}


def _read(graph: pygraphviz.AGraph, ids: Sequence[str]) -> _Exact:
    found: _Exact = {}
    for id in ids:
        x, _, y = graph.get_node(id).attr["pos"].partition(",")
        found[id] = float(x), float(y)
    return found


def _moved(found: _Exact, places: _Exact) -> _Exact:
    """The same beside each other, with their middle where it was before."""
    many = len(found)
    across = sum(places[id][0] - x for id, (x, _) in found.items()) / many
    down = sum(places[id][1] - y for id, (_, y) in found.items()) / many
    return {id: (x + across, y + down) for id, (x, y) in found.items()}
