"""A session that has started, made once. Tests that change it receive a copy of its database."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from uuid import UUID

import asyncpg
import pytest

from tests.support.client import played
from tests.support.postgres import fresh_database
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.database.pool import Connection, Database
from verger.service.wiring import Parts


class Begun(NamedTuple):
    """A database with a session of Ann and Bo. No server uses it any more."""

    url: str
    session: UUID


@pytest.fixture(scope="session")
def begun(postgres_url: str) -> Iterator[Begun]:
    with fresh_database(postgres_url) as url:
        with serving(url) as server:
            session = UUID(played(server.http, "Ann", "Bo").session)
        yield Begun(url, session)


@pytest.fixture
def session(begun: Begun) -> UUID:
    return begun.session


@pytest.fixture
def begun_url(postgres_url: str, begun: Begun) -> Iterator[str]:
    """Yield the URL of a copy of the begun session's database, which is dropped after the test."""
    with fresh_database(postgres_url, begun.url) as url:
        yield url


@pytest.fixture
async def owner(database_url: str) -> AsyncIterator[Connection]:
    """Yield a connection as the owner of the tables, who has more rights than the service."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


@pytest.fixture
async def parts(begun_url: str) -> AsyncIterator[Parts]:
    """Yield the parts of a process on a copy of the begun session's database."""
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        yield parts


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator[Database]:
    """Yield a process's connections to a database that no other test uses."""
    async with _open(Database(database_url, 10)) as found:
        yield found


@pytest.fixture
async def own(database: str) -> AsyncIterator[Database]:
    """Yield a process's connections to the database that the tests of a file share."""
    async with _open(Database(database, 2)) as found:
        yield found


@asynccontextmanager
async def _open(found: Database) -> AsyncIterator[Database]:
    await found.open()
    yield found
    await found.close()
