"""Fixtures from tests/api and tests/service."""

from tests.api.conftest import ann, bo, evening, loading, quiet, server, table, two, vi
from tests.service.conftest import begun, begun_url, own, pool, session

__all__ = [
    "ann",
    "begun",
    "begun_url",
    "bo",
    "evening",
    "loading",
    "own",
    "pool",
    "quiet",
    "server",
    "session",
    "table",
    "two",
    "vi",
]
