"""Operations: whether the process is alive, and whether it is ready."""

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader

from verger.service.database.outage import Cause, UnavailableError
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation


class HealthView(msgspec.Struct, frozen=True):
    """The process is alive."""

    status: str
    """Always `alive`."""
    cell: int
    """The number of this deployment, if several run in parallel."""


class ReadyView(msgspec.Struct, frozen=True):
    """A move can be written now. If Redis does not answer, streams poll the database."""

    status: str
    """Always `ready`."""
    database: str
    """Always `connected`. If the database does not answer, this answer is 503."""
    redis: str
    """`connected`, `away` (Redis does not answer), or `not configured`."""
    drill: bool
    """Whether this is a drill: a copy of another server, which sends and signs nothing."""


@get(
    "/healthz",
    operation_id="getHealth",
    opt=Operation(bearer="never", counted=False, stored=False, headers=("Cache-Control",)),
    cache_control=CacheControlHeader(no_store=True),
)
async def get_health(request: AnyRequest) -> HealthView:
    """Check that the process is alive.

    Use it to decide whether the process must be restarted. It does not need the database.
    """
    return HealthView("alive", parts_of(request).settings.cell)


@get(
    "/readyz",
    operation_id="getReadiness",
    opt=Operation(bearer="never", counted=False, headers=("Cache-Control",)),
    cache_control=CacheControlHeader(no_store=True),
)
async def get_readiness(request: AnyRequest) -> ReadyView:
    """Check that the process is ready.

    Use it to decide whether the process can receive requests. It is ready if it could write a move
    now. If not, or if it is stopping, the answer is 503 with the cause. The process is not ready if
    the database is unreachable, a standby or read-only, if its disk is full, or if a commit is not
    confirmed in time. The process asks the database at most once a second.
    """
    parts = parts_of(request)
    if parts.stopping.is_set():
        raise UnavailableError("stopping", Cause.STOPPING)
    await parts.readiness.check()
    redis = "connected" if parts.wakeups.connected else "away"
    configured = redis if parts.settings.redis_url else "not configured"
    return ReadyView("ready", "connected", configured, parts.settings.drill == "on")
