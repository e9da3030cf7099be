"""The server as a child process, in surroundings that a test chooses."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import httpx

from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY, UNLIMITED
from tests.support.settings import DURABILITY

Where = int | IO[bytes] | None


class Child(NamedTuple):
    """A server that was started as a child process."""

    process: subprocess.Popen[bytes]
    http: HttpClient

    def asks(self, times: int, path: str = "/v1/rulesets") -> None:
        """Send requests, which must all be answered with status 200."""
        for _ in range(times):
            assert self.http.get(path).status_code == 200

    def stop(self) -> int:
        """Ask the server to stop, and return its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE_SECONDS)


def environment(**settings: object) -> dict[str, str]:
    """Return the environment variables of a server, and none that the tests have except PATH."""
    own = {"PATH": f"{os.environ.get('PATH', os.defpath)}:/usr/sbin", "VERGER_DEMO": "off"}
    own |= {"HOST": "127.0.0.1", "VERGER_SECRET_KEYS": SECRET_KEY, **UNLIMITED, **DURABILITY}
    return own | {name: str(value) for name, value in settings.items()}


def command(before: str = "", python: str = "", redirections: str = "") -> list[str]:
    """Return the command that starts the server, as a list of arguments.

    Python runs `before` first, with the options in `python`. A shell adds redirections, such as `2>&-`.
    """
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{before}\n"
    program += "import verger.service.cli; sys.exit(verger.service.cli.main())"
    words = [sys.executable, *shlex.split(python), "-c", program, "serve"]
    return ["sh", "-c", f"exec {shlex.join(words)} {redirections}"] if redirections else words


@contextmanager
def begun(
    database: str,
    *,
    stdout: Where = subprocess.DEVNULL,
    stderr: Where = subprocess.DEVNULL,
    folder: Path | None = None,
    words: list[str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Iterator[Child]:
    """Start a server and wait until it is ready; `more` are settings."""
    port = free_port()
    own = environment(DATABASE_URL=database, PORT=port, **(more or {}))
    process = subprocess.Popen(
        words or command(),
        env=own,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
    )
    child = Child(process, HttpClient(f"http://127.0.0.1:{port}", PATIENCE_SECONDS))
    try:
        until(lambda: _is_ready(child))
        yield child
    finally:
        child.http.close()
        process.kill()
        process.wait()


def _is_ready(child: Child) -> bool:
    assert child.process.poll() is None, f"it has ended with {child.process.returncode}"
    try:
        return child.http.get("/readyz").status_code == 200
    except httpx.HTTPError:
        return False
