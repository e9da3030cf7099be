"""The database refuses every change of written events, and the attempts notice each missing guard."""

import pytest

from tests.support.guards import broken, tried
from tests.support.postgres import fresh_database
from verger.service.database.pool import ROLE, Connection

TRIGGERS = (
    "SELECT tgrelid::regclass::text AS relation, tgname FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
    " WHERE proname LIKE 'refuse%' AND NOT tgisinternal ORDER BY 1, 2"
)


def test_on_a_whole_database_every_attempt_is_refused(postgres_url: str) -> None:
    with fresh_database(postgres_url, durable=False) as url:
        assert not broken(url)


@pytest.mark.thorough
async def test_each_missing_trigger_is_noticed(owner: Connection) -> None:
    triggers = [(row["relation"], row["tgname"]) for row in await owner.fetch(TRIGGERS)]
    assert len(triggers) > 15
    for table, trigger in triggers:
        await owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        assert await tried(owner), (table, trigger)
        await owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")
    assert not await tried(owner)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "harm",
    [
        "ALTER TABLE events DROP CONSTRAINT events_pkey",
        "DROP INDEX events_request",
        f"GRANT UPDATE ON events TO {ROLE}",
        f"GRANT DELETE ON events TO {ROLE}",
        f"GRANT TRUNCATE ON events TO {ROLE}",
        f"GRANT DELETE ON statements TO {ROLE}",
        f"GRANT UPDATE ON forks TO {ROLE}",
    ],
)
async def test_a_missing_constraint_and_a_privilege_too_many_are_noticed(
    owner: Connection, harm: str
) -> None:
    await owner.execute(harm)
    assert await tried(owner)
