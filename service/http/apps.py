"""Apps: the rights of a site or bot that runs many tables, and its use of the server."""

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
    """The key's requests in this minute, in the process that answers. Each process has its own limit."""

    used: Annotated[int, Meta(ge=0)]
    """The number of requests in this minute."""
    limit: Annotated[int, Meta(ge=1)]
    """The maximum number of requests in a minute."""
    seconds: Annotated[int, Meta(ge=0)]
    """The number of seconds until the next minute begins."""


class UsedView(msgspec.Struct, frozen=True):
    """The use of an app today, by all its keys and in all processes."""

    requests: Annotated[int, Meta(ge=0)]
    """The number of requests."""
    moves: Annotated[int, Meta(ge=0)]
    """The number of accepted moves."""
    work: Annotated[int, Meta(ge=0)]
    """The work for its requests: 1 for each request, and 1 more for each millisecond after the first."""


class AppView(msgspec.Struct, frozen=True):
    """An app, and its use of its quota."""

    app: UUID
    """The id of the app."""
    name: str
    """The name that the operator gave the app. Events that are made with the app's keys contain
    this name."""
    sessions: Annotated[int, Meta(ge=0)]
    """The number of sessions that the app started and that have not ended."""
    session_limit: Annotated[int, Meta(ge=0)]
    """The maximum number of sessions that the app can have at a time."""
    scopes: tuple[Scope, ...]
    """The scopes of the request's key."""
    minute: MinuteView | None
    """The use of the limit for requests; null if there is no limit."""
    today: UsedView
    """The requests, moves and work of the app since midnight UTC. Numbers from other processes
    arrive up to a minute late."""


@get(
    "/app",
    operation_id="getApp",
    opt=Operation(
        gives=AppView,
        problems=(ProblemCode.NOT_AN_APP,),
        links=(Link("listSessions", "List the sessions that it has started."),),
    ),
)
async def get_app(request: AnyRequest) -> AppView:
    """Get the app of the token.

    Use it to see how much of its limits the app has used. Only the key of an app can do this
    (`not_an_app`).
    """
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "read")
    if holder.app is None:
        raise ProblemError(ProblemCode.NOT_AN_APP)
    account = await app.app(parts.database, holder.app)
    used = await parts.identity.last_use.apps.today(holder.app)
    admission: Admission = request.scope["admission"]  # type: ignore[typeddict-item]
    of_minute = admission.of_token()
    return AppView(
        app=account.id,
        name=account.name,
        sessions=account.sessions,
        session_limit=account.session_limit,
        scopes=holder.grant.scopes,
        minute=MinuteView(*of_minute) if of_minute else None,
        today=UsedView(used.requests, used.moves, round(used.work)),
    )
