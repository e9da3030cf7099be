"""`verger verify --all`: check every session of the database."""

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from itertools import repeat
from multiprocessing import get_context
from typing import NamedTuple
from uuid import UUID

import uvloop

from verger.service.annexes.statements.statement import Statement
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import every_session, verify_session, wrong_stubs
from verger.service.cli import against
from verger.service.cli.command import FOUND_WRONG, UNUSABLE, CommandError
from verger.service.cli.database import at_database, at_work
from verger.service.cli.progress import Progress
from verger.service.database import sql
from verger.service.database.pool import Database
from verger.service.play.damage import NewerLogError
from verger.service.problem.problem import ProblemError
from verger.service.problem.table import KINDS
from verger.service.settings import Settings
from verger.service.wiring import Parts

FEW = 20
"""The number of sessions that a process verifies before it reports their results."""


class _Verified(NamedTuple):
    """The result for one session."""

    session: UUID
    finding: Finding | None
    events: int
    reworded: int
    is_newer: bool = False
    """Whether a later release has written it, so that this program cannot verify it."""


def verify_all(settings: Settings, asked: Namespace, keys: Sequence[bytes]) -> int:
    told = against.stated_in(asked.against, keys) if asked.against else None
    with at_database(settings, shared=True, reading=True) as ready:
        ids = uvloop.run(_moved_since(ready, asked.since))
        found = [_verify_sessions(ready, ids, asked.jobs), uvloop.run(_verify_stubs(ready))]
        uvloop.run(_tell_key(ready))
        if told:
            found.append(uvloop.run(_compare(ready, *told)))
        return FOUND_WRONG if FOUND_WRONG in found else max(found)


async def _compare(settings: Settings, told: tuple[Statement, ...], apart: str | None) -> int:
    async with at_work(settings) as parts:
        return await against.compare_all(parts, told, apart)


async def found_sessions(database: Database, since: datetime | None = None) -> list[UUID]:
    """Find all sessions, or the sessions with an event since a time."""
    ids: list[UUID] = []
    with Progress("sessions found") as progress:
        async for id in every_session(database, since):
            ids.append(id)
            progress.show(len(ids))
    return ids


async def _moved_since(settings: Settings, since: datetime | None) -> list[UUID]:
    async with at_work(settings) as parts:
        return await found_sessions(parts.database, since)


def _verify_sessions(settings: Settings, ids: Sequence[UUID], jobs: int | None) -> int:
    """Verify sessions in several processes, because judging takes a core. Return the status."""
    found: list[_Verified] = []
    events = 0
    with Progress("sessions", len(ids)) as progress:
        for one in _by_processes(settings, ids, jobs or len(os.sched_getaffinity(0))):
            found.append(one)
            events += one.events
            if said := _fault(one):
                progress.print(said)
            progress.show(len(found), f", {events} events")
    wrong = sum(one.finding is not None for one in found)
    newer = sum(one.is_newer for one in found)
    reworded = sum(one.reworded for one in found)
    print(f"{len(ids) - wrong - newer} of {len(ids)} sessions verified, {events} events")
    print(f"rulings now worded differently: {reworded}")
    if wrong:
        return FOUND_WRONG
    return UNUSABLE if newer else 0


def _fault(verified: _Verified) -> str:
    """Return the line of output about a session that is wrong or newer than this program. Empty if it is valid."""
    if verified.is_newer:
        return f"{verified.session}  has events of a newer release: verify it with that release"
    found = verified.finding
    return f"{verified.session}  version {found.version} is wrong: {found.what}" if found else ""


def _by_processes(settings: Settings, ids: Sequence[UUID], jobs: int) -> Iterator[_Verified]:
    """Verify sessions in this number of processes.

    Raises CommandError if a process dies: its sessions are not verified, so there is no verdict.
    """
    few = [ids[at : at + FEW] for at in range(0, len(ids), FEW)]
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        try:
            for verified in pool.map(_verify_some, repeat(settings), few):
                yield from verified
        except BrokenProcessPool:
            raise CommandError(
                f"one of {jobs} processes that verify sessions was killed, perhaps because the memory"
                " is full; verify again, with fewer --jobs"
            ) from None


def _verify_some(settings: Settings, ids: Sequence[UUID]) -> list[_Verified]:
    async def verify() -> list[_Verified]:
        async with at_work(settings) as parts:
            return [await _verified(parts, id) for id in ids]

    try:
        return uvloop.run(verify())
    except ProblemError as error:
        # A problem cannot be sent to another process.
        raise CommandError(f"{KINDS[error.code].title}: {error.detail}") from None


async def _verified(parts: Parts, id: UUID) -> _Verified:
    pages: list[int] = []
    try:
        found = await verify_session(parts.database, parts.store, id, pages.append)
    except NewerLogError:
        return _Verified(id, None, sum(pages), 0, is_newer=True)
    if isinstance(found, Verifier):
        return _Verified(id, None, sum(pages), len(found.counts.reworded))
    # The session may have been ended since.
    is_ended = await parts.store.stubs.of(id) is not None
    return _Verified(id, None if is_ended else found, sum(pages), 0)


async def _tell_key(settings: Settings) -> None:
    """Print whether the key of the secrets was given, because a server needs this key to start."""
    async with at_work(settings) as parts:
        key = await parts.database.value(sql.SECRET_KEY)
        if key:
            was = "was given" if key in parts.keyring else "was not given: no server can start"
            print(f"secrets: the key {key} {was}")


async def _verify_stubs(settings: Settings) -> int:
    """Check that nothing but a stub is left of each session that was ended."""
    async with at_work(settings) as parts:
        ended = await parts.store.stubs.all()
        wrong = await wrong_stubs(parts.database)
    for id, table in wrong:
        print(f"{id}  was ended, but {table} still has rows of it")
    if ended:
        print(f"stubs of ended sessions: {len(ended)}")
    return FOUND_WRONG if wrong else 0
