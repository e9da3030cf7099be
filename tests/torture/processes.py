"""The programs next to PostgreSQL: Verger's processes with their restarts, Redis and the proxy."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path

from tests.support import caddy, valkey
from tests.support.client import Json
from tests.support.patience import AGAIN_SECONDS
from tests.support.port import free_port
from tests.support.server import Server
from tests.torture.ledger import Ledger
from tests.torture.program import OWN, Program

VERGERS = 2
BACKWARD = signal.SIGUSR1
"""The signal that sets a process's clock back or forward again (see backward.py)."""
USED = 'verger_database_connections{state="used"} '
RETURN_SECONDS = 30.0
"""This is longer than any use of a connection."""

TOLD = ("schema_is_newer", "session_is_newer")
"""The log messages of an older process next to newer ones, which are counted."""

Run = Callable[[], AbstractContextManager[subprocess.Popen[bytes]]]


class Supervisor:
    """Restarts a process after each kill, as an operator's supervisor does."""

    def __init__(self, database: str, redis: str, ledger: Ledger, program: Program = OWN) -> None:
        self._settings = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "VERGER_LOG_LEVEL": "warning",
            "VERGER_WEBHOOK_PRIVATE_TARGETS": "on",
            "VERGER_TRUSTED_PROXIES": "private",
        }
        self.server = (
            Server(self._settings, {}, "tests.torture.backward")
            if program is OWN
            else Server({**self._settings, **program.settings}, {}, command=program.command)
        )
        self._ledger = ledger
        self._signal: signal.Signals | None = None
        """The signal that ends the process, if it is meant to end."""
        self._ending = threading.Event()
        self._watching = threading.Thread(target=self._watch)

    def start(self) -> None:
        """Start it, wait until it is ready, and watch it from now on."""
        self.server.wait_until_ready()
        self._watching.start()

    def kill(self) -> None:
        """Kill the process. It is started again at once."""
        self._signal = signal.SIGKILL
        self.server.process.kill()

    def replace(self, program: Program) -> float:
        """Stop the process as an operator does, and start another program. Return the time of the end."""
        self.server.become(program.command, {**self._settings, **program.settings})
        self._signal = signal.SIGTERM
        self.server.stop()
        return time.monotonic()

    def send(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        self.server.process.send_signal(number)

    def _watch(self) -> None:
        while not self._ending.wait(AGAIN_SECONDS):
            if (status := self.server.process.poll()) is None:
                continue
            if self._signal is None or status != -self._signal:
                said = self.server.said[-2_000:]
                self._ledger.find(f"a process ended by itself, status {status}: {said}")
            self._restart()
            self._signal = None

    def _restart(self) -> None:
        """Start it until it keeps running, because without its database it ends at once."""
        while not self._ending.is_set():
            try:
                self.server.restart()
            except AssertionError:
                if self.server.process.poll() is None:
                    self._ledger.find("a process did not become ready")
                    return
            else:
                return

    def find_kept_connections(self) -> None:
        """Find connections to the database that are never given back. Between moves, no connection should be in use."""
        end = time.monotonic() + RETURN_SECONDS
        while used := self._used():
            if time.monotonic() > end:
                self._ledger.find(f"a process keeps {used} connections to its database")
                return
            time.sleep(AGAIN_SECONDS)

    def _used(self) -> int:
        """Return the number of connections to the database that are in use."""
        for line in self.server.http.get("/metrics").text.splitlines():
            if line.startswith(USED):
                return int(float(line.removeprefix(USED)))
        raise AssertionError(f"the metrics have no {USED}")

    def read_log(self) -> None:
        """Find every logged error of the process, except errors of libraries, which also log lost connections as errors."""
        for line in self.server.lines:
            if line["event"] == "log_went_back":
                self._ledger.count("went back")
            elif line["event"] in TOLD:
                self._ledger.count(line["event"])
            elif line["level"] == "error" and line["event"] != "library":
                self._ledger.find(f"a process's log says: {shortly(line)}")

    def close(self) -> None:
        """End the process and the watch."""
        self._ending.set()
        self.server.process.send_signal(signal.SIGCONT)
        self.server.process.kill()
        if self._watching.ident:
            self._watching.join()
        self.server.close()


def shortly(line: Json) -> str:
    """The message and the error of a line in a server's log, without place and time."""
    raised = ", ".join(_raised(line.get("exception", [])))
    return " ".join(
        filter(None, (line["event"], line.get("error", ""), line.get("said", "")[:500], raised))
    )


def _raised(exceptions: list[Json]) -> Iterator[str]:
    for one in exceptions:
        yield f"{one['exc_type']}: {one['exc_value'][:200]}"
        for group in one["exceptions"]:
            yield from _raised(group)


class Part:
    """A Redis or a proxy, which always has the same address."""

    def __init__(self, url: str, run: Run) -> None:
        self.url, self._run = url, run
        self._running = ExitStack()

    def start(self) -> None:
        """Start it."""
        self.process = self._running.enter_context(self._run())

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
        self._running.close()

    def close(self) -> None:
        """End it for good."""
        self._running.close()


@contextmanager
def supervised(
    database: str, redis: str, ledger: Ledger, programs: Sequence[Program] = (OWN,) * VERGERS
) -> Iterator[list[Supervisor]]:
    """Run a process of Verger for each of these programs."""
    with ExitStack() as stack:
        found = []
        for program in programs:
            found.append(Supervisor(database, redis, ledger, program))
            stack.callback(found[-1].close)
        for one in found:
            one.start()
        yield found


def redis() -> AbstractContextManager[Part]:
    """Run a Redis."""
    port = free_port()
    return _part(f"redis://127.0.0.1:{port}/0", partial(valkey.at, port))


def proxy(folder: Path, vergers: Sequence[Supervisor]) -> AbstractContextManager[Part]:
    """Run the proxy of deploy/ in front of processes. Its log is in the folder."""
    port = free_port()
    upstreams = " ".join(f"127.0.0.1:{one.server.port}" for one in vergers)
    return _part(caddy.address(port), partial(caddy.at, port, folder, {"UPSTREAMS": upstreams}))


@contextmanager
def _part(url: str, run: Run) -> Iterator[Part]:
    found = Part(url, run)
    try:
        found.start()
        yield found
    finally:
        found.close()
