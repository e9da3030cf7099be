"""The timeline of a session: its line of play, what was undone, where undo and redo lead."""

from verger.projections.timeline import TimelineView, timeline
from verger.service.edge.operation import Operation
from verger.service.edge.reading import SessionAt, session_view
from verger.service.wiring import Parts


@session_view("/timeline", "getTimeline", Operation(gives=TimelineView))
def get_timeline(_: Parts, found: SessionAt) -> TimelineView:
    """How play came to where it is: the line, the rewinds, and the branches that rewinds have undone.

    `undo` and `redo` are the versions to name in a `rewind`. Branches are the newest 50.
    """
    return timeline(found.state.table.timeline, found.version)
