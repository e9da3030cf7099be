"""Verification of the sessions in the database, by the same checks as archives."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from uuid import UUID

from verger.service.archive import sql
from verger.service.archive.importing import sessions_imported
from verger.service.archive.verify import Finding, Verifier
from verger.service.database.outage import DamagedError
from verger.service.database.pool import BEFORE_ALL, Database
from verger.service.log.playback import Playback, gone_back_to
from verger.service.log.row import Row
from verger.service.log.snapshot import EVERY, Snapshots
from verger.service.log.store import Store
from verger.service.play import side_tables
from verger.service.play.damage import LogDamagedError, understood
from verger.service.play.losses import Losses
from verger.service.play.sessions import Sessions
from verger.service.play.side_tables import SideTables

PAGE = 200
"""The number of events that are read before other requests get a turn."""


async def every_session(database: Database, since: datetime | None = None) -> AsyncIterator[UUID]:
    """Yield the ids of all sessions, or of those with an event since a time, in order.

    One step in the log's index finds each session. With `since`, another step finds its newest event.
    """
    statement = sql.NEXT_SESSION_AND_TIME if since else sql.NEXT_SESSION
    last = BEFORE_ALL
    while row := await database.row(statement, last):
        last = row["session"]
        if since is None or row["at"] >= since:
            yield last


async def wrong_stubs(database: Database) -> list[tuple[UUID, str]]:
    """Return the ended sessions that still have rows, each with the table of the rows."""
    return [(row["session"], row["found_in"]) for row in await database.rows(sql.REMAINS)]


async def pages(store: Store, session: UUID, head: int) -> AsyncIterator[list[Row]]:
    """Yield a session's events up to a version, in pages."""
    after = 0
    while after < head:
        rows = await store.read(session, after, min(PAGE, head - after))
        if not rows:
            return
        yield rows
        after = rows[-1].version
        await asyncio.sleep(0)


async def rewinds_of(store: Store, session: UUID, head: int) -> frozenset[int]:
    """Return the versions that a session goes back to."""
    versions: set[int] = set()
    async for rows in pages(store, session, head):
        versions |= gone_back_to(row.data.encode() for row in rows)
    return frozenset(versions)


async def verify_session(
    database: Database, store: Store, session: UUID, seen: Callable[[int], None]
) -> Finding | Verifier:
    """Verify a session. An unreadable page is a fault, too."""
    try:
        try:
            return await verified(database, store, session, seen)
        except DamagedError as error:
            await store.require_readable(session)
            return Finding(1, f"the database cannot read data of the session: {error}")
    except LogDamagedError as error:
        return Finding(error.version, "the database cannot read it")


async def verified(
    database: Database, store: Store, session: UUID, seen: Callable[[int], None]
) -> Finding | Verifier:
    """Verify the current log of a session. `seen` is called for each page of events.

    This also compares snapshots, because later moves are judged from them, and side tables, because the
    server reads them without the log. Raises NewerLogError if a later release has written data that this
    one cannot read.
    """
    head, stood = await side_tables.found(database, session)
    if not head:
        return Finding(1, "it is missing")
    kept = await _snapshots(database, session)
    rewinds = await rewinds_of(store, session, head)
    lineage = await store.lineage(session)
    came = await sessions_imported(database, lineage)
    verifier = Verifier(lineage.holder, rewinds, came.__contains__)
    async for rows in pages(store, session, head):
        for row in rows:
            if finding := understood(session, row.version, verifier.take, row):
                return finding
            if finding := _kept_wrongly(verifier, kept):
                return finding
        seen(len(rows))
    is_short = verifier.version < head
    missing = Finding(verifier.version + 1, "it is missing") if is_short else None
    if finding := verifier.end(missing):
        return finding
    meant = side_tables.NOTHING if session in came else side_tables.of_table(verifier.state.table)
    return _stands_wrongly(head, stood, meant) or verifier


async def _snapshots(database: Database, session: UUID) -> dict[int, tuple[str, bytes]]:
    rows = await database.rows(sql.SNAPSHOTS, session)
    return {row["version"]: (row["format"], row["digest"]) for row in rows}


def _kept_wrongly(verifier: Verifier, kept: dict[int, tuple[str, bytes]]) -> Finding | None:
    """Return a fault if the snapshot of the last version differs from the state, or None."""
    form, digest = kept.get(verifier.version, ("", b""))
    if verifier.has_fault or form != verifier.codec.format or digest == verifier.digest():
        return None
    return verifier.report(
        Finding(verifier.version, "the snapshot of it is not the state after it")
    )


def _stands_wrongly(head: int, stood: SideTables, meant: SideTables) -> Finding | None:
    if stood.is_open != meant.is_open:
        return Finding(head, "the table open_sessions is wrong about onlookers after it")
    if stood.is_due != meant.is_due:
        return Finding(head, "the table deadlines is wrong about the next deadline after it")
    return None


async def rebuild(database: Database, store: Store, session: UUID) -> tuple[int, int]:
    """Rebuild a session's snapshots and side tables, and delete its arrangement.

    Return the numbers of old and new snapshots.

    The log itself is only read, so play can continue.
    """
    dropped = await database.value(sql.DELETE_SNAPSHOTS, session)
    await database.rows(sql.DELETE_ARRANGEMENT, session)
    head = await store.head(session)
    playback = Playback(await rewinds_of(store, session, head))
    snapshots, made = Snapshots(database), 0
    async for rows in pages(store, session, head):
        for row in rows:
            state = understood(session, row.version, playback.take, row)
            # The parent keeps the snapshots of the versions that a fork shares with it.
            if row.version % EVERY == 0 and row.session == session:
                await snapshots.keep(row, state)
                made += 1
    await side_tables.rebuild(database, Sessions(store, snapshots, Losses(database), 1), session)
    return dropped, made
