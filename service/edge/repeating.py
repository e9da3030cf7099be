"""Requests with an Idempotency-Key: do their work only once for each key."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from verger.service.database.pool import Connection
from verger.service.edge.asking import SECRET_KEY_LEAST, idempotency_key
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.identity.repeatable import Repeatable, once, repeatable
from verger.service.identity.secret import Secrets
from verger.service.log.insert import AppendConflict
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

Answer = TypeVar("Answer")


async def answered_once(
    request: AnyRequest,
    name: str,
    body: bytes,
    kind: type[Answer],
    work: Callable[[Repeatable], Awaitable[Answer]],
    *,
    least: int = SECRET_KEY_LEAST,
) -> tuple[Answer, Secrets]:
    """Do the work of a request once, and return its answer and secrets. `name` is the operation and its subject."""
    key = idempotency_key(request.headers.get("idempotency-key"), least)
    look = partial(repeatable, parts_of(request).database, name, key, body)
    return await once(look, kind, work)


async def write_once(parts: Parts, work: Callable[[Connection], Awaitable[None]]) -> None:
    """Do work in one transaction. Raise a problem if another request with the same key was faster."""
    if await parts.store.append((), work) is AppendConflict.REQUEST_ANSWERED:
        raise ProblemError(ProblemCode.REQUEST_RUNNING)
