"""The shelf: what stood beside the events of an archived session and is in no archive, until it is back."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Connection
from verger.service.log.chain import SALT_BYTES
from verger.service.log.row import Row


class _Beside(NamedTuple):
    """What stood beside an event."""

    request_key: bytes | None = None
    request_print: bytes | None = None
    sealed: str | None = None


class Shelf:
    """What is kept of one session."""

    def __init__(self, session: UUID, kept: dict[int, _Beside]) -> None:
        self._session, self._kept = session, kept

    def as_they_were(self, rows: Iterable[Row]) -> list[Row]:
        """Events out of its archive, its own as they stood in the log before it was archived."""
        return [self._as_it_was(row) if row.session == self._session else row for row in rows]

    def _as_it_was(self, row: Row) -> Row:
        kept = self._kept.get(row.version, _Beside())
        return row._replace(
            request_key=kept.request_key,
            request_print=kept.request_print,
            sealed=kept.sealed,
            # Behind its own salt an archive has the digest of the two.
            salt=b"" if row.is_redacted else row.salt[:SALT_BYTES],
        )


async def of(connection: Connection, session: UUID) -> Shelf | None:
    """The shelf of a session, if it was archived here and is played on when it is back."""
    sql = "SELECT versions, request_keys, request_prints, sealed FROM shelves WHERE session = $1"
    found = await connection.fetchrow(sql, session)
    if found is None:
        return None
    versions, *beside = found
    besides = map(_Beside._make, zip(*beside, strict=True))
    return Shelf(session, dict(zip(versions, besides, strict=True)))
