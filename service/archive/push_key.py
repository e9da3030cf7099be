"""The key that signs push messages.

It is never replaced, because browsers subscribe with its public half.
"""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from verger.service.archive import sql
from verger.service.database.pool import Connection, Database
from verger.service.database.record import Record
from verger.service.keyring import Keyring, SecretTable

TABLE = SecretTable("push_key", "public", "push_key")


class PushKey:
    """This server's key for push messages. It is made when it is first needed."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring

    async def public(self) -> str:
        """Return the public half in the form that browsers expect."""
        public: str = (await self._kept())["public"]
        return public

    async def private(self) -> bytes:
        """Return the private half."""
        return TABLE.opened(self._keyring, await self._kept())

    async def _kept(self) -> Record:
        return await self._keyring.first(self._database, sql.PUSH_KEY, _make)


async def _make(connection: Connection, keyring: Keyring, key: str) -> None:
    private, public = new_key()
    encrypted = keyring.encrypt(key, private, TABLE.row(public))
    await connection.execute(sql.INSERT_PUSH_KEY, public, *encrypted)


async def give_up(connection: Connection, public: str) -> None:
    """Delete the key, whose private half is lost. Browsers subscribe again with the next one."""
    await connection.execute(sql.DELETE_PUSH_KEY, public)


def new_key() -> tuple[bytes, str]:
    """Return a new pair of keys: the private half, and the public half for browsers."""
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    private = key.private_numbers().private_value.to_bytes(32)
    return private, base64.urlsafe_b64encode(point).rstrip(b"=").decode()
