"""An archive on disk, and a server whose database the commands use."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.cli.test_command_line import written
from tests.support.log import archived, evening, rows
from tests.support.postgres import fresh_database
from tests.support.server import SECRET_KEY, Server, serving

Place = tuple[Server, dict[str, str]]


@contextmanager
def a_place(postgres_url: str) -> Iterator[Place]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running, {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}


@pytest.fixture
def own_place(postgres_url: str) -> Iterator[Place]:
    """Start a server for a test that needs every session to be idle. Yield it and its environment."""
    with a_place(postgres_url) as found:
        yield found


@pytest.fixture(scope="module")
def place(postgres_url: str) -> Iterator[Place]:
    """Start a server for tests that name their sessions. Yield it and its environment."""
    with a_place(postgres_url) as found:
        yield found


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return the file of an archive of an evening with rewound play, dice and conflicts."""
    return written(tmp_path, archived(rows(evening("war"))))
