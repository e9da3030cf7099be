"""Draws what hangs together with Graphviz: stress minimized, then gaps made.

Waiting for Graphviz blocks, and so does the work around it: this module is for a process of its
own. The program gets only numbers and sizes that we have made, and no word that people wrote.
"""

import math
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence

from verger.projections.picture.layout import GAP, Box, Places, Tie

PROGRAM = "graphviz-pure"
"""Speaks Graphviz's own command line: its `dot` would do as well."""

_INCH = 72
"""Points in Graphviz's unit of sizes."""
_WIDER = 1.9
"""How much pictures are stretched sideways, as screens and labels are."""
_ROOM = 20
"""The gap between two boxes that a tie joins, besides its label."""
_LENGTH, _MORE = 0.48, 0.064
"""Shares of the length that would fit at any angle: of each tie, and for each box that only one of
its ends is tied to. So what has many ties stands apart from its like, and those to nothing else are
short; boxes too near are moved apart afterwards."""
_FULL = 0.7
"""How much of the picture boxes may fill before they are moved apart."""

_Exact = dict[str, tuple[float, float]]


def drawn(part: Sequence[str], boxes: Mapping[str, Box], ties: Sequence[Tie]) -> Places:
    """Places for boxes that hang together, without overlaps."""
    found = _drawn_together(part, boxes, ties)
    parted = _parted(boxes, ties, _loosened(boxes, found))
    return {id: (round(x), round(y)) for id, (x, y) in parted.items()}


def _drawn_together(part: Sequence[str], boxes: Mapping[str, Box], ties: Sequence[Tie]) -> _Exact:
    """Each tie about as long as it should be."""
    number = {id: at for at, id in enumerate(part)}
    beside: dict[str, set[str]] = {id: set() for id in part}
    for tie in ties:
        beside[tie.source].add(tie.target)
        beside[tie.target].add(tie.source)
    lines = [f"{at} [width=1, height=1]" for at in number.values()]
    for tie in ties:
        apart = _LENGTH + _MORE * len(beside[tie.source] ^ beside[tie.target])
        far = _length(tie, boxes[tie.source], boxes[tie.target]) * apart / _INCH
        lines.append(f"{number[tie.source]} -- {number[tie.target]} [len={far:.4f}]")
    settings = "mode=sgd; overlap=true; splines=none; start=1"
    found = _lying(_laid_out(part, settings, lines, "-Kneato"))
    return {id: (x, y / _WIDER) for id, (x, y) in found.items()}


def _lying(places: _Exact) -> _Exact:
    """The same places, turned so that they are longest from left to right."""
    many = len(places)
    middle = [sum(at[axis] for at in places.values()) / many for axis in (0, 1)]
    spots = {id: (x - middle[0], y - middle[1]) for id, (x, y) in places.items()}
    across = sum(x * x - y * y for x, y in spots.values())
    aslant = sum(2 * x * y for x, y in spots.values())
    turn = math.atan2(aslant, across) / 2
    along, aside = math.cos(turn), math.sin(turn)
    return {id: (x * along + y * aside, y * along - x * aside) for id, (x, y) in spots.items()}


def _length(tie: Tie, one: Box, other: Box) -> float:
    """The length at which a tie fits: between its ends side by side, and one above the other."""
    across = (one.width + other.width) / 2 + tie.width + _ROOM
    down = (one.height + other.height) / 2 + tie.height + _ROOM
    return (across + down * _WIDER) / 2


def _loosened(boxes: Mapping[str, Box], places: _Exact) -> _Exact:
    """Crowded parts with more room to their sides: moved apart as is, they would become a tower."""
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
    """The same places, but with boxes moved that are too near to another, or to a label."""
    lines: list[str] = []
    for id, (x, y) in places.items():
        lines.append(_node(len(lines), x, y, boxes[id].width, boxes[id].height))
    for tie in ties:
        (x, y), (a, b) = places[tie.source], places[tie.target]
        # Labels may stand closer than boxes.
        width, height = max(1, tie.width - GAP), max(1, tie.height - GAP / 2)
        lines.append(_node(len(lines), (x + a) / 2, (y + b) / 2, width, height))
    settings = f'overlap=vpsc; sep="+{GAP // 2}"; splines=none'
    return _laid_out(list(places), settings, lines, "-Kneato", "-n")


def _node(number: int, x: float, y: float, width: float, height: float) -> str:
    """A node with its place and its size, both in points."""
    size = f"width={width / _INCH:.4f}, height={height / _INCH:.4f}"
    return f'{number} [pos="{x:.4f},{y:.4f}", {size}]'


def _laid_out(ids: Sequence[str], settings: str, lines: Sequence[str], *options: str) -> _Exact:
    """Where Graphviz puts the first of its nodes, which are these ids', in points.

    Raises OSError where the program is missing, and CalledProcessError where it fails.
    """
    program = shutil.which(PROGRAM, path=sysconfig.get_path("scripts"))
    if program is None:
        raise FileNotFoundError(PROGRAM)
    statements = (settings, 'node [shape=box, label="", fixedsize=true]', *lines)
    graph = "strict graph {" + ";\n".join(statements) + "}"
    done = subprocess.run(  # noqa: S603, no shell, and the program is the package's own
        [program, *options, "-Tplain"],
        input=graph,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    spots = {}
    for line in done.stdout.splitlines():
        what, *told = line.split()
        if what == "node":
            spots[int(told[0])] = float(told[1]) * _INCH, float(told[2]) * _INCH
    return {id: spots[at] for at, id in enumerate(ids)}
