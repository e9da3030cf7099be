"""The shelf: what stood beside the events of an archived session and is in no archive, until it is back."""

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from service.database.pool import Connection
from service.log.entropy import SIZE
from service.log.row import Row


class _Beside(NamedTuple):
    """What stood beside an event."""

    request_key: bytes | None = None
    request_print: bytes | None = None
    sealed: str | None = None
    stands: bytes | None = None
    """Of a redacted event: SHA-256 of what stands in its place."""


class AlteredError(Exception):
    """What an archive has in the place of a redacted text is not what was there."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class Shelf:
    """What is kept of one session."""

    def __init__(self, session: UUID, kept: dict[int, _Beside]) -> None:
        self._session, self._kept = session, kept

    def as_they_were(self, rows: Iterable[Row]) -> list[Row]:
        """Events out of its archive, its own as they stood in the log before it was archived.

        Raises AlteredError, as no hash covers what stands in the place of a redacted text.
        """
        return [self._as_it_was(row) if row.session == self._session else row for row in rows]

    def _as_it_was(self, row: Row) -> Row:
        kept = self._kept.get(row.version, _Beside())
        stands = None if row.digest is None else sha256(row.data.encode()).digest()
        if stands != kept.stands:
            raise AlteredError(row.version)
        return row._replace(
            request_key=kept.request_key,
            request_print=kept.request_print,
            sealed=kept.sealed,
            # Behind its own salt an archive has the digest of the two.
            salt=row.salt[:SIZE],
        )


async def of(connection: Connection, session: UUID) -> Shelf | None:
    """The shelf of a session, if it was archived here and is played on when it is back."""
    sql = (
        "SELECT versions, request_keys, request_prints, sealed, stands FROM shelves"
        " WHERE session = $1"
    )
    found = await connection.fetchrow(sql, session)
    if found is None:
        return None
    versions, *beside = found
    besides = map(_Beside._make, zip(*beside, strict=True))
    return Shelf(session, dict(zip(versions, besides, strict=True)))
