"""Keeps the embedded PostgreSQL running: one that has died is started again, a few times."""

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
"""Seconds before each try to start it again."""
STEADY_SECONDS = 60.0
"""After so long the tries before are forgotten."""

_OF_ITSELF = re.compile(r" (LOG|FATAL|PANIC): ")

_log = structlog.get_logger()


@contextmanager
def kept(folder: Path) -> Iterator[str]:
    """Run the server of `folder` as `embedded.running` does, and start it again where it dies.

    If that does not help, this process is asked to end, so that whoever runs it sees to it.
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
        """Let the server be; a start that is under way is finished."""
        os.eventfd_write(self._stopping, 1)

    def close(self) -> None:
        """Let go of what it waited on."""
        os.close(self._stopping)

    def run(self) -> None:
        """Start the server again whenever it dies, until it is to be let be."""
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
        """Wait until the server has died, which is true, or is to be let be."""
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
        """Wait for so long; without a further try this process is asked to end."""
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
        """What the server said last; lines that may quote a statement or a row are left out."""
        lines = embedded.ending(self._server.server.log).splitlines()
        return [line for line in lines if _OF_ITSELF.search(line)]
