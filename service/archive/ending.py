"""Ending sessions: archiving them to a file that can be imported again, or deleting them.

The database keeps a stub of every ended session.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from verger.service.archive.export import archive
from verger.service.archive.format import UnreadableError
from verger.service.archive.importing import sessions_imported
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import verify_archive
from verger.service.database.pool import Connection, Database
from verger.service.identity.identity import Identity
from verger.service.log import stubs
from verger.service.log.store import Store
from verger.service.log.stubs import Ended, ForksError, MovedOnError
from verger.service.log.wake import Wakeups
from verger.service.play.damage import require_whole
from verger.service.play.session import Session, UnknownSessionError
from verger.service.play.sessions import Sessions

NAMED_FORKS = 10
"""The maximum number of forks that an error names."""

Also = Callable[[Connection], Awaitable[None]]
"""Further work in the same transaction, before the session ends."""


class FinalEvent(NamedTuple):
    """The newest event of a session that is to be ended."""

    version: int
    hash: bytes


class Ending:
    """Ends sessions, and makes every process forget them."""

    def __init__(
        self,
        database: Database,
        store: Store,
        sessions: Sessions,
        identity: Identity,
        wakeups: Wakeups,
    ) -> None:
        self._database, self._store = database, store
        self._sessions, self._identity, self._wakeups = sessions, identity, wakeups

    async def end(self, session: UUID, head: FinalEvent, code: Ended, by: str, also: Also) -> None:
        """Delete all data of a session whose newest event is `head`, except a stub.

        Raises ForksError if it has forks, and MovedOnError if it has newer events.
        """
        try:
            async with (
                self._database.connection(writes=True) as connection,
                connection.transaction(),
            ):
                await also(connection)
                await stubs.end(connection, session, head, code, by)
        except ForksError:
            forks = await self._store.forks_from(session, 0, NAMED_FORKS)
            raise ForksError([fork for fork, _ in forks]) from None
        self._identity.forget()
        with suppress(UnknownSessionError):
            await self._sessions.reached(session, head.version + 1)
        self._wakeups.moved(session, head.version + 1)

    async def archive(self, session_id: UUID, folder: Path, by: str, also: Also) -> Path:
        """Write a session's archive into a folder, verified and durable, and then end the session.

        Raises the same errors as `end`, after it has deleted the file.
        """
        with await self._sessions.fresh(session_id) as session:
            head = FinalEvent(session.version, session.hash)
            file = folder / f"{session_id}-{head.version}.ndjson"
            await _write(file, self._lines(session, head.version))
        try:
            _require_verified(file, head)
            await self.end(session_id, head, "session_archived", by, also)
        except (ForksError, MovedOnError, UnreadableError):
            file.unlink()
            raise
        return file

    async def delete(self, session: UUID, by: str, also: Also) -> None:
        """Delete a session, even if it is archived.

        Raises the same errors as `end`.
        """
        # The log may be damaged, so its state cannot be read here. Only its last row is needed.
        rows = await self._store.read(session, await self._store.head(session) - 1, 1)
        stub = await self._store.stubs.of(session)
        newest = rows[0] if rows else stub
        if newest is None or (stub and stub.code == "session_deleted"):
            await self._sessions.readable(session)
            raise MovedOnError
        await self.end(
            session, FinalEvent(newest.version, newest.hash), "session_deleted", by, also
        )

    async def _lines(self, session: Session, head: int) -> AsyncIterator[bytes]:
        require_whole(session)
        came = await sessions_imported(self._database, await self._store.lineage(session.id))
        async for chunk in archive(self._store, self._sessions.history, session, head, (), came):
            yield chunk


async def _write(file: Path, chunks: AsyncIterator[bytes]) -> None:
    """Write a file completely and durably, or not at all."""
    part = file.with_suffix(".part")
    try:
        with part.open("wb") as out:
            async for chunk in chunks:
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _require_verified(file: Path, head: FinalEvent) -> None:
    """Raise an error if the written file is not a verified archive of the whole session."""
    with file.open("rb") as written:
        result = verify_archive(written, lambda _: None)
    if isinstance(result, Finding):
        raise UnreadableError(f"version {result.version} is wrong: {result.what}")
    if (result.log.version, result.log.hash) != head:
        raise UnreadableError("it does not end with the session's newest event")
