"""The cache of tokens must not hide that a token was revoked or has expired."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self
from uuid import uuid4

import asyncpg
import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import somebody_waits
from verger.service.database.pool import Connection, Database
from verger.service.identity import identity
from verger.service.identity.grant import Grant
from verger.service.identity.identity import Identity

TOKEN = "vg_secret"  # noqa: S105, only of this test


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
        await somebody_waits(owner)
        tokens.forget()
    assert await looking is not None
    await owner.execute("UPDATE tokens SET revoked_at = now()")
    assert await tokens.bearer(TOKEN, None) is None


class InAnHour(datetime):
    """A clock that is one hour ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + timedelta(hours=1)


async def test_a_token_that_expires_while_it_is_remembered_is_void(
    tokens: Identity, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = datetime.now(UTC) + timedelta(minutes=30)
    await identity.issue(owner, uuid4(), TOKEN, "a phone", Grant(expires_at=soon))
    assert await tokens.bearer(TOKEN, None) is not None
    monkeypatch.setattr(identity, "datetime", InAnHour)
    # By the database's clock the token is valid. So only the cached expiry can make it void.
    monkeypatch.setattr(identity, "REMEMBER_SECONDS", PATIENCE_SECONDS)
    assert await tokens.bearer(TOKEN, None) is None
