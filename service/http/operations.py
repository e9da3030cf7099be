"""Operations: whether the process is alive, and whether it can serve."""

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader

from verger.service.database.outage import Cause, UnavailableError
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation


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
