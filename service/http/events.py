"""The log: as pages, lines or a live stream; single events; and their rulings."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.params import Parameter
from litestar.response import Stream

from verger.domain.core.dispute import Disputes
from verger.domain.core.divergence import Divergence
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Allowed
from verger.projections.disputes import (
    SessionReference,
    cites_precedents,
    precedents,
)
from verger.service.edge.accepting import JSON, best
from verger.service.edge.asking import Reader, follower, reading, tag
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.event_pages import (
    After,
    Before,
    ElementParameter,
    EventQuery,
    OrderParameter,
    PageLimit,
    SeatParameter,
    TypeParameter,
    page,
    page_answer,
    query_of,
)
from verger.service.edge.following import chunks, reached, shown
from verger.service.edge.form import (
    NDJSON,
    SSE,
    EndView,
    Form,
    LineForm,
    PresenceView,
    ResetView,
    SseForm,
    sent,
)
from verger.service.edge.operation import PAGED, TEXT, VERSIONED, Operation
from verger.service.edge.reading import (
    Follow,
    LastEventId,
    LogPoint,
    last_event_id,
    not_modified,
    session_at,
)
from verger.service.edge.streaming import StreamBody, holder_of, require_no_handshake, streamed
from verger.service.edge.whole import ASK_AGAIN, SEALED
from verger.service.http.element_history import history_of
from verger.service.http.event_views import EventsView, EventView, RulingView
from verger.service.log.row import Row, wire
from verger.service.log.sealed import seen_by
from verger.service.play.damage import LogDamagedError, read_event
from verger.service.play.presence import Attention
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.schema.json_schema import Schema
from verger.service.wiring import Parts


class _Ruled(msgspec.Struct):
    ruling: Allowed
    missed: tuple[Divergence, ...] = ()


_read_ruled = msgspec.json.Decoder(_Ruled).decode


PAGES_ALONE = "only pages take it"
LIVE_ALONE = "only lines and streams take it"


PresenceParameter = Annotated[
    Attention | None,
    Parameter(
        description="The presence that others see for your seats during the stream. With this parameter,"
        " you also receive the presence of all seats. Pages ignore it. Default: others do not"
        " see your seats."
    ),
]


Ticket = Annotated[
    str | None,
    Parameter(
        max_length=100,
        description="A ticket for a live stream, instead of a token. Get it with `issueStreamTicket`.",
    ),
]


_SENT = sent(
    "The version. The messages `presence` and `end` have no id.",
    ("reset", "presence", "end"),
    ("EventView", "ResetView", "PresenceView", "EndView"),
)
_STREAMS: Mapping[str, Schema] = {
    NDJSON: {
        **TEXT,
        "description": "Lines of JSON. Each line is an EventView, or a PresenceView if its `type` is `presence`.",
    },
    SSE: {
        "description": "Server-sent events. The id is the version, and the data is an EventView. Only `reset`"
        " (a ResetView), `presence` (a PresenceView) and `end` (an EndView) have names. The"
        " schema has two forms: the whole text, and a single event.",
        "anyOf": [TEXT, _SENT],
    },
}

_FORMS = (JSON, NDJSON, SSE)


@get(
    "/sessions/{session:str}/events",
    operation_id="listEvents",
    opt=Operation(
        gives=EventsView,
        forms=_STREAMS,
        tells=(ResetView, PresenceView, EndView),
        request_headers=("Last-Event-ID",),
        headers=PAGED,
        problems=(
            ProblemCode.NOT_ACCEPTABLE,
            ProblemCode.TOO_MANY_STREAMS,
            ProblemCode.STREAM_LIMIT,
            ProblemCode.NO_SUCH_VERSION,
            ProblemCode.NO_SUCH_ELEMENT,
            ProblemCode.BAD_HANDSHAKE,
            ProblemCode.FOREIGN_ORIGIN,
            ProblemCode.INVALID_TICKET,
            ProblemCode.TICKET_AND_TOKEN,
            ProblemCode.TICKET_OF_STREAMS,
        ),
    ),
)
async def list_events(
    request: AnyRequest,
    session: str,
    after: After = None,
    before: Before = None,
    order: OrderParameter = None,
    type: TypeParameter = None,  # noqa: A002, it is the parameter's name in the query
    seat: SeatParameter = None,
    element: ElementParameter = None,
    limit: PageLimit = None,
    follow: Follow = None,
    ticket: Ticket = None,
    presence: PresenceParameter = None,
    last_id: LastEventId = None,
) -> Response[Any]:
    """List or follow the events.

    `Accept` chooses the form. `application/json` gives pages. `application/x-ndjson` gives a line
    for each event up to the head, and continues with `follow`. `text/event-stream` is a live
    stream. It resumes after `Last-Event-ID` or `after`. A WebSocket works at the same address.

    You can filter pages. A page searches at most 5,000 events, so it can be short or empty although
    more follow. Continue while `Link` has a `next`. Live streams have a limit (`stream_limit`).
    """
    parts = parts_of(request)
    form = _form(request, ticket)
    asking = await follower(parts, request.headers.get("authorization"), ticket, session)
    only = {"type": type, "seat": seat, "element": element}
    _require_fit(form, presence, {"before": before, "order": order, "limit": limit, **only})
    seen, last = shown(asking, presence), last_event_id(request, last_id, form)
    if form == NDJSON:
        lines = LineForm(after or 0, follow=bool(follow), attention=seen)
        await _require_reached(parts, asking, after or 0)
        return _stream(request, asking, lines, NDJSON)
    if form == SSE:
        live = SseForm(_position(last, after), follow=follow is not False, attention=seen)
        return _stream(request, asking, live, SSE)
    wanted = query_of(after, before, order, limit)._replace(type=type, seat=seat)
    return await _page(request, asking, wanted, element)


def _form(request: AnyRequest, ticket: str | None) -> str | None:
    """Return the form that the client accepts, or None. Raise a problem if a stream cannot begin."""
    require_no_handshake(request)
    form = best(request.headers.get("accept"), _FORMS)
    if ticket is not None and form != SSE:
        raise ProblemError(ProblemCode.TICKET_OF_STREAMS)
    return form


def _require_fit(form: str | None, presence: Attention | None, only: Mapping[str, object]) -> None:
    """Refuse an unknown form, and parameters of another form. `only` contains the parameters that only pages take."""
    if form is None:
        raise ProblemError(ProblemCode.NOT_ACCEPTABLE, media_types=_FORMS)
    meant = next((name for name in only if only[name] is not None), None)
    if form != JSON and meant:
        raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter=meant, reason=PAGES_ALONE)
    if form == JSON and presence is not None:
        raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter="presence", reason=LIVE_ALONE)


async def _page(
    request: AnyRequest, asking: Reader, wanted: EventQuery, element: str | None
) -> Response[Any]:
    parts = parts_of(request)
    if element is not None:
        async with session_at(parts, asking, LogPoint()) as point:
            versions, _ = await history_of(parts, point, element)
            wanted = wanted._replace(versions=frozenset(versions))
    events = await page(parts.store, asking, wanted)
    if not events.rows:
        # There may be no events because the session was just ended. If so, this raises the error.
        await parts.sessions.readable(asking.session)
    url = request.url.path, request.scope["query_string"]
    body, headers = page_answer(events, wanted.order, *url)
    return Response(body, media_type="application/json", headers=headers)


def _position(last: str | None, after: int | None) -> int | None:
    if last is None:
        return after or 0
    return int(last) if last.isdecimal() and len(last) < 19 else None


async def _require_reached(parts: Parts, asking: Reader, after: int) -> None:
    with await parts.sessions.readable(asking.session) as session:
        if not await reached(parts, session, after):
            raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=after, head=session.version)


def _stream(request: AnyRequest, asking: Reader, form: Form, media_type: str) -> Stream:
    source = chunks(parts_of(request), asking, request.headers.get("authorization"), form)
    headers = {"Vary": "Authorization, Accept"}
    body = StreamBody(source, media_type, headers, form.last_words)
    return streamed(request, holder_of(request, asking), body)


async def _row(request: AnyRequest, session: str, version: int) -> tuple[Row, Reader]:
    parts = parts_of(request)
    asking = await reading(parts, request.headers.get("authorization"), session, None)
    rows = await parts.store.read(asking.session, version - 1, 1)
    if not rows:
        head = await parts.store.head(asking.session)
        raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=version, head=head)
    if rows[0].version != version:
        raise LogDamagedError(asking.session, version)
    return rows[0], asking


def _of_event(row: Row, seats: Sequence[SeatId] = ()) -> dict[str, str]:
    """Return the headers of an answer about an event, with the parts that these seats can see."""
    # A redaction does not change the hash. So the tag of a redacted event also has a digest of its text.
    text = (sha256((row.kept + row.data).encode()).hexdigest()[:8],) if row.kept else ()
    named = ".".join((tag(row.version, row.hash), *text, *seats))
    return {"ETag": f'"{named}"', "Cache-Control": ASK_AGAIN, "Vary": "Authorization"}


VersionPath = Annotated[int, Parameter(ge=1, le=2**53, description="The version of the event.")]


@get(
    "/sessions/{session:str}/events/{version:int}",
    operation_id="getEvent",
    opt=Operation(
        gives=EventView,
        headers=VERSIONED,
        problems=(ProblemCode.NO_SUCH_VERSION, ProblemCode.NO_SUCH_PAGE),
    ),
)
async def get_event(request: AnyRequest, session: str, version: VersionPath) -> Response[Any]:
    """Get an event.

    The answer also has the sealed parts that you can see.
    """
    row, asking = await _row(request, session, version)
    seen = seen_by(row, asking.session, asking.seats)
    headers = _of_event(row, asking.seats if seen else ())
    if seen:
        headers["Cache-Control"] = SEALED
    if known := not_modified(request, headers):
        return known
    body = wire(row, msgspec.json.encode(seen) if seen else b"")
    return Response(body, media_type="application/json", headers=headers)


@get(
    "/sessions/{session:str}/events/{version:int}/ruling",
    operation_id="getRuling",
    opt=Operation(
        gives=RulingView,
        headers=VERSIONED,
        problems=(ProblemCode.NO_SUCH_VERSION, ProblemCode.NO_SUCH_PAGE),
    ),
)
async def get_ruling(request: AnyRequest, session: str, version: VersionPath) -> Response[Any]:
    """Get the ruling of an event.

    Use it to explain why a move was accepted. The answer has the applied rules, with their
    statements and the numbers that they used. Refused moves are in `listRefusals`.
    """
    row, _ = await _row(request, session, version)
    headers = _of_event(row)
    if known := not_modified(request, headers):
        return known
    event = read_event(UUID(session), row, _read_ruled)
    ruling = event.ruling
    parts = parts_of(request)
    sessions = parts.sessions
    with await sessions.known(UUID(session)) as in_memory:
        ruleset, cited_before = in_memory.codec.ruleset, Disputes()
        if cites_precedents(ruling):
            cited_before = (await sessions.history.state_at(in_memory, version - 1)).table.disputes
    book, desk = ruleset.rules, SessionReference(parts.settings.base_path, session, ruleset)
    cited = dict.fromkeys(applied.rule for applied in ruling.rules)
    rules = tuple(book[rule] for rule in cited if rule in book)
    cites = precedents(desk, ruling, cited_before)
    shown = RulingView(
        version=version,
        type=row.type,
        ruling=ruling,
        rules=rules,
        precedents=cites,
        missed=event.missed,
    )
    return Response(shown, headers=headers)
