"""The programs of PostgreSQL: pg_dump, pg_restore and psql, of the same major version as the server.

A pg_dump that is older than the server refuses to run. The dump of a newer pg_dump cannot be restored on the server.
"""

import asyncio
import os
import re
import shutil
import subprocess
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from verger.service.annexes.backups.manifest import BackupError
from verger.service.database import embedded
from verger.service.database.hosts import written

NAMES = ("pg_dump", "pg_restore", "psql")
SECONDS = 86_400
"""The maximum time for one program, in seconds."""
CONNECT_SECONDS = "10"
_ADVICE = {
    "permission denied to create role": "let a superuser run deploy/roles.sql first",
    "permission denied": (
        "run this command with the owner of the database and its tables as the user in DATABASE_URL"
    ),
}
"""Advice by words of an error message. The first entry whose words are in the message applies."""


def programs(major: int) -> Path:
    """Return the folder with the programs of a major version. Raises BackupError if there is none."""
    for folder in _folders(major):
        if all((folder / name).exists() for name in NAMES) and _major(folder) == major:
            return folder
    raise BackupError(
        f"there is no {', '.join(NAMES[:2])} and {NAMES[2]} of PostgreSQL {major}, the version of the"
        f" server: install them (on Debian the package postgresql-client-{major}), or put their"
        " folder into PATH"
    )


def _folders(major: int) -> Iterator[Path]:
    """Yield the folders to look in.

    PATH comes last, because its program on Debian is a wrapper that chooses a version itself.
    """
    yield Path(f"/usr/lib/postgresql/{major}/bin")
    yield Path(f"/usr/pgsql-{major}/bin")
    with suppress(embedded.EmbeddedPostgresError):
        yield embedded.tools()
    if found := shutil.which(NAMES[0]):
        yield Path(found).parent


def _major(folder: Path) -> int | None:
    asked = [str(folder / NAMES[0]), "--version"]
    told = subprocess.run(asked, check=False, capture_output=True, timeout=60)  # noqa: S603, a found program
    found = re.search(rb"\) (\d+)", told.stdout)
    return int(found[1]) if found else None


@asynccontextmanager
async def running(url: str, program: Path, *arguments: str, **pipes: Any) -> AsyncIterator[Process]:
    """Run a program on a database until the `with` block ends, but at most for `SECONDS`.

    The password is in the environment, because every user of the machine can read arguments.
    """
    address, password = without_password(url)
    environment = {**os.environ, "LC_ALL": "C", "PGCONNECT_TIMEOUT": CONNECT_SECONDS}
    if password:
        environment["PGPASSWORD"] = password
    process = await asyncio.create_subprocess_exec(
        program,
        *arguments,
        *([f"--dbname={address}"] if url else []),
        **{"stdin": DEVNULL, "stdout": DEVNULL, **pipes},
        stderr=PIPE,
        env=environment,
        umask=0o077,
    )
    try:
        async with asyncio.timeout(SECONDS):
            yield process
    except TimeoutError:
        raise BackupError(f"{program.name} did not end within {SECONDS} seconds") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def failed(program: Path, said: bytes) -> BackupError:
    """Return the error of a program that failed: its first error line. Later lines can quote a row."""
    lines = said.decode(errors="replace").splitlines()
    told = next((line for line in lines if "error:" in line.lower()), "it gave no reason")
    words = re.sub(r"^\S+ (?:error|ERROR): +", "", told)
    helping = [f"; {advice}" for reason, advice in _ADVICE.items() if reason in words][:1]
    return BackupError("".join([f"{program.name} failed: {words}", *helping]))


def without_password(url: str) -> tuple[str, str]:
    """Return an address without its password, and the password."""
    if not url:
        return "", ""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    password = query.pop("password", "") or unquote(parts.password or "")
    user, _, place = parts.netloc.rpartition("@")
    named = f"{user.partition(':')[0]}@{place}" if user else place
    return written(parts._replace(netloc=named), query), password
