"""A release and the newer program on one database: a rolling upgrade, and back."""

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
    """Processes that are of the old program or of the new one, and a PostgreSQL."""

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
        """Make the app by the old program's command, because the database still has that program's schema."""
        made = self.old.told(self.url, "apps", "--make", "Club")
        return next(line.split()[1] for line in made.stdout.splitlines() if line.startswith("key "))

    def verify(self, ledger: Ledger) -> None:
        """Have each verify all of it, archives that the other one writes, and those of releases up to it."""
        for program, other in ((self.old, self.new), (self.new, self.old)):
            program.succeeds(self.url, ledger, "verify", "--all")
            with TemporaryDirectory(prefix="verger-test-") as name:
                folder = Path(name)
                known = released_up_to(program.version, folder)
                for archive in (*known, *self._exported(other, ledger, folder)):
                    program.succeeds("", ledger, "verify", archive)
                    ledger.count("archives read across")

    def _exported(self, program: Program, ledger: Ledger, folder: Path) -> Iterator[Path]:
        """Archives of sessions, as a program writes them."""
        sessions = execute(self.url, SESSIONS).split()
        for session in self.random.sample(sessions, min(ARCHIVES, len(sessions))):
            archive = folder / session
            program.succeeds(self.url, ledger, "export", session, archive)
            yield archive


def released_up_to(newest: str, folder: Path, corpus: Path = HERE) -> Iterator[Path]:
    """The archives that every release up to one has left."""
    for release in releases(corpus):
        if order(release.name) <= order(newest):
            yield from unpacked(folder, release)


@contextmanager
def staged(old: Program, new: Program, ledger: Ledger, random: Random) -> Iterator[RollingWorld]:
    """Run a PostgreSQL, Redis, and processes of the old program.

    The first of them makes the schema.
    """
    with reachable_folder() as folder, redis() as wakeups:
        home = folder / "postgres"
        with embedded.running(home) as server:
            url = of_database(server, "verger")
            execute(server, "CREATE DATABASE verger")
            with supervised(url, wakeups.url, ledger, [old] * VERGERS) as vergers:
                yield RollingWorld(wakeups, vergers, random, old, new, url, home / "log")


def rounds(end: float) -> Choice[RollingWorld]:
    """Yield upgrades to the new program, process by process, back, and to it again, while there is time."""

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
    """Upgrade after people have played for a while on the older program."""
    world.lasts(2.0, 6.0)
    return world.vergers[number].replace(program)


def rolled(seed: int, minutes: float, old: str, say: Say) -> Report:
    """Install the release and the commit here, and play through upgrades and back."""
    with TemporaryDirectory(prefix="verger-rolling-") as name:
        before = installed(old, Path(name, "old"))
        after = installed("HEAD", Path(name, "new"))
        # As docs/self-hosting.md describes for an upgrade.
        after = replace(after, settings={"VERGER_HOLD_BACK": before.day})
        say(f"from {before.name} to {after.name}, which holds back what came after {before.day}")
        # Each program answers by its own document, and nobody can know which program sent an
        # answer.
        (unknown := Path(name, "openapi.json")).write_text('{"paths": {}}')
        with contract.of_another(unknown):
            end = time.monotonic() + 60 * minutes
            return campaign(seed, partial(staged, before, after), rounds(end), say)
