"""A rolling upgrade from a release to the newer program on one database, and back."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import ClassVar

from tests.corpus.made import HERE, order, releases, unpacked
from tests.support import contract
from tests.support.postgres import execute, of_database, reachable_folder
from tests.torture.campaign import Choice, Say, campaign
from tests.torture.ledger import Ledger
from tests.torture.processes import redis, supervised
from tests.torture.program import Program, installed
from tests.torture.report import Report
from tests.torture.world import Fault, World
from verger.service.database import embedded

VERGERS = 3
ARCHIVES = 8
"""The number of sessions that each program exports."""
FORTH, BACK = "an old process replaced by a new one", "a new process replaced by an old one"
SESSIONS = "SELECT DISTINCT session FROM events ORDER BY session"


@dataclass(frozen=True)
class RollingWorld(World):
    """Processes of the old and of the new program, and a PostgreSQL."""

    old: Program
    new: Program
    url: str
    log: Path
    long: ClassVar[int] = 150
    """The length of a log that begins another session. It is short, so each program plays sessions of the other."""

    @property
    def database(self) -> str:
        """The address of the database that both programs serve."""
        return self.url

    @property
    def logs(self) -> Mapping[str, Path]:
        """The log of PostgreSQL."""
        return {"postgres": self.log}

    def make_app(self) -> str:
        """Make the app with the old program's command, because the database still has the schema of that program."""
        made = self.old.told(self.url, "apps", "--make", "Club")
        return next(line.split()[1] for line in made.stdout.splitlines() if line.startswith("key "))

    def verify(self, ledger: Ledger) -> None:
        """Have each program verify the database, archives that the other exports, and archives of releases up to its own."""
        for program, other in ((self.old, self.new), (self.new, self.old)):
            program.succeeds(self.url, ledger, "verify", "--all")
            with TemporaryDirectory(prefix="verger-test-") as name:
                folder = Path(name)
                known = released_up_to(program.version, folder)
                for archive in (*known, *self._exported(other, ledger, folder)):
                    program.succeeds("", ledger, "verify", archive)
                    ledger.count("archives read across")

    def _exported(self, program: Program, ledger: Ledger, folder: Path) -> Iterator[Path]:
        """Yield archives of some sessions that a program exports."""
        sessions = execute(self.url, SESSIONS).split()
        for session in self.random.sample(sessions, min(ARCHIVES, len(sessions))):
            archive = folder / session
            program.succeeds(self.url, ledger, "export", session, archive)
            yield archive


def released_up_to(newest: str, folder: Path, corpus: Path = HERE) -> Iterator[Path]:
    """Yield the archives of every release up to this one."""
    for release in releases(corpus):
        if order(release.name) <= order(newest):
            yield from unpacked(folder, release)


@contextmanager
def staged(old: Program, new: Program, ledger: Ledger, random: Random) -> Iterator[RollingWorld]:
    """Run a PostgreSQL, Redis, and processes of the old program.

    The first process makes the schema.
    """
    with reachable_folder() as folder, redis() as wakeups:
        home = folder / "postgres"
        with embedded.running(home) as server:
            url = of_database(server, "verger")
            execute(server, "CREATE DATABASE verger")
            with supervised(url, wakeups.url, ledger, [old] * VERGERS) as vergers:
                yield RollingWorld(wakeups, vergers, random, old, new, url, home / "log")


def rounds(end: float) -> Choice[RollingWorld]:
    """Replace process by process: to the new program, back, and again to the new one, until the time is over."""

    def chosen(world: RollingWorld, _report: Report) -> Iterator[Fault[RollingWorld]]:
        yield from _one_by_one(world, FORTH, world.new)
        while True:
            yield from _one_by_one(world, BACK, world.old)
            yield from _one_by_one(world, FORTH, world.new)
            if time.monotonic() > end:
                return

    return chosen


def _one_by_one(world: RollingWorld, name: str, program: Program) -> Iterator[Fault[RollingWorld]]:
    for number in world.random.sample(range(VERGERS), VERGERS):
        yield Fault(name, 1, partial(_replaced, number, program))


def _replaced(number: int, program: Program, world: RollingWorld) -> float:
    """Let people play for a while, and then replace a process."""
    world.lasts(2.0, 6.0)
    return world.vergers[number].replace(program)


def rolled(seed: int, minutes: float, old: str, say: Say) -> Report:
    """Install the release and the current commit, and play during upgrades and downgrades."""
    with TemporaryDirectory(prefix="verger-rolling-") as name:
        before = installed(old, Path(name, "old"))
        after = installed("HEAD", Path(name, "new"))
        # As docs/self-hosting.md describes for an upgrade.
        after = replace(after, settings={"VERGER_HOLD_BACK": before.day})
        say(f"from {before.name} to {after.name}, which holds back what came after {before.day}")
        # Answers are not checked: each program has its own API document, and any of them may have answered.
        (unknown := Path(name, "openapi.json")).write_text('{"paths": {}}')
        with contract.of_another(unknown):
            end = time.monotonic() + 60 * minutes
            return campaign(seed, partial(staged, before, after), rounds(end), say)
