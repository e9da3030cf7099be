"""The memory of a session, and the cost of loading it: one session of each game, and a long one."""

import asyncio
import gc
import hashlib
import os
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import asyncpg
import msgspec
import uvloop

from bench import grown, servers
from verger.domain.core.note import SealedPart
from verger.domain.core.since import OLDEST
from verger.service.database.pool import Database
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.codec import codec_of
from verger.service.log.entry import row_of
from verger.service.log.reading import EventText
from verger.service.log.row import Row
from verger.service.log.sealed import SEED
from verger.service.log.snapshot import Snapshots
from verger.service.log.store import Store
from verger.service.play.losses import Losses
from verger.service.play.sessions import Sessions

EVENINGS = Path(__file__).parent.parent / "tests" / "golden" / "evenings"
PLAYED = (
    ("verge", "open_dice", 100),
    ("edgerunner", "edgerunner_net_run", 100),
    ("venus", "venus_the_salt_road", 100),
    ("afterverse", "afterverse_warehouse", 79),
)
MANY = 200
"""The number of copies to load. Their memory divided by this number is the memory of a session."""


class Taken(NamedTuple):
    """The costs of a session: memory, and the CPU time to load it, drop it and load it again."""

    kib: float
    ms: float
    left_ms: float
    again_ms: float


def report(url: str) -> None:
    """Print a line for each game."""
    print("\nA session read into memory: the mean of", MANY, "copies\n")
    print("                          events  KiB  CPU ms: load    drop  load again")
    for game, evening, length in PLAYED:
        copies = uvloop.run(_copied(url, evening, length))
        # A new process measures the memory, because it has no freed memory that it could use again.
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            taken = fresh.submit(_measured, url, copies).result()
        print(
            f"{game:25} {length:7}  {taken.kib:3.0f}"
            f"  {taken.ms:14.2f}  {taken.left_ms:4.2f}  {taken.again_ms:10.2f}"
        )


async def _copied(url: str, evening: str, length: int) -> list[UUID]:
    session = uuid4()
    connection = await asyncpg.connect(url)
    rows = list(_rows(session, evening))[:length]
    await connection.copy_records_to_table("events", records=rows, columns=Row._fields)
    before = {row[0] for row in await connection.fetch("SELECT DISTINCT session FROM events")}
    await connection.close()
    await grown.grow(url, session, MANY)
    connection = await asyncpg.connect(url)
    found = await connection.fetch("SELECT DISTINCT session FROM events")
    await connection.close()
    return [UUID(int=row[0].int) for row in found if row[0] not in before]


def _measured(url: str, sessions: list[UUID]) -> Taken:
    return uvloop.run(_read(url, sessions))


async def _read(url: str, sessions: list[UUID]) -> Taken:
    database = Database(url, 4)
    await database.open()
    held = _memory(database)
    await held.known(sessions[0])
    gc.collect()
    memory = servers.resident_bytes(os.getpid())
    spent = await _spent(_known(held, sessions[1:]))
    gc.collect()
    grew = servers.resident_bytes(os.getpid()) - memory
    left = await _spent(held.stop())
    again = await _spent(_known(_memory(database), sessions[1:]))
    await database.close()
    await asyncio.sleep(0)
    return Taken(grew / MANY / 1024, spent, left, again)


def _memory(database: Database) -> Sessions:
    return Sessions(Store(database), Snapshots(database), Losses(database), 10 * MANY)


async def _known(held: Sessions, sessions: list[UUID]) -> None:
    for session in sessions:
        with await held.known(session):
            pass  # Only the loading is measured.


async def _spent(work: Coroutine[Any, Any, None]) -> float:
    """Do work for all copies. Return its CPU milliseconds for each session."""
    began = time.process_time()
    await work
    return (time.process_time() - began) / MANY * 1_000


def _rows(session: UUID, evening: str) -> Iterator[Row]:
    """Return a recorded evening as rows. Each row has a key, and the first row has a seed."""
    previous = BEFORE_FIRST
    lines = (EVENINGS / f"{evening}.jsonl").read_text("utf-8").splitlines()
    seed = msgspec.json.encode([SealedPart(SEED, (), "a5" * 16, "00" * 32)]).decode()
    told = [one for one in lines if one.startswith('{"at"')]
    decode = codec_of(EventText(1, told[0], OLDEST)).events.decode
    for version, data in enumerate(told, 1):
        key, sealed = hashlib.sha256(b"%d" % version).digest(), seed if version == 1 else None
        kept = (key, key + key[:16], sealed)
        row = row_of(session, decode(data), previous, version, kept)
        previous = row.hash
        yield row
