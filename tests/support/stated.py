"""Make statements when a test asks for them, in addition to the servers on the same database."""

import asyncio
from datetime import timedelta
from typing import Any

from tests.support.server import SECRET_KEY
from tests.support.settings import Settings
from verger.service.annexes.statements.statement import Statement
from verger.service.annexes.statements.statements import Statements
from verger.service.cli.database import at_work

AT_ONCE = timedelta()
UNASKED: dict[str, Any] = {"verger_statement_minutes": 0}
"""Settings of a server that makes no statements automatically."""


def stated(url: str, every: timedelta = AT_ONCE, processes: int = 1) -> list[Statement]:
    """Try to make a statement as `processes` processes would at the same time, and return the statements."""

    async def look() -> Statement | None:
        async with at_work(Settings(database_url=url, secret_keys=SECRET_KEY)) as parts:
            return await Statements(parts.database, parts.feed, parts.keys, every).look()

    async def all_of_them() -> list[Statement | None]:
        return await asyncio.gather(*(look() for _ in range(processes)))

    return [one for one in asyncio.run(all_of_them()) if one]
