"""`verger expire`: ending sessions, those that are named or those at which nobody plays any more."""

import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import msgspec

from verger.service.archive.format import UnreadableError
from verger.service.archive.verify_database import every_session
from verger.service.cli import record
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.progress import Progress, counted
from verger.service.database.pool import LONG_AGO, Connection
from verger.service.log.stubs import OPERATOR, ForksError, MovedOnError
from verger.service.play.damage import read_event
from verger.service.problem.problem import ProblemError
from verger.service.settings import Settings
from verger.service.wiring import Parts

SPACE = (
    "The database keeps their space for new events. To give the space of indexes to the disk, run in"
    " the database: REINDEX TABLE CONCURRENTLY events"
)
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}


def add(commands: Commands) -> None:
    """Add this command to the parser."""
    expire = commands.add_parser(
        "expire", description="List idle sessions; with --to or --delete, end them"
    )
    expire.add_argument("session", nargs="*", type=UUID, help="the ids of sessions, idle or not")
    expire.add_argument(
        "--idle", type=_time, help="all sessions without an event for this time, such as 180d"
    )
    expire.add_argument(
        "--via",
        help="with --idle: only sessions that the named program started",
    )
    how = expire.add_mutually_exclusive_group()
    how.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="write archives to this folder, then end the sessions",
    )
    how.add_argument("--delete", action="store_true", help="delete the sessions without an archive")
    expire.set_defaults(run=_expire)


def _time(text: str) -> timedelta:
    found = re.fullmatch(r"([0-9]{1,6})([dhms])", text)
    if not found:
        raise ArgumentTypeError("a number of days, hours, minutes or seconds: 180d, 12h, 30m, 10s")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _expire(settings: Settings, asked: Namespace) -> int:
    if bool(asked.session) == (asked.idle is not None):
        raise CommandError("name sessions, or use --idle with a time, such as --idle 180d")
    if asked.via is not None and asked.idle is None:
        raise CommandError("use --via together with --idle, such as --idle 30d --via 'Lantern 2.1'")
    if asked.to is not None and not asked.to.is_dir():
        raise CommandError(f"there is no folder {asked.to}")

    async def work(parts: Parts) -> int:
        if asked.session:
            waiting = [(id, *await _newest(parts, id)) for id in asked.session]
        else:
            before = _ago(asked.idle)
            waiting = [
                one
                async for one in _idle(parts, before)
                if asked.via in (None, await _started_via(parts, one[0]))
            ]
        if not asked.to and not asked.delete:
            for id, version, at in waiting:
                print(f"{id}  {version:8}  {at:%Y-%m-%d %H:%M:%SZ}")
            print(f"{len(waiting)} sessions; --to DIR archives them, --delete deletes them")
            return 0
        return await _end_all(parts, [id for id, *_ in waiting], asked.to)

    return with_parts(settings, work, reading=not asked.to and not asked.delete)


def _ago(idle: timedelta) -> datetime:
    """Return the time so long ago, or the earliest one that there is."""
    try:
        return datetime.now(UTC) - idle
    except OverflowError:
        return LONG_AGO


async def _newest(parts: Parts, id: UUID) -> tuple[int, datetime]:
    """The version and the time of a session's newest event, or of its end where it is archived."""
    for row in await parts.store.read(id, await parts.store.head(id) - 1, 1):
        return row.version, row.at
    stub = await parts.store.stubs.of(id)
    if stub and stub.code == "session_archived":
        return stub.version, stub.at
    raise CommandError(f"the session {id} was ended" if stub else f"there is no session {id}")


async def _idle(parts: Parts, before: datetime) -> AsyncIterator[tuple[UUID, int, datetime]]:
    with Progress("sessions checked") as progress:
        async for number, id in counted(every_session(parts.database)):
            progress.show(number)
            version, at = await _newest(parts, id)
            if at < before:
                yield id, version, at


class _Started(msgspec.Struct):
    via: str | None = None


_started = msgspec.json.Decoder(_Started)


async def _started_via(parts: Parts, id: UUID) -> str | None:
    """The program that started a session, or what it was forked from, where it said its name."""
    for row in await parts.store.read(id, 0, 1):
        started = read_event(id, row, _started.decode)
        return started.via
    return None


async def _end_all(parts: Parts, waiting: list[UUID], folder: Path | None) -> int:
    """End every session, forks before what they were forked from; tells what stood in the way."""
    with Progress("sessions", len(waiting)) as progress:
        stays = await _ended(parts, waiting, folder, progress)
    for id, why in stays.items():
        print(f"{id}  stays: {why}")
    ended = len(waiting) - len(stays)
    print(f"{ended} of {len(waiting)} sessions {'archived' if folder else 'deleted'}")
    if ended:
        print(SPACE)
    return FOUND_WRONG if stays else 0


async def _ended(
    parts: Parts, waiting: list[UUID], folder: Path | None, progress: Progress
) -> dict[UUID, str]:
    """End sessions; gives those that stay, each with the reason."""
    stays: dict[UUID, str] = {}
    left, is_over = waiting, False
    while not is_over:
        held: list[UUID] = []
        for number, id in enumerate(left, len(waiting) - len(left)):
            progress.show(number)
            try:
                progress.print(f"{id}  {await _end(parts, id, folder)}")
            except ForksError as error:
                stays[id] = str(error)
                held.append(id)
            except ProblemError as error:
                stays[id] = error.detail
            except MovedOnError:
                stays[id] = "somebody still plays in the session"
            except UnreadableError as error:
                stays[id] = f"the written archive cannot be verified: {error}"
            else:
                stays.pop(id, None)
        # Those forks may have gone meanwhile.
        is_over, left = len(held) in (0, len(left)), held
    return stays


async def _end(parts: Parts, id: UUID, folder: Path | None) -> str:
    """End a session; gives the name of its archive, or that it was deleted."""

    async def on_record(connection: Connection) -> None:
        how = f"archived in {folder}" if folder else "deleted"
        await record.keep(connection, "expire", id, how)

    if folder:
        return str(await parts.ending.archive(id, folder, OPERATOR, on_record))
    await parts.ending.delete(id, OPERATOR, on_record)
    return "deleted"
