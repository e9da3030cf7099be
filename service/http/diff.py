"""The differences between two versions."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter, QueryParameter

from verger.projections.diff import ChangeView, DiffView, changed, document
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, Operation
from verger.service.edge.paging import onward
from verger.service.edge.reading import LogPoint, Seat, SessionAt, read_at, versioned
from verger.service.log.change import change_of
from verger.service.play.damage import understood
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.work import in_thread, pause

Since = Annotated[
    int, QueryParameter(name="from", ge=1, le=2**53, description="The version to compare from.")
]
Until = Annotated[
    int | None,
    QueryParameter(
        name="to", ge=1, le=2**53, description="The version to compare with. Default: the newest."
    ),
]

Limit = Annotated[
    int, Parameter(ge=1, le=500, description="The maximum number of events to return.")
]


@get(
    "/sessions/{session:str}/diff",
    operation_id="getDiff",
    opt=Operation(gives=DiffView, headers=PAGED, problems=(ProblemCode.NO_SUCH_VERSION,)),
)
async def get_diff(
    request: AnyRequest,
    session: str,
    since: Since,
    until: Until = None,
    limit: Limit = 100,
    seat: Seat = None,
) -> Response[Any]:
    """Get the changes between two versions.

    Use it to update data that you have read earlier. The answer has the events between the two
    versions, in the order of the log. Its JSON Patch (RFC 6902) is for the document `{"state": …,
    "network": …, "banks": …}` of these three reads at version `from`. If `from` is the later
    version, the patch leads back to the earlier one. If there are more events, follow `Link` to the
    next page.
    """
    async with read_at(request, session, LogPoint(until), seat) as point:
        if since > point.session.version:
            raise ProblemError(
                ProblemCode.NO_SUCH_VERSION, version=since, head=point.session.version
            )
        diff = await _diff(request, point, since, limit)
        return versioned(request, point, diff, _rest(request, diff))


async def _diff(request: AnyRequest, point: SessionAt, since: int, limit: int) -> DiffView:
    parts, ruleset, seat = parts_of(request), point.session.codec.ruleset, point.asking.viewer
    earlier, later = sorted((since, point.version))
    rows = await parts.store.read(point.asking.session, earlier, min(limit, later - earlier))
    changes: list[ChangeView] = []
    for row in rows:
        changes.append(understood(point.asking.session, row.version, change_of, row))
        await pause()
    state = await parts.sessions.history.state_at(point.session, since)

    def patch() -> Any:
        before = document(ruleset, state, seat, since)
        return changed(before, document(ruleset, point.state, seat, point.version))

    last = rows[-1].version if rows else later
    rest = last if last < later else None
    return DiffView(
        version=point.version,
        since=since,
        changes=tuple(changes),
        next_after=rest,
        patch=await in_thread(patch),
    )


def _rest(request: AnyRequest, diff: DiffView) -> dict[str, str]:
    """Return the link to more events: after the last one, or before it if the diff leads back."""
    if diff.next_after is None:
        return {}
    if diff.since < diff.version:
        return onward(request, {"from": diff.next_after, "to": diff.version})
    return onward(request, {"to": diff.next_after})
