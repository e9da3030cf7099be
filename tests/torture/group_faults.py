"""Three PostgreSQL under Patroni, as in deploy/ha: their faults, and the frequency of each."""

import asyncio
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.torture.group import PASSWORDS, Group, group
from tests.torture.ledger import Ledger
from tests.torture.processes import Part, proxy, redis, supervised
from tests.torture.world import (
    Fault,
    World,
    frozen,
    part_frozen,
    process_frozen,
    process_killed,
    redis_frozen,
    redis_killed,
    send,
)
from verger.service.database import migrate
from verger.service.database.fitness import server_of

ETCD_AWAY_SECONDS = 20.0
"""This is longer than a primary keeps leading without etcd."""


@dataclass(frozen=True)
class GroupWorld(World):
    """The group and the proxy.

    Everything that a fault leaves killed or frozen is brought back before the next fault.
    """

    group: Group
    proxy: Part
    log: Path
    """The output of the proxy."""

    @property
    def doors(self) -> list[str]:
        """The address of the proxy, the only door."""
        return [self.proxy.url]

    @property
    def database(self) -> str:
        """The address of the leading server."""
        self.group.whole()
        url = self.group.url("postgres", PASSWORDS["POSTGRES_PASSWORD"])
        return f"{url}?target_session_attrs=read-write"

    @property
    def logs(self) -> dict[str, Path]:
        """The logs of all three machines and of the proxy."""
        return {one.name: one.log for one in self.group.machines} | {"proxy": self.log}


@contextmanager
def staged(ledger: Ledger, random: Random) -> Iterator[GroupWorld]:
    """Run the group, Redis, processes of Verger that know the group by its three addresses, and the proxy."""
    with group() as machines, redis() as wakeups, TemporaryDirectory(prefix="verger-test-") as home:
        owner = machines.url("verger_owner", PASSWORDS["OWNER_PASSWORD"])
        migrate.migrate(asyncio.run(server_of(owner)))
        url = machines.url("verger", PASSWORDS["SERVICE_PASSWORD"])
        with (
            supervised(url, wakeups.url, ledger) as vergers,
            proxy(Path(home), vergers) as front,
        ):
            yield GroupWorld(wakeups, vergers, random, machines, front, Path(home, "log"))


def server_killed(world: GroupWorld) -> float:
    """Kill PostgreSQL. Patroni starts it again, or makes another machine the leader."""
    send(world.group.primary.of_postgres, signal.SIGKILL)
    return time.monotonic()


def server_frozen(world: GroupWorld) -> float:
    """Freeze the leader until another machine leads, or for longer."""
    return _left_frozen(world.group.primary.of_postgres)


def server_frozen_briefly(world: GroupWorld) -> float:
    with frozen(world.group.primary.of_postgres):
        world.lasts()
    return time.monotonic()


def node_killed(world: GroupWorld) -> float:
    world.group.primary.kill()
    return time.monotonic()


def node_frozen(world: GroupWorld) -> float:
    return _left_frozen(world.group.primary.everything)


def patroni_killed(world: GroupWorld) -> float:
    """Kill Patroni, and start it again at once, as a supervisor does. PostgreSQL continues."""
    primary = world.group.primary
    primary.end_patroni()
    began = time.monotonic()
    primary.start()
    return began


def standby_killed(world: GroupWorld) -> float:
    world.random.choice(world.group.standbys).kill()
    return time.monotonic()


def standby_frozen(world: GroupWorld) -> float:
    return _left_frozen(world.random.choice(world.group.standbys).everything)


def standbys_killed(world: GroupWorld) -> float:
    """Kill both standbys for a while. Without standbys, the primary acknowledges no move."""
    for standby in world.group.standbys:
        standby.kill()
    world.lasts(2.0, 5.0)
    began = time.monotonic()
    for standby in world.group.machines:
        standby.start()
    return began


def switched_over(world: GroupWorld) -> float:
    """Switch to another leader, as an operator does before work on a machine."""
    primary, (standby, _) = world.group.primary, world.group.standbys
    began = time.monotonic()
    answer = primary.ask("POST", "switchover", leader=primary.name, candidate=standby.name)
    assert answer is not None, "Patroni did not answer"
    assert answer.status_code == 200, answer.text
    return began


def etcd_killed(world: GroupWorld) -> float:
    """Kill one of the three etcd processes."""
    world.group.whole()
    world.random.choice(world.group.machines).end_etcd()
    return time.monotonic()


def etcd_all_killed(world: GroupWorld) -> float:
    """Kill all etcd processes. Nobody can be elected, but the primary still reaches both others."""
    world.group.whole()
    for machine in world.group.machines:
        machine.end_etcd()
    world.lasts(ETCD_AWAY_SECONDS, ETCD_AWAY_SECONDS + 5.0)
    return time.monotonic()


def etcd_frozen(world: GroupWorld) -> float:
    world.group.whole()
    with frozen([one.etcd.pid for one in world.group.machines if one.etcd]):
        world.lasts(2.0, 8.0)
    return time.monotonic()


def proxy_killed(world: GroupWorld) -> float:
    world.proxy.kill()
    began = time.monotonic()
    world.proxy.start()
    return began


def proxy_frozen(world: GroupWorld) -> float:
    return part_frozen(world, world.proxy)


def power_cut(world: GroupWorld) -> float:
    """Kill everything at once."""
    world.group.whole()
    for verger in world.vergers:
        verger.kill()
    for machine in world.group.machines:
        machine.kill()
    world.redis.kill()
    world.proxy.kill()
    began = time.monotonic()
    world.redis.start()
    world.proxy.start()
    for machine in world.group.machines:
        machine.start()
    return began


def _left_frozen(processes: Sequence[int]) -> float:
    send(processes, signal.SIGSTOP)
    return time.monotonic()


FAULTS: tuple[Fault[GroupWorld], ...] = (
    Fault("a process of Verger killed", 2, process_killed),
    Fault("a process of Verger frozen", 2, process_frozen),
    Fault("PostgreSQL of the primary killed", 4, server_killed),
    Fault("PostgreSQL of the primary frozen", 3, server_frozen),
    Fault("PostgreSQL of the primary frozen briefly", 3, server_frozen_briefly),
    Fault("the primary's machine killed", 4, node_killed),
    Fault("the primary's machine frozen", 4, node_frozen),
    Fault("Patroni of the primary killed", 3, patroni_killed),
    Fault("a standby's machine killed", 2, standby_killed),
    Fault("a standby's machine frozen", 2, standby_frozen),
    Fault("both standbys' machines killed", 2, standbys_killed),
    Fault("a switchover", 4, switched_over),
    Fault("one etcd killed", 2, etcd_killed),
    Fault("every etcd killed", 2, etcd_all_killed),
    Fault("every etcd frozen", 2, etcd_frozen),
    Fault("Valkey killed", 2, redis_killed),
    Fault("Valkey frozen", 2, redis_frozen),
    Fault("the proxy killed", 2, proxy_killed),
    Fault("the proxy frozen", 2, proxy_frozen),
    Fault("everything killed at once", 1, power_cut),
)
