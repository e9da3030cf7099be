"""Apps: what a site or a bot that runs many tables may do, and how much of it it does."""

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get
from msgspec import Meta

from verger.service.edge.asking import bearer
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Link, Operation
from verger.service.identity import app
from verger.service.identity.grant import Scope
from verger.service.identity.rate_limit import Admission
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError


class MinuteView(msgspec.Struct, frozen=True):
    """What of the minute's work the key has used at the process that answers; its limit is the key's there."""

    used: Annotated[int, Meta(ge=0)]
    limit: Annotated[int, Meta(ge=1)]
    seconds: Annotated[int, Meta(ge=0)]
    """Until it begins anew."""


class UsedView(msgspec.Struct, frozen=True):
    """What an app has used today, with all its keys and at all processes."""

    requests: Annotated[int, Meta(ge=0)]
    moves: Annotated[int, Meta(ge=0)]
    """Those that were accepted."""
    work: Annotated[int, Meta(ge=0)]
    """One for a request, and for each millisecond beyond the first one more."""


class AppView(msgspec.Struct, frozen=True):
    """An app, and how much it uses of what it may."""

    app: UUID
    name: str
    """As the operator has called it, and as events that are made with its keys name it."""
    sessions: Annotated[int, Meta(ge=0)]
    """Those that it has started and that have not been ended."""
    session_limit: Annotated[int, Meta(ge=0)]
    """How many it may have at a time."""
    scopes: tuple[Scope, ...]
    """Those of the key that asks."""
    minute: MinuteView | None
    """Nothing where there is no limit."""
    today: UsedView
    """By UTC; what other processes count comes a minute later."""


@get(
    "/app",
    operation_id="getApp",
    opt=Operation(
        gives=AppView,
        problems=(ProblemCode.NOT_AN_APP,),
        links=(Link("listSessions", "The sessions that it has started."),),
    ),
)
async def get_app(request: AnyRequest) -> AppView:
    """The app whose key the request's token is."""
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "read")
    if holder.app is None:
        raise ProblemError(ProblemCode.NOT_AN_APP)
    found = await app.app(parts.database, holder.app)
    used = await parts.identity.last_use.apps.today(holder.app)
    admission: Admission = request.scope["admission"]  # type: ignore[typeddict-item]
    of_minute = admission.of_token()
    return AppView(
        app=found.id,
        name=found.name,
        sessions=found.sessions,
        session_limit=found.session_limit,
        scopes=holder.grant.scopes,
        minute=MinuteView(*of_minute) if of_minute else None,
        today=UsedView(used.requests, used.moves, round(used.work)),
    )
