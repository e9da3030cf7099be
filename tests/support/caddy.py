"""The proxy of deploy/: a real Caddy, where one that is new enough is installed."""

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.patience import until
from tests.support.root import ROOT
from tests.support.server import free_port

FILE = ROOT / "deploy" / "Caddyfile"
NEEDED = (2, 11, 7)
"""Older ones may lose a request's body when the first process that they try is away."""


def _caddy() -> str | None:
    """Find the virtual environment's caddy, or else the machine's."""
    for path in (sysconfig.get_path("scripts"), None):
        found = shutil.which("caddy", path=path)
        if found and _version(found) >= NEEDED:
            return found
    return None


def _version(program: str) -> tuple[int, ...]:
    said = subprocess.run([program, "version"], check=True, stdout=subprocess.PIPE, text=True)
    numbers = re.match(r"v?(\d+)\.(\d+)\.(\d+)", said.stdout)
    return tuple(map(int, numbers.groups())) if numbers else ()


CADDY = _caddy()


@contextmanager
def proxy(folder: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """Run the proxy; gives its address. What it logs is in the folder's file `log`."""
    url = f"http://127.0.0.1:{free_port()}"
    own = {"SITE_ADDRESS": url, "ADMIN_ADDRESS": "off", "HOME": str(folder)}
    words = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(FILE)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(words, env=own | dict(variables), text=True, stderr=log)
    try:
        until(lambda: _answers(process, url))
        yield url
    finally:
        process.kill()
        process.wait()


def _answers(process: subprocess.Popen[str], url: str) -> bool:
    assert process.poll() is None, "it has ended"
    try:
        return httpx.get(f"{url}/healthz", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False
