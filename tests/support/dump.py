"""The contents of a database, as text."""

from tests.support.postgres import execute

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


def dump(url: str) -> str:
    """Every row of every table."""
    tables = execute(url, TABLES).splitlines()
    assert {"events", "snapshots", "refusals", "requests", "tokens"} <= set(tables)
    return "\n".join(execute(url, f"TABLE {table}") for table in tables)
