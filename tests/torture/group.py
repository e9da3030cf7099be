"""Three machines, each with etcd, Patroni and a PostgreSQL that Patroni runs. Each has its own loopback address.

They use deploy/ha/patroni.yml, with the variables of deploy/ha/compose.yaml.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support import caddy
from tests.support.patience import until
from tests.support.port import free_port
from tests.support.postgres import owned, reachable_folder
from tests.support.root import ROOT
from tests.support.standby import processes
from tests.torture.world import send
from verger.service.database import embedded

NAMES = ("postgres", "postgres-2", "postgres-3")
PATRONI = Path(sys.prefix) / "patroni" / "bin" / "patroni"
ETCD = "etcd"
PASSWORDS = {"POSTGRES_PASSWORD": "su", "OWNER_PASSWORD": "own", "SERVICE_PASSWORD": "serve"}
GROUP_PASSWORD = "group"  # noqa: S105  # of servers that last for a run, on loopback
ASK_SECONDS = 2.0
STANDBYS = {"quorum_standby", "sync_standby"}


class MissingError(Exception):
    """A program is not installed; the sentence says what to do."""


class Ports:
    """The ports of the programs. They are the same on all machines, because the addresses differ."""

    def __init__(self) -> None:
        self.postgres, self.patroni, self.etcd, self.peers = (free_port() for _ in range(4))


class Machine:
    """One of the three machines. Its programs can be killed and frozen together or separately."""

    def __init__(self, number: int, folder: Path, ports: Ports) -> None:
        self.name, self.home = NAMES[number], folder / NAMES[number]
        self._number, self._ports = number, ports
        self._user: str | None = None
        if os.geteuid() == 0:
            embedded.ensure_system_user()
            self._user = embedded.SYSTEM_USER
        self.etcd: subprocess.Popen[bytes] | None = None
        self.patroni: subprocess.Popen[bytes] | None = None
        self._write()

    def _write(self) -> None:
        """Write its folder: the configuration, the folder of its socket, and the roles."""
        self.config.mkdir(parents=True)
        shutil.copy(ROOT / "deploy" / "ha" / "patroni.yml", self.config)
        shutil.copy(ROOT / "deploy" / "roles.sql", self.home)
        socket = f"postgresql: {{parameters: {{unix_socket_directories: '{self.home}'}}}}\n"
        (self.config / "socket.yml").write_text(socket)
        owned(self.home)
        self.home.chmod(0o700)

    @property
    def config(self) -> Path:
        """The folder of its Patroni's configuration. Each file adds to the earlier files."""
        return self.home / "config"

    @property
    def data(self) -> Path:
        """PostgreSQL's folder."""
        return self.home / "data"

    @property
    def log(self) -> Path:
        """The output of its programs."""
        return self.home / "log"

    def start(self) -> None:
        """Start all programs that are not running. Patroni starts PostgreSQL."""
        if self.etcd is None or self.etcd.poll() is not None:
            self.etcd = self._run([ETCD], self.of_etcd())
        if self.patroni is None or self.patroni.poll() is not None:
            self.patroni = self._run([PATRONI, self.config], self.of_patroni())

    def _run(
        self, words: Sequence[str | Path], variables: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        path = f"{embedded.programs(self._user)}{os.pathsep}{os.environ['PATH']}"
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self._as_user(), *words],
                env={"PATH": path, "HOME": str(self.home), **variables},
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _as_user(self) -> list[str]:
        """The command that runs a program as PostgreSQL's user, with access to root's Python."""
        if not self._user:
            return []
        names = [f"--reuid={self._user}", f"--regid={self._user}", "--clear-groups"]
        return ["setpriv", *names, *(f"--{kind}-caps=+dac_override" for kind in ("inh", "ambient"))]

    def of_etcd(self) -> dict[str, str]:
        """Return the environment variables of this node's etcd."""
        ports, here = self._ports, _address(self._number)
        peers = [f"{name}=http://{_address(at)}:{ports.peers}" for at, name in enumerate(NAMES)]
        return {
            "ETCD_NAME": self.name,
            "ETCD_DATA_DIR": str(self.home / "etcd"),
            "ETCD_LISTEN_CLIENT_URLS": f"http://{here}:{ports.etcd}",
            "ETCD_ADVERTISE_CLIENT_URLS": f"http://{here}:{ports.etcd}",
            "ETCD_LISTEN_PEER_URLS": f"http://{here}:{ports.peers}",
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": f"http://{here}:{ports.peers}",
            "ETCD_INITIAL_CLUSTER": ",".join(peers),
            "ETCD_LOGGER": "zap",
            "ETCD_LOG_LEVEL": "warn",
        }

    def of_patroni(self) -> dict[str, str]:
        """Return the environment variables of this node's Patroni."""
        ports, here = self._ports, _address(self._number)
        return {
            "PATRONI_NAME": self.name,
            "PATRONI_ETCD3_HOSTS": ",".join(f"{_address(at)}:{ports.etcd}" for at in range(3)),
            "PATRONI_RESTAPI_LISTEN": f"{here}:{ports.patroni}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{here}:{ports.patroni}",
            "PATRONI_RESTAPI_USERNAME": "patroni",
            "PATRONI_RESTAPI_PASSWORD": GROUP_PASSWORD,
            "PATRONI_POSTGRESQL_LISTEN": f"{here}:{ports.postgres}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{here}:{ports.postgres}",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.data),
            "PATRONI_SUPERUSER_USERNAME": "postgres",
            "PATRONI_SUPERUSER_PASSWORD": PASSWORDS["POSTGRES_PASSWORD"],
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REPLICATION_PASSWORD": GROUP_PASSWORD,
            "ROLES_SQL": str(self.home / "roles.sql"),
            **PASSWORDS,
        }

    def ask(self, method: str, path: str, **body: str) -> httpx.Response | None:
        """Send a request to its Patroni. None if there is no answer."""
        url = f"http://{_address(self._number)}:{self._ports.patroni}/{path}"
        try:
            return httpx.request(
                method,
                url,
                json=body or None,
                auth=("patroni", GROUP_PASSWORD),
                timeout=60.0 if body else ASK_SECONDS,
                trust_env=False,
            )
        except httpx.TransportError:
            return None

    @property
    def of_postgres(self) -> list[int]:
        """The processes of its PostgreSQL."""
        return processes(self.data)

    @property
    def senders(self) -> list[int]:
        """The processes among these that send the write-ahead log to the others."""
        words = ((one, Path(f"/proc/{one}/cmdline").read_text()) for one in self.of_postgres)
        return [one for one, said in words if "walsender" in said]

    @property
    def everything(self) -> list[int]:
        """All its processes. Those that would restart others come first."""
        ours = [one.pid for one in (self.patroni, self.etcd) if one and one.poll() is None]
        return [*ours, *self.of_postgres]

    def end_patroni(self) -> None:
        """Kill only Patroni."""
        _end(self.patroni)

    def stop(self) -> None:
        """Ask Patroni to end, and PostgreSQL with it."""
        assert self.patroni is not None
        self.patroni.terminate()

    def join(self) -> None:
        """Wait until Patroni has ended."""
        assert self.patroni is not None
        self.patroni.wait()

    def end_etcd(self) -> None:
        """Kill only etcd."""
        _end(self.etcd)

    def kill(self) -> None:
        """Kill all its processes."""
        gone = self.everything
        send(gone, signal.SIGKILL)
        _end(self.patroni)
        _end(self.etcd)
        until(lambda: not any(Path(f"/proc/{one}/cwd").exists() for one in gone))


class Group:
    """The three machines."""

    def __init__(self, machines: Sequence[Machine], ports: Ports) -> None:
        self.machines = machines
        self._ports = ports
        self._following = STANDBYS

    def confirm_by_none(self) -> None:
        """From now on, let commits not wait for a standby."""
        off = dict.fromkeys(("synchronous_mode", "synchronous_mode_strict"), "off")
        answer = self.primary.ask("PATCH", "config", **off)
        assert answer is not None, "Patroni did not answer"
        assert answer.status_code == 200, answer.text
        self._following = {"replica"}
        self.whole()

    def url(self, user: str, password: str, database: str = "verger") -> str:
        """An address that names all three servers."""
        hosts = ",".join(f"{_address(at)}:{self._ports.postgres}" for at in range(3))
        return f"postgresql://{user}:{password}@{hosts}/{database}"

    def _members(self) -> list[dict[str, Any]]:
        """The state of all three machines, from the first Patroni that answers."""
        for machine in self.machines:
            answer = machine.ask("GET", "cluster")
            if answer is not None and answer.status_code == 200:
                found: list[dict[str, Any]] = answer.json()["members"]
                return found
        return []

    def whole(self) -> dict[str, str]:
        """Bring everything back, wait until all follow the primary, and return each machine's role."""
        for machine in self.machines:
            send(machine.everything, signal.SIGCONT)
            machine.start()
        # The other Patronis report a killed machine in its old state for a while.
        until(lambda: all(machine.ask("GET", "patroni") for machine in self.machines))
        members = until(self._members, lambda found: are_whole(found, self._following))
        return {one["name"]: one["role"] for one in members}

    @property
    def primary(self) -> Machine:
        """The machine that leads, once the group is whole."""
        roles = self.whole()
        return next(one for one in self.machines if roles[one.name] == "leader")

    @property
    def standbys(self) -> list[Machine]:
        """The other two machines."""
        primary = self.primary
        return [one for one in self.machines if one is not primary]


def are_whole(members: list[dict[str, Any]], following: AbstractSet[str] = STANDBYS) -> bool:
    """Return whether all three machines are there, one leads, and both others follow in the required way."""
    roles = [one["role"] for one in members]
    states = {one["state"] for one in members if one["role"] in following}
    return (
        len(members) == len(NAMES)
        and roles.count("leader") == 1
        and sum(role in following for role in roles) == len(NAMES) - 1
        and states == {"streaming"}
    )


def _end(process: subprocess.Popen[bytes] | None) -> None:
    if process:
        process.kill()
        process.wait()


def _address(number: int) -> str:
    return f"127.0.0.{11 + number}"


def need_programs() -> None:
    """Require the programs. The error names the missing one."""
    if not shutil.which(ETCD):
        raise MissingError("etcd is not installed: apt-get install etcd-server")
    if not PATRONI.exists():
        raise MissingError("Patroni is not installed: make .venv/.patroni")
    if caddy.CADDY is None:
        raise MissingError("Caddy is not installed, or not new enough: make setup")


@contextmanager
def group() -> Iterator[Group]:
    """Run the three machines, and yield the group when it is whole."""
    need_programs()
    with reachable_folder() as folder, ExitStack() as stack:
        ports, machines = Ports(), []
        for number in range(len(NAMES)):
            machines.append(machine := Machine(number, folder, ports))
            stack.callback(machine.kill)
            machine.start()
        found = Group(machines, ports)
        found.whole()
        yield found
