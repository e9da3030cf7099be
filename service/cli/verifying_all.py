"""`verger verify --all`: whether every session of the database is what it says it is."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from itertools import repeat
from multiprocessing import get_context
from typing import NamedTuple
from uuid import UUID

import uvloop

from service.archive.statement import Statement
from service.archive.verify import Finding, Verifier
from service.archive.verify_database import every_session, verify_session, wrong_stubs
from service.cli import against
from service.cli.command import FOUND_WRONG, UNUSABLE
from service.cli.database import at_database, at_work
from service.play.damage import NewerLogError
from service.settings import Settings
from service.wiring import Parts

FEW = 20
"""Sessions that a process verifies before it says what came of them."""


class Progress:
    """A progress bar on standard error, where that is a terminal."""

    WIDTH = 30

    def __init__(self, total: int, of: str) -> None:
        self._total = total
        self._of = of
        self._is_shown = sys.stderr.isatty()

    def show(self, done: int, more: str = "") -> None:
        """Show how much is done."""
        if self._is_shown:
            filled = self.WIDTH * done // max(self._total, 1)
            bar = "#" * filled + "." * (self.WIDTH - filled)
            print(f"\r[{bar}] {done} of {self._total} {self._of}{more}  ", end="", file=sys.stderr)

    def end(self) -> None:
        """Clear the bar, so that later output has the line to itself."""
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class _Verified(NamedTuple):
    """What came of one session."""

    session: UUID
    finding: Finding | None
    events: int
    reworded: int
    is_newer: bool = False
    """Whether a later release has written it, so that this one cannot say."""


def verify_all(settings: Settings, asked: Namespace, keys: Sequence[bytes]) -> int:
    told = against.believed(asked.against, keys) if asked.against else None
    with at_database(settings, shared=True, reading=True) as ready:
        ids = uvloop.run(_moved_since(ready, asked.since))
        found = [_verify_sessions(ready, ids, asked.jobs), uvloop.run(_verify_stubs(ready))]
        if told:
            found.append(uvloop.run(_compare(ready, *told)))
        return FOUND_WRONG if FOUND_WRONG in found else max(found)


async def _compare(settings: Settings, told: tuple[Statement, ...], apart: str | None) -> int:
    async with at_work(settings) as parts:
        return await against.compare_all(parts, told, apart)


async def _moved_since(settings: Settings, since: datetime | None) -> list[UUID]:
    async with at_work(settings) as parts:
        return [id async for id in every_session(parts.database, since)]


def _verify_sessions(settings: Settings, ids: Sequence[UUID], jobs: int | None) -> int:
    """Verify sessions by several processes, as judging takes a core; gives the status."""
    bar, wrong, newer, events, reworded, done = Progress(len(ids), "sessions"), 0, 0, 0, 0, 0
    few = [ids[at : at + FEW] for at in range(0, len(ids), FEW)]
    with ProcessPoolExecutor(jobs or os.cpu_count(), get_context("fork")) as pool:
        for verified in pool.map(_verify_some, repeat(settings), few):
            for one in verified:
                events, reworded, done = events + one.events, reworded + one.reworded, done + 1
                if one.is_newer:
                    newer += 1
                    bar.end()
                    print(f"{one.session}  was played on by a newer release, which can verify it")
                elif one.finding:
                    wrong += 1
                    bar.end()
                    found = one.finding
                    print(f"{one.session}  version {found.version} is wrong: {found.what}")
            bar.show(done, f", {events} events")
    bar.end()
    print(f"{len(ids) - wrong - newer} of {len(ids)} sessions verified, {events} events")
    print(f"rulings worded otherwise now: {reworded}")
    if wrong:
        return FOUND_WRONG
    return UNUSABLE if newer else 0


def _verify_some(settings: Settings, ids: Sequence[UUID]) -> list[_Verified]:
    async def verify() -> list[_Verified]:
        async with at_work(settings) as parts:
            return [await _verified(parts, id) for id in ids]

    return uvloop.run(verify())


async def _verified(parts: Parts, id: UUID) -> _Verified:
    pages: list[int] = []
    try:
        found = await verify_session(parts.database, parts.store, id, pages.append)
    except NewerLogError:
        return _Verified(id, None, sum(pages), 0, is_newer=True)
    if isinstance(found, Verifier):
        return _Verified(id, None, sum(pages), len(found.counts.reworded))
    # Unless it was ended meanwhile.
    is_ended = await parts.store.stubs.of(id) is not None
    return _Verified(id, None if is_ended else found, sum(pages), 0)


async def _verify_stubs(settings: Settings) -> int:
    """Check that nothing but a stub is left of each session that was ended."""
    async with at_work(settings) as parts:
        ended = await parts.store.stubs.all()
        wrong = await wrong_stubs(parts.database)
    for id, table in wrong:
        print(f"{id}  was ended, and there is something of it in {table}")
    if ended:
        print(f"stubs of ended sessions: {len(ended)}")
    return FOUND_WRONG if wrong else 0
