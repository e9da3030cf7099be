"""A server for clients to play on, and the Python client that is generated from its document."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.generator import python_client
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

QUICKER = {"verger.service.edge.following.KEEP_ALIVE_SECONDS": 0.4}
"""Streams send comments more often than usual, so the server notices the end of a token sooner."""


@pytest.fixture(scope="session")
def server(postgres_url: str) -> Iterator[Server]:
    with (
        fresh_database(postgres_url, durable=False) as url,
        serving(
            url, quicker=QUICKER, verger_webhook_private_targets="on", verger_lobby="on"
        ) as running,
    ):
        yield running


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the folder of the generated client. Tests can import the client from it."""
    folder = tmp_path_factory.mktemp("python")
    python_client(folder)
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
