"""A PostgreSQL server that can be killed, frozen, filled up and promoted, and a pair of two such servers."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute, reachable_folder
from tests.support.standby import NAME, Standby, copy, processes
from verger.service.database import embedded

VERGERS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'verger'"
TERMINATED = f"SELECT pg_terminate_backend(pid) FROM ({VERGERS}) AS found"  # noqa: S608
SETTINGS = (
    f"synchronous_standby_names = '{NAME}'",
    "wal_keep_size = '256MB'",
    # The pause before a standby connects again to a missing primary, and before it reports its state again.
    "wal_retrieve_retry_interval = '200ms'",
    "wal_receiver_status_interval = '1s'",
)
"""Settings in addition to those of the embedded server. Copies have them, too."""
ROOM = "4g"
"""The size of the separate file system. Only the used part takes memory."""
SPARE_BYTES = 16_384


class Node(Standby):
    """A server, whether primary or standby at the moment."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, "")
        self.can_be_full = _mounted(home)
        """Whether it has a separate file system. Its size can be changed."""

    def start(self) -> None:
        """Start it, however it ended. Tries again, because the shared memory of a killed server can be in use for a moment."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            self._running.close()
            try:
                super().start()
            except embedded.ServerFailedError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
            else:
                return

    @property
    def socket(self) -> Path:
        """The server's socket."""
        return self._home / embedded.SOCKET

    @property
    def log(self) -> Path:
        """The file of the server's output."""
        return self._home / "log"

    @property
    def processes(self) -> list[int]:
        """The postmaster and its children. There are none if it is gone."""
        return processes(self._home / "data")

    @property
    def backends(self) -> list[int]:
        """The processes that serve Verger's connections."""
        return [int(line) for line in execute(self.url, VERGERS).split()]

    def kill(self, *, whole: bool = True) -> None:
        """Kill the postmaster, and all its children if `whole` is set."""
        gone = self.processes
        for process in gone if whole else gone[:1]:
            _signal(process, signal.SIGKILL)
        until(lambda: not any(Path(f"/proc/{one}/cwd").exists() for one in gone))

    def end_at_once(self) -> None:
        """Let it end without a checkpoint."""
        _signal(self.processes[0], signal.SIGQUIT)
        until(lambda: not self.processes)

    def copy(self, primary: str) -> None:
        """Make it a standby of a primary, and delete all its old data."""
        self._running.close()
        shutil.rmtree(self._home / "data", ignore_errors=True)
        copy(primary, self._home)

    def fill_up(self) -> None:
        """Leave room for only a few more blocks, too little for a new segment of the write-ahead log."""
        # The server may have written more than that in the meantime.
        until(lambda: self._resize(str(shutil.disk_usage(self._home).used + SPARE_BYTES)))

    def need_a_segment(self) -> None:
        """Begin another segment of the write-ahead log. There may be no room for it."""
        psql: list[str | Path] = [
            embedded.tools() / "psql",
            "--no-psqlrc",
            "-c",
            "SELECT pg_switch_wal()",
            self.url,
        ]
        subprocess.run(psql, check=False, capture_output=True)

    def make_room(self) -> None:
        """Free the reserved disk space."""
        assert self._resize(ROOM)

    def _resize(self, size: str) -> bool:
        command: list[str | Path] = ["mount", "-o", f"remount,size={size}", self._home]
        return not subprocess.run(command, check=False, capture_output=True).returncode

    def close(self) -> None:
        """End it for good."""
        for process in self.processes:
            _signal(process, signal.SIGCONT)
        self._running.close()
        if self.can_be_full:
            subprocess.run(["umount", "--lazy", self._home], check=True)


def _mounted(home: Path) -> bool:
    """Make the folder a separate file system, if that is permitted."""
    home.mkdir(mode=0o700)
    command: list[str | Path] = [
        "mount",
        "-t",
        "tmpfs",
        "-o",
        f"size={ROOM},mode=0700",
        "verger-torture",
        home,
    ]
    return (
        os.geteuid() == 0
        and not subprocess.run(command, check=False, capture_output=True).returncode
    )


def _signal(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


class Pair:
    """A primary, and a standby that every commit waits for."""

    def __init__(self, primary: Node, standby: Node) -> None:
        self.primary, self.standby = primary, standby

    def promote(self) -> None:
        """Make the standby the primary."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def follow(self) -> None:
        """Make the former primary a standby of the new one."""
        self.standby.copy(self.primary.url)
        self.standby.start()


@contextmanager
def pair() -> Iterator[Pair]:
    """Start a primary and a standby that follows it."""
    with reachable_folder() as folder, ExitStack() as stack:
        nodes = []
        for name in ("one", "two"):
            nodes.append(Node(folder / name))
            stack.callback(nodes[-1].close)
        primary, standby = nodes
        primary.start()
        for setting in SETTINGS:
            execute(primary.url, f"ALTER SYSTEM SET {setting}")
        execute(primary.url, "SELECT pg_reload_conf()")
        standby.copy(primary.url)
        standby.start()
        yield Pair(primary, standby)
