"""Redactions: removing the texts of some events from the log permanently."""

import hashlib
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from msgspec import Meta

from verger.domain.core.reason import Code
from verger.domain.core.text import Prose
from verger.service.edge.answering import appended
from verger.service.edge.asking import expected_versions, idempotency_key, seated, still_acts
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import MADE, Operation
from verger.service.edge.reading import Seat
from verger.service.http.event_views import EventView
from verger.service.http.links import AGAIN
from verger.service.log.row import wire
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.redaction.redacting import RedactionRequest


class RedactionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events to redact, and the reason."""

    versions: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=2**53)], ...], Meta(min_length=1, max_length=1_000)
    ]
    """The versions of the events to redact."""
    reason: Prose
    """The reason, which stays in the log. Redacted texts are removed from it. At most 2,000
    characters."""
    only: Annotated[tuple[Prose, ...], Meta(max_length=100)] = ()
    """The texts to remove from these events, such as a former name. Default: all texts of these
    events."""


@post(
    "/sessions/{session:str}/redactions",
    operation_id="redact",
    opt=Operation(
        takes=RedactionBody,
        gives=EventView,
        key="plain",
        request_headers=("If-Match",),
        scope="all",
        headers=(*MADE, "Idempotent-Replayed"),
        problems=(
            ProblemCode.NO_SUCH_VERSION,
            ProblemCode.NOTHING_TO_REDACT,
            ProblemCode.LOG_TOO_LONG,
            ProblemCode.TOO_MANY_FORKS,
            ProblemCode.INHERITED,
            Code.NOT_YOURS_TO_REDACT,
            Code.SEAT_NOT_TAKEN,
            Code.UNKNOWN_SEAT,
            ProblemCode.READ_ONLY,
            ProblemCode.STALE_VERSION,
            ProblemCode.CONTENDED,
        ),
        links=AGAIN,
    ),
)
async def redact(request: AnyRequest, session: str, seat: Seat = None) -> Response[Any]:
    """Redact the texts of events.

    Use it to remove personal data. Each text becomes `[redacted]` at every place in the log, and
    nobody can restore it. A seat can redact its own events, and the GM can redact any event of play
    (`not_yours_to_redact`). The hash chain still verifies. The answer is the new event, which names
    the seat and the reason.

    A fork cannot redact events that it inherited (`inherited`). Redact them in the original
    session.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "all")
    body, raw = await read(request, RedactionBody)
    move_request = MoveRequest(
        asking.session,
        asking.mover,
        None,
        expected=expected_versions(request.headers.get("if-match")),
        key=idempotency_key(request.headers.get("idempotency-key")),
        print=hashlib.sha256(raw).digest(),
        by=asking.bearer.grant,
        check=still_acts(parts, asking),
    )
    wanted = RedactionRequest(move_request, body.versions, body.reason, only=body.only)
    fresh = await parts.sessions.fresh(asking.session)
    answer = appended(await parts.redactions.redact(fresh, wanted))
    version = answer.row.version
    headers = {"Location": f"/v1/sessions/{session}/events/{version}", "ETag": f'"{version}"'}
    if answer.replayed:
        headers["Idempotent-Replayed"] = "true"
    return Response(
        wire(answer.row), status_code=201, headers=headers, media_type="application/json"
    )
