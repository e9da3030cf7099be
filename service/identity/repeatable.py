"""Requests whose answers hold secrets: repeated under the same key, they get the same answer."""

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
"""How long an answer is given again; its key is a new request's afterwards."""


class Repeatable(NamedTuple):
    """A request that may be a repetition, with the answer that the first one got."""

    secrets: Secrets
    answer: bytes | None
    """The answer without its secrets, where the request was answered before."""
    key_hash: bytes | None
    print: bytes
    """A digest of the request's body, by its key and a stored salt."""

    async def keep(self, connection: Connection, answer: Any) -> None:
        """Record the answer, in the transaction that makes it true.

        Raises RequestAnsweredError, which ends that, where the same request was faster.
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
    """Look a request up by its Idempotency-Key; `name` is the operation and its subject."""
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
    # The first request may have been told that its outcome is unknown.
    await database.confirm()
    return Repeatable(secrets, row["answer"].encode(), key_hash, row["print"])


async def once(
    look: Callable[[], Awaitable[Repeatable]],
    kind: type[Answer],
    work: Callable[[Repeatable], Awaitable[Answer]],
) -> tuple[Answer, Secrets]:
    """The answer to a request, whose work is done once, and the secrets that it shows.

    `look` looks the request up. A repetition may come while the first is still being committed, and
    be refused because of what that has done: then it gets the answer of the first.
    """
    tried = await look()
    if tried.answer is None:
        try:
            return await work(tried), tried.secrets
        except ProblemError:
            tried = await look()
            if tried.answer is None:
                raise
    return msgspec.json.decode(tried.answer, type=kind), tried.secrets


async def clean(database: Database) -> None:
    """Delete the answers that are given no more."""
    await delete_old(database, "requests", "key_hash", sql.OLD_REQUESTS, KEPT)
