"""A complete arrangement: the places of boxes, the routes of ties, and the frame."""

import msgspec

from verger.projections.picture.ground import Point
from verger.projections.picture.layout import LayoutBuilder, Placement
from verger.projections.picture.routing import TieRoute, middle, room, routes

MARGIN = 26
FORM = 1
"""The version of the layout code. Raise it if a change of the code arranges the same entries differently."""


class Stand(msgspec.Struct, frozen=True, array_like=True):
    """The place of a box: its middle and its size."""

    x: int
    y: int
    width: int
    height: int


class Arrangement(msgspec.Struct, frozen=True):
    """The places of all elements."""

    left: int
    top: int
    width: int
    height: int
    stands: dict[str, Stand]
    routes: dict[str, TieRoute]
    tidied: int = 0
    """The newest version that tidied the layout. Boxes that a reader moves do not change this number."""
    rows: tuple[int, Point] | None = None
    """The left end of the rows of late boxes (boxes above the limit), and the place of the next late box."""

    def placement(self, events: int) -> Placement:
        """Return the places after the first `events` events, so that a layout can continue there."""
        places = {id: (stand.x, stand.y) for id, stand in self.stands.items()}
        return Placement(events, places, self.rows)


def arranged(growing: LayoutBuilder) -> Arrangement:
    """Return the complete arrangement of a layout, with routes and a frame."""
    boxes, ties, places = growing.boxes, growing.ties, growing.places
    ways = routes(boxes, ties, places, growing.late)
    rooms = [room(x, y, boxes[id].width, boxes[id].height) for id, (x, y) in places.items()]
    for name, way in ways.items():
        tie = ties[name]
        rooms.append(room(way.x, way.y, tie.width, tie.height))
        x, y = middle(places[tie.source], places[tie.target], way.bend // 2, way.lean)
        rooms += [(x, y, x, y) for x, y in ((x, y), *way.corners)]
    left, top = (int(min((r[i] for r in rooms), default=0)) - MARGIN for i in (0, 1))
    right, bottom = (int(max((r[i] for r in rooms), default=0)) + MARGIN for i in (2, 3))
    stands = {id: Stand(x, y, boxes[id].width, boxes[id].height) for id, (x, y) in places.items()}
    return Arrangement(
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        stands=stands,
        routes=ways,
        rows=growing.rows,
    )
