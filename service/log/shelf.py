"""The shelf: values of an archived session that its file does not have, kept until the session is imported again."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Connection
from verger.service.log import sql
from verger.service.log.chain import SALT_BYTES
from verger.service.log.row import Row


class _Beside(NamedTuple):
    """The values of an event that an archive does not have."""

    request_key: bytes | None = None
    request_print: bytes | None = None
    sealed: str | None = None


class Shelf:
    """The kept values of one session."""

    def __init__(self, session: UUID, kept: dict[int, _Beside]) -> None:
        self._session, self._kept = session, kept

    def as_they_were(self, rows: Iterable[Row]) -> list[Row]:
        """Return events of an archive. The session's own events get the values back that they had in the log."""
        return [self._as_it_was(row) if row.session == self._session else row for row in rows]

    def _as_it_was(self, row: Row) -> Row:
        kept = self._kept.get(row.version, _Beside())
        return row._replace(
            request_key=kept.request_key,
            request_print=kept.request_print,
            sealed=kept.sealed,
            # In an imported row, the digest of key and print follows the salt. Remove it.
            salt=b"" if row.is_redacted else row.salt[:SALT_BYTES],
        )


async def of(connection: Connection, session: UUID) -> Shelf | None:
    """Return the shelf of a session. Only a session that was archived on this server has one."""
    row = await connection.fetchrow(sql.SHELF, session)
    if row is None:
        return None
    beside = zip(row["request_keys"], row["request_prints"], row["sealed"], strict=True)
    return Shelf(session, dict(zip(row["versions"], map(_Beside._make, beside), strict=True)))
