"""Tests that hang: while processes of every kind run, in a loop, and at an await.

Other tests run them, to see that all processes end.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

from tests.annexes.page import chromium
from tests.support.client import played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.server import serving

HANGS = "HANGS"
"""The environment variable that names a file. The test makes the file as soon as all processes run."""
RUN = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
HERE = Path(__file__)


def environment(**more: str) -> dict[str, str]:
    """Return the variables for a run, without those of xdist: with them, the run would act as a worker."""
    return {name: value for name, value in os.environ.items() if "XDIST" not in name} | more


def test_with_a_server(database: str) -> None:
    with serving(database):
        _hang()


def test_with_everything(database: str, redis_url: str) -> None:
    with (
        serving(database, redis_url) as single,
        serving(database, redis_url, verger_processes=2) as several,
        chromium.running() as browser,
    ):
        for server in (single, several):
            ann = played(server.http, "Ann", "Bo")["Ann"]
            # A separate process draws it.
            assert ann.get(f"{ann.home}/network.svg").status_code == 200
        browser.new_page().goto(f"{single.url}/watch")
        _hang()


def test_in_a_loop() -> None:
    while True:
        pass


async def test_at_an_await() -> None:
    await asyncio.Event().wait()


def test_that_ends() -> None:
    pass


def _hang() -> None:
    Path(os.environ[HANGS]).write_text("")
    time.sleep(PATIENCE_SECONDS)
