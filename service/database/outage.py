"""Outages of the database: the error that they raise, and what counts as one."""

from enum import StrEnum

import asyncpg


class Cause(StrEnum):
    """Why the log cannot be used just now, in the words that clients are told."""

    AWAY = "the database is away"
    NO_ANSWER = "the database does not answer in time"
    NO_WRITES = "the database takes no writes"
    DISK_FULL = "the database's disk is full"
    OVERLOADED = "too much waits already"
    STOPPING = "the process is stopping"
    NO_PICTURE = "no picture can be laid out"
    NO_VERIFIER = "no archive can be verified"
    NO_FILES = "there is no room for temporary files"
    NEWER = "a newer release plays this session, and this process is older"


class UnavailableError(Exception):
    """The database is away or too slow: the request may be tried again soon."""

    def __init__(self, words: str, cause: Cause = Cause.AWAY) -> None:
        super().__init__(words)
        self.cause = cause


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


def unavailable(error: BaseException) -> UnavailableError:
    """What one of these errors means to who has asked."""
    match error:
        case asyncpg.DiskFullError():
            cause = Cause.DISK_FULL
        case (
            asyncpg.ReadOnlySQLTransactionError()
            | asyncpg.exceptions.TargetServerAttributeNotMatched()
        ):
            cause = Cause.NO_WRITES
        case TimeoutError():
            cause = Cause.NO_ANSWER
        case _:
            cause = Cause.AWAY
    return UnavailableError(type(error).__name__, cause)
