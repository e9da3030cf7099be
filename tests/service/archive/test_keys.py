"""The keys that sign checkpoints: one is in use, and only public halves are shown."""

import asyncio

import pytest

from tests.support.log import SESSION
from verger.service.archive.checkpoint import key_id, new_key, signed
from verger.service.archive.keys import TABLE, Keys, give_up
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.keyring import Keyring, KeyringError

KEYRING = Keyring((bytes(32), bytes(31) + b"2"))


async def rotate(pool: Database) -> None:
    async with pool.connection() as connection, connection.transaction():
        await Keys(pool, KEYRING).rotate(connection)


async def test_of_many_that_need_the_first_key_one_makes_it(pool: Database) -> None:
    found = await asyncio.gather(*(Keys(pool, KEYRING).current() for _ in range(10)))
    assert len(set(found)) == 1
    assert len(await Keys(pool, KEYRING).published()) == 1


async def test_a_retired_key_stays_published_and_its_private_half_is_gone(
    pool: Database,
) -> None:
    keys = Keys(pool, KEYRING)
    first = await keys.current()
    await rotate(pool)
    newest, old = await keys.published()
    assert (newest.retired_at, old.retired_at is not None) == (None, True)
    assert signed(first, SESSION, 1, bytes(32)).key == old.id == key_id(old.public_key)
    assert await keys.current() != first
    sql = "SELECT count(encrypted) AS secrets, count(key) AS keys FROM signing_keys"
    assert dict(await pool.only_row(sql)) == {"secrets": 1, "keys": 1}


async def test_of_many_rotations_each_leaves_one_key_in_use(pool: Database) -> None:
    await asyncio.gather(*(rotate(pool) for _ in range(5)), return_exceptions=True)
    published = await Keys(pool, KEYRING).published()
    assert sum(key.retired_at is None for key in published) == 1


async def test_the_services_role_cannot_replace_a_published_key(pool: Database) -> None:
    await Keys(pool, KEYRING).current()
    with pytest.raises(UnavailableError, match="permission denied"):
        await pool.row("UPDATE signing_keys SET public_key = $1", new_key()[1])


async def test_a_key_that_was_moved_to_another_row_does_not_sign(pool: Database) -> None:
    keys = Keys(pool, KEYRING)
    await keys.current()
    sql = "SELECT key, encrypted FROM signing_keys"
    first = await pool.only_row(sql)
    await rotate(pool)
    move = "UPDATE signing_keys SET key = $1, encrypted = $2 WHERE retired_at IS NULL"
    await pool.row(move, first["key"], first["encrypted"])
    with pytest.raises(KeyringError, match="belongs to another row"):
        await keys.current()


async def test_a_key_that_is_lost_is_given_up_and_the_next_one_made(pool: Database) -> None:
    await Keys(pool, KEYRING).current()
    other = Keyring((bytes(31) + b"3",))
    with pytest.raises(KeyringError, match="this key was not given"):
        await Keys(pool, other).current()
    async with pool.connection() as connection, connection.transaction():
        key = await other.rotate(connection)
        assert await TABLE.encrypt_anew(connection, other, key, give_up) == (0, 1)
    newest, old = await Keys(pool, other).published()
    assert (newest.retired_at, old.retired_at is not None) == (None, True)
