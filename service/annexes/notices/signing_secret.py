"""The secrets that sign a webhook's deliveries. The database has them encrypted."""

import secrets
from uuid import UUID, uuid4

from verger.service.annexes.notices import sql
from verger.service.database.pool import Connection, Database
from verger.service.keyring import Keyring, SecretTable

BYTES = 32
PAUSED = "paused"
"""The reason to disable a webhook if its owner paused it, or has to replace its secret."""

TABLE = SecretTable("webhook_secrets")


async def add(
    connection: Connection, keyring: Keyring, key: str, webhook: UUID, secret: bytes
) -> None:
    """Add a secret to a webhook, encrypted under one of the operator's keys."""
    id = uuid4()
    encrypted = keyring.encrypt(key, secret, TABLE.row(id))
    await connection.execute(sql.ADD_SECRET, id, webhook, encrypted.key, encrypted.text)


async def valid(database: Database, keyring: Keyring, webhook: UUID) -> list[bytes]:
    """Return the secrets that sign a webhook's deliveries now, the newest first."""
    rows = await database.rows(sql.VALID_SECRETS, webhook)
    return [TABLE.opened(keyring, row) for row in rows]


async def give_up(connection: Connection, id: UUID) -> bytes:
    """Pause the webhook of a lost secret. Return a random secret in its place, which the owner must rotate."""
    await connection.execute(sql.PAUSE_OWNER, id, PAUSED)
    return secrets.token_bytes(BYTES)
