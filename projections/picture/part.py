"""The parts of a picture: the connected boxes."""

from collections.abc import Iterable


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
