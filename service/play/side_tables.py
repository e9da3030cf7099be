"""Side tables: they list facts from logs, such as deadlines, and are written in the transactions of the events."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import Table
from verger.domain.judging import silence
from verger.domain.table.onlookers import may_look_on
from verger.service.database.pool import Connection, Database
from verger.service.log.row import Row
from verger.service.log.store import Work
from verger.service.play import access, deadline, onlookers, sql
from verger.service.play.sessions import Sessions

SideRows = Callable[[Connection, Row], Awaitable[None]]
"""Writes to other tables, in the same transaction as an event."""


def side_rows(
    before: State[Any], after: State[Any], row: Row, also: SideRows | None
) -> Work | None:
    """Return the work in an event's transaction: changes of deadlines, open sessions and access to seats, and `also`.

    None if there is nothing to do.
    """
    due = silence.due(after.table)
    is_due = after.table.due is not before.table.due and due != silence.due(before.table)
    # Compare the house rules first: nearly every move leaves them unchanged.
    is_opened = after.table.house_rules is not before.table.house_rules and (
        may_look_on(after.table) != may_look_on(before.table)
    )
    ended = _ended(before, after)
    if not is_due and not is_opened and not ended and not also:
        return None

    async def work(connection: Connection) -> None:
        if is_due:
            await deadline.keep(connection, row.session, due)
        if is_opened:
            await onlookers.keep(connection, row.session, is_open=may_look_on(after.table))
        for seat in ended:
            await access.end_seat(connection, row.session, seat)
        if also:
            await also(connection, row)

    return work


def _ended(before: State[Any], after: State[Any]) -> list[SeatId]:
    """Return the seats that an event emptied or removed."""
    if after.table.seats is before.table.seats:
        return []
    taken = {seat.id: seat.taken for seat in after.table.seats}
    return [
        seat.id
        for seat in before.table.seats
        if seat.id not in taken or (seat.taken and not taken[seat.id])
    ]


class SideTables(NamedTuple):
    """Whether a session is listed in the table of deadlines, and in that of open sessions."""

    is_due: bool
    is_open: bool


NOTHING = SideTables(is_due=False, is_open=False)
"""An import is in no side table, because nobody can play there or open it to onlookers."""


def of_table(table: Table) -> SideTables:
    """Return which side tables have to list a session, by its `Table`."""
    return SideTables(bool(table.due), may_look_on(table))


async def found(database: Database, session: UUID) -> tuple[int, SideTables]:
    """Return a session's newest version, and which side tables list it."""
    row = await database.only_row(sql.SIDE_TABLES, session)
    return row["head"] or 0, SideTables(row["is_due"], row["is_open"])


async def keep(
    connection: Connection, session: UUID, due: datetime | None, *, is_open: bool
) -> None:
    """Write a session's side tables, in a transaction of the caller."""
    await deadline.keep(connection, session, due)
    await onlookers.keep(connection, session, is_open=is_open)


async def rebuild(database: Database, sessions: Sessions, session_id: UUID) -> None:
    """Write a session's side tables again from its state, while play goes on.

    `sessions` must not know the session yet, because it is read from the log here.
    """
    async with database.connection() as connection, connection.transaction():
        # After this lock, an event that changes one of these tables either waits, or is already in the log.
        await connection.execute(sql.LOCK_SIDE_TABLES)
        with await sessions.known(session_id) as session:
            table = session.state.table
            due, is_open = silence.due(table), may_look_on(table)
        if await connection.fetchrow(sql.IS_IMPORTED, session_id) is not None:
            due, is_open = None, False
        await keep(connection, session_id, due, is_open=is_open)
