"""The timeline of a session: the branch that is played, the undone branches, and possible undo and redo."""

from typing import Any

from verger.domain.core.past import Deed
from verger.projections.timeline import TimelineView, timeline
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.edge.reading import SessionAt, session_read
from verger.service.wiring import Parts

LOOKED_AT = (60, 1_000)
"""How many of the newest events are searched for actions to leave out. The second number, all that
can be left out, is used only if the first search finds none."""


@session_read("/timeline", "getTimeline", Operation(gives=TimelineView))
async def get_timeline(request: AnyRequest, found: SessionAt) -> Any:
    """Get the timeline.

    Use it before you undo, redo or leave out a move. `undo` and `redo` are the versions to name in
    the move `rewind`. `actions` are the moves that you can name in `leave_out`. The answer also has
    all rewinds, and the tree of undone branches.
    """
    parts = parts_of(request)
    own, (few, many) = found.state.table.timeline, LOOKED_AT
    view = timeline(own, found.version, await _deeds(parts, found, few))
    return view if view.actions else timeline(own, found.version, await _deeds(parts, found, many))


async def _deeds(parts: Parts, found: SessionAt, count: int) -> dict[int, Deed]:
    """Return the actions of the newest events up to a version (`Deed`)."""
    since = max(0, found.version - count)
    return await parts.sessions.history.deeds(found.session, since, found.version)
