"""A browser of each engine, and a server for them."""

from collections.abc import Iterator

import pytest

from tests.annexes.engines import blink, gecko, webkit
from tests.annexes.engines.driver import Driver
from tests.annexes.engines.hand import Hand
from tests.annexes.page import chromium
from tests.support.client import Table, played
from tests.support.postgres import fresh_database
from tests.support.program import found
from tests.support.server import Server, serving

ENGINES = ("blink", "gecko", "webkit")


@pytest.fixture(scope="session")
def server(postgres_url: str) -> Iterator[Server]:
    with fresh_database(postgres_url, durable=False) as url, serving(url) as running:
        yield running


@pytest.fixture(scope="module", params=ENGINES)
def driver(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driver]:
    """Start a browser with each engine that is installed, and yield its driver."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "blink":
        if chromium.found() is None:
            pytest.skip(chromium.NONE)
        with blink.running() as running:
            yield running
    elif request.param == "gecko":
        if (program := found("firefox-esr")) is None:
            pytest.skip("there is no Firefox on the PATH: apt-get install firefox-esr")
        with gecko.running(program, folder) as running:
            yield running
    else:
        program, screen = found("WebKitWebDriver"), found("Xvfb")
        if program is None or screen is None:
            pytest.skip("there is no WebKit to drive: apt-get install webkit2gtk-driver xvfb")
        with webkit.running(program, screen, folder) as running:
            yield running


@pytest.fixture
def hand(driver: Driver) -> Iterator[Hand]:
    yield Hand(driver)
    driver.is_well()


@pytest.fixture
def asked(server: Server) -> Table:
    """Give a new table where Ann has proposed something to Bo. Its page is small, and so quick in each engine."""
    table = played(server.http, "Ann", "Bo")
    table["Ann"].moves("propose", subject={"subject": "hand_over_gm", "seat": "s2"})
    return table
