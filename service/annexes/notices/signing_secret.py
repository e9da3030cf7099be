"""What a webhook's deliveries are signed with: encrypted in the database, opened to sign."""

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from verger.service.database.pool import Connection, Database
from verger.service.keyring import Encrypted, Keyring, KeyringError

BYTES = 32
PAUSED = "paused"
"""Why a webhook was disabled: its seat asked for that, or has to take its secret anew."""

_COLUMNS = "id, key, encrypted"


async def keep(
    connection: Connection, keyring: Keyring, key: str, webhook: UUID, secret: bytes
) -> None:
    """Have a webhook's deliveries signed with a secret, kept under one of the operator's keys."""
    id = uuid4()
    encrypted = keyring.encrypt(key, secret, _row(id))
    sql = "INSERT INTO webhook_secrets (id, webhook, key, encrypted) VALUES ($1, $2, $3, $4)"
    await connection.execute(sql, id, webhook, *encrypted)


async def good(database: Database, keyring: Keyring, webhook: UUID) -> list[bytes]:
    """The secrets that a webhook's deliveries are signed with now, the newest first."""
    sql = (
        f"SELECT {_COLUMNS} FROM webhook_secrets"  # noqa: S608
        " WHERE webhook = $1 AND (until IS NULL OR until > now()) ORDER BY since DESC"
    )
    return [_opened(keyring, row) for row in await database.rows(sql, webhook)]


async def encrypt_anew(
    connection: Connection, keyring: Keyring, key: str, *, give_up: bool = False
) -> tuple[int, int]:
    """Bring every secret under a key; gives how many were brought, and how many given up.

    Where a secret is given up, its webhook is paused and gets one that nobody knows: its seat takes
    another one and goes on.
    """
    sql = f"SELECT {_COLUMNS} FROM webhook_secrets WHERE key <> $1 FOR UPDATE"  # noqa: S608
    found: Sequence[Any] = await connection.fetch(sql, key)
    lost = []
    for row in found:
        try:
            secret = _opened(keyring, row)
        except KeyringError:
            if not give_up:
                raise
            secret = secrets.token_bytes(BYTES)
            lost.append(row[0])
        sql = "UPDATE webhook_secrets SET key = $2, encrypted = $3 WHERE id = $1"
        await connection.execute(sql, row[0], *keyring.encrypt(key, secret, _row(row[0])))
    if lost:
        pause = (
            "UPDATE webhooks SET disabled_because = $2, disabled_at = now()"
            " WHERE disabled_at IS NULL"
            " AND id IN (SELECT webhook FROM webhook_secrets WHERE id = ANY($1))"
        )
        await connection.execute(pause, lost, PAUSED)
    return len(found) - len(lost), len(lost)


def _opened(keyring: Keyring, row: Any) -> bytes:
    """Return the secret of a row."""
    id, key, encrypted = row
    return keyring.decrypt(Encrypted(key, encrypted), _row(id))


def _row(id: UUID) -> str:
    return f"webhook_secrets {id}"
