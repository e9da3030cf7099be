"""The proxy of deploy/: a real Caddy, if a sufficiently new one is installed."""

import re
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.support.patience import until
from tests.support.port import free_port
from tests.support.program import running_at
from tests.support.root import ROOT

FILE = ROOT / "deploy" / "Caddyfile"
NEEDED = (2, 11, 7)
"""Older versions may lose the body of a request if the first process that they try is away."""


def _caddy(first: tuple[int, ...], before: tuple[int, ...]) -> str | None:
    """Find the virtual environment's caddy, or else the machine's, if its version is in a range."""
    for path in (sysconfig.get_path("scripts"), None):
        found = shutil.which("caddy", path=path)
        if found and first <= _version(found) < before:
            return found
    return None


def _version(program: str) -> tuple[int, ...]:
    said = subprocess.run([program, "version"], check=True, stdout=subprocess.PIPE, text=True)
    numbers = re.match(r"v?(\d+)\.(\d+)\.(\d+)", said.stdout)
    return tuple(map(int, numbers.groups())) if numbers else ()


CADDY = _caddy(NEEDED, (99,))
OLD = _caddy((2,), (2, 7))
"""The version in the package of Debian 12."""


@contextmanager
def proxy(folder: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """Run the proxy in front of a running server, and yield the proxy's address."""
    port = free_port()
    with at(port, folder, variables):
        until(lambda: answers(address(port)))
        yield address(port)


def address(port: int) -> str:
    """The address of the proxy."""
    return f"http://127.0.0.1:{port}"


@contextmanager
def at(port: int, folder: Path, variables: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the proxy at this port, even if no server runs behind it.

    The proxy appends its log to the file `log` in the folder.
    """
    own = {"SITE_ADDRESS": address(port), "ADMIN_ADDRESS": "off", "HOME": str(folder)}
    words = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(FILE)]
    # SIGKILL, because after SIGTERM Caddy waits until its streams end.
    environment = own | dict(variables)
    with running_at(port, words, folder / "log", environment, end=signal.SIGKILL) as process:
        yield process


def answers(url: str) -> bool:
    """Return whether a process answers behind a proxy at this address."""
    with suppress(httpx.HTTPError):
        return httpx.get(f"{url}/healthz", trust_env=False).status_code == 200
    return False
