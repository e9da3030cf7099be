"""Faults in the tables next to the logs are found at their places, and repaired from the logs."""

from uuid import UUID

import pytest

from tests.support.client import CLERK, Json, played
from tests.support.postgres import execute
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.archive.verify import Finding
from verger.service.archive.verify_database import rebuild, verify_session
from verger.service.wiring import Parts

RULES: Json = {"answer_seconds": 3600, "onlookers": "anyone"}


@pytest.fixture(scope="module")
def sessions(database: str) -> tuple[str, UUID, UUID]:
    """Return a database's URL and two sessions: an open one with a deadline, and a quiet one."""
    with serving(database) as server:
        shown = played(server.http, "Ann", "Bo", until="run", house_rules=RULES)
        shown["Bo"].moves("declare", overview="A witness turns up.", actions=[CLERK])
        quiet = played(server.http, "Ann", "Bo")
    return database, UUID(shown.session), UUID(quiet.session)


async def wrong(parts: Parts, session: UUID) -> str:
    """The fault of a session, if there is any."""
    found = await verify_session(parts.database, parts.store, session, lambda _: None)
    return found.what if isinstance(found, Finding) else ""


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ("DELETE FROM open_sessions WHERE session = '{shown}'", "open_sessions"),
        ("INSERT INTO open_sessions VALUES ('{quiet}')", "open_sessions"),
        ("DELETE FROM deadlines WHERE session = '{shown}'", "deadlines"),
        ("INSERT INTO deadlines (session, at) VALUES ('{quiet}', now())", "deadlines"),
    ],
)
async def test_a_wrong_row_is_found_and_made_again(
    sessions: tuple[str, UUID, UUID], damage: str, what: str
) -> None:
    url, shown, quiet = sessions
    rows = "SELECT session, NULL FROM open_sessions UNION ALL SELECT session, at FROM deadlines ORDER BY 2"
    before = execute(url, rows)
    execute(url, damage.format(shown=shown, quiet=quiet))
    one = shown if "{shown}" in damage else quiet
    parts = Parts(Settings(database_url=url))
    await parts.database.open()
    try:
        assert what in await wrong(parts, one)
        await rebuild(parts.database, parts.store, one)
        assert [await wrong(parts, id) for id in (shown, quiet)] == ["", ""]
    finally:
        await parts.database.close()
    assert execute(url, rows) == before


async def test_a_session_that_was_open_at_its_origin_is_not_open_after_import(
    sessions: tuple[str, UUID, UUID],
) -> None:
    url, shown, _ = sessions
    execute(url, f"INSERT INTO imports VALUES ('{shown}')")  # noqa: S608
    parts = Parts(Settings(database_url=url))
    await parts.database.open()
    try:
        assert "open_sessions" in await wrong(parts, shown)
        await rebuild(parts.database, parts.store, shown)
        assert not await wrong(parts, shown)
    finally:
        await parts.database.close()
