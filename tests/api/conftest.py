"""One server for all tests that need no special settings. Each test plays at its own table.

With BEHIND=cells (`make cells`) it is the second of two cells, reached through the proxy.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.cells import cells
from tests.support.client import Player, Table, fought, played
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

Pair = tuple[Server, Server, str]


@pytest.fixture(scope="session")
def server(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if os.environ.get("BEHIND") == "cells":
        folder = tmp_path_factory.mktemp("proxy")
        with cells(postgres_url, folder) as behind:
            yield behind.front
        return
    with fresh_database(postgres_url, durable=False) as url, serving(url) as running:
        yield running


@contextmanager
def a_pair(postgres_url: str) -> Iterator[Pair]:
    """Start two servers on one database, without Redis between them. Yield both and the database's URL."""
    hooks: Any = {"verger_webhook_private_targets": "on"}
    with (
        fresh_database(postgres_url) as url,
        serving(url, **hooks) as one,
        serving(url, **hooks) as two,
    ):
        yield one, two, url


@pytest.fixture(scope="module")
def pair(postgres_url: str) -> Iterator[Pair]:
    with a_pair(postgres_url) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Compile: Ann is the GM, Bo and Cy play, Vi observes."""
    return played(server.http, "Ann", "Bo", "Cy", "Vi", observers=1)


@pytest.fixture
def two(server: Server) -> Table:
    """Return a table of two players, Ann and Bo."""
    return played(server.http, "Ann", "Bo")


@pytest.fixture
def ann(table: Table) -> Player:
    return table["Ann"]


@pytest.fixture
def bo(table: Table) -> Player:
    return table["Bo"]


@pytest.fixture
def vi(table: Table) -> Player:
    return table["Vi"]


@pytest.fixture(scope="session")
def evening(server: Server) -> Table:
    """Return a table in Run that tests only read."""
    return played(server.http, "Ann", "Bo", until="run")


@pytest.fixture(scope="session")
def quiet(server: Server) -> Table:
    """Return a table in Compile. Tests try moves there that are not recorded."""
    return played(server.http, "Ann", "Bo", "Vi", until="compile", observers=1)


@pytest.fixture(scope="session")
def told(server: Server) -> Table:
    """Return a table of Verge after a conflict. Tests do not play on there."""
    return fought(played(server.http, "Ann", "Bo", until="run"))


@pytest.fixture(scope="session")
def loading(server: Server) -> Table:
    """Return a table in Load, at Ann's turn, where tests try moves that are not recorded."""
    return played(server.http, "Ann", "Bo", until="load")
