"""The operator's keys, which encrypt the server's signing keys in the database.

Secrets are encrypted with AES-256-GCM. The name of its row is authenticated with a secret, so the
secret is useless in another row. The database has the id of the key for new secrets. So all processes
use the same key, and a process without this key reports that when it starts.
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import asyncpg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from verger.service.database import sql
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Connection, Database
from verger.service.database.record import Record
from verger.service.settings import KEY_BYTES, Settings, SettingsError, keys_in

FILE = Path("var/secret.key")
"""The file with the key that the first start makes if no key is configured."""
NONCE_BYTES = 12
"""The length of a nonce that NIST SP 800-38D recommends."""


class KeyringError(UnavailableError):
    """A secret cannot be encrypted or decrypted with the keys that this process has."""


class Encrypted(NamedTuple):
    """An encrypted secret: the id of its key, and a nonce with the encrypted bytes."""

    key: str
    text: bytes


Digest = Callable[[str], bytes]
"""Returns the keyed digest (HMAC) of a text."""


class Keyring:
    """The operator's keys that this process has, the newest first."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {_id(key): AESGCM(key) for key in keys}
        self._digest_keys = {
            _id(key): hashlib.sha256(b"verger digest key" + key).digest() for key in keys
        }

    @property
    def newest(self) -> str:
        """Return the id of the newest key, which a rotation begins to use."""
        if not self._keys:
            raise KeyringError("no secret key is given: set VERGER_SECRET_KEYS")
        return next(iter(self._keys))

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def require(self, key: str) -> None:
        """Raise KeyringError if this process does not have the key with this id."""
        if key not in self:
            raise KeyringError(
                f"the secrets of this database are encrypted under the key {key}, and this key was not"
                f" given: restore {FILE}, or set VERGER_SECRET_KEYS"
            )

    async def in_use(self, connection: Connection) -> str:
        """Return the id of the key for new secrets. It cannot change until the transaction ends.

        It is the newest key of the process that asked first, or that rotated the keys last.
        """
        while (found := await connection.fetchval(sql.SHARE_SECRET_KEY)) is None:
            # If several processes arrive here, the first one chooses the key.
            await connection.execute(sql.INSERT_SECRET_KEY, self.newest)
        key: str = found
        self.require(key)
        return key

    async def first(
        self,
        database: Database,
        look: str,
        make: Callable[[Connection, Self, str], Awaitable[object]],
    ) -> Record:
        """Return the row of a secret that exists only once. If there is none yet, make it."""
        while (found := await database.row(look)) is None:
            try:
                async with database.connection() as connection, connection.transaction():
                    await make(connection, self, await self.in_use(connection))
            except asyncpg.UniqueViolationError:
                # Another process has made the secret first. Use its row.
                continue
        return found

    async def rotate(self, connection: Connection) -> str:
        """From now on, encrypt new secrets under the newest key. Nobody can add a secret until the transaction ends."""
        await connection.execute(sql.LOCK_SECRET_KEY)
        await connection.execute(sql.REPLACE_SECRET_KEY, self.newest)
        return self.newest

    def encrypt(self, key: str, secret: bytes, row: str) -> Encrypted:
        """Encrypt a secret for a row, under one of the keys."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return Encrypted(key, nonce + self._keys[key].encrypt(nonce, secret, row.encode()))

    async def digest_in_use(self, database: Database) -> Digest:
        """Return the function for digests by the key that is in use. Without the key, nobody can compute them."""
        async with database.connection() as connection:
            key = self._digest_keys[await self.in_use(connection)]
        return lambda text: hmac.digest(key, text.encode(), "sha256")

    def digests(self, text: str) -> list[bytes]:
        """Return the digests of a text, one by each key. The first is by the newest key."""
        return [hmac.digest(key, text.encode(), "sha256") for key in self._digest_keys.values()]

    def decrypt(self, encrypted: Encrypted, row: str) -> bytes:
        """Return the decrypted secret of a row."""
        self.require(encrypted.key)
        nonce, text = encrypted.text[:NONCE_BYTES], encrypted.text[NONCE_BYTES:]
        try:
            return self._keys[encrypted.key].decrypt(nonce, text, row.encode())
        except (InvalidTag, ValueError):  # ValueError: too few bytes
            raise KeyringError(
                f"the secret of {row} was changed, or belongs to another row"
            ) from None


Lost = Callable[[Connection, Any], Awaitable[bytes | None]]
"""Called with the id of a row whose secret is lost. Returns a new secret for the row, or None if it needs none."""


class SecretTable(NamedTuple):
    """A table whose rows have an id, the id of the operator's key, and an encrypted secret."""

    name: str
    id: str = "id"
    """The column of the id."""
    label: str = "{table} {id}"
    """The form of a row's name, which is authenticated with its secret."""

    def row(self, id: object) -> str:
        """Return the name of a row."""
        return self.label.format(table=self.name, id=id)

    def opened(self, keyring: Keyring, row: Record) -> bytes:
        """Return the secret of a row, decrypted."""
        encrypted = Encrypted(row["key"], row["encrypted"])
        return keyring.decrypt(encrypted, self.row(row[self.id]))

    async def encrypt_anew(
        self, connection: Connection, keyring: Keyring, key: str, lost: Lost | None = None
    ) -> tuple[int, int]:
        """Encrypt every secret under a key. Return how many were encrypted again, and how many were lost.

        If a secret cannot be read, `lost` is called. Without `lost`, raise KeyringError.
        """
        found, given_up = (
            await connection.fetch(sql.secrets_under_others(self.name, self.id), key),
            0,
        )
        for row in found:
            id = row[self.id]
            try:
                secret: bytes | None = self.opened(keyring, row)
            except KeyringError:
                if lost is None:
                    raise
                given_up += 1
                secret = await lost(connection, id)
            if secret is not None:
                encrypted = keyring.encrypt(key, secret, self.row(id))
                await connection.execute(sql.replace_secret(self.name, self.id), id, *encrypted)
        return len(found) - given_up, given_up


def _id(key: bytes) -> str:
    return hashlib.sha256(b"verger secret key" + key).hexdigest()[:16]


def given(settings: Settings) -> Keyring:
    """Return the keys in the settings, or in the file that the first start made."""
    if settings.secret_keys:
        return Keyring(keys_in(settings.secret_keys))
    file = Path(settings.secret_keys_file) if settings.secret_keys_file else FILE
    if not settings.secret_keys_file and not FILE.exists():
        return Keyring(())
    try:
        return Keyring(keys_in(file.read_text("utf-8")))
    except ValueError as error:
        raise SettingsError(f"{file}: {error}") from None


def make_file(settings: Settings) -> None:
    """If no key is configured, make the first key, in a file that only its owner can read."""
    if settings.secret_keys or settings.secret_keys_file or FILE.exists():
        return
    try:
        FILE.parent.mkdir(exist_ok=True)
        # Write the key under another name, and then link it. If several processes do this, only one
        # key is used, and nobody reads a half-written one.
        aside = FILE.with_name(f"{FILE.name}.{os.getpid()}")
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(f"{secrets.token_hex(KEY_BYTES)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        _publish(aside)
    except OSError as error:
        raise SettingsError(
            f"VERGER_SECRET_KEYS is not set, and {FILE} cannot be created: {error.strerror}"
        ) from None


def _publish(aside: Path) -> None:
    try:
        os.link(aside, FILE)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
