"""A store on a separate database."""

from collections.abc import AsyncIterator

import pytest

from verger.service.database.pool import Database
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
