"""The servers of a campaign, and the faults that any set of servers can have."""

import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

from tests.support.app import app_key
from tests.torture.ledger import Ledger
from tests.torture.processes import BACKWARD, Part, Supervisor
from tests.torture.program import OWN


@dataclass(frozen=True)
class World(ABC):
    """The common parts of every set of servers: processes of Verger, a Redis and a database."""

    redis: Part
    vergers: Sequence[Supervisor]
    random: Random
    long: ClassVar[int] = 800
    """The length of a log, in events, that makes a table begin another session."""

    @property
    def verger(self) -> Supervisor:
        """Any process of Verger."""
        return self.random.choice(self.vergers)

    @property
    def doors(self) -> Sequence[str]:
        """The addresses that people send their requests to."""
        return [one.server.url for one in self.vergers]

    def lasts(self, least: float = 0.5, most: float = 2.5) -> None:
        """Wait for a random time while a fault lasts."""
        time.sleep(self.random.uniform(least, most))

    def make_app(self) -> str:
        """Make the app that starts every table, and return its key."""
        return app_key(self.database)

    def verify(self, ledger: Ledger) -> None:
        """Have Verger verify every log."""
        OWN.succeeds(self.database, ledger, "verify", "--all")

    @property
    @abstractmethod
    def database(self) -> str:
        """The address of the log's database, for its superuser."""

    @property
    @abstractmethod
    def logs(self) -> Mapping[str, Path]:
        """The output of the database's servers, by their names."""

    @property
    def untried(self) -> Mapping[str, str]:
        """The faults that cannot be made here, each with the reason."""
        return {}


Kind = TypeVar("Kind", bound=World)


class Fault(NamedTuple, Generic[Kind]):
    """A fault that a campaign makes."""

    name: str
    weight: int
    """The relative frequency of the fault."""
    do: Callable[[Kind], float]
    """Makes the fault, repairs it, and returns the time of the repair. Moves should succeed soon afterwards."""
    withdraws: bool = False
    """Whether an unacknowledged move may vanish, even if a stream has sent it."""


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
    """Set back the clock of a process. A second signal to the same process sets it right again."""
    world.verger.send(BACKWARD)
    return time.monotonic()


def redis_killed(world: World) -> float:
    world.redis.kill()
    world.lasts(0.1, 1.0)
    world.redis.start()
    return time.monotonic()


def redis_frozen(world: World) -> float:
    return part_frozen(world, world.redis)


def part_frozen(world: World, part: Part) -> float:
    with frozen([part.process.pid]):
        world.lasts()
    return time.monotonic()


@contextmanager
def frozen(processes: Sequence[int]) -> Iterator[None]:
    """Freeze processes for a while."""
    send(processes, signal.SIGSTOP)
    try:
        yield
    finally:
        send(processes, signal.SIGCONT)


def send(processes: Sequence[int], number: signal.Signals) -> None:
    """Send a signal to the processes that still exist."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
