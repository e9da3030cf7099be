"""The timeline of a session: its line of play, what was undone, where undo and redo lead."""

from typing import Any

from litestar import Response, get

from verger.projections.timeline import TimelineView, timeline
from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import Operation
from verger.service.edge.reading import AsOf, At, Point, Seat, read_at, versioned


@get(
    "/sessions/{session:str}/timeline",
    operation_id="getTimeline",
    opt=Operation(gives=TimelineView),
)
async def get_timeline(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """How play came to where it is: the line, the rewinds, and the branches that were left.

    `undo` and `redo` are the versions to name in a `rewind`. Branches are the newest 50.
    """
    async with read_at(request, session, Point(at, as_of), seat) as found:
        shown = timeline(found.state.table.timeline, found.version)
        return versioned(request, found, shown)
