"""Starts of sessions by people: they are limited for each address, and recorded for the operator.

Apps have other limits.
"""

from collections.abc import Awaitable, Callable
from uuid import UUID

from verger.service.database.pool import Connection
from verger.service.edge.answering import rate_limited
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.identity import starts
from verger.service.identity.identity import Bearer
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Record = Callable[[Connection, UUID], Awaitable[None]]
"""Records the start of a session, in the transaction that writes its first event."""


def counted_start(request: AnyRequest, holder: Bearer | None) -> Record:
    """Count a new session for the address of a request, or refuse the request if there are too many."""
    parts = parts_of(request)
    address: str = request.scope["address"]  # type: ignore[typeddict-item]
    is_app = _is_app(holder)
    if not is_app and (spent := parts.limits.start(address)):
        raise rate_limited(spent)

    async def record(connection: Connection, session: UUID) -> None:
        if not is_app:
            network = next(iter(starts.digests(parts.keyring, address)), None)
            await starts.keep(connection, session, network, parts.settings.look_after)

    return record


def require_leave(starters: str, holder: Bearer | None) -> None:
    """Refuse a client if the operator does not allow it to start sessions."""
    if starters == "nobody" or (starters == "apps" and not _is_app(holder)):
        raise ProblemError(ProblemCode.STARTS_RESTRICTED, session_starters=starters)


def _is_app(holder: Bearer | None) -> bool:
    return holder is not None and holder.app is not None
