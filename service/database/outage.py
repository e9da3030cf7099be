"""Outages of the database: the error that they raise, and what counts as one."""

import asyncpg


class UnavailableError(Exception):
    """The database is away or too slow: the request may be tried again soon."""


AWAY = (
    OSError,
    TimeoutError,
    asyncpg.exceptions.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
    # For now the database takes no connections, is not there, or has another password.
    asyncpg.exceptions.ObjectNotInPrerequisiteStateError,
    asyncpg.exceptions.InvalidCatalogNameError,
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    # A connection was lost between two steps of a statement.
    asyncpg.exceptions.InternalClientError,
)
"""asyncpg's errors when a server is down, stopping, failing over or out of connections."""
