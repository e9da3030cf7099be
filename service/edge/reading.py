"""Read a session at a version: find the state and the headers, and answer 304 if the client has it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter, QueryParameter

from verger.domain.core.decider import State
from verger.projections.games import shown_by
from verger.projections.shown import Shown
from verger.service.edge.asking import Reader, is_known, reading, tag
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.form import SSE
from verger.service.edge.operation import Operation
from verger.service.edge.whole import ASK_AGAIN, Pairs
from verger.service.play import damage
from verger.service.play.damage import LogDamagedError
from verger.service.play.session import Session
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import pause

At = Annotated[
    int | None,
    Parameter(ge=1, le=2**53, description="The version to read. Default: the newest."),
]
AsOf = Annotated[
    str | None,
    Parameter(
        description=(
            "The time to read at. You get the version that was the newest at this time. If you also"
            " send `at`, you never get a version after `at`."
        ),
        schema_extra={"format": "date-time"},
        max_length=40,
    ),
]
LastEventId = Annotated[
    str | None,
    QueryParameter(
        name="lastEventId",
        max_length=100,
        description="The same as the header `Last-Event-ID`, for libraries that send it in the"
        " address. Only for server-sent events.",
    ),
]
After = Annotated[
    int,
    Parameter(
        ge=0, le=2**53, description="The last version that you have. The answer continues after it."
    ),
]
SEAT = "The seat to act as, if your token holds several seats of the session."
EVENT_STREAMS_ALONE = "only server-sent events take it"
Seat = Annotated[
    str | None,
    Parameter(description=SEAT, max_length=40),
]

Follow = Annotated[
    bool | None,
    Parameter(
        description="Whether to continue with new events after the newest. Default: `false` for lines,"
        " `true` for server-sent events. Pages ignore it."
    ),
]

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class LogPoint(NamedTuple):
    """A point in a session's log: a version, a time, or the head."""

    version: int | None = None
    time: str | None = None
    """In the form of RFC 3339, with an offset."""


class SessionAt(NamedTuple):
    """A session at the requested version."""

    asking: Reader
    session: Session
    state: State[Any]
    version: int
    tag: str
    """The part of the answer's ETag that names the version."""


@asynccontextmanager
async def read_at(
    request: AnyRequest, session: str, point: LogPoint, seat: str | None
) -> AsyncIterator[SessionAt]:
    """Yield the session's state at a point of its log, for the client of a request."""
    parts = parts_of(request)
    asking = await reading(parts, request.headers.get("authorization"), session, seat)
    async with session_at(parts, asking, point) as found:
        yield found


@asynccontextmanager
async def session_at(parts: Parts, asking: Reader, point: LogPoint) -> AsyncIterator[SessionAt]:
    """Yield the session's state at a point of its log, for this reader."""
    time = moment("as_of", point.time) if point.time is not None else None
    with await parts.sessions.readable(asking.session) as session:
        at = point.version
        if at is not None and at > session.version:
            session.heard(at)
            await parts.sessions.freshen(session)
        if session.damaged and (at is None or at >= session.damaged):
            raise LogDamagedError(session.id, session.damaged)
        if time is not None:
            latest = min(at or session.version, session.version)
            at = await parts.store.version_at(session.id, latest, time)
            if not at:
                raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=0, head=session.version)
        version = at or session.version
        if version > session.version:
            raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=version, head=session.version)
        state = await parts.sessions.history.state_at(session, version)
        await pause()
        yield SessionAt(
            asking=asking,
            session=session,
            state=state,
            version=version,
            tag=await tag_at(parts, session, version),
        )


async def tag_at(parts: Parts, session: Session, version: int) -> str:
    """Return the part of an ETag that names a version of a session."""
    if version == session.version:
        return tag(version, session.hash)
    for row in await parts.store.at(session.id, [version]):
        return tag(version, row.hash)
    raise await damage.missing(parts.store, session, version)


Show = Callable[[AnyRequest, SessionAt], Awaitable[Any]]
"""Returns the body of a read of a session."""


def session_read(
    path: str, operation_id: str, opt: Operation
) -> Callable[[Show], HTTPRouteHandler]:
    """Return a decorator that turns a function into a read of a session at any version.

    The answer is JSON, unless `opt` names another form.
    """
    form = next(iter(opt.get("forms", ())), None)

    def handler(show: Show) -> HTTPRouteHandler:
        async def read(
            request: AnyRequest,
            session: str,
            at: At = None,
            as_of: AsOf = None,
            seat: Seat = None,
        ) -> Response[Any]:
            async with read_at(request, session, LogPoint(at, as_of), seat) as found:
                return versioned(request, found, await show(request, found), media_type=form)

        read.__doc__ = show.__doc__
        address = f"/sessions/{{session:str}}{path}"
        return get(address, operation_id=operation_id, opt=opt)(read)

    return handler


View = Callable[[Parts, SessionAt], Any]
"""Makes the body of a read without waiting. None if it needs the database, or would take long."""

VIEWS: dict[str, View] = {}
"""The views, by the last part of their paths. `service/short/reads.py` uses them for the newest version."""


def at_once(path: str) -> Callable[[View], View]:
    """Return a decorator that registers a view for the short way (`service/short/reads.py`) at a path.

    If the view returns None, the ordinary read at this path answers.
    """

    def handler(view: View) -> View:
        VIEWS[path] = view
        return view

    return handler


def session_view(
    path: str, operation_id: str, opt: Operation
) -> Callable[[View], HTTPRouteHandler]:
    """Return a decorator that turns a view into a read of a session. The view must never return None."""

    def handler(view: View) -> HTTPRouteHandler:
        async def show(request: AnyRequest, found: SessionAt) -> Any:
            return view(parts_of(request), found)

        show.__doc__ = view.__doc__
        VIEWS[path] = view
        return session_read(path, operation_id, opt)(show)

    return handler


def only_with(found: SessionAt, read: str) -> Shown:
    """Return the read models of the session's game. Raise a problem if the game does not have this read."""
    ruleset = found.session.codec.ruleset
    if read not in ruleset.reads:
        raise ProblemError(ProblemCode.NOT_IN_THIS_GAME, ruleset=ruleset.name, resource=read)
    return shown_by(ruleset.name)


def moment(parameter: str, text: str) -> datetime:
    """Return the time in a parameter of a query."""
    # The framework would also accept numbers, and times without an offset from UTC.
    try:
        return msgspec.convert(text, Moment)
    except msgspec.ValidationError as error:
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER, parameter=parameter, reason=str(error)
        ) from None


def versioned(
    request: AnyRequest,
    found: SessionAt,
    shown: Any,
    more: Mapping[str, str] | None = None,
    media_type: str | None = None,
) -> Response[Any]:
    """Return an answer with an ETag that names its version and reader, and with `more` headers.

    If the client has this answer already, return 304.
    """
    headers = {**headers_of(found), **(more or {})}
    return not_modified(request, headers) or Response(shown, headers=headers, media_type=media_type)


def headers_of(found: SessionAt) -> dict[str, str]:
    """Return the headers of an answer about a session. The ETag names the version and the reader's seats."""
    return {
        "ETag": f'"{"-".join((found.tag, *found.asking.seats))}"',
        "Cache-Control": ASK_AGAIN,
        "Vary": "Authorization",
    }


def header_lines(headers: Mapping[str, str], body: bytes) -> Pairs:
    """Return these headers and those of a JSON body, as the framework would send them."""
    own = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return [*own, (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]


def not_modified(request: AnyRequest, headers: Mapping[str, str]) -> Response[Any] | None:
    """Return 304 if the client already has the answer with this ETag (RFC 9110, 13.1.2 and 15.4.5), or None."""
    if not is_known(request.headers.get("if-none-match"), headers["ETag"].strip('"')):
        return None
    varying = headers.get("Vary", "").split(", ")
    if "no-transform" not in headers.get("Cache-Control", ""):
        # The complete answer would have the same `Vary`, because it may be compressed.
        varying.append("Accept-Encoding")
    varied = {"Vary": ", ".join(filter(None, varying))}
    return Response(None, status_code=304, headers={**headers, **varied})


def last_event_id(request: AnyRequest, in_address: str | None, form: str | None) -> str | None:
    """Return the id of the last event that the client received, from the header or else from the address.

    An empty id in the address counts as none: some libraries send it in their first request.
    """
    if in_address is not None and form != SSE:
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER, parameter="lastEventId", reason=EVENT_STREAMS_ALONE
        )
    return request.headers.get("last-event-id", in_address or None)
