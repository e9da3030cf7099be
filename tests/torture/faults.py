"""The faults: what goes wrong, how often, and from which moment its recovery counts."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tests.support.patience import until
from tests.support.postgres import execute
from tests.torture.forwarder import Forwarder
from tests.torture.node import TERMINATED, Pair
from tests.torture.processes import BACKWARD, Redis, Supervisor

CUTS = 4
"""Commits that are cut off in one fault."""
HANG_SECONDS = 12.0
"""Longer than a process waits for a commit."""


@dataclass(frozen=True)
class World:
    """What there is to break."""

    pair: Pair
    forwarder: Forwarder
    redis: Redis
    vergers: Sequence[Supervisor]
    random: Random

    @property
    def verger(self) -> Supervisor:
        """A process of Verger, whichever."""
        return self.random.choice(self.vergers)

    def lasts(self, least: float = 0.5, most: float = 2.5) -> None:
        """Let it be so for a while."""
        time.sleep(self.random.uniform(least, most))

    def lead(self) -> None:
        """Cut Verger's connections, and lead the coming ones to the primary."""
        self.forwarder.lead(self.pair.primary.socket)


def process_killed(world: World) -> float:
    world.verger.kill()
    return time.monotonic()


def process_frozen(world: World) -> float:
    verger = world.verger
    verger.send(signal.SIGSTOP)
    world.lasts()
    verger.send(signal.SIGCONT)
    return time.monotonic()


def clock_set_back(world: World) -> float:
    """One process's clock; the next time it is chosen, it is put right."""
    world.verger.send(BACKWARD)
    return time.monotonic()


def connections_ended(world: World) -> float:
    execute(world.pair.primary.url, TERMINATED)
    return time.monotonic()


def backend_killed(world: World) -> float:
    """PostgreSQL then starts all its processes anew."""
    if backends := world.pair.primary.backends:
        with suppress(ProcessLookupError):
            os.kill(world.random.choice(backends), signal.SIGKILL)
    return time.monotonic()


def backend_frozen(world: World) -> float:
    with _frozen(world.random.sample(found := world.pair.primary.backends, min(1, len(found)))):
        world.lasts()
    return time.monotonic()


def commits_cut_off(world: World) -> float:
    """Every other one after the server had heard of it."""
    known = world.forwarder.cut
    world.forwarder.cut_commits(CUTS)
    until(lambda: world.forwarder.cut >= known + CUTS)
    return time.monotonic()


def network_silent(world: World) -> float:
    world.forwarder.hold()
    world.lasts()
    world.forwarder.release()
    return time.monotonic()


def network_cut(world: World) -> float:
    world.lead()
    return time.monotonic()


def postmaster_killed(world: World) -> float:
    """Its children see that, and end by themselves."""
    primary = world.pair.primary
    primary.kill(whole=False)
    began = time.monotonic()
    primary.start()
    return began


def server_killed(world: World) -> float:
    primary = world.pair.primary
    primary.kill()
    began = time.monotonic()
    primary.start()
    return began


def server_stopped_at_once(world: World) -> float:
    primary = world.pair.primary
    primary.end_at_once()
    began = time.monotonic()
    primary.start()
    return began


def server_frozen(world: World) -> float:
    with world.pair.primary.frozen():
        world.lasts()
    return time.monotonic()


def disk_full(world: World) -> float:
    """No block more for a table, or no segment more for the write-ahead log, which ends the server."""
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


def standby_stopped(world: World) -> float:
    """Every commit waits meanwhile."""
    standby = world.pair.standby
    standby.stop()
    world.lasts()
    standby.start()
    return time.monotonic()


def standby_killed(world: World) -> float:
    standby = world.pair.standby
    standby.kill()
    standby.start()
    return time.monotonic()


def standby_frozen(world: World) -> float:
    with world.pair.standby.frozen():
        world.lasts()
    return time.monotonic()


def redis_killed(world: World) -> float:
    world.redis.kill()
    world.lasts(0.1, 1.0)
    world.redis.start()
    return time.monotonic()


def redis_frozen(world: World) -> float:
    with _frozen([world.redis.process.pid]):
        world.lasts()
    return time.monotonic()


def primary_lost(world: World) -> float:
    """The standby is promoted, and a new one is made."""
    world.pair.primary.kill()
    return _promoted(world)


def primary_cut_off(world: World) -> float:
    """The standby is promoted while the primary still runs, and Verger still asks that one."""
    pair = world.pair
    began = time.monotonic()
    pair.promote()
    world.lasts(0.0, 1.0)
    world.lead()
    pair.standby.kill()
    pair.follow()
    return began


def standby_behind(world: World) -> float:
    """Commits wait in vain for a standby that is away; it is then promoted without them."""
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


def _promoted(world: World) -> float:
    """Promote the standby of a primary that is gone, and make another."""
    began = time.monotonic()
    world.pair.promote()
    world.lead()
    world.pair.follow()
    return began


def power_cut(world: World) -> float:
    """Everything is killed at once."""
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


@contextmanager
def _frozen(processes: Sequence[int]) -> Iterator[None]:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


class Fault(NamedTuple):
    """Something that goes wrong."""

    name: str
    weight: int
    """How often it is chosen, against the others."""
    do: Callable[[World], float]
    """Makes it and mends it; gives the moment from which moves should soon be answered again."""
    withdraws: bool = False
    """Whether a move may vanish that nobody was told of as made, though a stream may have told it."""


FAULTS = (
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
    Fault("Redis killed", 5, redis_killed),
    Fault("Redis frozen", 5, redis_frozen),
    Fault("the primary lost, the standby promoted", 3, primary_lost),
    Fault("the standby promoted beside the primary", 3, primary_cut_off),
    Fault("a standby promoted that was behind", 2, standby_behind, withdraws=True),
    Fault("everything killed at once", 2, power_cut),
)


def untried(world: World) -> dict[str, str]:
    """The faults that cannot be made here, each with the reason."""
    if world.pair.primary.can_be_full and world.pair.standby.can_be_full:
        return {}
    return {"its disk full": "it takes root, who may mount a file system"}
