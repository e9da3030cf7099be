"""Disputes: challenged rulings, their settlements, and their precedents."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get
from litestar.params import Parameter, QueryParameter

from verger.domain.core.force import Force
from verger.domain.core.identifier import DisputeId
from verger.projections.disputes import DisputeView, SessionReference, matching, shown
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, VERSIONED, Link, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import AsOf, At, LogPoint, Seat, SessionAt, read_at, versioned
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

RuleParameter = Annotated[
    str | None, Parameter(description="Only disputes about this rule.", max_length=100)
]
StatusParameter = Annotated[
    Literal["open", "upheld", "overturned", "withdrawn"] | None,
    Parameter(description="Only disputes with this status."),
]
Before = Annotated[
    int,
    Parameter(
        ge=1,
        le=2**53,
        description="The number of the oldest dispute that you have. Default: start with the newest.",
    ),
]
Limit = Annotated[
    int,
    QueryParameter(
        name="limit", ge=1, le=100, description="The maximum number of disputes to return."
    ),
]


class DisputesView(msgspec.Struct, frozen=True):
    """Disputes of a session at a version, the newest first."""

    version: int
    """The version that was read."""
    disputes: tuple[DisputeView, ...]
    """The disputes, the newest first."""
    next_before: int | None
    """The start of the next page; null on the last page."""


@get(
    "/sessions/{session:str}/disputes",
    operation_id="listDisputes",
    opt=Operation(
        gives=DisputesView,
        headers=(*VERSIONED, *PAGED),
        links=(Link("getDispute", "Get the first dispute.", {"dispute": "disputes/0/dispute"}),),
    ),
)
async def list_disputes(
    request: AnyRequest,
    session: str,
    rule: RuleParameter = None,
    status: StatusParameter = None,
    before: Before = 2**53,
    limit: Limit = 50,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """List disputes.

    The newest are first. Every seat of the session can read them. The settled disputes about a rule
    are its precedents. Filter by `rule` to find them.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as read:
        named = matching(read.state.table.disputes, rule, status)
        earlier = [(id, dispute) for id, dispute in named if _number(id) < before]
        page, more = earlier[:limit], len(earlier) > limit
        desk = desk_of(request, read)
        force = Force(read.state.table.timeline, read.version)
        disputes = tuple(shown(desk, id, dispute, force) for id, dispute in page)
        last = _number(page[-1][0]) if more else None
        view = DisputesView(read.version, disputes, last)
        return versioned(request, read, view, links(request, "before", last))


@get(
    "/sessions/{session:str}/disputes/{dispute:str}",
    operation_id="getDispute",
    opt=Operation(gives=DisputeView, problems=(ProblemCode.NO_SUCH_DISPUTE,)),
)
async def get_dispute(
    request: AnyRequest,
    session: str,
    dispute: str,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
) -> Response[Any]:
    """Get a dispute.

    The answer has the disputed ruling, the statements of seats, the votes and the result.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as read:
        disputes, id = read.state.table.disputes, DisputeId(dispute)
        known = disputes.open.get(id) or disputes.closed.get(id)
        if known is None:
            raise ProblemError(ProblemCode.NO_SUCH_DISPUTE, dispute=dispute[:100])
        force = Force(read.state.table.timeline, read.version)
        return versioned(request, read, shown(desk_of(request, read), id, known, force))


def desk_of(request: AnyRequest, read: SessionAt) -> SessionReference:
    """Return the session's address and ruleset, for links to its events and rules."""
    base, session = parts_of(request).settings.base_path, str(read.asking.session)
    return SessionReference(base, session, read.session.codec.ruleset)


def _number(id: DisputeId) -> int:
    return int(id[1:])
