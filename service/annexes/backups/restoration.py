"""Restore a backup into an empty database, in one transaction that also marks the database as a copy."""

from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

from verger.service.annexes.backups import sql
from verger.service.annexes.backups.contents import contents_of
from verger.service.annexes.backups.manifest import DUMP, BackupError, Manifest
from verger.service.annexes.backups.programs import failed, programs, running
from verger.service.database import migrate
from verger.service.database.pool import Connection

CHUNK = 2**20


async def restore(
    connection: Connection, url: str, folder: Path, manifest: Manifest, system_user: str
) -> tuple[str, ...]:
    """Restore a backup into the database of a connection, and return the differences from the manifest.

    Raises BackupError before anything is written if the database is not empty or cannot take the
    backup.
    """
    major = await connection.fetchval(sql.MAJOR_VERSION)
    if major < manifest.postgresql:
        raise BackupError(
            f"the backup is of PostgreSQL {manifest.postgresql}, and the server has {major}: restore"
            f" it on PostgreSQL {manifest.postgresql} or newer"
        )
    if manifest.contents.schema > migrate.newest():
        raise BackupError(
            f"a newer release made the backup: restore it with Verger {manifest.program}"
        )
    if await connection.fetchval(sql.COUNT_TABLES):
        raise BackupError(
            "the database has tables already, and a restore never overwrites any: name an empty"
            " database in DATABASE_URL, or move the folder of the embedded database away"
        )
    given = (f"--set=detail={manifest.summary}", f"--set=system_user={system_user}")
    await _restored(url, programs(major), folder / DUMP, given)
    async with connection.transaction():
        found = await contents_of(connection)
    return tuple(
        f"{name}: {getattr(manifest.contents, name)} in the manifest, {getattr(found, name)} in the"
        " database"
        for name in found.__struct_fields__
        if getattr(manifest.contents, name) != getattr(found, name)
    )


async def _restored(url: str, folder: Path, dump: Path, given: tuple[str, ...]) -> None:
    """Make pg_restore write a script, and make psql run it.

    The transaction is committed only if pg_restore has written all of the script.
    """
    reader, writer = folder / "pg_restore", folder / "psql"
    script = ("--exit-on-error", "--no-owner", "--file=-", str(dump))
    run = ("--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--file=-")
    terse = "--set=VERBOSITY=terse"
    async with (
        running(url, writer, *run, terse, *given, stdin=PIPE) as psql,
        running("", reader, *script, stdout=PIPE) as pg_restore,
    ):
        # If a statement fails, psql prints the error and ends before it has read the whole script.
        with suppress(BrokenPipeError, ConnectionResetError):
            await _passed_on(pg_restore, psql)
        await _succeeds(psql, writer)
        await _succeeds(pg_restore, reader)


async def _passed_on(pg_restore: Process, psql: Process) -> None:
    assert psql.stdin is not None
    assert pg_restore.stdout is not None
    try:
        psql.stdin.write(sql.BEGIN.encode())
        while chunk := await pg_restore.stdout.read(CHUNK):
            psql.stdin.write(chunk)
            await psql.stdin.drain()
        if not await pg_restore.wait():
            # COMMIT is written only now. If pg_restore failed, psql commits nothing.
            psql.stdin.write(sql.END.encode())
            await psql.stdin.drain()
    finally:
        psql.stdin.close()


async def _succeeds(process: Process, program: Path) -> None:
    assert process.stderr is not None
    said = await process.stderr.read()
    if await process.wait():
        raise failed(program, said)
