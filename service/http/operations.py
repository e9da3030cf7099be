"""Operations: is the process alive, and can it serve."""

import msgspec
from litestar import get

from service.http.body import AnyRequest, parts_of
from service.outage import UnavailableError


class HealthView(msgspec.Struct, frozen=True):
    """The process is alive."""

    status: str


class ReadyView(msgspec.Struct, frozen=True):
    """The process can serve: its database answers. Redis may be away; streams poll then."""

    status: str
    database: str
    redis: str
    """`connected`, `away`, or `not configured`."""


@get("/healthz", operation_id="getHealth")
async def get_health() -> HealthView:
    """Whether the process is alive; it needs no database for that."""
    return HealthView("alive")


@get("/readyz", operation_id="getReadiness")
async def get_readiness(request: AnyRequest) -> ReadyView:
    """Whether the process can serve; 503 while its database is away or it is stopping."""
    parts = parts_of(request)
    if parts.stopping.is_set():
        raise UnavailableError("stopping")
    await parts.database.row("SELECT FROM events LIMIT 1")
    redis = "connected" if parts.wakeups.connected else "away"
    return ReadyView("ready", "connected", redis if parts.settings.redis_url else "not configured")
