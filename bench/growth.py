"""The costs of a growing database: disk, vacuum, start, verification, and freed space.

`python -m bench growth 100000 400000` grows one database to each of these numbers of events, and
prints a table. It also measures how much disk space is free again after half of the sessions were deleted.
"""

import asyncio
import http.client
import itertools
import json
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import asyncpg
import uvloop

from bench import evening, grown, servers

SIZES = (100_000, 400_000)
LENGTH = 100
"""The number of events of the copied session."""
ARCHIVED = 100
"""The number of sessions to archive for the measurement."""
MIB = 2**20

_EVENTS = "SELECT count(*) FROM events"
_SOME = "SELECT DISTINCT session FROM events ORDER BY session LIMIT $1"
_SIZES = """
SELECT pg_table_size('events') AS events, pg_indexes_size('events') AS indexes,
    pg_database_size(current_database()) AS database
"""
_REINDEX = "REINDEX TABLE CONCURRENTLY events"


class Spent(NamedTuple):
    """The costs of a command."""

    seconds: float
    processor: float
    """The CPU seconds of the command, without those of the database."""
    memory: int
    """The highest memory of any command so far, in bytes."""

    def __str__(self) -> str:
        used = f"{self.processor:8.1f} s of the processor"
        return f"{self.seconds:8.1f} s  {used}  {self.memory / MIB:6.0f} MiB"


class Sizes(NamedTuple):
    """The sizes on the disk, in bytes."""

    events: int
    indexes: int
    database: int

    def __str__(self) -> str:
        return "  ".join(f"{size / MIB:9,.0f}" for size in self)


def report(url: str, sizes: Sequence[int] = SIZES) -> None:
    """Print the costs at each size, and the space after half of the sessions was deleted."""
    with servers.verger(url) as (port, _):
        session = _played(port)
    print("\nDisk, MiB           events    indexes   database\n")
    for size in sizes:
        missing = size - uvloop.run(_value(url, _EVENTS))
        seconds = uvloop.run(grown.grow(url, session, missing // LENGTH))
        _print_size(url, size, seconds)
    _print_archiving(url)
    _print_space(url)


def _played(port: int) -> UUID:
    """Play a session until it has at least LENGTH events. Each move has an idempotency key."""
    table, number = servers.play(port), 0
    asking = http.client.HTTPConnection("127.0.0.1", port)
    turns = evening.rounds()
    for key in itertools.count():
        if number >= LENGTH and key % evening.ROUND == 0:
            break
        seat, move = next(turns)
        headers = {
            "Authorization": f"Bearer {table.tokens[seat]}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"key-{key}",
        }
        asking.request("POST", f"/v1/sessions/{table.session}/moves", json.dumps(move), headers)
        number = json.loads(asking.getresponse().read())["version"]
    asking.close()
    return UUID(table.session)


def _print_size(url: str, size: int, seconds: float) -> None:
    print(f"{size:11,}      {uvloop.run(_sizes(url))}   (grown in {seconds:.0f} s)")
    for words in ("VACUUM events", "VACUUM (FREEZE) events"):
        print(f"    {words:26}{uvloop.run(_timed(url, words)):8.1f} s")
    print(f"    {'start until it is ready':26}{_started(url)}")
    for command in (["rebuild"], ["verify", "--all"]):
        print(f"    {'verger ' + ' '.join(command):26}{_ran(url, *command)}")


def _print_archiving(url: str) -> None:
    with tempfile.TemporaryDirectory(prefix="verger-bench-") as folder:
        ids = uvloop.run(_sessions(url, ARCHIVED))
        spent = _ran(url, "expire", *ids, "--to", folder)
        written = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(f"\nArchived {len(ids)} sessions, {written / len(ids):,.0f} B each: {spent}")


def _print_space(url: str) -> None:
    half = uvloop.run(_value(url, "SELECT count(DISTINCT session) FROM events")) // 2
    print(
        f"\nDisk, MiB           events    indexes   database\n\nbefore           {uvloop.run(_sizes(url))}"
    )
    spent = _ran(url, "expire", *uvloop.run(_sessions(url, half)), "--delete")
    print(
        f"half deleted     {uvloop.run(_sizes(url))}   ({half:,} sessions in {spent.seconds:.0f} s)"
    )
    for words in ("VACUUM", _REINDEX, "VACUUM FULL events"):
        seconds = uvloop.run(_timed(url, words))
        print(f"{words[:16]:17}{uvloop.run(_sizes(url))}   ({seconds:.1f} s)")


def _ran(url: str, *words: str) -> Spent:
    """Run a command that must succeed."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [servers.PROGRAM, *words],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"verger {words[0]}: {done.stdout[-500:]}{done.stderr[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(time.perf_counter() - began, used, after.ru_maxrss * 1024)


def _started(url: str) -> Spent:
    """Start a server, and wait until it is ready."""
    began = time.perf_counter()
    with servers.verger(url) as (port, process):
        while _status(port) != http.client.OK:
            time.sleep(0.01)
        taken = time.perf_counter() - began
        return Spent(taken, servers.tree_seconds(process), servers.resident_bytes(process))


def _status(port: int) -> int:
    asking = http.client.HTTPConnection("127.0.0.1", port)
    asking.request("GET", "/readyz")
    answer = asking.getresponse()
    answer.read()
    asking.close()
    return answer.status


async def _timed(url: str, statement: str) -> float:
    connection = await asyncpg.connect(url)
    began = time.perf_counter()
    await connection.execute(statement)
    taken = time.perf_counter() - began
    await connection.close()
    return taken


async def _value(url: str, statement: str) -> int:
    connection = await asyncpg.connect(url)
    value: int = await connection.fetchval(statement)
    await connection.close()
    return value


async def _sessions(url: str, many: int) -> list[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch(_SOME, many)
    await connection.close()
    return [str(row["session"]) for row in rows]


async def _sizes(url: str) -> Sizes:
    connection = await asyncpg.connect(url)
    row = await connection.fetchrow(_SIZES)
    await connection.close()
    await asyncio.sleep(0)
    return Sizes(row["events"], row["indexes"], row["database"])
