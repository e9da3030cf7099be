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
    # The database is closed to connections, not there, or another password's, for now.
    asyncpg.exceptions.ObjectNotInPrerequisiteStateError,
    asyncpg.exceptions.InvalidCatalogNameError,
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    # A connection that was lost between two steps of a statement.
    asyncpg.exceptions.InternalClientError,
)
"""What asyncpg raises when a server is down, stopping, failing over or out of connections."""
