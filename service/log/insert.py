"""Insert events, and find out why the log refused some."""

from collections.abc import Iterator, Sequence
from enum import Enum
from uuid import UUID

import asyncpg

from verger.service.database.pool import Connection, Database
from verger.service.database.record import Record
from verger.service.log import sql
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.row import Row, is_next

COPIED = 16
"""From this number of events on, COPY costs less. For fewer events, a prepared statement needs one round trip
instead of two."""


class AppendConflict(Enum):
    """A reason why the database did not take a row."""

    VERSION_TAKEN = "another process appended this version first"
    KEY_USED = "an event of this session has this request key"
    REQUEST_ANSWERED = "a request with this key was answered a moment ago"
    NOT_FOLLOWING = "the event before it is not in the log"


_REFUSALS = {
    asyncpg.UniqueViolationError.sqlstate: AppendConflict.VERSION_TAKEN,
    # This transaction and another one wait for each other.
    asyncpg.DeadlockDetectedError.sqlstate: AppendConflict.VERSION_TAKEN,
    "VG001": AppendConflict.NOT_FOLLOWING,
}
"""PostgreSQL's codes for refused events. If the log does not show the reason, this reason is assumed."""


class EventsRefusedError(Exception):
    """The database refused the events of one statement. The log shows which events, and why."""

    def __init__(self, rows: Sequence[Row], assumed: AppendConflict) -> None:
        super().__init__(assumed.value)
        self.rows = rows
        self.assumed = assumed


class RequestAnsweredError(Exception):
    """A request with this key was answered a moment ago."""


class StoreError(Exception):
    """A statement succeeded, but its result is wrong."""


async def insert(connection: Connection, rows: Sequence[Row], *, in_feed: bool = True) -> None:
    """Append events in a transaction of the caller. Raises EventsRefusedError, which ends that transaction.

    Without `in_feed`, the events get no place in the feed.
    """
    try:
        count = await _inserted(connection, rows, in_feed=in_feed)
    except asyncpg.exceptions.PostgresError as error:
        # The error explains only one row. So the caller reads the log to find the reason for each row.
        assumed = _REFUSALS.get(getattr(error, "sqlstate", ""))
        if assumed is None:
            raise
        raise EventsRefusedError(rows, assumed) from error
    if count != len(rows):
        raise StoreError(f"{len(rows)} rows sent, but {count} inserted")


async def _inserted(connection: Connection, rows: Sequence[Row], *, in_feed: bool) -> int:
    """Insert events, and return the database's count of them."""
    columns: Sequence[str] = Row._fields
    records: Sequence[Sequence[object]] = rows
    if not in_feed:
        columns, records = (*columns, "place"), [(*row, None) for row in rows]
    elif 0 < len(rows) < COPIED:
        status = await connection.execute(sql.INSERT_EVENTS, *map(list, zip(*rows, strict=True)))
        return int(status.rpartition(" ")[2])
    status = await connection.copy_records_to_table("events", records=records, columns=columns)
    return int(status.rpartition(" ")[2])


async def conflicts(database: Database, rows: Sequence[Row]) -> list[AppendConflict | None]:
    """Return for each row the reason why the log refuses it, or None. Rows before it count as appended."""
    columns = [(row.session, row.version, row.request_key) for row in rows]
    binds = [list(column) for column in zip(*columns, strict=True)]
    return list(_judged(rows, await database.rows(sql.CONFLICTS, *binds)))


def _judged(rows: Sequence[Row], known: Sequence[Record]) -> Iterator[AppendConflict | None]:
    """Yield the conflict of each row, or None. `known` has, for each row, facts of the log (`sql.CONFLICTS`)."""
    versions: dict[tuple[UUID, int], bytes] = {}
    keys: set[tuple[UUID, bytes]] = set()
    for row, found in zip(rows, known, strict=True):
        at, key = (row.session, row.version), (row.session, row.request_key or b"")
        earlier = versions.get((row.session, row.version - 1), found["before"])
        previous = BEFORE_FIRST if row.version == 1 else earlier
        if found["has_version"] or at in versions:
            yield AppendConflict.VERSION_TAKEN
        elif found["has_key"] or (row.request_key and key in keys):
            yield AppendConflict.KEY_USED
        elif previous is None or not is_next(row, row.version, previous):
            yield AppendConflict.NOT_FOLLOWING
        else:
            versions[at] = row.hash
            keys.add(key)
            yield None
