"""Requests whose answers contain secrets: a repeated request with the same key gets the same answer."""

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

import asyncpg
import msgspec

from verger.service.cleaning import delete_old
from verger.service.database.pool import Connection, Database
from verger.service.identity import sql
from verger.service.identity.secret import Secrets
from verger.service.log.insert import RequestAnsweredError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Answer = TypeVar("Answer")

KEPT = timedelta(days=30)
"""A repeated request gets the first answer for this time. Later, the same key means a new request."""


class Repeatable(NamedTuple):
    """A request that may repeat an earlier one, and the answer to the earlier one, if there is one."""

    secrets: Secrets
    answer: bytes | None
    """The answer without its secrets, if the request was answered before."""
    key_hash: bytes | None
    print: bytes
    """A digest of the request's body, by its key and a stored salt."""

    async def keep(self, connection: Connection, answer: Any) -> None:
        """Record the answer, in the transaction that carries out the request.

        Raises RequestAnsweredError, which ends the transaction, if the same request was faster.
        """
        if self.key_hash is None:
            return
        text = msgspec.json.encode(answer).decode()
        binds = (self.key_hash, self.print, self.secrets.salt, text)
        try:
            await connection.execute(sql.INSERT_REQUEST, *binds)
        except asyncpg.UniqueViolationError:
            raise RequestAnsweredError from None


async def repeatable(database: Database, name: str, key: str | None, body: bytes) -> Repeatable:
    """Look up a request by its Idempotency-Key. `name` is the operation and its subject."""
    secrets = Secrets(key, cell=database.cell)
    if key is None:
        return Repeatable(secrets, None, None, secrets.print(body))
    key_hash = hashlib.sha256(f"{name}\0{key}".encode()).digest()
    row = await database.row(sql.ANSWERED_REQUEST, key_hash)
    if row is None:
        return Repeatable(secrets, None, key_hash, secrets.print(body))
    secrets = Secrets(key, row["salt"], cell=database.cell)
    if row["print"] != secrets.print(body):
        raise ProblemError(ProblemCode.KEY_REUSED)
    # The first request may have failed with an unknown outcome. Wait until its effects are durable.
    await database.confirm()
    return Repeatable(secrets, row["answer"].encode(), key_hash, row["print"])


async def once(
    look: Callable[[], Awaitable[Repeatable]],
    kind: type[Answer],
    work: Callable[[Repeatable], Awaitable[Answer]],
) -> tuple[Answer, Secrets]:
    """Do the work of a request unless it was done before. Return the answer and its secrets.

    `look` looks the request up. A repetition can arrive while the first request is being committed, and
    be refused because of its effects. The repetition then gets the first answer instead.
    """
    request = await look()
    if request.answer is None:
        try:
            return await work(request), request.secrets
        except ProblemError:
            request = await look()
            if request.answer is None:
                raise
    return msgspec.json.decode(request.answer, type=kind), request.secrets


async def clean(database: Database) -> None:
    """Delete the answers that are no longer repeated."""
    await delete_old(database, "requests", "key_hash", sql.OLD_REQUESTS, KEPT)
