"""`verger backup` and `verger restore`."""

import asyncio
from argparse import Namespace
from pathlib import Path

from verger.service import keyring
from verger.service.annexes.backups import backup, manifest, restoration
from verger.service.annexes.backups.contents import connected
from verger.service.annexes.backups.manifest import Manifest
from verger.service.cli import record
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands
from verger.service.cli.database import at_server, with_parts
from verger.service.database import sql
from verger.service.settings import Settings
from verger.service.wiring import Parts

COPY = (
    "Every server on this database is a drill: it sends and signs nothing.\n"
    "To use this database in place of the original, stop the original's servers, and run: verger restore --take-over"
)
IN_USE = "This database is in use, and not a restored copy."
TAKEN_OVER = "This database is in use from now on. Start its servers again."


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    saved = commands.add_parser(
        "backup", description="Back up the database, also while servers use it"
    )
    saved.add_argument("folder", type=Path, help="the folder to create")
    saved.set_defaults(run=_backup)
    restored = commands.add_parser("restore", description="Restore a backup into an empty database")
    restored.add_argument("folder", nargs="?", type=Path, help="the folder of a backup")
    restored.add_argument(
        "--without-key",
        action="store_true",
        help="restore although the key of the secrets is missing",
    )
    restored.add_argument(
        "--take-over",
        action="store_true",
        help="use a restored copy in place of the original: send and sign again",
    )
    restored.set_defaults(run=_restore)


def _backup(settings: Settings, asked: Namespace) -> int:
    async def work(url: str) -> Manifest:
        async with connected(url) as connection:
            made = await backup.make(connection, url, asked.folder)
            # The record comes last, so that it never names a backup that does not exist.
            await record.keep(connection, "backup", None, made.summary)
            return made

    with at_server(settings) as url:
        made = asyncio.run(work(url))
    print(f"{asked.folder}: {made.summary}, {made.dump.size} bytes")
    if made.contents.key:
        print(
            f"The backup does not contain the key {made.contents.key}, and a restore needs it:"
            " keep the key in another place."
        )
    return 0


def _restore(settings: Settings, asked: Namespace) -> int:
    if asked.take_over == bool(asked.folder):
        raise CommandError("name the folder of a backup to restore, or use --take-over")
    if asked.take_over:
        return with_parts(settings, _take_over)
    found = manifest.read(asked.folder)
    manifest.check_dump(asked.folder, found)
    if found.contents.key and not asked.without_key:
        keyring.given(settings).require(found.contents.key)

    async def work(url: str) -> tuple[str, ...]:
        async with connected(url) as connection:
            return await restoration.restore(
                connection, url, asked.folder, found, system_user=record.user()
            )

    with at_server(settings, creating=True) as url:
        different = asyncio.run(work(url))
    if different:
        raise CommandError(
            f"the restored database differs from the backup: {'; '.join(different)}",
            FOUND_WRONG,
        )
    print(f"restored: {found.summary}\n{COPY}")
    return 0


async def _take_over(parts: Parts) -> int:
    async with parts.database.connection() as connection, connection.transaction():
        if not await connection.fetchval(sql.IS_RESTORED):
            print(IN_USE)
            return 0
        await record.keep(connection, "restore --take-over")
    print(TAKEN_OVER)
    return 0
