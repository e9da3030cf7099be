"""Readiness for moves: ask a database whether a move could be written, as a process asks it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Database
from verger.service.log.readiness import Readiness


@asynccontextmanager
async def asking(url: str) -> AsyncIterator[Readiness]:
    """Yield a `Readiness` that checks this database."""
    database = Database(url, 2)
    await database.open()
    try:
        yield Readiness(database)
    finally:
        await database.close()


async def cause(asked: Readiness) -> Cause:
    """Return the reason why no move could be written."""
    with pytest.raises(UnavailableError) as found:
        await asked.check()
    return found.value.cause
