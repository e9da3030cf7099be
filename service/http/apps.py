"""Apps: what a site or a bot that runs many tables may do, and how much of it it does."""

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get
from msgspec import Meta

from service.edge.asking import bearer
from service.edge.body import AnyRequest, parts_of
from service.edge.operation import Link, Operation
from service.identity import app
from service.identity.grant import Scope
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError


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
    return AppView(found.id, found.name, found.sessions, found.session_limit, holder.grant.scopes)
