"""Draw connected boxes with Graphviz: minimize stress, then make gaps.

Graphviz and the code around it block, so this module runs in its own process. Graphviz gets only numbers
that this module computes, and no text that people wrote.
"""

import math
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence

from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.placing import GAP

PROGRAM = "graphviz-pure"
"""A program with the command line of Graphviz. Graphviz's own `dot` would also work."""

_INCH = 72
"""Points in Graphviz's unit of sizes."""
_WIDER = 1.9
"""The factor that stretches pictures sideways, because screens and labels are wide."""
_TALL = 1.3
"""The factor for an upright picture, because labels are wide, but its screen is not."""
_ROOM = 10
"""The gap between two boxes that a tie joins, without its label."""
_LENGTH, _MORE = 0.4, 0.064
"""Shares of the length that would fit at any angle. _LENGTH is for each tie. _MORE is for each
box that only one of its ends is tied to. So boxes with many ties stand apart from each other,
and ties to a box without other ties are short. Boxes that are too near are moved apart later."""
_FULL = 0.9
"""The share of the picture that boxes can fill. If they fill more, the picture is stretched first."""

_Exact = dict[str, tuple[float, float]]


def drawn(
    part: Sequence[str],
    boxes: Mapping[str, Box],
    ties: Sequence[Tie],
    places: Places,
    is_tall: bool,  # noqa: FBT001, a function that draws has no keywords
) -> Places:
    """Return places for connected boxes, without overlaps, that are like their old places."""
    wider = _TALL if is_tall else _WIDER
    found = _drawn_together(part, boxes, ties, places, wider)
    turned = _turned(_lying(found, is_tall), {id: (x, y * wider) for id, (x, y) in places.items()})
    flat = {id: (x, y / wider) for id, (x, y) in turned.items()}
    parted = _parted(boxes, ties, _loosened(boxes, flat, is_tall))
    return {id: (round(x), round(y)) for id, (x, y) in parted.items()}


def _drawn_together(
    part: Sequence[str],
    boxes: Mapping[str, Box],
    ties: Sequence[Tie],
    places: Places,
    wider: float,
) -> _Exact:
    """Return places where each tie has about its best length. Start from the old places."""
    number = {id: at for at, id in enumerate(part)}
    beside: dict[str, set[str]] = {id: set() for id in part}
    for tie in ties:
        beside[tie.source].add(tie.target)
        beside[tie.target].add(tie.source)
    lines = [_node(number[id], places[id][0], places[id][1] * wider, _INCH, _INCH) for id in part]
    for tie in ties:
        apart = _LENGTH + _MORE * len(beside[tie.source] ^ beside[tie.target])
        far = _length(tie, boxes[tie.source], boxes[tie.target], wider) * apart / _INCH
        lines.append(f"{number[tie.source]} -- {number[tie.target]} [len={far:.4f}]")
    settings = f"mode=sgd; overlap=true; splines=none; start=1; inputscale={_INCH}"
    return _laid_out(part, settings, lines, "-Kneato")


def _lying(places: _Exact, is_tall: bool) -> _Exact:  # noqa: FBT001
    """Turn places around their middle, so that the picture is longest from left to right, or from top to bottom if upright."""
    many = len(places)
    middle = [sum(at[axis] for at in places.values()) / many for axis in (0, 1)]
    spots = {id: (x - middle[0], y - middle[1]) for id, (x, y) in places.items()}
    across = sum(x * x - y * y for x, y in spots.values())
    aslant = sum(2 * x * y for x, y in spots.values())
    turn = math.atan2(aslant, across) / 2 - (math.pi / 2 if is_tall else 0)
    along, aside = math.cos(turn), math.sin(turn)
    return {id: (x * along + y * aside, y * along - x * aside) for id, (x, y) in spots.items()}


def _turned(spots: _Exact, old: _Exact) -> _Exact:
    """Mirror and move places, so that they are as near to the old places as possible."""
    a, b = (sum(at[axis] for at in old.values()) / len(old) for axis in (0, 1))
    across = math.copysign(1, sum(x * (old[id][0] - a) for id, (x, _) in spots.items()))
    down = math.copysign(1, sum(y * (old[id][1] - b) for id, (_, y) in spots.items()))
    return {id: (a + x * across, b + y * down) for id, (x, y) in spots.items()}


def _length(tie: Tie, one: Box, other: Box, wider: float) -> float:
    """Return the best length of a tie: the mean of its lengths for boxes side by side and for boxes above each other."""
    across = (one.width + other.width) / 2 + tie.width + _ROOM
    down = (one.height + other.height) / 2 + tie.height + _ROOM
    return (across + down * wider) / 2


def _loosened(boxes: Mapping[str, Box], places: _Exact, is_tall: bool) -> _Exact:  # noqa: FBT001
    """Stretch a crowded picture sideways, or downwards if it is upright.

    If its boxes were moved apart without this room, they would become a tower.
    """
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
    return {id: (x, y * wider) if is_tall else (x * wider, y) for id, (x, y) in places.items()}


def _parted(boxes: Mapping[str, Box], ties: Sequence[Tie], places: _Exact) -> _Exact:
    """Return the same places, but move boxes that are too near to another box or to a label."""
    lines: list[str] = []
    for id, (x, y) in places.items():
        lines.append(_node(len(lines), x, y, boxes[id].width, boxes[id].height))
    for tie in ties:
        (x, y), (a, b) = places[tie.source], places[tie.target]
        # Labels may stand closer than boxes.
        width, height = max(1, tie.width - GAP * 2), max(1, tie.height - GAP / 2)
        lines.append(_node(len(lines), (x + a) / 2, (y + b) / 2, width, height))
    settings = f'overlap=vpsc; sep="+{GAP // 2}"; splines=none'
    return _laid_out(list(places), settings, lines, "-Kneato", "-n")


def _node(number: int, x: float, y: float, width: float, height: float) -> str:
    """A node with its place and its size, both in points."""
    size = f"width={width / _INCH:.4f}, height={height / _INCH:.4f}"
    return f'{number} [pos="{x:.4f},{y:.4f}", {size}]'


def _laid_out(ids: Sequence[str], settings: str, lines: Sequence[str], *options: str) -> _Exact:
    """Return the points where Graphviz puts its first nodes, which are these ids.

    Raises OSError if the program is missing, and CalledProcessError if it fails.
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
