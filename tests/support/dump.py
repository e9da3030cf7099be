"""The contents of a database, as text."""

from tests.support.postgres import execute

TABLES = (
    "SELECT tablename FROM pg_tables"
    " WHERE schemaname = 'public' AND tablename <> 'webhook_reading' ORDER BY tablename"
)
"""All tables except the positions of webhooks, because a server moves those on automatically."""


def dump(url: str) -> str:
    """Return all rows of these tables."""
    tables = execute(url, TABLES).splitlines()
    assert {"events", "snapshots", "refusals", "requests", "tokens"} <= set(tables)
    return execute(url, "; ".join(f"TABLE {table}" for table in tables))
