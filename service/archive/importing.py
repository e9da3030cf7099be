"""Importing archives: each is completely verified, then stored in one transaction, or not at all.

An imported session keeps its id and every byte. Nobody has a seat in it. You can read, verify, export and fork
it. To play on, use a fork. But a session that was archived on this server becomes whole again: it continues as
before, with its seats, dice and sealed parts.
"""

from collections.abc import Awaitable, Callable, Container, Mapping
from itertools import groupby, pairwise
from pathlib import Path
from typing import IO, NamedTuple
from uuid import UUID

import asyncpg

from verger.service.archive import sql
from verger.service.archive.format import Segment, line_of
from verger.service.archive.verify_file import lines
from verger.service.archive.verifying import ArchiveProcess
from verger.service.archive.worker import Verified
from verger.service.database.pool import Connection, Database
from verger.service.log import shelf as shelves
from verger.service.log import stubs
from verger.service.log.insert import EventsRefusedError, insert
from verger.service.log.lineage import Lineage, Origin, hold, keep
from verger.service.log.row import Row
from verger.service.log.shelf import Shelf
from verger.service.log.texts import removed_digest, removed_in
from verger.service.play import side_tables
from verger.service.play.session import EndedSessionError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.work import pause

PAGE = 100
"""The number of events that are stored at a time."""
PAGE_BYTES = 2**20
"""The number of bytes of lines that are stored at a time, if these are fewer events."""


class Imported(NamedTuple):
    """An imported session."""

    session: UUID
    version: int
    hash: bytes
    is_whole: bool
    """True if it was archived here and can be played on."""


async def sessions_imported(database: Database, lineage: Lineage) -> frozenset[UUID]:
    """Return the sessions of a lineage that were imported."""
    rows = await database.rows(sql.IMPORTED, [part.session for part in lineage.parts])
    return frozenset(row["session"] for row in rows)


Work = Callable[[Connection, UUID], Awaitable[None]]


async def import_archive(
    database: Database,
    archives: ArchiveProcess,
    path: Path,
    token: UUID,
    first: Work | None = None,
) -> Imported:
    """Import an archive for the holder of a token.

    The token can then read the session, except if the session is whole again. `first` runs at the start of the
    transaction, with the id of the session.
    """
    with path.open("rb") as file:
        verified = await archives.verified(path, database.agreement.now())
        return await _imported(database, verified, file, token, first)


async def _imported(
    database: Database, verified: Verified, file: IO[bytes], token: UUID, first: Work | None
) -> Imported:
    header, is_whole = verified.header, False
    try:
        async with database.connection(writes=True) as connection, connection.transaction():
            if first:
                await first(connection, header.session)
            is_whole = await _store(connection, verified, file, token)
    except (asyncpg.UniqueViolationError, EventsRefusedError):
        here = await database.value(sql.HEAD, header.session)
        if here is None:
            # Another import has added an ancestor in the meantime.
            return await _imported(database, verified, file, token, first)
        if not await _was_brought(database, verified, token):
            session = str(header.session)
            raise ProblemError(ProblemCode.SESSION_EXISTS, session=session, version=here) from None
        # The answer to the first request may have said that its outcome is unknown.
        await database.confirm()
    return Imported(header.session, verified.version, verified.hash, is_whole)


async def _was_brought(database: Database, verified: Verified, token: UUID) -> bool:
    """Return whether this token has imported the same archive before. Then this request is a repeat."""
    newest = await database.value(sql.IMPORTED_HASH, verified.header.session, token)
    return bool(newest == verified.hash)


async def _store(connection: Connection, verified: Verified, file: IO[bytes], token: UUID) -> bool:
    """Store the missing events. A fork's archive also contains its ancestors' events.

    Return whether the session is whole again.
    """
    session, parts = verified.header.session, verified.header.parts
    await hold(connection)
    for part in parts:
        await _require_stub_of(connection, part, verified)
    shelf = await shelves.of(connection, session)
    brought = [part.session for part in (parts[:-1] if shelf else parts)]
    here = [part.session for part in parts[:-1] if await _is_here(connection, part, verified)]
    for ancestor in brought:
        if ancestor not in here:
            await _register(connection, ancestor, token)
    origins = {
        part.session: Origin(parent.session, parent.until, verified.ends[parent.until])
        for parent, part in pairwise(parts)
    }
    await _copy_rows(connection, verified, file, here, origins, shelf)
    if shelf:
        await side_tables.keep(connection, session, verified.due, is_open=verified.is_open)
    await stubs.brought_back(connection, session)
    return shelf is not None


async def _require_stub_of(connection: Connection, part: Segment, verified: Verified) -> None:
    """Raise an error if a session was deleted, or was archived with another head.

    An archived ancestor must be imported first, from its own archive.
    """
    stub = await stubs.of(connection, part.session)
    if stub is None:
        return
    is_own = part.session == verified.header.session
    if stub.code == "session_deleted" or not is_own:
        raise EndedSessionError(stub)
    if (stub.version, stub.hash) != (verified.version, verified.hash):
        raise ProblemError(
            ProblemCode.STUB_DIFFERS,
            session=str(stub.session),
            version=stub.version,
            hash=stub.hash.hex(),
        )


async def _is_here(connection: Connection, part: Segment, verified: Verified) -> bool:
    """Return whether an ancestor of the archived session is here and identical up to the fork.

    If only one of the two has a text that the other has lost, they differ. If the ancestor is not here,
    its own redactions must name all its removed texts.
    """
    removed = {v: gone for v, gone in verified.removed.items() if v <= part.until}
    row = await connection.fetchrow(sql.HEAD_AND_HASH_AT, part.session, part.until)
    assert row is not None
    session, version = str(part.session), part.until
    if row["head"] is None:
        newest = max((v for v in verified.redactions if v <= part.until), default=0)
        if verified.redactions.get(newest, "") != removed_digest(removed.items()):
            raise ProblemError(ProblemCode.ANCESTOR_NEEDED, session=session, version=version)
        return False
    if row["hash"] is None:
        reason = f"here it ends at version {row['head']}, before the version that was forked"
    elif row["hash"] != verified.ends[part.until]:
        reason = "here other events lead to the version that was forked"
    else:
        own = {v: gone for v, gone in removed.items() if verified.header.holder(v) == part.session}
        reason = _redacted_otherwise(own, await _removed(connection, part))
    if reason:
        raise ProblemError(
            ProblemCode.ANCESTOR_DIFFERS, session=session, version=version, reason=reason
        )
    return True


def _redacted_otherwise(archived: Mapping[int, list[int]], here: Mapping[int, list[int]]) -> str:
    """Return the difference between the redactions of a session and of its archive. Empty if they are the same."""
    versions = archived.keys() | here.keys()
    first = min((v for v in versions if archived.get(v) != here.get(v)), default=None)
    if first is None:
        return ""
    if first not in here:
        return f"version {first} is redacted in the archive, and not here"
    if first not in archived:
        return f"version {first} is redacted here, and not in the archive"
    return f"other texts of version {first} are redacted here than in the archive"


async def _removed(connection: Connection, part: Segment) -> dict[int, list[int]]:
    rows = await connection.fetch(sql.REDACTED_EVENTS, part.session, part.until)
    return {row["version"]: removed_in(row["kept"]) for row in rows}


async def _register(connection: Connection, session: UUID, token: UUID) -> None:
    await connection.execute(sql.INSERT_IMPORT, session, token)
    await connection.execute(sql.INSERT_READER, session, token)


async def _copy_rows(
    connection: Connection,
    verified: Verified,
    file: IO[bytes],
    here: Container[UUID],
    origins: dict[UUID, Origin],
    shelf: Shelf | None,
) -> None:
    """Store the events that are not here.

    Events of a session that is whole again keep their stored form.
    """
    header = verified.header
    file.seek(0)
    read = lines(file)
    next(read)
    rows: list[Row] = []
    size = 0
    for line in read:
        content = line_of(header, line)
        if isinstance(content, Row) and content.session not in here:
            rows.append(content)
            size += len(line)
            origin = origins.get(content.session)
            if origin and content.version == origin.version + 1:
                await keep(connection, content, origin)
        if len(rows) == PAGE or size > PAGE_BYTES:
            await _insert(connection, verified, rows, shelf)
            rows, size = [], 0
            await pause()
    if rows:
        await _insert(connection, verified, rows, shelf)


async def _insert(
    connection: Connection, verified: Verified, rows: list[Row], shelf: Shelf | None
) -> None:
    """Insert events.

    If the session is whole again, the feed had all its events before. Only the newest event enters the feed again, so
    that readers of the feed look at the session.
    """
    if shelf is None:
        await insert(connection, rows)
        return

    def was_in_feed(row: Row) -> bool:
        return row.session == verified.header.session and row.version < verified.version

    for is_known, some in groupby(shelf.as_they_were(rows), was_in_feed):
        await insert(connection, list(some), in_feed=not is_known)
