"""Refusals: the moves that the rules refused, and the rulings."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Fact, Refused
from verger.projections.recorded import RecordedMove
from verger.service.edge.asking import reading
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, Operation
from verger.service.edge.paging import links
from verger.service.log.refusals import RecordedRefusal

Before = Annotated[
    int, Parameter(ge=1, le=2**53, description="The number of the oldest refusal already read.")
]
Limit = Annotated[int, Parameter(ge=1, le=200, description="Refusals on a page.")]


class RefusalView(msgspec.Struct, frozen=True):
    """A refused move: its seat, its version, and the ruling."""

    number: int
    """Refusals of a session are numbered 1, 2, 3 …"""
    version: int
    """The version of the log when it was judged."""
    at: datetime
    type: str
    seat: SeatId | None
    move: RecordedMove | None
    """The requested move; null if it was longer than 16 KiB."""
    code: str
    rule: str
    sentence: str
    remedy: str
    facts: dict[str, Fact]


class RefusalsView(msgspec.Struct, frozen=True):
    """Refusals of a session, the newest first. The oldest are not kept forever."""

    refusals: tuple[RefusalView, ...]
    next_before: int | None
    """The start of the next page; null on the last page."""


@get(
    "/sessions/{session:str}/refusals",
    operation_id="listRefusals",
    opt=Operation(gives=RefusalsView, headers=PAGED),
)
async def list_refusals(
    request: AnyRequest, session: str, before: Before = 2**53, limit: Limit = 50
) -> Response[Any]:
    """List refused moves, the newest first.

    The newest 200 of each seat are kept, without dry runs. Every seat of the session sees them.
    """
    parts = parts_of(request)
    asking = await reading(parts, request.headers.get("authorization"), session, None)
    refusals = await parts.refusals.read(asking.session, before, limit + 1)
    shown = tuple(_view(refusal) for refusal in refusals[:limit])
    last = shown[-1].number if len(refusals) > limit else None
    headers = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
    headers |= links(request, "before", last)
    return Response(RefusalsView(shown, last), headers=headers)


def _view(refusal: RecordedRefusal) -> RefusalView:
    ruling = msgspec.json.decode(refusal.ruling, type=Refused)
    move: Any = msgspec.Raw(refusal.move) if refusal.move is not None else None
    return RefusalView(
        number=refusal.number,
        version=refusal.version,
        at=refusal.at,
        type=refusal.type,
        seat=SeatId(refusal.seat) if refusal.seat is not None else None,
        move=move,
        code=ruling.code,
        rule=ruling.rule,
        sentence=ruling.sentence,
        remedy=ruling.remedy,
        facts=ruling.all_facts,
    )
