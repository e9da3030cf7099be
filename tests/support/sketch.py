"""A network as a line of text, such as `Rex!! (Bo) -wants!!-> Moon?? -is near-> Sea`.

Marks follow a label. A name in brackets is the player who claims the node as a character. A label that the
network has already names the existing node.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TIE = re.compile(r"\s+-(.+?)->\s+")
_NODE = re.compile(r"(?P<text>.+?)(?:\s+\((?P<claimed_by>[^()]+)\))?")


class Node(NamedTuple):
    """A node, by its label with its marks."""

    text: str
    claimed_by: str | None = None


class Tie(NamedTuple):
    """An edge from the previous node to the next node of the line."""

    text: str


def read(line: str) -> Iterator[Node | Tie]:
    """Every node and edge of a line, in its order."""
    for place, part in enumerate(_TIE.split(line.strip())):
        yield Tie(part) if place % 2 else _node(part)


def _node(part: str) -> Node:
    found = _NODE.fullmatch(part)
    assert found, f"no node: {part!r}"
    return Node(found["text"], found["claimed_by"])
