"""The keys that checkpoints are signed with, in the database; private halves are encrypted there."""

from datetime import datetime
from typing import NamedTuple

from verger.service.archive.checkpoint import key_id, new_key
from verger.service.archive.push_key import PushKey
from verger.service.database.pool import Connection, Database
from verger.service.keyring import Keyring, SecretTable


class Published(NamedTuple):
    """A key as it is published."""

    id: str
    public_key: bytes
    since: datetime
    retired_at: datetime | None


TABLE = SecretTable("signing_keys")
_RETIRE = (
    "UPDATE signing_keys SET retired_at = now(), key = NULL, encrypted = NULL"
    " WHERE retired_at IS NULL"
)
_IN_USE = "SELECT id, key, encrypted FROM signing_keys WHERE retired_at IS NULL"


class Keys:
    """The keys of this server."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring
        self.push = PushKey(database, keyring)
        """The one that browsers subscribe with, which nobody retires."""

    async def published(self) -> list[Published]:
        """Every key there ever was, the newest first."""
        await self.current()
        sql = "SELECT id, public_key, since, retired_at FROM signing_keys ORDER BY since DESC"
        return [Published(*row) for row in await self._database.rows(sql)]

    async def current(self) -> bytes:
        """The private half of the key in use; the first one is made when it is first needed."""
        found = await self._keyring.first(self._database, _IN_USE, _make)
        return TABLE.opened(self._keyring, found)

    async def rotate(self, connection: Connection) -> str:
        """Retire the key in use and make another, whose id it gives; old signatures stay valid."""
        # First of all, as encrypting anew does: they wait for each other.
        key = await self._keyring.in_use(connection)
        await connection.execute(_RETIRE)
        return await _make(connection, self._keyring, key)


async def _make(connection: Connection, keyring: Keyring, key: str) -> str:
    private, public = new_key()
    id = key_id(public)
    sql = "INSERT INTO signing_keys (id, public_key, key, encrypted) VALUES ($1, $2, $3, $4)"
    await connection.execute(sql, id, public, *keyring.encrypt(key, private, TABLE.row(id)))
    return id


async def give_up(connection: Connection, id: str) -> None:
    """Retire the key in use, whose private half is lost. The next one is made when it is needed."""
    del id
    await connection.execute(_RETIRE)
