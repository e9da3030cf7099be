"""Damage: a log with a gap, with rows that do not follow one another, or with an event that cannot be read.

The server reports the damage, and never guesses the missing part.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, TypeVar
from uuid import UUID

import structlog

from verger.domain.core.decider import Event
from verger.domain.core.past import PastNeededError
from verger.domain.core.since import NewerError
from verger.service.database.outage import Cause, UnavailableError
from verger.service.log.form import decoded
from verger.service.log.reading import EventText
from verger.service.log.row import Row
from verger.service.log.store import Store
from verger.service.play.session import Session
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Read = TypeVar("Read")

_log = structlog.get_logger()


class UnreadableLogError(ProblemError):
    """This process cannot read a session's log."""


class NewerLogError(UnreadableLogError):
    """A newer release wrote a form that this one does not know. Only the newer release can use the session."""

    def __init__(self, session: UUID) -> None:
        super().__init__(ProblemCode.UNAVAILABLE, cause=Cause.NEWER)
        left(session)


class LogDamagedError(UnreadableLogError):
    """A session's log cannot be read from this version on."""

    met: ClassVar[int] = 0
    """The number of times that this process has found such a log."""

    def __init__(self, session: UUID, version: int) -> None:
        super().__init__(ProblemCode.LOG_DAMAGED, session=str(session), version=version)
        self.version = told(session, version)
        LogDamagedError.met += 1


@lru_cache(maxsize=10_000)
def told(session: UUID, version: int) -> int:
    """Log a damaged version once, and not at each request that finds it. Return the version."""
    _log.error("log_damaged", session=str(session), version=version)
    return version


@lru_cache(maxsize=10_000)
def left(session: UUID) -> None:
    """Log once that only newer processes can use a session."""
    _log.warning("session_is_newer", session=str(session))


def require_whole(session: Session) -> None:
    """Raise LogDamagedError if the log is damaged, for an action that needs its newest event."""
    if session.damaged:
        raise LogDamagedError(session.id, session.damaged)


def understood(session: UUID, version: int, read: Callable[..., Read], *said: Any) -> Read:
    """Call `read`, which reads an event. If it fails, raise LogDamagedError, or NewerLogError for a newer form."""
    try:
        return read(*said)
    except PastNeededError:
        raise
    except NewerError:
        raise NewerLogError(session) from None
    except Exception as error:
        raise LogDamagedError(session, version) from error


def read_event(
    session: UUID, stored: Row | EventText, decode: Callable[[str | bytes], Read]
) -> Read:
    """Decode a stored event. Raises LogDamagedError if it does not fit the types of this program."""
    read: Read = understood(session, stored.version, decoded, stored, decode)
    return read


def event_of(session: Session, row: Row) -> Event[Any, Any]:
    """Return an event of a session in memory. Raises LogDamagedError if it cannot be read."""
    return read_event(session.id, row, session.codec.events.decode)


def following(after: int, versions: Sequence[int]) -> int:
    """Return how many of these versions follow `after` without a gap."""
    in_place = (version == after + place for place, version in enumerate(versions, 1))
    return next(
        (count for count, is_in_place in enumerate(in_place) if not is_in_place), len(versions)
    )


async def texts(store: Store, session: Session, after: int, limit: int) -> list[EventText]:
    """Return the texts of events after a version. They must exist, because memory has later events.

    Raises LogDamagedError if an event is missing, and UnavailableError if the log has gone back.
    """
    found = await store.texts(session.id, after, limit)
    await require(store, session, after, [text.version for text in found])
    return found


async def require(store: Store, session: Session, after: int, versions: Sequence[int]) -> None:
    """Require that these versions, at least one, follow `after` without a gap. Raises the same errors as `texts`."""
    count = following(after, versions)
    if versions and count == len(versions):
        return
    raise await missing(store, session, after + count + 1)


async def missing(
    store: Store, session: Session, version: int
) -> LogDamagedError | UnavailableError:
    """Return the error for a version that the log lacks, although memory is later: it has a gap, or it went back."""
    if await has_head(store, session):
        return LogDamagedError(session.id, version)
    session.doubt()
    return UnavailableError("the log went back")


async def has_head(store: Store, session: Session) -> bool:
    """Return whether the log has the newest event that memory has."""
    return is_head(await store.read(session.id, session.version - 1, 1), session)


def is_head(rows: Sequence[Any], session: Session) -> bool:
    """Return whether the first of these rows is the newest event in memory."""
    return bool(rows) and (rows[0].version, rows[0].hash) == (session.version, session.hash)
