"""A standby of a real PostgreSQL server, which tests start, stop, freeze and promote."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.support.patience import until
from tests.support.postgres import execute, reachable_folder
from verger.service.database import embedded

NAME = "standby"
"""The standby's name in the primary's `synchronous_standby_names`."""


class Standby:
    """A copy of all databases of a server, which follows it."""

    def __init__(self, home: Path, primary: str) -> None:
        self.primary = primary
        self.url = ""
        """The standby's address while it runs. Databases have the same names as on the primary."""
        self._home = home
        self._running = ExitStack()

    def start(self) -> None:
        """Start it, or start it again at its former position.

        Returns as soon as it follows the primary.
        """
        self.url = self._running.enter_context(embedded.running(self._home))

    def stop(self) -> None:
        """Stop it, as if its machine were gone."""
        self._running.close()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze all its processes: connections stay, and nothing is confirmed."""
        # First stop the postmaster, which would start other processes.
        os.kill(processes(self._home / "data")[0], signal.SIGSTOP)
        stopped = processes(self._home / "data")
        try:
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in reversed(stopped):
                os.kill(process, signal.SIGCONT)

    def promote(self) -> None:
        """Make it an independent primary, on a new time line."""
        execute(self.url, "SELECT pg_promote()")


@contextmanager
def standby_of(primary: str) -> Iterator[Standby]:
    """Start a standby of the server at this URL. Replication is asynchronous until `synchronous`."""
    with reachable_folder() as folder:
        home = folder / "standby"
        home.mkdir(mode=0o700)
        copy(primary, home)
        standby = Standby(home, primary)
        try:
            standby.start()
            yield standby
        finally:
            standby.stop()


@contextmanager
def synchronous(primary: str) -> Iterator[None]:
    """Have every commit of the primary wait until the standby has it."""
    _set_names(primary, NAME)
    try:
        yield
    finally:
        # All waiting commits are released.
        _set_names(primary, "")


def _set_names(primary: str, names: str) -> None:
    execute(primary, f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
    execute(primary, "SELECT pg_reload_conf()")
    until(lambda: execute(primary, "SHOW synchronous_standby_names"), lambda now: now == names)
    # A checkpoint is done by the process that makes commits wait. It first sees the change of the setting.
    execute(primary, "CHECKPOINT")


def processes(data: Path) -> list[int]:
    """The postmaster that serves a folder of data, and its children, unless it is gone."""
    with suppress(OSError, ValueError):
        postmaster = int((data / "postmaster.pid").read_text().partition("\n")[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text()
        return [postmaster, *map(int, children.split())]
    return []


def copy(primary: str, home: Path) -> None:
    """Make an empty home that of a standby of the server at this URL."""
    arguments: list[str | Path] = [
        *(embedded.tools() / "pg_basebackup", "--pgdata", home / "data", "--write-recovery-conf"),
        *("--checkpoint=fast", "--no-sync", f"--dbname={primary}"),
    ]
    subprocess.run(arguments, check=True, stdin=subprocess.DEVNULL)
    # The name is set only after the copying, so that no commit takes the copying for the standby.
    with (home / "data" / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"cluster_name = '{NAME}'\n")
        # A standby needs at least the primary's value.
        settings.write("max_prepared_transactions = 5\n")
    if os.geteuid() == 0:
        for path in (home, *home.rglob("*")):
            shutil.chown(path, embedded.SYSTEM_USER, embedded.SYSTEM_USER)
