"""A run of the tests that hangs, with every kind of process that tests start; another test ends it."""

import os
import time
from pathlib import Path

from tests.annexes.page import chromium
from tests.support.client import played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.server import serving

HANGS = "HANGS"
"""The variable that names the file to make when everything runs."""


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


def _hang() -> None:
    Path(os.environ[HANGS]).write_text("")
    time.sleep(PATIENCE_SECONDS)
