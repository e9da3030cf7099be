"""Refusals: the moves that the rules refused, each with its ruling."""

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
    int,
    Parameter(
        ge=1,
        le=2**53,
        description="The number of the oldest refusal that you have. Default: start with the newest.",
    ),
]
Limit = Annotated[
    int, Parameter(ge=1, le=200, description="The maximum number of refusals to return.")
]


class RefusalView(msgspec.Struct, frozen=True):
    """A refused move: its seat, its version, and the ruling."""

    number: int
    """The number of the refusal in its session, from 1."""
    version: int
    """The newest version when the move was judged."""
    at: datetime
    """The time of the refusal."""
    type: str
    """The name of the move."""
    seat: SeatId | None
    """The seat that tried the move; null if the move was anonymous."""
    move: RecordedMove | None
    """The requested move; null if it was longer than 16 KiB."""
    code: str
    """The refusal code, for programs."""
    rule: str
    """The id of the rule that refused the move. Empty if no rule refused it."""
    sentence: str
    """The reason in a sentence."""
    remedy: str
    """The next step for the player, in a sentence."""
    facts: dict[str, Fact]
    """The numbers and names that the sentence contains. Each key says what its value is."""


class RefusalsView(msgspec.Struct, frozen=True):
    """Refusals of a session, the newest first. Old refusals are deleted."""

    refusals: tuple[RefusalView, ...]
    """The refused moves, the newest first."""
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
    """List refused moves.

    Use it to find out why moves were refused. The newest are first. The server keeps the newest 200
    refused moves of each seat. Dry runs are not in the list. Every seat of the session can read it.
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
