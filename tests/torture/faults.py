"""A primary and a standby that every commit waits for: their faults, and the frequency of each."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.patience import until
from tests.support.postgres import execute, of_database
from tests.torture.forwarder import Forwarder
from tests.torture.ledger import Ledger
from tests.torture.node import TERMINATED, Pair, pair
from tests.torture.processes import redis, supervised
from tests.torture.world import (
    Fault,
    World,
    clock_set_back,
    frozen,
    process_frozen,
    process_killed,
    redis_frozen,
    redis_killed,
)
from verger.service.database import migrate

DATABASE = "verger"
CUTS = 4
"""The number of commits that one fault cuts off."""
EVENTS = "SELECT count(*) FROM events"
HANG_SECONDS = 12.0
"""This is longer than a process waits for a commit."""


@dataclass(frozen=True)
class PairWorld(World):
    """A primary and its standby, and a network to the current primary."""

    pair: Pair
    forwarder: Forwarder
    ledger: Ledger

    def lead(self) -> None:
        """Cut Verger's connections, and lead new connections to the primary."""
        self.forwarder.lead(self.pair.primary.socket)

    @property
    def database(self) -> str:
        """The primary's address, without the forwarder."""
        return of_database(self.pair.primary.url, DATABASE)

    @property
    def logs(self) -> dict[str, Path]:
        """The logs of both servers."""
        return {"primary": self.pair.primary.log, "standby": self.pair.standby.log}

    @property
    def untried(self) -> dict[str, str]:
        """A full disk cannot be tried without the right to mount a file system."""
        if self.pair.primary.can_be_full and self.pair.standby.can_be_full:
            return {}
        return {"its disk full": "it takes root, who may mount a file system"}


@contextmanager
def staged(ledger: Ledger, random: Random) -> Iterator[PairWorld]:
    """Run a primary, its standby, a network to it, Redis, and processes of Verger."""
    with pair() as servers, Forwarder() as forwarder, redis() as wakeups:
        forwarder.lead(servers.primary.socket)
        url = f"postgresql://postgres@127.0.0.1:{forwarder.port}/{DATABASE}"
        execute(servers.primary.url, f"CREATE DATABASE {DATABASE}")
        migrate.migrate(url)
        with supervised(url, wakeups.url, ledger) as vergers:
            yield PairWorld(wakeups, vergers, random, servers, forwarder, ledger)


def connections_ended(world: PairWorld) -> float:
    execute(world.pair.primary.url, TERMINATED)
    return time.monotonic()


def backend_killed(world: PairWorld) -> float:
    """Kill a process of PostgreSQL. PostgreSQL then restarts all its processes."""
    if backends := world.pair.primary.backends:
        with suppress(ProcessLookupError):
            os.kill(world.random.choice(backends), signal.SIGKILL)
    return time.monotonic()


def backend_frozen(world: PairWorld) -> float:
    with frozen(world.random.sample(found := world.pair.primary.backends, min(1, len(found)))):
        world.lasts()
    return time.monotonic()


def commits_cut_off(world: PairWorld) -> float:
    """Cut off commits, every second one after the server has received it."""
    known = world.forwarder.cut
    world.forwarder.cut_commits(CUTS)
    until(lambda: world.forwarder.cut >= known + CUTS)
    return time.monotonic()


def network_silent(world: PairWorld) -> float:
    world.forwarder.hold()
    world.lasts()
    world.forwarder.release()
    return time.monotonic()


def network_cut(world: PairWorld) -> float:
    world.lead()
    return time.monotonic()


def postmaster_killed(world: PairWorld) -> float:
    """Kill the postmaster. Its children notice that, and end automatically."""
    primary = world.pair.primary
    primary.kill(whole=False)
    began = time.monotonic()
    primary.start()
    return began


def server_killed(world: PairWorld) -> float:
    primary = world.pair.primary
    primary.kill()
    began = time.monotonic()
    primary.start()
    return began


def server_stopped_at_once(world: PairWorld) -> float:
    primary = world.pair.primary
    primary.end_at_once()
    began = time.monotonic()
    primary.start()
    return began


def server_frozen(world: PairWorld) -> float:
    with world.pair.primary.frozen():
        world.lasts()
    return time.monotonic()


def disk_full(world: PairWorld) -> float:
    """Fill the disk: no more blocks for tables, or no new segment of the write-ahead log, which ends the server."""
    primary = world.pair.primary
    primary.fill_up()
    if world.random.random() < 0.5:
        primary.need_a_segment()
    world.lasts(1.0, 3.0)
    primary.make_room()
    began = time.monotonic()
    if not primary.processes:
        primary.start()
    return began


def standby_stopped(world: PairWorld) -> float:
    """Stop the standby for a while. Every commit waits during this time."""
    standby = world.pair.standby
    standby.stop()
    world.lasts()
    standby.start()
    return time.monotonic()


def standby_killed(world: PairWorld) -> float:
    standby = world.pair.standby
    standby.kill()
    standby.start()
    return time.monotonic()


def standby_frozen(world: PairWorld) -> float:
    with world.pair.standby.frozen():
        world.lasts()
    return time.monotonic()


def standby_frozen_long(world: PairWorld) -> float:
    """Freeze the standby until every append is given up. No event may be visible before the standby has it."""
    with world.pair.standby.frozen():
        # After this pause, all commits that the standby confirmed are visible.
        world.lasts(1.0, 1.5)
        before = int(execute(world.database, EVENTS))
        time.sleep(HANG_SECONDS)
        shown = int(execute(world.database, EVENTS)) - before
    over = time.monotonic()
    if shown:
        world.ledger.find(f"{shown} events were visible before the standby had them")
    # The moves are stopped, because on a busy machine there may be no moment between two moves.
    with world.ledger.closed():
        for verger in world.vergers:
            verger.find_kept_connections()
    return over


def primary_lost(world: PairWorld) -> float:
    """Kill the primary, promote the standby, and make a new standby."""
    world.pair.primary.kill()
    return _promoted(world)


def primary_cut_off(world: PairWorld) -> float:
    """Promote the standby while the old primary still runs and Verger still uses it."""
    pair = world.pair
    began = time.monotonic()
    pair.promote()
    world.lasts(0.0, 1.0)
    world.lead()
    pair.standby.kill()
    pair.follow()
    return began


def standby_behind(world: PairWorld) -> float:
    """Have commits wait in vain for a stopped standby.

    Then this standby is promoted, and the commits are lost.
    """
    pair = world.pair
    pair.standby.stop()
    match world.random.randrange(3):
        case 0:
            time.sleep(HANG_SECONDS)
        case 1:
            for _ in range(5):
                world.lasts(0.2, 0.8)
                execute(pair.primary.url, TERMINATED)
            world.lasts(0.5, 1.5)
        case _:
            world.lasts()
            pair.primary.kill()
            pair.primary.start()
            world.lasts(1.0, 4.0)
    pair.primary.kill()
    pair.standby.start()
    return _promoted(world)


def _promoted(world: PairWorld) -> float:
    """Promote the standby of a killed primary, and make a new standby."""
    began = time.monotonic()
    world.pair.promote()
    world.lead()
    world.pair.follow()
    return began


def power_cut(world: PairWorld) -> float:
    """Kill everything at once."""
    for verger in world.vergers:
        verger.kill()
    world.pair.primary.kill()
    world.pair.standby.kill()
    world.redis.kill()
    began = time.monotonic()
    world.redis.start()
    world.pair.primary.start()
    world.pair.standby.start()
    return began


FAULTS: tuple[Fault[PairWorld], ...] = (
    Fault("a process of Verger killed", 12, process_killed),
    Fault("a process of Verger frozen", 6, process_frozen),
    Fault("a process's clock set back 7 hours", 5, clock_set_back),
    Fault("connections ended by PostgreSQL", 12, connections_ended),
    Fault("a backend killed", 10, backend_killed),
    Fault("a backend frozen", 8, backend_frozen),
    Fault("commits cut off by the network", 14, commits_cut_off),
    Fault("the network silent", 8, network_silent),
    Fault("every connection cut", 10, network_cut),
    Fault("the postmaster killed", 6, postmaster_killed),
    Fault("PostgreSQL killed", 6, server_killed),
    Fault("PostgreSQL stopped at once", 5, server_stopped_at_once),
    Fault("PostgreSQL frozen", 6, server_frozen),
    Fault("its disk full", 4, disk_full),
    Fault("the standby stopped", 5, standby_stopped),
    Fault("the standby killed", 4, standby_killed),
    Fault("the standby frozen", 5, standby_frozen),
    Fault("the standby frozen until appends are given up", 1, standby_frozen_long),
    Fault("Redis killed", 5, redis_killed),
    Fault("Redis frozen", 5, redis_frozen),
    Fault("the primary lost, the standby promoted", 3, primary_lost),
    Fault("the standby promoted beside the primary", 3, primary_cut_off),
    Fault("a standby promoted that was behind", 2, standby_behind, withdraws=True),
    Fault("everything killed at once", 2, power_cut),
)
