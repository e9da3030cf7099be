"""Archives brought in: looked through from end to end, then stored in one transaction, or not at all.

An imported session keeps its id and every byte. Nobody has a seat in it: it is read, verified,
exported and forked, and who wants to play on does so in a fork.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import IO, NamedTuple
from uuid import UUID

import asyncpg

from service.archive import Header, UnreadableError, line_of
from service.database import Connection, Database
from service.examination import Examination, lines
from service.playback import gone_back_to
from service.problem import ProblemError
from service.row import Row
from service.verify import Finding

PAGE = 100
"""Lines looked at, or stored, at a time, between which other requests get their turn."""


class Imported(NamedTuple):
    """A session that came as an archive."""

    session: UUID
    version: int
    hash: bytes


async def is_import(database: Database, session: UUID) -> bool:
    """Whether a session came as an archive."""
    return await database.row("SELECT FROM imports WHERE session = $1", session) is not None


Work = Callable[[Connection], Awaitable[None]]


async def bring(
    database: Database, file: IO[bytes], token: UUID, first: Work | None = None
) -> Imported:
    """Import an archive for the holder of a token, who may read it then.

    `first` is done in the same transaction.
    """
    looked = await _looked_through(file)
    session = looked.header.session
    try:
        async with database.connection() as connection, connection.transaction():
            if first:
                await first(connection)
            sql = "INSERT INTO imports (session, token) VALUES ($1, $2)"
            await connection.execute(sql, session, token)
            sql = "INSERT INTO readers (session, token) VALUES ($1, $2)"
            await connection.execute(sql, session, token)
            await _store(connection, looked.header, file)
    except asyncpg.UniqueViolationError:
        if not await _was_brought(database, looked, token):
            raise ProblemError("session_exists", session=str(session)) from None
    return Imported(session, looked.version, looked.hash)


async def _was_brought(database: Database, looked: Examination, token: UUID) -> bool:
    """Whether this very archive was imported with this token: the request was repeated."""
    sql = (
        "SELECT hash FROM events JOIN imports USING (session) WHERE session = $1 AND token = $2"
        " ORDER BY version DESC LIMIT 1"
    )
    newest = await database.row(sql, looked.header.session, token)
    return newest is not None and newest[0] == looked.hash


async def _looked_through(file: IO[bytes]) -> Examination:
    """The whole archive, in which nothing may be wrong."""
    try:
        rewinds = await _rewinds(file)
        file.seek(0)
        read = lines(file)
        looked = Examination(next(read, b""), rewinds)
    except UnreadableError as error:
        raise ProblemError("unreadable_archive", reason=str(error)) from None
    finding: Finding | None = None
    for number, line in enumerate(read):
        if finding := looked.take(line):
            break
        if number % PAGE == 0:
            await asyncio.sleep(0)
    if finding := finding or looked.end():
        raise ProblemError("wrong_archive", version=finding.version, reason=finding.what)
    return looked


async def _rewinds(file: IO[bytes]) -> set[int]:
    found: set[int] = set()
    for number, line in enumerate(lines(file)):
        found |= gone_back_to((line,))
        if number % PAGE == 0:
            await asyncio.sleep(0)
    return found


async def _store(connection: Connection, header: Header, file: IO[bytes]) -> None:
    file.seek(0)
    read = lines(file)
    next(read)
    rows: list[Row] = []
    for line in read:
        found = line_of(header, line)
        if isinstance(found, Row):
            rows.append(found)
        if len(rows) == PAGE:
            await _copy(connection, rows)
            rows = []
    await _copy(connection, rows)


async def _copy(connection: Connection, rows: list[Row]) -> None:
    if rows:
        await connection.copy_records_to_table("events", records=rows, columns=Row._fields)
