"""Onlookers: find out whether a session is open to everybody.

The log decides this. The table only lists the open sessions, so that strangers cannot make the server load
other sessions.
"""

from collections import OrderedDict
from uuid import UUID

from verger.domain.table.onlookers import may_look_on
from verger.service.database.pool import Connection, Database
from verger.service.play import sql
from verger.service.play.session import UnknownSessionError
from verger.service.play.sessions import Sessions

REMEMBER_LIMIT = 20_000


class OpenSessions:
    """The sessions that are open to onlookers, in the database."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self._database = database
        self._sessions = sessions
        self._listed: OrderedDict[UUID, None] = OrderedDict()
        """Sessions that the table listed at least once. For these, only the log decides. For all others, the
        table is read each time."""

    async def is_open(self, session_id: UUID) -> bool:
        """Return whether anyone may look on now, by the newest version (`table.onlookers`)."""
        if not await self._is_listed(session_id):
            return False
        try:
            with await self._sessions.readable(session_id) as session:
                return may_look_on(session.state.table)
        except UnknownSessionError:
            # The session was listed once, and the database has gone back to a time before the session began.
            return False

    async def _is_listed(self, session: UUID) -> bool:
        if session not in self._listed:
            if await self._database.row(sql.IS_OPEN, session) is None:
                return False
            self._listed[session] = None
            if len(self._listed) > REMEMBER_LIMIT:
                self._listed.popitem(last=False)
        return True


async def keep(connection: Connection, session: UUID, *, is_open: bool) -> None:
    """Record whether anyone may look on, in the transaction of the event that decides it."""
    await connection.execute(sql.INSERT_OPEN if is_open else sql.DELETE_OPEN, session)
