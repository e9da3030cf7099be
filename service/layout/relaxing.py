"""Relaxing a layout with Graphviz: stress majorization from where everything stands, then room made.

Graphviz is a library of C, not thread-safe, and holds the interpreter while it works: this module is
for a process of its own. It is told ids and sizes that we have made, and no word that people wrote.
"""

from collections.abc import Mapping, Sequence

import pygraphviz

from projections.layout import GAP, Box, Places, Tie, components

_INCH = 72
"""Points in Graphviz's unit of sizes."""
_WIDER = 1.6
"""Pictures are stretched so much sideways, as screens and labels are."""
_STEPS = 30
_ROOM = 32
"""Between two boxes that a tie joins, besides its label."""

_Exact = dict[str, tuple[float, float]]


def relaxed(boxes: Mapping[str, Box], ties: Sequence[Tie], places: Places) -> Places:
    """Better places for boxes, near to those that they have, none upon another."""
    found: _Exact = {id: (float(x), float(y)) for id, (x, y) in places.items()}
    for part in components(boxes, ties):
        if len(part) > 2:
            found |= _drawn_together(part, boxes, ties, found)
    parted = _parted(boxes, found)
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
            wide = (boxes[tie.source].width + boxes[tie.target].width) / 2
            graph.add_edge(tie.source, tie.target, len=(wide + tie.width * 0.9 + _ROOM) / _INCH)
    graph.layout("neato")
    found = {id: (x, y / _WIDER) for id, (x, y) in _read(graph, part).items()}
    return _moved(found, places)


def _parted(boxes: Mapping[str, Box], places: _Exact) -> _Exact:
    """Everything where it stands, but for what stood too near to something else."""
    graph = pygraphviz.AGraph(strict=True, overlap="vpsc", sep=f"+{GAP // 2}")
    for id, (x, y) in places.items():
        box = boxes[id]
        graph.add_node(id, pos=f"{x:.3f},{y:.3f}", **_size(box.width / _INCH, box.height / _INCH))
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
