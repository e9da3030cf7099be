"""The timeline of a session: its line of play, its undone branches, undo and redo."""

from verger.projections.timeline import TimelineView, timeline
from verger.service.edge.operation import Operation
from verger.service.edge.reading import SessionAt, session_view
from verger.service.wiring import Parts


@session_view("/timeline", "getTimeline", Operation(gives=TimelineView))
def get_timeline(_: Parts, point: SessionAt) -> TimelineView:
    """Get the timeline.

    The answer has the line, the rewinds, and the tree of undone branches. `undo` and `redo` are the
    versions to name in a `rewind`.
    """
    return timeline(point.state.table.timeline, point.version)
