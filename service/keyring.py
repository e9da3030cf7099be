"""The operator's keys, which encrypt the server's signing keys in the database.

AES-256-GCM. A secret is authenticated with its row, so that it is of no use in another row. The
database names the id of the key that encrypts new secrets. So all processes use the same key, and a
process that does not have it is found out when it starts.
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
"""The file of the key that the first start makes if no key is given."""
NONCE_BYTES = 12
"""The length that the standard (NIST SP 800-38D) is made for."""


class KeyringError(UnavailableError):
    """A secret cannot be encrypted or read with the keys that this process was given."""


class Encrypted(NamedTuple):
    """A secret as the database holds it: the id of its key, and its bytes."""

    key: str
    text: bytes


Digest = Callable[[str], bytes]
"""Returns the digest of a text by a key."""


class Keyring:
    """The keys that this process was given, the newest first."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {_id(key): AESGCM(key) for key in keys}
        self._digest_keys = {
            _id(key): hashlib.sha256(b"verger digest key" + key).digest() for key in keys
        }

    @property
    def newest(self) -> str:
        """Return the id of the key that a rotation changes to."""
        if not self._keys:
            raise KeyringError("no secret key is given: set VERGER_SECRET_KEYS")
        return next(iter(self._keys))

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def require(self, key: str) -> None:
        """Raise KeyringError unless the key with this id was given."""
        if key not in self:
            raise KeyringError(
                f"the secrets of this database are encrypted under the key {key}, and this key was not"
                f" given: restore {FILE}, or set VERGER_SECRET_KEYS"
            )

    async def in_use(self, connection: Connection) -> str:
        """The id of the key that new secrets are encrypted under, until the transaction ends.

        It is the newest key of the first process that asks, or of the last process that rotated the keys.
        """
        while (found := await connection.fetchval(sql.SHARE_SECRET_KEY)) is None:
            # Of several processes, the first one chooses the key.
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
        """Return the row of a secret that exists once.

        The secret is made when it is first needed.
        """
        while (found := await database.row(look)) is None:
            try:
                async with database.connection() as connection, connection.transaction():
                    await make(connection, self, await self.in_use(connection))
            except asyncpg.UniqueViolationError:
                # Another process was faster: use its row.
                continue
        return found

    async def rotate(self, connection: Connection) -> str:
        """Have new secrets encrypted under the newest key.

        Nobody can add a secret during this change.
        """
        await connection.execute(sql.LOCK_SECRET_KEY)
        await connection.execute(sql.REPLACE_SECRET_KEY, self.newest)
        return self.newest

    def encrypt(self, key: str, secret: bytes, row: str) -> Encrypted:
        """Encrypt a secret for a row, under one of the keys."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return Encrypted(key, nonce + self._keys[key].encrypt(nonce, secret, row.encode()))

    async def digest_in_use(self, database: Database) -> Digest:
        """Return the digest by the key that is in use. Without this key, nobody can compute it."""
        async with database.connection() as connection:
            key = self._digest_keys[await self.in_use(connection)]
        return lambda text: hmac.digest(key, text.encode(), "sha256")

    def digests(self, text: str) -> list[bytes]:
        """Return the digests of a text by every key, that of the newest key first."""
        return [hmac.digest(key, text.encode(), "sha256") for key in self._digest_keys.values()]

    def decrypt(self, encrypted: Encrypted, row: str) -> bytes:
        """The secret of a row."""
        self.require(encrypted.key)
        nonce, text = encrypted.text[:NONCE_BYTES], encrypted.text[NONCE_BYTES:]
        try:
            return self._keys[encrypted.key].decrypt(nonce, text, row.encode())
        except (InvalidTag, ValueError):  # the other of too few bytes
            raise KeyringError(
                f"the secret of {row} was changed, or belongs to another row"
            ) from None


Lost = Callable[[Connection, Any], Awaitable[bytes | None]]
"""Gives up the secret of a row, by its id. Returns another secret for the row, or None if it needs none."""


class SecretTable(NamedTuple):
    """A table of secrets. A row has an id, the id of the operator's key, and the encrypted secret."""

    name: str
    id: str = "id"
    """The column of the id."""
    label: str = "{table} {id}"
    """The name of a row, which is authenticated with its secret."""

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
        """Encrypt every secret under a key. Return how many that were, and how many were given up.

        If a secret cannot be read, it is given up by `lost`. Without `lost`, KeyringError is raised.
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
    """The keys of the settings, or of the file that the first start made."""
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
    """Make the first key if none is given, in a file that only its owner may read."""
    if settings.secret_keys or settings.secret_keys_file or FILE.exists():
        return
    try:
        FILE.parent.mkdir(exist_ok=True)
        # Made under another name and then linked: only one of several processes makes it, and
        # nobody reads half a key.
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
