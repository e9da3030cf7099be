"""Tokens: what is remembered of them, and what must not be."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import asyncpg
import pytest

from service.database.pool import Connection, Database
from service.identity import identity
from service.identity.grant import Grant
from service.identity.identity import Identity

TOKEN = "vg_secret"  # noqa: S105, of this test alone


@pytest.fixture
async def tokens(database_url: str) -> AsyncIterator[Identity]:
    database = Database(database_url, 2)
    await database.open()
    yield Identity(database)
    await database.close()


@pytest.fixture
async def owner(database_url: str) -> AsyncIterator[Connection]:
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


async def test_a_token_revoked_while_it_is_looked_up_is_not_remembered(
    tokens: Identity, owner: Connection
) -> None:
    await identity.issue(owner, uuid4(), TOKEN, "a phone")
    async with owner.transaction():
        await owner.execute("LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE")
        looking = asyncio.create_task(tokens.bearer(TOKEN, None))
        await asyncio.sleep(0.2)
        tokens.forget()
    assert await looking is not None
    await owner.execute("UPDATE tokens SET revoked_at = now()")
    assert await tokens.bearer(TOKEN, None) is None


async def test_a_token_that_expires_while_it_is_remembered_is_void(
    tokens: Identity, owner: Connection
) -> None:
    soon = datetime.now(UTC) + timedelta(seconds=0.3)
    await identity.issue(owner, uuid4(), TOKEN, "a phone", Grant(expires_at=soon))
    assert await tokens.bearer(TOKEN, None) is not None
    assert identity.REMEMBER_SECONDS > 1
    await asyncio.sleep(0.35)
    assert await tokens.bearer(TOKEN, None) is None
