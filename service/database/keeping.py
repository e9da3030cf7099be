"""Keep the embedded PostgreSQL running: if it dies, start it again, at most a few times in a row."""

import os
import re
import select
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog

from verger.service.database import embedded

PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""The seconds to wait before each try to start it again."""
STEADY_SECONDS = 60.0
"""After it has run for this time, earlier tries do not count any more."""

_OF_ITSELF = re.compile(r" (LOG|FATAL|PANIC): ")

_log = structlog.get_logger()


@contextmanager
def kept(folder: Path) -> Iterator[str]:
    """Run the server of `folder` as `embedded.running` does, and start it again if it dies.

    If that does not help, this process receives SIGTERM, so that its supervisor can act.
    """
    with embedded.held(folder) as server:
        keeper = _Keeper(server)
        thread = threading.Thread(target=keeper.run, name="keeper", daemon=True)
        thread.start()
        try:
            yield server.url
        finally:
            keeper.stop()
            thread.join()
            keeper.close()


class _Keeper:
    def __init__(self, server: embedded.RunningServer) -> None:
        self._server = server
        self._stopping = os.eventfd(0)

    def stop(self) -> None:
        """Stop watching the server. A start that has begun is finished."""
        os.eventfd_write(self._stopping, 1)

    def close(self) -> None:
        """Close the file descriptor that `stop` writes to."""
        os.close(self._stopping)

    def run(self) -> None:
        """Start the server again each time it dies, until `stop`."""
        pauses, began = iter(PAUSES), time.monotonic()
        while self._dies():
            _log.error("embedded_database_died", said=self._words())
            if time.monotonic() - began > STEADY_SECONDS:
                pauses = iter(PAUSES)
            while not self._is_stopped(next(pauses, None)):
                if self._starts():
                    break
            else:
                return
            began = time.monotonic()

    def _dies(self) -> bool:
        """Wait until the server dies, and return true. Return false after `stop`."""
        try:
            file = self._server.server.data / "postmaster.pid"
            process = os.pidfd_open(int(os.fsdecode(file.read_bytes()).partition("\n")[0]))
        except (FileNotFoundError, ProcessLookupError):
            return not self._is_stopped(0.0)
        try:
            ready, _, _ = select.select([process, self._stopping], [], [])
        finally:
            os.close(process)
        return self._stopping not in ready

    def _is_stopped(self, pause: float | None) -> bool:
        """Wait for a pause, and return whether the keeper was stopped. With None, no try is left: end this process."""
        if pause is None:
            _log.critical("embedded_database_given_up", tries=len(PAUSES))
            os.kill(os.getpid(), signal.SIGTERM)
            return True
        return bool(select.select([self._stopping], [], [], pause)[0])

    def _starts(self) -> bool:
        try:
            self._server.start()
        except embedded.EmbeddedPostgresError:
            _log.error("embedded_database_not_started", said=self._words())
            return False
        _log.warning("embedded_database_started_again")
        return True

    def _words(self) -> list[str]:
        """Return the server's last lines, except those that can quote a statement or a row."""
        lines = embedded.ending(self._server.server.log).splitlines()
        return [line for line in lines if _OF_ITSELF.search(line)]
