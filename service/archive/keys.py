"""The keys that sign checkpoints, in the database. Private halves are encrypted there."""

from datetime import datetime
from typing import NamedTuple

from verger.service.archive import sql
from verger.service.archive.checkpoint import key_id, new_key
from verger.service.archive.push_key import PushKey
from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Connection, Database
from verger.service.keyring import Keyring, SecretTable


class Published(NamedTuple):
    """A published key."""

    id: str
    public_key: bytes
    since: datetime
    retired_at: datetime | None


TABLE = SecretTable("signing_keys")


class Keys:
    """The signing keys of this server."""

    def __init__(self, database: Database, keyring: Keyring, *, is_drill: bool = False) -> None:
        self._database = database
        self._keyring = keyring
        self._is_drill = is_drill
        self.push = PushKey(database, keyring)
        """The key that browsers subscribe with. It is never retired."""

    async def published(self) -> list[Published]:
        """Return all keys so far, the newest first."""
        if not self._is_drill:
            await self.current()
        return [Published(**row) for row in await self._database.rows(sql.SIGNING_KEYS)]

    async def current(self) -> bytes:
        """Return the private half of the current key. The first key is made when it is needed.

        Raises UnavailableError in a drill: a copy would contradict the signatures of the original.
        """
        if self._is_drill:
            raise UnavailableError("a drill signs nothing", Cause.DRILL)
        key = await self._keyring.first(self._database, sql.SIGNING_KEY, _make)
        return TABLE.opened(self._keyring, key)

    async def rotate(self, connection: Connection) -> str:
        """Retire the current key, and make another. Return its id. Old signatures stay valid."""
        # The key comes first, as in the command that encrypts again. So both wait for each other.
        key = await self._keyring.in_use(connection)
        await connection.execute(sql.RETIRE_SIGNING_KEY)
        return await _make(connection, self._keyring, key)


async def _make(connection: Connection, keyring: Keyring, key: str) -> str:
    private, public = new_key()
    id = key_id(public)
    encrypted = keyring.encrypt(key, private, TABLE.row(id))
    await connection.execute(sql.INSERT_SIGNING_KEY, id, public, *encrypted)
    return id


async def give_up(connection: Connection, id: str) -> None:
    """Retire the current key, whose private half is lost. A new key is made when it is needed."""
    del id
    await connection.execute(sql.RETIRE_SIGNING_KEY)
