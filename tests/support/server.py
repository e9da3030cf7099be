"""The real server in a separate process, on a free port of the loopback interface."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.forked import Forked, forked
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.settings import DURABILITY

STAY_MILLISECONDS = 250
"""The CPU time that a single step of the event loop may use: five times the server's limit for a
log line, because machines differ.
"""
UNLIMITED = {
    "VERGER_RATE_TOKEN": "1000000000",
    "VERGER_RATE_ADDRESS": "1000000000",
    "VERGER_RATE_FAILURES": "0",
    "VERGER_RATE_STARTS": "0",
}
"""Settings for tests, which send more requests than people do, from one address: high limits."""

SECRET_KEY = "c0ffee5e" * 8
"""The key that encrypts secrets in tests' servers."""

_OF_PYTHON = {"PYTHONPATH", "PYTHONSAFEPATH"}
"""Variables that Python reads only when it starts, so that a forked process would ignore them."""

_MAIN = "\nimport sys; sys.exit(__import__('verger.service.cli').service.cli.main())"


class Server:
    """A server under test: its address, its output, and its end."""

    def __init__(
        self,
        environment: Mapping[str, str],
        quicker: Mapping[str, float],
        game: str = "",
        command: Path | None = None,
    ) -> None:
        self._game, self._command = game, command
        self._folder = tempfile.TemporaryDirectory(prefix="verger-test-")
        self._environment = dict(environment)
        self._quicker = dict(quicker)
        self.port = free_port()
        self.http = HttpClient(self.url, PATIENCE_SECONDS)
        self.process = self._run()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def cell(self) -> int:
        """The number of the server's cell, if there are several cells."""
        return int(self._environment.get("VERGER_CELL", 0))

    @property
    def said(self) -> str:
        """The server's standard error so far, over every restart."""
        return self._log.read_text()

    @property
    def printed(self) -> str:
        """The server's standard output so far, over every restart."""
        printed = self._log.with_name("printed")
        return printed.read_text() if printed.exists() else ""

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return its log. Every line must be JSON, except the sentence of a refused start."""
        said = [line for line in self.said.split("\n") if line]
        return [json.loads(line) for line in said if not line.startswith("verger: ")]

    def told(self, times: int = 1, **known: Any) -> list[dict[str, Any]]:
        """Wait for lines of its log with these values, and return them.

        The line of a request follows its answer.
        """
        return until(
            lambda: [line for line in self.lines if known.items() <= line.items()],
            lambda found: len(found) >= times,
        )

    @property
    def stays(self) -> list[dict[str, Any]]:
        """Return the log lines of steps that blocked the event loop for far too long."""
        said = [json.loads(line) for line in self.said.split("\n") if '"loop_blocked"' in line]
        return [line for line in said if line["ms"] > STAY_MILLISECONDS]

    @property
    def _log(self) -> Path:
        return Path(self._folder.name, "said")

    def _run(self) -> subprocess.Popen[bytes] | Forked:
        environment = _environment(self._environment, self.port)
        before, printing = _before(self._quicker, self._game), self._log.with_name("printed")
        words: list[str | Path] = [sys.executable, "-c", before + _MAIN]
        if self._command:
            words = [self._command]
        elif not environment.keys() & _OF_PYTHON:
            return forked(["serve"], environment, printing, self._log, before)
        with self._log.open("ab") as log, printing.open("ab") as printed:
            return subprocess.Popen(
                [*words, "serve"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=log,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        """Wait until the server answers that it is ready."""
        until(self._is_ready)

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.said
        try:
            return self.http.get("/readyz").status_code == 200
        except httpx.HTTPError:
            return False

    def become(self, command: Path, environment: Mapping[str, str]) -> None:
        """Use another program and other settings from the next restart on."""
        self._command, self._environment = command, dict(environment)

    def restart(self) -> None:
        """Start again after an end, at the same address."""
        assert self.process.poll() is not None, "it has not ended"
        self.process = self._run()
        self.wait_until_ready()

    def kill(self) -> None:
        """Kill it at once, at any point."""
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)

    def stop(self) -> int:
        """Ask it to stop, and return its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE_SECONDS)

    def close(self) -> None:
        """End it in any state, and remove its output."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()
        self.http.close()
        self._folder.cleanup()


@contextmanager
def serving(
    database_url: str,
    redis_url: str = "",
    *,
    quicker: Mapping[str, float] | None = None,
    game: str = "",
    **settings: object,
) -> Iterator[Server]:
    """Run a server on a database; `quicker` shortens waits, named as `module.CONSTANT`.

    `game` is a module whose `install` changes the rules of the server's games.
    """
    environment = {name.upper(): str(value) for name, value in settings.items()}
    environment |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    server = Server(environment, quicker or {}, game)
    try:
        server.wait_until_ready()
        yield server
        assert not server.stays
    finally:
        server.close()


def _environment(settings: Mapping[str, str], port: int) -> dict[str, str]:
    """An environment without the settings of the person that runs the tests."""
    path = os.environ.get("PATH", os.defpath)
    own = {"PATH": path, "HOST": "127.0.0.1", "PORT": str(port), "VERGER_DEMO": "off"}
    own["VERGER_SECRET_KEYS"] = SECRET_KEY
    return own | DURABILITY | UNLIMITED | dict(settings)


def _before(quicker: Mapping[str, float], game: str) -> str:
    """Return the code that sets constants of a server before the rest of it is imported."""
    lines = ["import importlib"] if quicker or game else []
    if game:
        lines.append(f"importlib.import_module({game!r}).install()")
    for name, seconds in quicker.items():
        module, _, constant = name.rpartition(".")
        named = f"importlib.import_module({module!r}).{constant}"
        # The name is read first, because to set a missing name would succeed without any effect.
        lines.append(f"{named}; {named} = {seconds!r}")
    return "\n".join(lines)
