"""Landmarks of a session: the versions that a reader can jump to."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from verger.projections.landmarks import LandmarkFinder, LandmarksView, landmarks
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, VERSIONED, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import After, AsOf, At, LogPoint, Seat, read_at, versioned


@get(
    "/sessions/{session:str}/landmarks",
    operation_id="listLandmarks",
    opt=Operation(gives=LandmarksView, headers=(*VERSIONED, *PAGED)),
)
async def list_landmarks(
    request: AnyRequest,
    session: str,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
    after: After = 0,
    limit: Annotated[
        int, Parameter(ge=1, le=1000, description="The maximum number of landmarks to return.")
    ] = 500,
) -> Response[Any]:
    """List landmarks.

    Use it for a table of contents of a long log. Landmarks are steps, phases, scenes, conflicts,
    rewinds, disputes and redactions. Each has a title. A page can be a little longer than `limit`,
    because the landmarks of one version stay together.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        scans, ruleset = parts_of(request).landmarks, point.session.codec.ruleset
        finder = await scans.of(point.session, point.version, lambda: LandmarkFinder(ruleset))
        timeline = point.state.table.timeline
        view = landmarks(finder.landmarks, timeline, point.version, after, limit)
        return versioned(request, point, view, links(request, "after", view.next_after))
