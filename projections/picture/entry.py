"""Entries of a layout: the boxes and lines that an event adds, with sizes and ids, but without text."""

import msgspec

from verger.projections.picture.ground import Point, Size

Places = dict[str, Point]


class Box(msgspec.Struct, frozen=True, tag=True):
    """An element with a size. A second entry with the same id gives the box a new size."""

    id: str
    width: int
    height: int
    in_rows: bool = False
    """Whether it belongs in rows and columns with other boxes of this kind."""

    @property
    def size(self) -> Size:
        """Half the width and half the height."""
        return Size(self.width // 2, self.height // 2)


class Tie(msgspec.Struct, frozen=True, tag=True):
    """A line between two boxes, with the size of its label."""

    id: str
    source: str
    target: str
    width: int
    height: int
    is_wanted: bool = False
    """Whether it belongs to a ghost (a wanted change). No box moves for such a tie."""

    @property
    def route(self) -> str:
        """The key of its route. On another branch of play, the same id can have other ends."""
        return f"{self.id} {self.source} {self.target}"


class Tidy(msgspec.Struct, frozen=True, tag=True):
    """A request to tidy: after the entries of this event, boxes in bad places get better places."""


class Pin(msgspec.Struct, frozen=True, tag=True):
    """A box that a reader has moved, with the distance from its old place."""

    id: str
    across: int
    down: int


Entry = Box | Tie | Tidy
"""An entry of a game."""
Entries = tuple[Entry | Pin, ...]
"""The entries of one event, and the boxes that a reader has moved after it. They are placed
together."""
