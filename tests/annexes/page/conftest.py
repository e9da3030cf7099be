"""Fixtures: a server, a browser for all tests of this folder, and windows. A window fails its test if a page has an error."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.annexes.page import chromium, table
from tests.annexes.page.window import Window, Windows
from tests.support.client import Player, Table
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

Opens = Callable[..., Window]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip every test of this folder where no browser is: here, so that it is said in one line."""
    if chromium.found() is None:
        pytest.skip(chromium.NONE)


@pytest.fixture(scope="session")
def database(postgres_url: str) -> Iterator[str]:
    """Give the address of the server's database."""
    with fresh_database(postgres_url, durable=False) as url:
        yield url


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


# Only for this package: as long as playwright runs, its event loop runs in this thread. Tests of
# other folders, which the same process can run next, need their own loops.
@pytest.fixture(scope="package")
def browser(server: Server) -> Iterator[Browser]:
    with chromium.running() as running:
        yield running


@pytest.fixture(scope="package")
def windows(browser: Browser, server: Server) -> Windows:
    return Windows(browser, server.url)


@pytest.fixture
def opens(windows: Windows) -> Iterator[Opens]:
    """Return a function that opens windows.

    They are closed at the end of the test. Their faults fail the test.
    """
    with ExitStack() as open_ones:

        def open(**options: Any) -> Window:
            return open_ones.enter_context(windows.open(**options))

        yield open


@pytest.fixture
def window(opens: Opens) -> Window:
    return opens()


@pytest.fixture
def compiled(server: Server) -> Table:
    """Return a table at the beginning of Load. Ann has to write the first idea."""
    return table.demonstration(server.http, table.COMPILED)


@pytest.fixture(scope="session")
def low_tide(server: Server) -> Table:
    """Return the table of the demonstration, in Run. Tests only read it."""
    return table.demonstration(server.http)


@pytest.fixture(scope="session")
def recorded(low_tide: Table) -> Callable[[str], Player]:
    """Return a function that imports a recorded evening by its name, once."""
    return cache(lambda name: table.recorded(low_tide["Ann"], name))
