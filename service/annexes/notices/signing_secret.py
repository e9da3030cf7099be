"""What a webhook's deliveries are signed with: encrypted in the database, opened to sign."""

import secrets
from uuid import UUID, uuid4

from verger.service.database.pool import Connection, Database
from verger.service.keyring import Keyring, SecretTable

BYTES = 32
PAUSED = "paused"
"""Why a webhook was disabled: its seat asked for that, or has to take its secret anew."""

TABLE = SecretTable("webhook_secrets")


async def keep(
    connection: Connection, keyring: Keyring, key: str, webhook: UUID, secret: bytes
) -> None:
    """Have a webhook's deliveries signed with a secret, kept under one of the operator's keys."""
    id = uuid4()
    encrypted = keyring.encrypt(key, secret, TABLE.row(id))
    sql = "INSERT INTO webhook_secrets (id, webhook, key, encrypted) VALUES ($1, $2, $3, $4)"
    await connection.execute(sql, id, webhook, *encrypted)


async def good(database: Database, keyring: Keyring, webhook: UUID) -> list[bytes]:
    """The secrets that a webhook's deliveries are signed with now, the newest first."""
    sql = (
        "SELECT id, key, encrypted FROM webhook_secrets"
        " WHERE webhook = $1 AND (until IS NULL OR until > now()) ORDER BY since DESC"
    )
    return [TABLE.opened(keyring, row) for row in await database.rows(sql, webhook)]


async def give_up(connection: Connection, id: UUID) -> bytes:
    """Pause the webhook of a lost secret. Return a secret that nobody knows: the seat takes another one."""
    sql = (
        "UPDATE webhooks SET disabled_because = $2, disabled_at = now() WHERE disabled_at IS NULL"
        " AND id IN (SELECT webhook FROM webhook_secrets WHERE id = $1)"
    )
    await connection.execute(sql, id, PAUSED)
    return secrets.token_bytes(BYTES)
