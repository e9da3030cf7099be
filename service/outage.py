"""When a part that the server needs is away, and what counts as that."""

import asyncpg


class UnavailableError(Exception):
    """The database is away or too slow: what was asked may be tried again soon."""


AWAY = (
    OSError,
    TimeoutError,
    asyncpg.exceptions.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
)
"""What asyncpg raises when a server is down, stopping, failing over or out of connections."""
