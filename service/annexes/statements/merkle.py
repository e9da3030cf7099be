"""A Merkle tree (RFC 9162, 2.1): leaves are only added, and short paths prove its content.

A node is complete if the tree has all leaves below it. A complete node never changes, and only complete
nodes are stored. Nodes are numbered from the left of their level. The leaves are level 0.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from typing import NamedTuple

EMPTY = sha256().digest()
"""The root of a tree without leaves."""


class NodePosition(NamedTuple):
    """The position of a complete node."""

    level: int
    number: int


Nodes = Callable[[NodePosition], bytes]
Range = tuple[int, int]
"""A range of leaves: the number of the first leaf, and the number after the last leaf."""


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two others."""
    return sha256(b"\1" + left + right).digest()


def complete(leaves: Range) -> list[NodePosition]:
    """Return the largest complete nodes that together cover a range, from the left."""
    start, end = leaves
    found: list[NodePosition] = []
    while start < end:
        level = (end - start).bit_length() - 1
        if start:
            level = min(level, (start & -start).bit_length() - 1)
        found.append(NodePosition(level, start >> level))
        start += 1 << level
    return found


def hash_of(leaves: Range, nodes: Nodes) -> bytes:
    """Return the hash of a range of leaves: of a step of a path, or of the whole tree."""
    return _joined([nodes(place) for place in complete(leaves)])


def _joined(found: Sequence[bytes]) -> bytes:
    """Return the hash of neighbouring complete nodes, the larger nodes first."""
    *left, last = found or [EMPTY]
    return reduce(lambda right, one: node_hash(one, right), reversed(left), last)


def inclusion(leaf: int, size: int) -> list[Range]:
    """Return the ranges of the path that proves that a leaf is in a tree of this size."""
    return _path(leaf, (0, size))


def _path(leaf: int, leaves: Range) -> list[Range]:
    start, end = leaves
    if end - start == 1:
        return []
    middle = _middle(leaves)
    if leaf < middle:
        return [*_path(leaf, (start, middle)), (middle, end)]
    return [*_path(leaf, (middle, end)), (start, middle)]


def consistency(size: int, later: int) -> list[Range]:
    """Return the ranges of the path that proves that a later tree begins with a tree of this size."""
    return _between(size, (0, later), is_known=True) if 0 < size < later else []


def _between(size: int, leaves: Range, *, is_known: bool) -> list[Range]:
    start, end = leaves
    if size == end:
        return [] if is_known else [leaves]
    middle = _middle(leaves)
    if size <= middle:
        return [*_between(size, (start, middle), is_known=is_known), (middle, end)]
    return [*_between(size, (middle, end), is_known=False), (start, middle)]


def _middle(leaves: Range) -> int:
    """Return the middle of a range of at least two leaves.

    The number of leaves before it is the largest power of two that is smaller than their whole number.
    """
    start, end = leaves
    return start + (1 << ((end - start - 1).bit_length() - 1))


def is_included(leaf: bytes, number: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether a path proves that a leaf is in the tree with this root (RFC 9162, 2.1.3.2)."""
    if not 0 <= number < size:
        return False
    place, last, found = number, size - 1, leaf
    for one in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(one, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, one)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


class TreeBuilder:
    """A tree that grows leaf by leaf, and remembers only its largest complete nodes."""

    def __init__(self, size: int = 0, nodes: Nodes | None = None) -> None:
        """Continue a tree of this size. `nodes` returns its stored nodes."""
        self.size = size
        self._edge = [(place, nodes(place)) for place in complete((0, size))] if nodes else []

    def add(self, leaf: bytes) -> Iterator[tuple[NodePosition, bytes]]:
        """Add the hash of a leaf. Yield the nodes that are now complete, the leaf first."""
        place, found = NodePosition(0, self.size), leaf
        self.size += 1
        yield place, found
        while self._edge and self._edge[-1][0].level == place.level:
            _, left = self._edge.pop()
            place, found = NodePosition(place.level + 1, place.number >> 1), node_hash(left, found)
            yield place, found
        self._edge.append((place, found))

    @property
    def root(self) -> bytes:
        """The root of the present tree."""
        return _joined([found for _, found in self._edge])
