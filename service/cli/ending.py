"""`verger expire`: end named sessions, or sessions chosen by age, app or the address of their start."""

from argparse import Namespace
from pathlib import Path
from uuid import UUID

from verger.service.archive.format import UnreadableError
from verger.service.cli import record
from verger.service.cli.choosing import Chosen, add_filters, chosen, has_filter
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.progress import Progress
from verger.service.database.pool import Connection
from verger.service.log.stubs import OPERATOR, ForksError, MovedOnError
from verger.service.problem.problem import ProblemError
from verger.service.settings import Settings
from verger.service.wiring import Parts

SPACE = (
    "The database keeps their space for new events. To give the space of indexes to the disk, run in"
    " the database: REINDEX TABLE CONCURRENTLY events"
)


def add(commands: Commands) -> None:
    """Add this command to the parser."""
    expire = commands.add_parser(
        "expire",
        description="Find sessions by age, app or address; --to and --delete end them",
    )
    expire.add_argument("session", nargs="*", type=UUID, help="the ids of sessions")
    add_filters(expire)
    how = expire.add_mutually_exclusive_group()
    how.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="write archives to this folder, then end the sessions",
    )
    how.add_argument("--delete", action="store_true", help="delete the sessions without an archive")
    expire.set_defaults(run=_expire)


def _expire(settings: Settings, asked: Namespace) -> int:
    if bool(asked.session) == has_filter(asked):
        raise CommandError("either name sessions, or choose them by options such as --idle 180d")
    if asked.to is not None and not asked.to.is_dir():
        raise CommandError(f"there is no folder {asked.to}")

    async def work(parts: Parts) -> int:
        if asked.session:
            waiting = [await _newest(parts, id) for id in asked.session]
        else:
            waiting = await chosen(parts, asked)
        if not asked.to and not asked.delete:
            for id, version, at in waiting:
                print(f"{id}  {version:8}  {at:%Y-%m-%d %H:%M:%SZ}")
            print(f"{len(waiting)} sessions; --to DIR archives them, --delete deletes them")
            return 0
        return await _end_all(parts, waiting, asked.to)

    return with_parts(settings, work, reading=not asked.to and not asked.delete)


async def _newest(parts: Parts, id: UUID) -> Chosen:
    """Return the newest event of a session, or the last event of an archived session."""
    for row in await parts.store.read(id, await parts.store.head(id) - 1, 1):
        return Chosen(id, row.version, row.at)
    stub = await parts.store.stubs.of(id)
    if stub and stub.code == "session_archived":
        return Chosen(id, stub.version, stub.at)
    raise CommandError(f"the session {id} was ended" if stub else f"there is no session {id}")


async def _end_all(parts: Parts, waiting: list[Chosen], folder: Path | None) -> int:
    """End every session, forks before their parents.

    Print the reason for each session that stays.
    """
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
    parts: Parts, waiting: list[Chosen], folder: Path | None, progress: Progress
) -> dict[UUID, str]:
    """End sessions. Return the sessions that stay, each with the reason."""
    stays: dict[UUID, str] = {}
    left, is_over = waiting, False
    while not is_over:
        held: list[Chosen] = []
        for number, one in enumerate(left, len(waiting) - len(left)):
            progress.show(number)
            id = one.session
            try:
                progress.print(f"{id}  {await _end(parts, one, folder)}")
            except ForksError as error:
                stays[id] = str(error)
                held.append(one)
            except ProblemError as error:
                stays[id] = error.detail
            except MovedOnError:
                stays[id] = "somebody still plays in the session"
            except UnreadableError as error:
                stays[id] = f"the written archive cannot be verified: {error}"
            else:
                stays.pop(id, None)
        # Try sessions with forks again, because this round may have ended their forks.
        is_over, left = len(held) in (0, len(left)), held
    return stays


async def _end(parts: Parts, one: Chosen, folder: Path | None) -> str:
    """End a session. Return the name of its archive, or that it was deleted."""
    id = one.session
    if await parts.store.head(id) > one.version:
        raise MovedOnError

    async def on_record(connection: Connection) -> None:
        how = f"archived in {folder}" if folder else "deleted"
        await record.keep(connection, "expire", id, how)

    if folder:
        return str(await parts.ending.archive(id, folder, OPERATOR, on_record))
    await parts.ending.delete(id, OPERATOR, on_record)
    return "deleted"
