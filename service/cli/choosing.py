"""Choosing sessions: by age, idleness, program, app or the address of their start."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import msgspec

from verger.service.address import counted_within
from verger.service.archive.verify_database import every_session
from verger.service.cli import sql
from verger.service.cli.command import CommandError
from verger.service.cli.progress import Progress, counted
from verger.service.database.pool import LONG_AGO
from verger.service.identity import app, starts
from verger.service.play.damage import read_event
from verger.service.wiring import Parts

ADDRESSES = 4_096
"""The maximum number of addresses of a network, because each address has its own digest."""
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_FILTERS = ("idle", "older", "newer", "never_played", "via", "app", "address")


class Chosen(NamedTuple):
    """A session, and the version and the time of its newest event."""

    session: UUID
    version: int
    at: datetime


class _Span(NamedTuple):
    """The first and the newest event of a session, without the events that a fork has from its parent."""

    started_at: datetime
    version: int
    at: datetime
    is_imported: bool


class _Started(msgspec.Struct):
    via: str | None = None


_started = msgspec.json.Decoder(_Started)


def add_filters(parser: ArgumentParser) -> None:
    """Add the options that choose sessions."""
    parser.add_argument(
        "--idle", type=time_span, help="only sessions without an event for this time, such as 180d"
    )
    parser.add_argument(
        "--older", type=time_span, help="only sessions that started longer ago than this time"
    )
    parser.add_argument(
        "--newer", type=time_span, help="only sessions that started within this time"
    )
    parser.add_argument(
        "--never-played",
        action="store_true",
        help="only sessions without an event since their start",
    )
    parser.add_argument("--via", help="only sessions that the named program started")
    parser.add_argument("--app", metavar="NAME", help="only sessions that this app started")
    parser.add_argument(
        "--address",
        type=_address,
        help="only sessions that somebody started, forked or imported from this address or network in the"
        " last 30 days",
    )


def time_span(text: str) -> timedelta:
    """Return the time that a text such as `180d` names."""
    found = re.fullmatch(r"([0-9]{1,6})([dhms])", text)
    if not found:
        raise ArgumentTypeError("a number of days, hours, minutes or seconds: 180d, 12h, 30m, 10s")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _address(text: str) -> tuple[str, ...]:
    try:
        return counted_within(text, ADDRESSES)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def has_filter(asked: Namespace) -> bool:
    """Return whether an option chooses sessions."""
    return any(getattr(asked, name) not in (None, False) for name in _FILTERS)


async def chosen(parts: Parts, asked: Namespace) -> list[Chosen]:
    """Return the sessions that all options choose."""
    found: list[Chosen] = []
    with Progress("sessions checked") as progress:
        async for number, id in counted(await _candidates(parts, asked)):
            progress.show(number)
            span = await _span(parts, id)
            if span and _fits(span, asked) and await _is_via(parts, id, asked.via):
                found.append(Chosen(id, span.version, span.at))
    return found


async def _candidates(parts: Parts, asked: Namespace) -> AsyncIterator[UUID]:
    """Return the sessions of an app or from an address, or all sessions, by id."""
    sets = []
    if asked.app is not None:
        id = await app.known(parts.database, asked.app)
        if id is None:
            raise CommandError(f"there is no app called {asked.app}: verger apps lists them")
        sets.append(await app.sessions(parts.database, id))
    if asked.address is not None:
        sets.append(await _started_from(parts, asked.address))
    if not sets:
        return every_session(parts.database)
    return _each(sorted(set.intersection(*map(set, sets))))


async def _started_from(parts: Parts, addresses: tuple[str, ...]) -> list[UUID]:
    networks = [one for name in addresses for one in starts.digests(parts.keyring, name)]
    if not networks:
        raise CommandError(
            "addresses are found with the server's secret key: set VERGER_SECRET_KEYS"
        )
    return await starts.started_from(parts.database, networks)


async def _each(sessions: list[UUID]) -> AsyncIterator[UUID]:
    for session in sessions:
        yield session


async def _span(parts: Parts, id: UUID) -> _Span | None:
    row = await parts.database.row(sql.SPAN, id)
    return _Span(**row) if row else None


def _fits(span: _Span, asked: Namespace) -> bool:
    return (
        (asked.idle is None or span.at < _ago(asked.idle))
        and (asked.older is None or span.started_at < _ago(asked.older))
        and (asked.newer is None or span.started_at >= _ago(asked.newer))
        and (not asked.never_played or (span.version == 1 and not span.is_imported))
    )


def _ago(time: timedelta) -> datetime:
    """Return the time that is this long ago, or the earliest possible time."""
    try:
        return datetime.now(UTC) - time
    except OverflowError:
        return LONG_AGO


async def _is_via(parts: Parts, id: UUID, via: str | None) -> bool:
    """Return whether a program started a session, or the session that it was forked from."""
    if via is None:
        return True
    for row in await parts.store.read(id, 0, 1):
        started = read_event(id, row, _started.decode)
        return started.via == via
    return False
