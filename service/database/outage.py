"""Outages of the database: the error that they raise, and the errors that count as an outage."""

from collections.abc import Mapping
from enum import StrEnum

import asyncpg


class Cause(StrEnum):
    """The reason for an answer 503, in the words that clients receive."""

    AWAY = "the database cannot be reached"
    NO_ANSWER = "the database does not answer in time"
    NO_WRITES = "the database takes no writes"
    DISK_FULL = "the database's disk is full"
    DENIED = "the database denies the server a login or a right"
    INCOMPLETE = "the database does not exist or lacks a part of its schema"
    LIMITED = "the database has reached a limit"
    DAMAGED = "a part of the database is damaged"
    FORGETFUL = "the database can lose confirmed moves"
    OVERLOADED = "too much work is waiting already"
    STOPPING = "the process is stopping"
    NO_PICTURE = "no picture can be laid out"
    NO_VERIFIER = "no archive can be verified"
    NO_FILES = "there is no room for temporary files"
    DRILL = "this server is a drill, which signs nothing"
    NEWER = "a newer release plays this session, and this process is older"


class UnavailableError(Exception):
    """The database, or something else that a request needs, is away or too slow. The request can be tried again."""

    def __init__(self, words: str, cause: Cause = Cause.AWAY) -> None:
        super().__init__(words)
        self.cause = cause


class DamagedError(UnavailableError):
    """The database cannot read one of its pages, files or indexes. Its other parts still work."""

    def __init__(self, words: str) -> None:
        super().__init__(words, Cause.DAMAGED)


AWAY = (
    OSError,
    TimeoutError,
    asyncpg.exceptions.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
    # At present, the database accepts no connections, does not exist, or has another password.
    asyncpg.exceptions.ObjectNotInPrerequisiteStateError,
    asyncpg.exceptions.InvalidCatalogNameError,
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    # A connection was lost between two steps of a statement.
    asyncpg.exceptions.InternalClientError,
)
"""asyncpg's errors when a server is down, stopping, failing over or out of connections."""

CAUSES: Mapping[str, Cause] = {
    "08": Cause.AWAY,
    "0P": Cause.DENIED,
    "25006": Cause.NO_WRITES,
    "25P03": Cause.AWAY,  # a transaction was idle for too long
    "25P04": Cause.NO_ANSWER,  # a transaction took too long
    "26": Cause.AWAY,  # a pooler gave another connection
    "28": Cause.DENIED,
    "3D": Cause.INCOMPLETE,
    "3F": Cause.INCOMPLETE,
    "42501": Cause.DENIED,
    "42703": Cause.INCOMPLETE,
    "42704": Cause.INCOMPLETE,
    "42883": Cause.INCOMPLETE,
    "42P01": Cause.INCOMPLETE,
    "53": Cause.LIMITED,
    "53100": Cause.DISK_FULL,
    "54": Cause.LIMITED,  # also if no transaction ids are left
    "55": Cause.AWAY,
    "55P03": Cause.NO_ANSWER,  # a lock was not given in time
    "57": Cause.AWAY,
    "57014": Cause.NO_ANSWER,  # a statement took too long
    "58": Cause.AWAY,
    "58030": Cause.DAMAGED,  # the disk cannot be read
    "58P01": Cause.DAMAGED,  # a file is missing
    "F0": Cause.AWAY,
    "XX": Cause.DAMAGED,
}
"""The cause for each SQLSTATE, or for a class of them.

Other states are errors of this program, or the caller handles them: a key that exists (23), or transactions
that wait for each other (40).
"""


def unavailable(error: BaseException) -> UnavailableError | None:
    """Return an error of the database or its driver as an outage; None if it is an error of this program."""
    if isinstance(error, asyncpg.exceptions.TargetServerAttributeNotMatched):
        return UnavailableError(type(error).__name__, Cause.NO_WRITES)
    if isinstance(error, asyncpg.exceptions.PostgresError):
        state = getattr(error, "sqlstate", None) or ""
        cause = CAUSES.get(state) or CAUSES.get(state[:2])
        words = f"{type(error).__name__}: {said(error)}"
        if cause is Cause.DAMAGED:
            return DamagedError(words)
        return UnavailableError(words, cause) if cause else None
    if isinstance(error, TimeoutError):
        return UnavailableError(type(error).__name__, Cause.NO_ANSWER)
    return UnavailableError(type(error).__name__) if isinstance(error, AWAY) else None


def said(error: Exception | None) -> str:
    """Return an error in one line, without the details that may quote a row."""
    if isinstance(error, asyncpg.exceptions.PostgresError):
        return str(error.args[0] if error.args else error).splitlines()[0]
    return str(error) or type(error).__name__
