"""A store on a database of its own."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from verger.service.database.pool import Connection, Database
from verger.service.log.store import Store


@pytest.fixture
def database(pool: Database) -> Database:
    return pool


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    store = Store(database)
    store.start()
    yield store
    await store.stop()


@pytest.fixture
async def owner(database_url: str) -> AsyncIterator[Connection]:
    """Give a connection as the owner of the tables, who may do more than the service."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()
