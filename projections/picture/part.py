"""The parts of a picture: the connected boxes, and the drawing of such a part."""

from collections.abc import Iterable

from verger.projections.picture.ground import Point


def turned(drawn: dict[str, Point]) -> dict[str, Point]:
    """Return a drawing around its middle, mirrored so that its first box is on the upper left."""
    xs, ys = zip(*drawn.values(), strict=True)
    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    first = next(iter(drawn.values()))
    across, down = 1 if first[0] <= x else -1, 1 if first[1] <= y else -1
    return {id: ((a - x) * across, (b - y) * down) for id, (a, b) in drawn.items()}


def components(boxes: Iterable[str], ends: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the connected components of the boxes, in the order of creation.

    `ends` are the two boxes of each tie.
    """
    parent = {id: id for id in boxes}

    def root(id: str) -> str:
        while parent[id] != id:
            parent[id] = id = parent[parent[id]]
        return id

    for source, target in ends:
        parent[root(target)] = root(source)
    groups: dict[str, list[str]] = {}
    for id in parent:
        groups.setdefault(root(id), []).append(id)
    return list(groups.values())
