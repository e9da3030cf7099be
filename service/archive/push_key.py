"""The key that pushes are signed with: browsers subscribe with its public half, so it is kept for good."""

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from verger.service.database.pool import Connection, Database
from verger.service.keyring import Encrypted, Keyring, KeyringError

_ROW = "push_key"
_KEPT = "SELECT public, key, encrypted FROM push_key"


class PushKey:
    """This server's key for pushes, made when it is first asked for."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring

    async def public(self) -> str:
        """The public half, as browsers take it."""
        public: str = (await self._kept())[0]
        return public

    async def private(self) -> bytes:
        """The private half."""
        return _opened(self._keyring, await self._kept())

    async def _kept(self) -> Any:
        return await self._keyring.first(self._database, _KEPT, _make)


async def _make(connection: Connection, keyring: Keyring, key: str) -> None:
    private, public = new_key()
    sql = "INSERT INTO push_key (public, key, encrypted) VALUES ($1, $2, $3)"
    await connection.execute(sql, public, *keyring.encrypt(key, private, _ROW))


async def encrypt_anew(
    connection: Connection, keyring: Keyring, key: str, *, give_up: bool = False
) -> tuple[int, int]:
    """Bring it under a key of the operator's; where that is lost, give it up, and browsers subscribe anew.

    Gives how many were brought, and how many given up.
    """
    found = await connection.fetchrow(f"{_KEPT} WHERE key <> $1 FOR UPDATE", key)
    if found is None:
        return 0, 0
    try:
        private = _opened(keyring, found)
    except KeyringError:
        if not give_up:
            raise
        await connection.execute("DELETE FROM push_key")
        return 0, 1
    sql = "UPDATE push_key SET key = $1, encrypted = $2"
    await connection.execute(sql, *keyring.encrypt(key, private, _ROW))
    return 1, 0


def _opened(keyring: Keyring, row: Any) -> bytes:
    _, key, encrypted = row
    return keyring.decrypt(Encrypted(key, encrypted), _ROW)


def new_key() -> tuple[bytes, str]:
    """Return a new pair of keys: the private half, and the public half in the form that browsers expect."""
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    private = key.private_numbers().private_value.to_bytes(32)
    return private, base64.urlsafe_b64encode(point).rstrip(b"=").decode()
