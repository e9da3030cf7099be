"""Making a backup: a dump and its manifest, both of one snapshot of the database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree

import msgspec

from verger.service.annexes.backups import sql
from verger.service.annexes.backups.contents import contents_of
from verger.service.annexes.backups.manifest import DUMP, FILE, BackupError, Manifest, Part
from verger.service.annexes.backups.programs import failed, programs, running
from verger.service.database.pool import Connection

LOCK_WAIT = "60s"
"""The time that pg_dump waits for a table during a migration."""


async def make(connection: Connection, url: str, folder: Path) -> Manifest:
    """Back up the database of a connection into a new folder. Servers may write in the meantime."""
    major = await connection.fetchval(sql.MAJOR_VERSION)
    program = programs(major) / "pg_dump"
    with _whole(folder) as part:
        async with connection.transaction(isolation="repeatable_read"):
            await connection.execute(sql.STAY)
            at = await connection.fetchval(sql.MOMENT)
            contents = await contents_of(connection)
            snapshot = await connection.fetchval(sql.EXPORT_SNAPSHOT)
            await _dump(url, program, part / DUMP, snapshot)
        manifest = Manifest(
            program=version("verger"),
            postgresql=major,
            at=at,
            contents=contents,
            dump=Part.of(part / DUMP),
        )
        _write(part / FILE, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    return manifest


async def _dump(url: str, program: Path, file: Path, snapshot: str) -> None:
    arguments = (
        "--format=custom",
        "--no-password",
        f"--lock-wait-timeout={LOCK_WAIT}",
        f"--snapshot={snapshot}",
        f"--file={file}",
    )
    async with running(url, program, *arguments) as process:
        _, said = await process.communicate()
    if process.returncode:
        raise failed(program, said)


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to write to. It gets its final name when its content is safe on disk."""
    if folder.exists():
        raise BackupError(f"{folder} exists already: name a new folder")
    part = folder.with_name(f"{folder.name}.part")
    try:
        part.mkdir(mode=0o700)
    except FileExistsError:
        raise BackupError(
            f"{part} exists already: another backup is being made, or was cut off; remove the folder"
            " if no backup is being made"
        ) from None
    try:
        yield part
        _sync(part)
        part.rename(folder)
        _sync(folder.parent)
    except BaseException:
        rmtree(part, ignore_errors=True)
        raise


def _write(file: Path, text: bytes) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
