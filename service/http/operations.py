"""Operations: is the process alive, can it serve, and what has it been doing."""

from asyncio import to_thread

import msgspec
from litestar import Response, get
from litestar.datastructures import CacheControlHeader

from verger.service.database.outage import Cause, UnavailableError
from verger.service.edge.accepting import best
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import TEXT, Operation
from verger.service.metrics.exposition import FORMS, Exposition
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

PASSED_ON = ("x-forwarded-for", "forwarded")
"""Headers that a proxy adds (RFC 7239, and the custom before it)."""


class HealthView(msgspec.Struct, frozen=True):
    """The process is alive."""

    status: str
    cell: int
    """Which of several deployments beside each other it is of."""


class ReadyView(msgspec.Struct, frozen=True):
    """A move could be written now. Redis may be away; streams poll then."""

    status: str
    database: str
    redis: str
    """`connected`, `away`, or `not configured`."""


@get(
    "/healthz",
    operation_id="getHealth",
    opt=Operation(bearer="never", counted=False, stored=False, headers=("Cache-Control",)),
    cache_control=CacheControlHeader(no_store=True),
)
async def get_health(request: AnyRequest) -> HealthView:
    """Whether the process is alive; it needs no database for that."""
    return HealthView("alive", parts_of(request).settings.cell)


@get(
    "/readyz",
    operation_id="getReadiness",
    opt=Operation(bearer="never", counted=False, headers=("Cache-Control",)),
    cache_control=CacheControlHeader(no_store=True),
)
async def get_readiness(request: AnyRequest) -> ReadyView:
    """Whether a move could be written now; 503 with the cause where it could not, or the process is stopping.

    The database is asked at most once a second. It is not ready if it is away, a standby or read-only,
    its disk is full, or a commit is not confirmed in time, as while a synchronous standby is away.
    """
    parts = parts_of(request)
    if parts.stopping.is_set():
        raise UnavailableError("stopping", Cause.STOPPING)
    await parts.readiness.check()
    redis = "connected" if parts.wakeups.connected else "away"
    return ReadyView("ready", "connected", redis if parts.settings.redis_url else "not configured")


@get(
    "/metrics",
    operation_id="getMetrics",
    opt=Operation(
        forms=dict.fromkeys(FORMS, TEXT),
        bearer="never",
        counted=False,
        stored=False,
        headers=("Cache-Control",),
        problems=(ProblemCode.NO_SUCH_PAGE,),
    ),
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """What the process has been doing, in figures.

    In Prometheus's text format, or as OpenMetrics by `Accept`; the page on metrics names each. They are
    this process's own, need no database, and are not for the outside: a request that a proxy has
    passed on, which is one with `X-Forwarded-For` or `Forwarded`, finds nothing here.
    """
    if any(field in request.headers for field in PASSED_ON):
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    exposition: Exposition = request.app.state["metrics"]
    form = best(request.headers.get("accept"), tuple(FORMS)) or next(iter(FORMS))
    # Read here, between two requests; written in a thread, so that no move waits for that.
    body = await to_thread(exposition.scrape().written, form)
    headers = {"Vary": "Accept", "Cache-Control": "no-store"}
    return Response(body, media_type=FORMS[form], headers=headers)
