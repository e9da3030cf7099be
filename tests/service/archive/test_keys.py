"""The keys that checkpoints are signed with: one is in use, and only its public half is told."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from service.archive.checkpoint import key_id, new_key, signed
from service.archive.keys import Keys
from service.database.pool import Database
from tests.support.log import SESSION


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url, 10)
    await database.open()
    yield database
    await database.close()


async def test_of_many_that_need_the_first_key_one_makes_it(database: Database) -> None:
    found = await asyncio.gather(*(Keys(database).current() for _ in range(10)))
    assert len(set(found)) == 1
    assert len(await Keys(database).published()) == 1


async def test_a_retired_key_stays_published_and_its_private_half_is_gone(
    database: Database,
) -> None:
    keys = Keys(database)
    first = await keys.current()
    await keys.rotate()
    newest, old = await keys.published()
    assert (newest.retired_at, old.retired_at is not None) == (None, True)
    assert signed(first, SESSION, 1, bytes(32)).key == old.id == key_id(old.public_key)
    assert await keys.current() != first
    assert (await database.row("SELECT count(private_key) FROM signing_keys"))[0] == 1


async def test_of_many_rotations_each_leaves_one_key_in_use(database: Database) -> None:
    keys = Keys(database)
    await asyncio.gather(*(keys.rotate() for _ in range(5)), return_exceptions=True)
    assert sum(key.retired_at is None for key in await keys.published()) == 1


async def test_the_services_role_cannot_replace_a_published_key(database: Database) -> None:
    await Keys(database).current()
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await database.row("UPDATE signing_keys SET public_key = $1", new_key()[1])
