"""The parent starts the processes, starts dead ones again, and restarts all of them one by one after SIGHUP."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog
from msgspec.structs import replace

from verger.service.annexes.processes import balancer
from verger.service.database.keeping import PAUSES, STEADY_SECONDS
from verger.service.settings import Settings

START_SECONDS = 60.0
"""The time that a process may take until it answers, in seconds."""
LAST_SECONDS = 10.0
"""The time that a stopped process may take after VERGER_STOP_SECONDS, to end its work with the database."""
LOOK_SECONDS = 0.05
OWN_HOST = "127.0.0.1"
"""The address of the processes. Only HAProxy uses it."""

_log = structlog.get_logger()

Begin = Callable[[], subprocess.Popen[bytes]]


class CannotBeginError(Exception):
    """A process ends at its start, or does not answer."""


class _StoppedError(Exception):
    """A stop was requested during a wait."""


class _Child:
    """A process that is started again if it dies, with longer pauses after repeated deaths."""

    def __init__(self, name: str, begin: Begin) -> None:
        self.name = name
        self._begin = begin
        self._pauses = iter(PAUSES)
        self._due = 0.0
        self.begin()

    def begin(self) -> None:
        """Start the process now."""
        self.process = self._begin()
        self._since = time.monotonic()
        self._has_died = False

    def mend(self) -> bool:
        """Start a dead process again if its pause is over. Return false after the last attempt."""
        if not self._has_died and self.process.poll() is not None:
            _log.error("process_died", which=self.name, status=self.process.returncode)
            if time.monotonic() - self._since > STEADY_SECONDS:
                self._pauses = iter(PAUSES)
            if not self._is_tried_later():
                return False
        if self._has_died and time.monotonic() >= self._due:
            return self._begin_again()
        return True

    def _begin_again(self) -> bool:
        try:
            self.begin()
        except OSError as error:
            # The system cannot start a process now, or the configuration of HAProxy cannot be written.
            _log.error("process_not_started", which=self.name, why=error.strerror)
            return self._is_tried_later()
        _log.warning("process_started_again", which=self.name)
        return True

    def _is_tried_later(self) -> bool:
        """Set the time of the next try. Return false after the last one."""
        pause = next(self._pauses, None)
        if pause is None:
            _log.critical("process_given_up", which=self.name, tries=len(PAUSES))
            return False
        self._has_died, self._due = True, time.monotonic() + pause
        return True


class Parent:
    """Several server processes, with HAProxy in front of them."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self._ports = [_free_port() for _ in range(settings.process_count)]
        self._asked: set[int] = set()
        self._processes: list[_Child] = []
        self._balancer: _Child | None = None

    def run(self, announce: Callable[[int], None]) -> int:
        """Run until a stop is requested. Return the exit status."""
        with self._signals():
            try:
                self._start()
                self._announce(announce)
                while self._all_mended():
                    if signal.SIGHUP in self._asked and all(map(_answers, self._ports)):
                        self._asked.discard(signal.SIGHUP)
                        self._restart_by_turns()
                    self._wait()
            except _StoppedError:
                return 0
            else:
                return 1
            finally:
                self._stop()

    def _announce(self, announce: Callable[[int], None]) -> None:
        try:
            announce(self._settings.port)
        except Exception:  # noqa: BLE001, the processes serve all the same
            _log.exception("port_not_announced")

    def _start(self) -> None:
        for number, port in enumerate(self._ports, 1):
            begin = partial(_begun, self._settings, number, port)
            self._processes.append(_Child(str(number), begin))
        for port, child in zip(self._ports, self._processes, strict=True):
            self._until_it_answers(port, child)
        before = partial(balancer.run, self._folder, self._settings, self._ports)
        self._balancer = _Child("haproxy", before)
        self._until_it_answers(self._settings.port, self._balancer, self._settings.reached)

    def _all_mended(self) -> bool:
        assert self._balancer is not None
        return all(child.mend() for child in (*self._processes, self._balancer))

    def _restart_by_turns(self) -> None:
        """Restart one process after another: drain it, let it finish its requests, start it."""
        for number in range(1, len(self._processes) + 1):
            # If a process has just started again, HAProxy may not have checked it yet.
            balancer.ready(self._folder, number)
        for number, child in enumerate(self._processes, 1):
            _log.info("process_restarts", which=child.name)
            balancer.drain(self._folder, number)
            # Let requests arrive that HAProxy sent just before.
            self._wait()
            child.process.terminate()
            _end([child.process], self._settings.stop_seconds)
            child.begin()
            self._until_it_answers(self._ports[number - 1], child)
            balancer.ready(self._folder, number)

    def _until_it_answers(self, port: int, child: _Child, host: str = OWN_HOST) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and child.process.poll() is None:
            if _answers(port, host):
                return
            self._wait()
        raise CannotBeginError(f"process {child.name} does not begin{self._words(child)}")

    def _words(self, child: _Child) -> str:
        """Return the output of HAProxy. The other processes print their own."""
        said = (
            (self._folder / "said").read_text("utf-8", "replace") if child is self._balancer else ""
        )
        return f": {said.strip()}" if said else "; the lines above say why"

    def _wait(self) -> None:
        """Wait a moment. Raises _StoppedError if a stop was requested."""
        time.sleep(LOOK_SECONDS)
        if self._asked & {signal.SIGTERM, signal.SIGINT}:
            raise _StoppedError

    def _stop(self) -> None:
        """Stop all processes at once. HAProxy ends last, because it passes on the last answers."""
        if self._balancer is not None:
            self._balancer.process.send_signal(signal.SIGUSR1)
        processes = [child.process for child in self._processes]
        for process in processes:
            process.terminate()
        _end(processes, self._settings.stop_seconds)
        if self._balancer is not None:
            self._balancer.process.terminate()
            self._balancer.process.wait()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        wanted = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        before = [signal.signal(one, lambda number, _: self._asked.add(number)) for one in wanted]
        try:
            yield
        finally:
            for one, handler in zip(wanted, before, strict=True):
                signal.signal(one, handler)


def run(settings: Settings, announce: Callable[[int], None]) -> int:
    """Run several server processes until a stop is requested. Return the exit status."""
    balancer.program()
    with TemporaryDirectory(prefix="verger-") as folder:
        ready = replace(settings, port=settings.port or _free_port())
        return Parent(ready, Path(folder)).run(announce)


def _begun(settings: Settings, number: int, port: int) -> subprocess.Popen[bytes]:
    environment = dict(os.environ) | own_settings(settings, number, port)
    words = balancer.tied([sys.executable, "-c", _SERVE])
    # The parent prints the address, because nobody should ask a process directly.
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603, itself


_SERVE = "import sys; from verger.service.cli import main; sys.exit(main(['serve']))"


def own_settings(settings: Settings, number: int, port: int) -> dict[str, str]:
    """Return the settings of one process. They replace those of the parent."""
    trusted = filter(None, (settings.trusted_proxies, balancer.SOURCE))
    return {
        "VERGER_PROCESSES": "1",
        "VERGER_PROCESS": str(number),
        "HOST": OWN_HOST,
        "PORT": str(port),
        "DATABASE_URL": settings.database_url,
        "VERGER_DATABASE_POOLER": settings.database_pooler,
        "VERGER_TRUSTED_PROXIES": ",".join(trusted),
        "VERGER_DEMO": "off",
        "VERGER_DRILL": settings.drill,
        # Only the parent reports to systemd, when HAProxy listens.
        "NOTIFY_SOCKET": "",
    }


def _end(processes: Sequence[subprocess.Popen[bytes]], seconds: float) -> None:
    """Wait until the processes end, and kill those that take too long."""
    end = time.monotonic() + seconds + LAST_SECONDS
    for process in processes:
        try:
            process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int, host: str = OWN_HOST) -> bool:
    with suppress(OSError), socket.create_connection((host, port), LOOK_SECONDS):
        return True
    return False


def _free_port() -> int:
    with socket.create_server((OWN_HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
